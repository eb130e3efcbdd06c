import CLanguage
import Glibc

/// MeCab with its dictionaries, loaded once; any number of threads analyse with it.
public final class MorphologicalDictionary: @unchecked Sendable {
    // What MeCab calls a model: constant once it is made.
    private let mecab: OpaquePointer
    /// The files in use, the system's dictionary first.
    package let files: [String]
    /// The columns of its words.
    let layout: FeatureLayout

    /// Where Debian, and MeCab's own installation, keep the IPA dictionary in UTF-8, the first first.
    package static let places = [
        "/var/lib/mecab/dic/ipadic-utf8", "/var/lib/mecab/dic/debian", "/usr/lib/x86_64-linux-gnu/mecab/dic/ipadic",
        "/usr/lib/mecab/dic/ipadic", "/usr/local/lib/mecab/dic/ipadic",
    ]

    /// Loads MeCab.
    /// - Parameters:
    ///   - folder: the folder of a compiled dictionary with the columns of the IPA dictionary or of UniDic, in UTF-8; nil: where Debian has it.
    ///   - userDictionaries: files that `mecab-dict-index -u` made.
    public init(folder: String? = nil, userDictionaries: [String] = []) throws(ReadingError) {
        guard let folder = folder ?? Self.places.first(where: { Self.exists($0 + "/sys.dic") }) else {
            throw .dictionary("MeCab's IPA dictionary is not installed (Debian: mecab-ipadic-utf8); --dictionary names another place")
        }
        guard Self.exists(folder + "/sys.dic") else { throw .dictionary("\(folder) has no sys.dic") }
        for file in userDictionaries where !Self.exists(file) { throw .dictionary("\(file) cannot be read") }
        // The configuration of the machine's MeCab plays no part.
        var options = ["mecab", "-r", "/dev/null", "-d", folder]
        if !userDictionaries.isEmpty { options += ["-u", userDictionaries.joined(separator: ",")] }
        var message = [CChar](repeating: 0, count: 512)
        guard let mecab = Self.withCStrings(options, { rubi_mecab_open(Int32(options.count), $0, &message, message.count) }) else {
            throw .dictionary(String(decoding: message.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
        }
        self.mecab = mecab
        var files: [String] = []
        var isUTF8 = true
        var next = rubi_mecab_dictionaries(mecab)
        while let entry = next?.pointee {
            files.append(String(cString: entry.filename))
            let charset = String(cString: entry.charset).lowercased()
            if charset != "utf-8" && charset != "utf8" { isUTF8 = false }
            next = entry.next.map { UnsafePointer($0) }
        }
        self.files = files
        layout = files.first.flatMap(DictionaryFile.init)?.layout ?? .ipa
        guard isUTF8 else { throw .dictionary("\(folder) is not in UTF-8 (Debian: mecab-ipadic-utf8)") }
    }

    deinit { rubi_mecab_close(mecab) }

    /// What one thread analyses with; nil where memory is short.
    func makeAnalyzer() -> OpaquePointer? { rubi_analyzer_new(mecab) }

    private static func exists(_ path: String) -> Bool { access(path, R_OK) == 0 }

    private static func withCStrings<Result>(_ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result) -> Result
    {
        var pointers: [UnsafeMutablePointer<CChar>?] = strings.map { strdup($0) }
        pointers.append(nil)
        defer { for pointer in pointers { free(pointer) } }
        return pointers.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { preconditionFailure("an array with an element has a base address") }
            return body(base)
        }
    }
}
