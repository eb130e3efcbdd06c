import Rubi

/// `rubi doctor`: what is there of what rubi needs, and what brings the rest.
struct DoctorCommand {
    let session: Session

    /// One thing that is needed.
    struct Finding {
        var name: String
        /// Where it is, or what it is; nil: it is missing.
        var found: String?
        /// What its want comes to.
        var want = ""
        /// The Debian package that brings it.
        var package: String?

        /// As it is printed.
        var text: String {
            if let found { return "ok       \(name): \(found)\n" }
            return "missing  \(name): \(want)\n" + (package.map { "         sudo apt-get install \($0)\n" } ?? "")
        }
    }

    func run() throws -> ExitStatus {
        let findings = fonts + [dictionary, compounds] + encodings
        var text = "rubi \(version)\n\(LibraryVersions.text)\n"
        for finding in findings { text += finding.text }
        let sink = ByteSink(descriptor: 1)
        try sink.write(string: text)
        try sink.finish()
        return findings.allSatisfy { $0.found != nil } ? .done : .failure
    }

    private var fonts: [Finding] {
        FontSet.defaultChain.enumerated().map { index, family in
            let font = try? FontSet(chain: [family]).primary
            let want =
                index == 0 ? "nothing can be typeset without --font" : "characters that \(FontSet.defaultChain[0]) lacks are not shown"
            return Finding(name: "font \(family)", found: font?.path, want: want, package: FontCatalog.debianPackage(of: family))
        }
    }

    private var dictionary: Finding {
        var finding = Finding(
            name: "dictionary of readings", want: "rubi furigana and rubi index do not work", package: "libmecab2 mecab-ipadic-utf8")
        do throws(ReadingError) {
            finding.found = try MorphologicalDictionary().files.first
        } catch {
            finding.want += " (\(error))"
        }
        return finding
    }

    private var compounds: Finding {
        Finding(
            name: "dictionary of compounds", found: Readings.compounds,
            want: "rubi furigana and rubi index read compounds that MeCab's dictionary lacks by their parts", package: "edict")
    }

    /// What the C library decodes is made of files of its own.
    private var encodings: [Finding] {
        [TextEncoding.cp932, .eucJP, .shiftJISX0213].map { encoding in
            let source = SourceText(name: "", bytes: [])
            let isThere = (try? source.decideEncoding(encoding)) != nil
            return Finding(
                name: "encoding \(encoding.rawValue)", found: isThere ? "decoded by the C library" : nil,
                want: "manuscripts in it cannot be read", package: "libc6")
        }
    }
}
