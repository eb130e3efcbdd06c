import RubiMarkup
import RubiShaping
import RubiText

/// What a character of plain paragraphs becomes, in one word: glyph in the low 16 bits, line class in the next 5, flags, advance in the high 32.
///
/// A table for each use, filled as characters are met. One worker's.
final class PlainTable {
    /// Not looked up yet.
    static let unbuilt: UInt64 = 1 << 21
    /// The character needs the longer way: its shaping or its class depends on its neighbours, or it has no glyph.
    static let stops: UInt64 = 1 << 22
    static let turned: UInt64 = 1 << 23

    private let use: GlyphUse
    private let words = ScalarTable(absent: PlainTable.unbuilt)
    /// What `ScalarTable.word` looks in.
    let pages: UnsafeMutablePointer<ScalarTable.Page>
    /// The font of all its glyphs.
    private(set) var font: UInt8 = 0

    init(use: GlyphUse) {
        self.use = use
        pages = words.pages
    }

    @inline(never)
    func build(_ scalar: UInt32, for collector: inout Collector) -> UInt64 {
        let bits = bits(of: scalar, for: &collector)
        words.set(bits, of: scalar)
        return bits
    }

    private func bits(of scalar: UInt32, for collector: inout Collector) -> UInt64 {
        let property = collector.properties.property(of: scalar)
        guard scalar >= 0xA0, !property.isExtending, !collector.isInvisible(scalar) else { return Self.stops }
        let classBit = ClassSet.bit(property.raw & 0x1F)
        // ‘’“”«» and what takes its class from its neighbours; in readings, what is not a unit of its own (R9).
        guard classBit & ClassSet.neighbourly == 0, classBit & ClassSet.marks == 0 || scalar >= 0x2020 else { return Self.stops }
        let orientation = collector.orientation(of: property)
        if orientation != .upright, TallMarks.contains(scalar) { return Self.stops }
        guard let glyph = collector.shaper.constantGlyph(scalar, orientation: orientation, use: use) else { return Self.stops }
        font = glyph.font
        return UInt64(glyph.glyph) | UInt64(property.raw & 0x1F) << 16 | (orientation == .turned ? Self.turned : 0)
            | UInt64(UInt32(bitPattern: glyph.advance)) << 32
    }
}

/// The part of `Collect` for text and undivided ruby in which a table knows every character: nearly all of a novel. Its result is what the longer way gives, in one
/// pass over the characters.
extension Collector {
    /// Appends the nodes from `first` on, siblings, as long as they are plain; returns the first that is not, −1 where all are.
    mutating func appendPlain(from first: Int32, of tree: borrowing InlineTree, into items: inout Items) -> Int32 {
        guard style.ruby != .jukugo, style.rubySide == .over, style.rubyKana != .full, context.size == Int32(Em.whole), !context.isSideways
        else {
            return first
        }
        return tree.nodes.withUnsafeBufferPointer { nodes in
            let stretch = PlainStretch(nodes, from: first)
            guard stretch.units > 0 else { return stretch.end }
            var walk = PlainWalk(items)
            var blocks: [RubyBlock] = []
            swap(&blocks, &items.blocks)
            var stop = stretch.end
            tree.scalars.withUnsafeBufferPointer { scalars in
                tree.offsets.withUnsafeBufferPointer { offsets in
                    items.fill(stretch) { room in
                        stop = fill(room, nodes, from: first, to: stretch.end, scalars, offsets, &walk, &blocks)
                        return (walk.units, walk.readings)
                    }
                }
            }
            swap(&blocks, &items.blocks)
            items.complete(walk, style.isVertical ? .upright : .horizontal, look(style.isVertical ? .upright : .horizontal, in: &items))
            if walk.seen & PlainTable.turned != 0 { turn(walk, &items) }
            // The tables learn their font with their first glyph.
            items.glyphs.setFont(plainBase.font, from: walk.firstGlyph)
            items.rubyGlyphs.setFont(plainRuby.font, from: walk.firstReading)
            return stop
        }
    }

    /// Fills the room with the nodes; returns the one at which it had to stop.
    @inline(__always)
    private mutating func fill(
        _ room: PlainRoom, _ nodes: UnsafeBufferPointer<InlineNode>, from first: Int32, to end: Int32,
        _ scalars: UnsafeBufferPointer<UInt32>,
        _ offsets: UnsafeBufferPointer<UInt32>, _ walk: inout PlainWalk, _ blocks: inout [RubyBlock]
    ) -> Int32 {
        let half = style.punctuation == .full ? Int32.max : Int32(Em.half)
        var index = first
        while index != end {
            let start = walk
            var isPlain = true
            switch nodes[Int(index)].kind {
            case .text: isPlain = appendText(nodes[Int(index)].text, room, scalars, offsets, half: half, &walk)
            case .ruby:
                var child = nodes[Int(index)].firstChild
                while child >= 0, isPlain {
                    isPlain = appendText(nodes[Int(child)].text, room, scalars, offsets, half: half, &walk)
                    child = nodes[Int(child)].next
                }
                isPlain = isPlain && appendRuby(nodes[Int(index)], base: start.units..<walk.units, room, scalars, &walk, &blocks)
            default: break
            }
            if !isPlain {
                (walk.units, walk.readings) = (start.units, start.readings)
                return index
            }
            index = nodes[Int(index)].next
        }
        return end
    }

    /// Writes the units of a stretch of text; false where one of them needs the longer way.
    @inline(__always)
    private mutating func appendText(
        _ range: ScalarRange, _ room: PlainRoom, _ scalars: UnsafeBufferPointer<UInt32>, _ offsets: UnsafeBufferPointer<UInt32>,
        half: Int32,
        _ walk: inout PlainWalk
    ) -> Bool {
        let pages = plainBase.pages
        var seen: UInt64 = 0
        var unit = walk.units
        for index in Int(range.lower)..<Int(range.lower) + range.count {
            let scalar = scalars[index]
            var bits = ScalarTable.word(pages, scalar)
            if bits & PlainTable.unbuilt != 0 { bits = plainBase.build(scalar, for: &self) }
            seen |= bits
            if bits & PlainTable.stops != 0 { return false }
            let lineClass = UInt8(truncatingIfNeeded: bits >> 16) & 0x1F
            let advance = Int32(truncatingIfNeeded: bits >> 32)
            room.scalars[unit] = scalar
            room.offsets[unit] = offsets[index]
            room.glyph[unit] = UInt32(truncatingIfNeeded: bits & 0xFFFF)
            room.advance[unit] = advance
            room.lineClass[unit] = lineClass
            // L10: marks are half an em wide.
            room.width[unit] = ClassSet.bit(lineClass) & ClassSet.marks != 0 ? min(advance, half) : advance
            unit &+= 1
        }
        walk.units = unit
        walk.seen |= seen
        return true
    }

    /// A block with its reading (R1–R4, R9); false where the reading needs the longer way.
    @inline(__always)
    private mutating func appendRuby(
        _ node: InlineNode, base: Range<Int>, _ room: PlainRoom, _ scalars: UnsafeBufferPointer<UInt32>, _ walk: inout PlainWalk,
        _ blocks: inout [RubyBlock]
    ) -> Bool {
        guard !base.isEmpty else { return false }
        let lower = Int(node.text.lower), count = node.text.count
        let pages = plainRuby.pages
        var seen: UInt64 = 0
        var width = 0
        for index in 0..<count {
            let scalar = scalars[lower + index]
            var bits = ScalarTable.word(pages, scalar)
            if bits & PlainTable.unbuilt != 0 { bits = plainRuby.build(scalar, for: &self) }
            seen |= bits
            let advance = Int32(truncatingIfNeeded: bits >> 32)
            room.rubyScalars[walk.readings + index] = scalar
            room.rubyGlyph[walk.readings + index] = UInt32(truncatingIfNeeded: bits & 0xFFFF)
            room.rubyAdvance[walk.readings + index] = advance
            width += Int(advance)
        }
        if seen & PlainTable.stops != 0 { return false }
        walk.seen |= seen
        var kind = RubyKind(rawValue: node.detail) ?? .group
        if kind == .jukugo { kind = .group }
        if kind == .group, base.count == 1 { kind = .mono }
        let units = walk.firstUnit + base.lowerBound..<walk.firstUnit + base.upperBound
        var block = RubyBlock(units: units, number: nextRubyNumber, kind: kind, size: context.size)
        nextRubyNumber += 1
        block.over.glyphs = walk.firstReading + walk.readings..<walk.firstReading + walk.readings + count
        block.over.text = walk.firstReadingText + walk.readings..<walk.firstReadingText + walk.readings + count
        block.over.units = count
        block.over.width = style.rubyLength(width, baseSize: context.size)
        blocks.append(block)
        walk.readings += count
        return true
    }

    /// Characters that stand turned in a vertical line.
    private mutating func turn(_ walk: PlainWalk, _ items: inout Items) {
        let look = look(.turned, in: &items)
        for unit in 0..<walk.units where ScalarTable.word(plainBase.pages, items.scalars[walk.firstScalar + unit]) & PlainTable.turned != 0
        {
            items.look[walk.firstUnit + unit] = look
        }
        for index in 0..<walk.readings
        where ScalarTable.word(plainRuby.pages, items.rubyScalars[walk.firstReadingText + index]) & PlainTable.turned != 0 {
            items.rubyOrientation[walk.firstReading + index] = .turned
        }
    }
}

/// How many characters stand in the plain nodes that follow one another, and the first node after them that is not plain.
private struct PlainStretch {
    var units = 0
    var readings = 0
    var end: Int32

    init(_ nodes: UnsafeBufferPointer<InlineNode>, from first: Int32) {
        end = first
        while end >= 0 {
            switch nodes[Int(end)].kind {
            case .text: units += nodes[Int(end)].text.count
            case .ruby:
                guard let base = Self.plainBase(nodes, end) else { return }
                units += base
                readings += nodes[Int(end)].text.count
            case .note, .pageReference, .raw: break
            default: return
            }
            end = nodes[Int(end)].next
        }
    }

    /// The length of the base of a ruby that is one reading over text; nil of any other.
    private static func plainBase(_ nodes: UnsafeBufferPointer<InlineNode>, _ ruby: Int32) -> Int? {
        guard nodes[Int(ruby)].hasReading, !nodes[Int(ruby)].hasUnder, nodes[Int(ruby)].parts.count <= 1, !nodes[Int(ruby)].text.isEmpty
        else { return nil }
        var count = 0
        var child = nodes[Int(ruby)].firstChild
        while child >= 0 {
            guard nodes[Int(child)].kind == .text else { return nil }
            count += nodes[Int(child)].text.count
            child = nodes[Int(child)].next
        }
        return count > 0 ? count : nil
    }
}

/// Where a plain stretch began in the arrays, how many of its characters stand there, and all bits of them together.
private struct PlainWalk {
    let firstUnit: Int, firstScalar: Int, firstGlyph: Int, firstReading: Int, firstReadingText: Int
    var units = 0
    var readings = 0
    var seen: UInt64 = 0

    init(_ items: borrowing Items) {
        (firstUnit, firstScalar, firstGlyph) = (items.count, items.scalars.count, items.glyphs.count)
        (firstReading, firstReadingText) = (items.rubyGlyphs.count, items.rubyScalars.count)
    }
}

/// The room that a plain stretch has at the end of the arrays, an element a character.
private struct PlainRoom {
    let scalars: UnsafeMutableBufferPointer<UInt32>, offsets: UnsafeMutableBufferPointer<UInt32>
    let lineClass: UnsafeMutableBufferPointer<UInt8>, width: UnsafeMutableBufferPointer<Int32>
    let glyph: UnsafeMutableBufferPointer<UInt32>, advance: UnsafeMutableBufferPointer<Int32>
    let rubyScalars: UnsafeMutableBufferPointer<UInt32>, rubyGlyph: UnsafeMutableBufferPointer<UInt32>,
        rubyAdvance: UnsafeMutableBufferPointer<Int32>
}

extension Items {
    /// Lets `fill` write what differs from character to character; it returns how many it wrote.
    @inline(__always)
    fileprivate mutating func fill(_ stretch: PlainStretch, _ fill: (PlainRoom) -> (units: Int, readings: Int)) {
        let units = stretch.units, readings = stretch.readings
        var made = (units: 0, readings: 0)
        scalars.extend(upTo: units) { scalars in
            offsets.extend(upTo: units) { offsets in
                lineClass.extend(upTo: units) { lineClass in
                    width.extend(upTo: units) { width in
                        glyphs.extend(upTo: units) { glyph, advance in
                            rubyScalars.extend(upTo: readings) { rubyScalars in
                                rubyGlyphs.extend(upTo: readings) { rubyGlyph, rubyAdvance in
                                    made = fill(
                                        PlainRoom(
                                            scalars: scalars, offsets: offsets, lineClass: lineClass, width: width, glyph: glyph,
                                            advance: advance,
                                            rubyScalars: rubyScalars, rubyGlyph: rubyGlyph, rubyAdvance: rubyAdvance))
                                    return made.readings
                                }
                                return made.readings
                            }
                            return made.units
                        }
                        return made.units
                    }
                    return made.units
                }
                return made.units
            }
            return made.units
        }
    }

    /// Adds what is the same for all characters of a stretch, or counts them: a glyph a unit, a unit a character.
    fileprivate mutating func complete(_ walk: PlainWalk, _ orientation: GlyphOrientation, _ plainLook: UInt16) {
        let count = walk.units
        look.append(repeating: plainLook, count: count)
        text.extend(by: count) { for index in 0..<count { $0[index] = Int32(truncatingIfNeeded: walk.firstScalar &+ index) } }
        glyph.extend(by: count) { for index in 0..<count { $0[index] = Int32(truncatingIfNeeded: walk.firstGlyph &+ index) } }
        glyphs.completePlain(from: walk.firstScalar)
        guard walk.readings > 0 else { return }
        rubyGlyphs.completePlain(from: walk.firstReadingText)
        rubyUnitStart.append(repeating: true, count: walk.readings)
        rubyOrientation.append(repeating: orientation, count: walk.readings)
    }
}
