import CLanguage
import COutput
import CShaping

/// The libraries that are in use, as `rubi --version` and `rubi doctor` name them.
public enum LibraryVersions {
    /// Name and version of each; nil where it cannot be loaded.
    public static var all: [(name: String, version: String?)] {
        let fontconfig = FcGetVersion()
        return [
            ("HarfBuzz", text(hb_version_string())), ("FreeType", freeType),
            ("fontconfig", "\(fontconfig / 10000).\(fontconfig / 100 % 100).\(fontconfig % 100)"), ("ICU", text(rubi_icu_version())),
            ("MeCab", text(rubi_mecab_version())), ("libdeflate", LIBDEFLATE_VERSION_STRING), ("libpng", text(png_get_libpng_ver(nil))),
            ("libjpeg-turbo", text(rubi_jpeg_version())),
        ]
    }

    /// In one line.
    public static var text: String { all.map { "\($0.name) \($0.version ?? "missing")" }.joined(separator: ", ") }

    private static var freeType: String? {
        var library: FT_Library?
        guard FT_Init_FreeType(&library) == 0 else { return nil }
        defer { FT_Done_FreeType(library) }
        var (major, minor, patch): (FT_Int, FT_Int, FT_Int) = (0, 0, 0)
        FT_Library_Version(library, &major, &minor, &patch)
        return "\(major).\(minor).\(patch)"
    }

    private static func text(_ string: UnsafePointer<CChar>?) -> String? { string.map { String(cString: $0) } }
}
