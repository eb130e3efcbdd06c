import RubiShaping

/// The outlines of the fonts of a document, each read once.
final class OutlineCache {
    private let outliners: [GlyphOutliner]
    private var known: [UInt64: GlyphOutline] = [:]

    init(_ fonts: FontSet) throws(FontError) {
        var outliners: [GlyphOutliner] = []
        for font in fonts.fonts { outliners.append(try GlyphOutliner(font)) }
        self.outliners = outliners
    }

    func outline(font: Int, glyph: UInt32) -> GlyphOutline {
        let key = UInt64(font) << 32 | UInt64(glyph)
        if let outline = known[key] { return outline }
        var outline = GlyphOutline()
        // A glyph without an outline draws nothing, as a space does.
        _ = outliners[font].read(glyph, into: &outline)
        known[key] = outline
        return outline
    }
}
