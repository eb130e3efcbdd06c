/// A set of glyphs of one font, a bit each.
struct GlyphSet: Sendable {
    private var words = [UInt64](repeating: 0, count: 1024)

    mutating func insert(_ glyph: UInt16) { words[Int(glyph >> 6)] |= 1 << UInt64(glyph & 63) }
    /// Glyph identifiers of OpenType have 16 bits; larger ones are in no set.
    func contains(_ glyph: UInt32) -> Bool { glyph < 65536 && words[Int(glyph >> 6)] & (1 << UInt64(glyph & 63)) != 0 }
    var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }
}
