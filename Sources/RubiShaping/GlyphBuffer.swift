import RubiText

/// How the glyphs of a run stand against the line.
public enum GlyphOrientation: UInt8, Sendable, BitwiseCopyable {
    /// Horizontal writing: advances run along the line to the right.
    case horizontal
    /// Upright in vertical writing: vertical advances, `vert` forms.
    case upright
    /// Turned 90° clockwise in vertical writing: horizontal advances run down the line.
    case turned
}

/// What a run is set for: it decides the features.
public enum GlyphUse: UInt8, Sendable {
    case base
    /// Ruby text: with the font's `ruby` feature (R5).
    case ruby
}

/// Shaped glyphs, one array a field, reused from run to run. Lengths are in 1/65536 of the em the run is set in.
public struct GlyphBuffer: Sendable {
    /// Glyph identifiers of the font.
    public var glyph: [UInt32] = []
    /// Index of the scalar, in the buffer that was shaped, that the glyph's cluster begins with.
    public var cluster: [UInt32] = []
    /// Advance along the line.
    public var advance: [Int32] = []
    /// Shift from the pen along the line: to the right in horizontal and turned runs, down in upright ones.
    public var along: [Int32] = []
    /// Shift across the line, towards its over side: up in horizontal runs, right in upright and turned ones. In upright runs the origin is the top
    /// centre of the glyph.
    public var across: [Int32] = []
    /// Index in the chain of the font that the glyph is from.
    public var font: [UInt8] = []

    /// No glyphs.
    public init() {}

    /// How many glyphs there are.
    public var count: Int { glyph.count }

    /// Adds `count` glyphs of `font`, on their origins, whose other fields the caller fills.
    mutating func grow(by count: Int, font index: UInt8) {
        glyph.append(repeating: 0, count: count)
        cluster.append(repeating: 0, count: count)
        advance.append(repeating: 0, count: count)
        along.append(repeating: 0, count: count)
        across.append(repeating: 0, count: count)
        font.append(repeating: index, count: count)
    }

    @inline(__always)
    mutating func append(
        _ newGlyph: UInt32, cluster newCluster: UInt32, advance newAdvance: Int32, along newAlong: Int32, across newAcross: Int32,
        font index: UInt8
    ) {
        glyph.append(newGlyph)
        cluster.append(newCluster)
        advance.append(newAdvance)
        along.append(newAlong)
        across.append(newAcross)
        font.append(index)
    }

    /// Adds at most `most` glyphs, a scalar each, whose identifiers and advances `fill` writes; it returns how many. `completePlain` gives them the rest.
    @inlinable @inline(__always)
    package mutating func extend(upTo most: Int, _ fill: (UnsafeMutableBufferPointer<UInt32>, UnsafeMutableBufferPointer<Int32>) -> Int) {
        glyph.extend(upTo: most) { glyphs in
            var made = 0
            advance.extend(upTo: most) { advances in
                made = fill(glyphs, advances)
                return made
            }
            return made
        }
    }

    /// Gives the glyphs that were added last their other fields: they stand on their origins, one a scalar from `scalar` on, and are of the first font.
    package mutating func completePlain(from scalar: Int) {
        let count = glyph.count - cluster.count
        cluster.extend(by: count) { for index in 0..<count { $0[index] = UInt32(truncatingIfNeeded: scalar &+ index) } }
        along.append(repeating: 0, count: count)
        across.append(repeating: 0, count: count)
        font.append(repeating: 0, count: count)
    }

    /// Whether these glyphs, one at least, stand on their origins and are of one font.
    package func arePlain(_ range: Range<Int>) -> Bool {
        var moved: Int32 = 0
        along.withUnsafeBufferPointer { for glyph in range { moved |= $0[glyph] } }
        across.withUnsafeBufferPointer { for glyph in range { moved |= $0[glyph] } }
        var differs: UInt8 = 0
        font.withUnsafeBufferPointer { for glyph in range { differs |= $0[glyph] ^ $0[range.lowerBound] } }
        return moved == 0 && differs == 0
    }

    /// The glyphs from `first` on are of the font `index`.
    package mutating func setFont(_ index: UInt8, from first: Int) {
        guard index != 0 else { return }
        font.withUnsafeMutableBufferPointer { fonts in for glyph in first..<fonts.count { fonts[glyph] = index } }
    }

    package mutating func removeLast(_ count: Int) {
        glyph.removeLast(count)
        cluster.removeLast(count)
        advance.removeLast(count)
        along.removeLast(count)
        across.removeLast(count)
        font.removeLast(count)
    }

    /// Empties the arrays and keeps their room.
    public mutating func removeAll() {
        glyph.removeAll(keepingCapacity: true)
        cluster.removeAll(keepingCapacity: true)
        advance.removeAll(keepingCapacity: true)
        along.removeAll(keepingCapacity: true)
        across.removeAll(keepingCapacity: true)
        font.removeAll(keepingCapacity: true)
    }
}
