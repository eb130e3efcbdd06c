/// Why a font could not be used, and what to do about it.
public enum FontError: Error, Sendable, Equatable, CustomStringConvertible {
    /// No font of this family is installed.
    case familyNotFound(String)
    case unreadable(path: String)
    /// The file holds no font that can be shaped and drawn (OpenType or TrueType).
    case notAFont(path: String)
    case noSuchIndex(path: String, index: Int, count: Int)
    /// Not a feature as HarfBuzz writes it (`liga`, `ruby=0`).
    case badFeature(String)
    case tooManyFonts(limit: Int)

    /// What is wrong, and what to do.
    public var description: String {
        switch self {
        case .familyNotFound(let family):
            let package = FontLocator.packageHint(family).map { "install it (Debian: \($0))" } ?? "install it"
            return "no font of the family “\(family)” is installed; \(package), or name a font file (`rubi fonts` lists what there is)"
        case .unreadable(let path): return "\(path): the font file cannot be read"
        case .notAFont(let path): return "\(path): not an OpenType or TrueType font"
        case .noSuchIndex(let path, let index, let count):
            return "\(path): there is no font \(index) in this file; it has \(count), counted from 0"
        case .badFeature(let text): return "“\(text)” is not a font feature; write features as liga,ruby=0"
        case .tooManyFonts(let limit): return "at most \(limit) fonts can be named"
        }
    }
}
