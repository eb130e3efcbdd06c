import CShaping

/// About how often a glyph is met in Japanese text: enough to tell the rarest position of a rule. A wrong guess costs time, never a glyph.
struct GlyphFrequency {
    /// Weight of a glyph that is not among the common ones.
    private static let rare: UInt16 = 5
    /// Scalars and their weights: occurrences in some ten thousand characters of novels, to an order of magnitude.
    private static let common: [(scalars: ClosedRange<UInt32>, weight: UInt16)] = [
        (0x3041...0x3096, 1000), (0x30A1...0x30FA, 200), (0x30FC...0x30FC, 200), (0x3000...0x3002, 1000), (0x300C...0x300D, 1000),
        (0x3005...0x3005, 100), (0x2014...0x2015, 60), (0x2026...0x2026, 60), (0xFF01...0xFF01, 60), (0xFF1F...0xFF1F, 60),
        (0x0020...0x007E, 50),
    ]
    private var weights = [UInt16](repeating: Self.rare, count: 65536)

    init(font: OpaquePointer) {
        for (scalars, weight) in Self.common {
            for scalar in scalars {
                var glyph: hb_codepoint_t = 0
                if hb_font_get_nominal_glyph(font, scalar, &glyph) != 0, glyph < 65536 { weights[Int(glyph)] = weight }
            }
        }
    }

    func weight(_ glyphs: [UInt16]) -> Int { glyphs.reduce(0) { $0 + Int(weights[Int($1)]) } }
}
