import CShaping

/// A font that is installed, as `rubi fonts` shows it.
public struct InstalledFont: Sendable {
    /// How many characters of a repertoire the font has.
    public struct Coverage: Sendable, Equatable {
        /// Name of the repertoire.
        public let repertoire: String
        /// Characters that the font has.
        public let covered: Int
        /// Characters of the repertoire.
        public let total: Int
    }

    /// The family's names in all languages, English first where there is an English one.
    public let families: [String]
    /// Regular, Bold and so on, as the font names it.
    public let style: String
    /// Where the file is.
    public let path: String
    /// Index in the file, from 0.
    public let index: Int
    /// One for each of `CharacterRepertoire.all`.
    public let coverage: [Coverage]
    /// Tags of `GSUB` and `GPOS`; `vert` and `ruby` are those that vertical text and ruby use.
    public let features: [String]
    /// Font units of one em.
    public let unitsPerEm: Int
    /// As the font states it; empty if it does not.
    public let licence: String

    /// The family's first name.
    public var family: String { families.first ?? "" }
}

/// The fonts that can be used.
public enum FontCatalog {
    /// The Debian package of a well-known family.
    package static func debianPackage(of family: String) -> String? { FontLocator.packageHint(family) }

    /// The fonts with outlines that have kana, or whose family's name contains `query`, sorted by family, style and place.
    public static func fonts(matching query: String? = nil) -> [InstalledFont] {
        guard let everything = FcPatternCreate(), let objects = FcObjectSetCreate() else { return [] }
        defer {
            FcPatternDestroy(everything)
            FcObjectSetDestroy(objects)
        }
        for object in ["family", "style", "file", "index", "charset", "scalable", "variable", "fontformat"] {
            FcObjectSetAdd(objects, object)
        }
        guard let list = FcFontList(nil, everything, objects) else { return [] }
        defer { FcFontSetDestroy(list) }
        var found: [InstalledFont] = []
        for index in 0..<Int(list.pointee.nfont) {
            if let pattern = list.pointee.fonts[index], let font = describe(pattern, query: query) { found.append(font) }
        }
        return found.sorted { ($0.family, $0.style, $0.path, $0.index) < ($1.family, $1.style, $1.path, $1.index) }
    }

    private static func describe(_ pattern: OpaquePointer, query: String?) -> InstalledFont? {
        let reader = FontconfigPattern(pattern)
        let families = reader.strings("family")
        guard let path = reader.strings("file").first, ["TrueType", "CFF"].contains(reader.strings("fontformat").first) else { return nil }
        var characters: OpaquePointer?
        guard FcPatternGetCharSet(pattern, "charset", 0, &characters) == FcResultMatch, let characters else { return nil }
        if let query {
            let wanted = query.lowercased()
            guard families.contains(where: { contains($0.lowercased(), wanted) }) else { return nil }
        } else {
            guard FcCharSetHasChar(characters, 0x3042) != 0 else { return nil }
        }
        // A variable font is listed once for itself and once for each of its instances, whose number is in the upper half.
        let index = reader.integer("index")
        guard index >> 16 == 0, let font = try? Font(FontLocator.Place(path: path, index: index)) else { return nil }
        let coverage = CharacterRepertoire.all.map { repertoire in
            InstalledFont.Coverage(
                repertoire: repertoire.name, covered: repertoire.scalars.count { FcCharSetHasChar(characters, $0) != 0 },
                total: repertoire.scalars.count)
        }
        let english = families.filter { $0 == font.family }
        return InstalledFont(
            families: english + families.filter { $0 != font.family }, style: font.style, path: path, index: index, coverage: coverage,
            features: font.features, unitsPerEm: font.unitsPerEm, licence: font.licence)
    }

    private static func contains(_ text: String, _ part: String) -> Bool {
        let (text, part) = (Array(text.utf8), Array(part.utf8))
        guard !part.isEmpty, part.count <= text.count else { return part.isEmpty }
        return (0...(text.count - part.count)).contains { text[$0..<($0 + part.count)].elementsEqual(part) }
    }
}
