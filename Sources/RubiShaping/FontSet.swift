import CShaping

/// One font file at one index, opened: what writers and the composer need to know of it. Lengths are in font units unless said otherwise.
public final class Font: @unchecked Sendable {
    public let family: String
    public let style: String
    /// File name without its folder.
    public let file: String
    public let path: String
    public let index: Int
    public let unitsPerEm: Int

    init(family: String, style: String, file: String, path: String, index: Int, unitsPerEm: Int) {
        (self.family, self.style, self.file, self.path, self.index, self.unitsPerEm) = (family, style, file, path, index, unitsPerEm)
    }
}

/// The fonts of a document: a chain for the base text, one for ruby; glyphs name a font by its index in `fonts`.
public final class FontSet: @unchecked Sendable {
    public let fonts: [Font]
    init(fonts: [Font]) { self.fonts = fonts }
}
