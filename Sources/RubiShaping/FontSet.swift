import CShaping

/// The fonts of a document: a chain for the base text, one for ruby; glyphs name a font by its index in `fonts`.
public final class FontSet: @unchecked Sendable {
    /// Every font opened, each once.
    public let fonts: [Font]
    /// Indices in `fonts`, in the order of fallback, for the base text and for ruby.
    package let baseChain: [UInt8]
    package let rubyChain: [UInt8]
    /// Features that the user asked for.
    let features: [hb_feature_t]

    /// The default chain (cli.md). The second may be absent: what the first lacks is then shown as missing.
    public static let defaultChain = ["BIZ UDMincho", "Noto Serif CJK JP"]
    /// Glyphs name their font in a byte.
    public static let limit = 255

    /// Opens the fonts. Each is a family or a path, with `#INDEX` for a font in a collection.
    /// - Parameters:
    ///   - chain: Fonts of the base text, in the order of fallback; empty: `defaultChain`.
    ///   - rubyChain: Fonts of ruby, tried before those of the base text; empty: the base text's.
    ///   - features: OpenType features as HarfBuzz reads them, with commas (`liga,ruby=0`).
    public init(chain: [String] = [], rubyChain: [String] = [], features: String = "") throws(FontError) {
        var opened: [(place: FontLocator.Place, font: Font)] = []
        func open(_ name: String) throws(FontError) -> UInt8 {
            let place = try FontLocator.locate(name)
            if let known = opened.firstIndex(where: { $0.place == place }) { return UInt8(known) }
            guard opened.count < Self.limit else { throw .tooManyFonts(limit: Self.limit) }
            opened.append((place, try Font(place)))
            return UInt8(opened.count - 1)
        }
        var base: [UInt8] = []
        if chain.isEmpty {
            base.append(try open(Self.defaultChain[0]))
            for name in Self.defaultChain.dropFirst() {
                if let index = try? open(name) { base.append(index) }
            }
        } else {
            for name in chain { base.append(try open(name)) }
        }
        var ruby: [UInt8] = []
        for name in rubyChain { ruby.append(try open(name)) }
        self.features = try FontFeatures.parse(features)
        fonts = opened.map(\.font)
        baseChain = base
        self.rubyChain = ruby + base.filter { !ruby.contains($0) }
    }

    /// The font that a line's character frame is taken from (R6).
    public var primary: Font { fonts[Int(baseChain[0])] }
    /// The first font of ruby.
    public var rubyPrimary: Font { fonts[Int(rubyChain[0])] }

    package func chain(for use: GlyphUse) -> [UInt8] {
        switch use {
        case .base: baseChain
        case .ruby: rubyChain
        }
    }
}
