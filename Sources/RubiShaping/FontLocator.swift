import CShaping
import Glibc

/// From what the user names (a family or a file) to a file and an index in it.
enum FontLocator {
    struct Place: Equatable {
        var path: String
        var index: Int
    }

    /// Where Debian's packages put the families of the default chain. Starting fontconfig costs more CPU time than typesetting a page (about 8 ms), so these
    /// are tried first; the file's own name table must name the family.
    private static let known: [(family: String, path: String, package: String)] = [
        ("BIZ UDMincho", "/usr/share/fonts/truetype/bizud-mincho/BIZUDMincho-Regular.ttf", "fonts-morisawa-bizud-mincho"),
        ("Noto Serif CJK JP", "/usr/share/fonts/opentype/noto/NotoSerifCJK-Regular.ttc", "fonts-noto-cjk"),
        ("IPAexMincho", "/usr/share/fonts/opentype/ipaexfont-mincho/ipaexm.ttf", "fonts-ipaexfont-mincho"),
    ]

    /// The Debian package of a well-known family.
    static func packageHint(_ family: String) -> String? { known.first { $0.family == family }?.package }

    /// `name`: a path (with a slash, or the extension of a font file), `#INDEX` for a font in a collection; else a family, which may carry fontconfig
    /// properties (`Noto Serif CJK JP:bold`).
    static func locate(_ name: String) throws(FontError) -> Place {
        if let place = pathAndIndex(name) { return place }
        if let entry = known.first(where: { $0.family == name }), let index = indexOfFamily(name, in: entry.path) {
            return Place(path: entry.path, index: index)
        }
        return try askFontconfig(name)
    }

    private static func pathAndIndex(_ name: String) -> Place? {
        var path = Substring(name)
        var index = 0
        if let hash = name.lastIndex(of: "#"), let number = Int(name[name.index(after: hash)...]), number >= 0 {
            (path, index) = (name[..<hash], number)
        }
        let lowered = path.lowercased()
        let isPath = path.contains("/") || [".ttf", ".otf", ".ttc", ".otc"].contains { lowered.hasSuffix($0) }
        return isPath ? Place(path: String(path), index: index) : nil
    }

    /// The first font of the file that the family is a name of; nil if there is none, or no such file.
    private static func indexOfFamily(_ family: String, in path: String) -> Int? {
        guard let blob = hb_blob_create_from_file_or_fail(path) else { return nil }
        defer { hb_blob_destroy(blob) }
        for index in 0..<hb_face_count(blob) {
            let face = hb_face_create(blob, index)
            defer { hb_face_destroy(face) }
            if FontNames(face: face).families.contains(family) { return Int(index) }
        }
        return nil
    }

    private static func askFontconfig(_ name: String) throws(FontError) -> Place {
        let family = String(name.prefix { $0 != ":" })
        // In a fontconfig pattern a hyphen begins the size.
        let pattern = name.split(separator: "-", omittingEmptySubsequences: false).joined(separator: "\\-")
        guard !family.isEmpty, let request = FcNameParse(pattern) else { throw .familyNotFound(name) }
        defer { FcPatternDestroy(request) }
        FcConfigSubstitute(nil, request, FcMatchPattern)
        FcDefaultSubstitute(request)
        var result = FcResultMatch
        guard let match = FcFontMatch(nil, request, &result) else { throw .familyNotFound(family) }
        defer { FcPatternDestroy(match) }
        // fontconfig always answers with some font: only one that has the family's name is taken.
        guard FontconfigPattern(match).strings("family").contains(where: { FcStrCmpIgnoreCase($0, family) == 0 }),
            let path = FontconfigPattern(match).strings("file").first
        else { throw .familyNotFound(family) }
        // The upper half of the index names an instance of a variable font.
        return Place(path: path, index: FontconfigPattern(match).integer("index") & 0xFFFF)
    }
}

/// Reads a fontconfig pattern.
struct FontconfigPattern {
    private let pattern: OpaquePointer
    init(_ pattern: OpaquePointer) { self.pattern = pattern }

    func strings(_ object: String) -> [String] {
        var found: [String] = []
        var value: UnsafeMutablePointer<FcChar8>?
        while FcPatternGetString(pattern, object, Int32(found.count), &value) == FcResultMatch, let text = value {
            found.append(String(cString: text))
        }
        return found
    }

    func integer(_ object: String) -> Int {
        var value: Int32 = 0
        return FcPatternGetInteger(pattern, object, 0, &value) == FcResultMatch ? Int(value) : 0
    }
}
