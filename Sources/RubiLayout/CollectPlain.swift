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
        guard style.ruby != .jukugo, style.rubySide == .over, style.rubyKana != .full, context.size == Int32(Em.whole), !context.isSideways else {
            return first
        }
        return tree.nodes.withUnsafeBufferPointer { nodes in
            let stretch = PlainStretch(nodes, from: first)
            guard stretch.units > 0 else { return stretch.end }
            var walk = PlainWalk(items)
            items.makeRoom(stretch, style.isVertical ? .upright : .horizontal, look(style.isVertical ? .upright : .horizontal, in: &items))
            let stop = tree.scalars.withUnsafeBufferPointer { scalars in
                tree.offsets.withUnsafeBufferPointer { offsets in
                    fill(nodes, from: first, to: stretch.end, scalars, offsets, &walk, &items)
                }
            }
            if stop != stretch.end { items.truncate(walk) }
            // The tables learn their font with their first glyph.
            items.glyphs.setFont(plainBase.font, from: walk.firstGlyph)
            items.rubyGlyphs.setFont(plainRuby.font, from: walk.firstReading)
            return stop
        }
    }

    /// Fills what `makeRoom` made; returns the node at which it had to stop.
    @inline(__always)
    private mutating func fill(
        _ nodes: UnsafeBufferPointer<InlineNode>, from first: Int32, to end: Int32, _ scalars: UnsafeBufferPointer<UInt32>,
        _ offsets: UnsafeBufferPointer<UInt32>, _ walk: inout PlainWalk, _ items: inout Items
    ) -> Int32 {
        let half = style.punctuation == .full ? Int32.max : Int32(Em.half)
        var index = first
        while index != end {
            let start = walk
            var isPlain = true
            switch nodes[Int(index)].kind {
            case .text: isPlain = appendText(nodes[Int(index)].text, scalars, offsets, half: half, &walk, &items)
            case .ruby:
                var child = nodes[Int(index)].firstChild
                while child >= 0, isPlain {
                    isPlain = appendText(nodes[Int(child)].text, scalars, offsets, half: half, &walk, &items)
                    child = nodes[Int(child)].next
                }
                isPlain = isPlain && appendRuby(nodes[Int(index)], base: start.units..<walk.units, scalars, &walk, &items)
            default: break
            }
            if !isPlain {
                walk = start
                return index
            }
            index = nodes[Int(index)].next
        }
        return end
    }

    /// Writes the units of a stretch of text; false where one of them needs the longer way.
    @inline(__always)
    private mutating func appendText(
        _ range: ScalarRange, _ scalars: UnsafeBufferPointer<UInt32>, _ offsets: UnsafeBufferPointer<UInt32>, half: Int32, _ walk: inout PlainWalk,
        _ items: inout Items
    ) -> Bool {
        let unit = walk.units, scalar = walk.firstScalar + unit - walk.firstUnit, glyph = walk.firstGlyph + unit - walk.firstUnit
        let lower = Int(range.lower), count = range.count
        let pages = plainBase.pages
        var seen: UInt64 = 0
        items.glyphs.withPlain { glyphs, advances in
            items.lineClass.withUnsafeMutableBufferPointer { classes in
                items.width.withUnsafeMutableBufferPointer { widths in
                    for index in 0..<count {
                        var bits = ScalarTable.word(pages, scalars[lower + index])
                        if bits & PlainTable.unbuilt != 0 { bits = plainBase.build(scalars[lower + index], for: &self) }
                        seen |= bits
                        if bits & PlainTable.stops != 0 { break }
                        let lineClass = UInt8(truncatingIfNeeded: bits >> 16) & 0x1F
                        let advance = Int32(truncatingIfNeeded: bits >> 32)
                        glyphs[glyph + index] = UInt32(truncatingIfNeeded: bits & 0xFFFF)
                        advances[glyph + index] = advance
                        classes[unit + index] = lineClass
                        // L10: marks are half an em wide.
                        widths[unit + index] = ClassSet.bit(lineClass) & ClassSet.marks != 0 ? min(advance, half) : advance
                    }
                }
            }
        }
        if seen & PlainTable.stops != 0 { return false }
        items.scalars.withUnsafeMutableBufferPointer { out in for index in 0..<count { out[scalar + index] = scalars[lower + index] } }
        items.offsets.withUnsafeMutableBufferPointer { out in for index in 0..<count { out[scalar + index] = offsets[lower + index] } }
        if seen & PlainTable.turned != 0 {
            let turned = look(.turned, in: &items)
            for index in 0..<count where ScalarTable.word(pages, scalars[lower + index]) & PlainTable.turned != 0 { items.look[unit + index] = turned }
        }
        walk.units += count
        return true
    }

    /// A block with its reading (R1–R4, R9); false where the reading needs the longer way.
    @inline(__always)
    private mutating func appendRuby(
        _ node: InlineNode, base: Range<Int>, _ scalars: UnsafeBufferPointer<UInt32>, _ walk: inout PlainWalk, _ items: inout Items
    ) -> Bool {
        guard !base.isEmpty else { return false }
        let text = walk.readings, glyph = walk.firstReading + text - walk.firstReadingText
        let lower = Int(node.text.lower), count = node.text.count
        let pages = plainRuby.pages
        var seen: UInt64 = 0
        var width = 0
        items.rubyScalars.withUnsafeMutableBufferPointer { out in for index in 0..<count { out[text + index] = scalars[lower + index] } }
        items.rubyGlyphs.withPlain { glyphs, advances in
            for index in 0..<count {
                var bits = ScalarTable.word(pages, scalars[lower + index])
                if bits & PlainTable.unbuilt != 0 { bits = plainRuby.build(scalars[lower + index], for: &self) }
                seen |= bits
                let advance = Int32(truncatingIfNeeded: bits >> 32)
                glyphs[glyph + index] = UInt32(truncatingIfNeeded: bits & 0xFFFF)
                advances[glyph + index] = advance
                width += Int(advance)
            }
        }
        if seen & PlainTable.stops != 0 { return false }
        if seen & PlainTable.turned != 0 {
            for index in 0..<count where ScalarTable.word(pages, scalars[lower + index]) & PlainTable.turned != 0 {
                items.rubyOrientation[glyph + index] = .turned
            }
        }
        var kind = RubyKind(rawValue: node.detail) ?? .group
        if kind == .jukugo { kind = .group }
        if kind == .group, base.count == 1 { kind = .mono }
        var block = RubyBlock(units: base, number: nextRubyNumber, kind: kind, size: context.size)
        nextRubyNumber += 1
        block.over.glyphs = glyph..<glyph + count
        block.over.text = text..<text + count
        block.over.units = count
        block.over.width = style.rubyLength(width, baseSize: context.size)
        items.blocks.append(block)
        walk.readings += count
        return true
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
        guard nodes[Int(ruby)].hasReading, !nodes[Int(ruby)].hasUnder, nodes[Int(ruby)].parts.count <= 1, !nodes[Int(ruby)].text.isEmpty else { return nil }
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

/// How far the arrays are filled, and where they began.
private struct PlainWalk {
    let firstUnit: Int, firstScalar: Int, firstGlyph: Int, firstReading: Int, firstReadingText: Int
    var units: Int
    var readings: Int

    init(_ items: borrowing Items) {
        (firstUnit, firstScalar, firstGlyph) = (items.count, items.scalars.count, items.glyphs.count)
        (firstReading, firstReadingText) = (items.rubyGlyphs.count, items.rubyScalars.count)
        (units, readings) = (firstUnit, firstReadingText)
    }
}

extension Items {
    /// Gives the arrays their length for a plain stretch: a glyph a unit, a unit a character. What is the same for all is filled in.
    fileprivate mutating func makeRoom(_ stretch: PlainStretch, _ orientation: GlyphOrientation, _ plainLook: UInt16) {
        let firstScalar = scalars.count, firstGlyph = glyphs.count, count = stretch.units
        scalars.append(repeating: 0, count: count)
        offsets.append(repeating: 0, count: count)
        lineClass.append(repeating: 0, count: count)
        width.append(repeating: 0, count: count)
        look.append(repeating: plainLook, count: count)
        text.extend(by: count) { for index in 0..<count { $0[index] = Int32(truncatingIfNeeded: firstScalar + index) } }
        glyph.extend(by: count) { for index in 0..<count { $0[index] = Int32(truncatingIfNeeded: firstGlyph + index) } }
        glyphs.makePlain(count: count, from: firstScalar)
        guard stretch.readings > 0 else { return }
        rubyGlyphs.makePlain(count: stretch.readings, from: rubyScalars.count)
        rubyScalars.append(repeating: 0, count: stretch.readings)
        rubyUnitStart.append(repeating: true, count: stretch.readings)
        rubyOrientation.append(repeating: orientation, count: stretch.readings)
    }

    /// Takes back what was not filled.
    fileprivate mutating func truncate(_ walk: PlainWalk) {
        let unfilled = count - walk.units, unread = rubyScalars.count - walk.readings
        scalars.removeLast(unfilled)
        offsets.removeLast(unfilled)
        lineClass.removeLast(unfilled)
        width.removeLast(unfilled)
        look.removeLast(unfilled)
        text.removeLast(unfilled)
        glyph.removeLast(unfilled)
        glyphs.removeLast(unfilled)
        rubyGlyphs.removeLast(unread)
        rubyScalars.removeLast(unread)
        rubyUnitStart.removeLast(unread)
        rubyOrientation.removeLast(unread)
    }
}
