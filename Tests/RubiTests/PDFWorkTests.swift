import Foundation
import Testing

/// Real works, where they are beside the package, as PDF: what programs that read PDF make of the files. A sample by default, all with `RUBI_ALL=1`.
struct PDFWorkTests {
    private static let all = ProcessInfo.processInfo.environment["RUBI_ALL"] == "1"

    /// The paths of manuscripts, nil where there are none.
    private static func manuscripts(_ names: [String]? = nil) -> [String]? {
        let folder = Tool.root.deletingLastPathComponent().appendingPathComponent("shared/manuscripts").path
        guard let files = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return nil }
        return files.filter { name in name.hasSuffix(".txt") && names?.contains(name.replacing(".txt", with: "")) != false }.sorted().map {
            "\(folder)/\($0)"
        }
    }

    private func check(_ script: String, _ options: String, _ files: [String]?) throws {
        guard let files else { return print("skipped: no manuscripts in ../shared") }
        let list = files.map { "'\($0)'" }.joined(separator: " ")
        let outcome = try Tool.shell("/usr/bin/python3 Tests/Scripts/\(script) '\(Tool.binary)' \(options) \(list)", directory: Tool.root)
        #expect(outcome.status == 0, "\(outcome.text)\(outcome.errors)")
        if Self.all { print(outcome.text) }
    }

    @Test("sound files, fonts embedded, drawn without a word as the PNG is, every ruby in the structure tree") func filesAndDrawings()
        throws
    {
        let works =
            Self.all
            ? ["rashomon", "sangetsuki", "utakata-no-ki", "hokuetsu-seppu-jo", "wagahai-wa-neko-de-aru"]
            : ["rashomon", "hokuetsu-seppu-jo"]
        try check("check_pdf.py", Self.all ? "" : "--pages 1", Self.manuscripts(works))
    }

    @Test("what a program can check of PDF/UA-1: works, every kind of markup, links and pictures") func accessibility() throws {
        let folder = try Tool.temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let works = ["rashomon", "homenko"] + (Self.all ? ["wagahai-wa-neko-de-aru", "ooka-seidan"] : [])
        let examples = try FileManager.default.contentsOfDirectory(atPath: Tool.root.appendingPathComponent("Examples").path).sorted()
        let files = (Self.manuscripts(works) ?? []) + examples.map { "Examples/\($0)" }
        for (index, file) in files.enumerated() where !file.hasSuffix("Makefile") {
            for direction in ["vertical", "horizontal"] {
                let path = "\(folder.path)/\(index)-\(direction).pdf"
                let typeset = try Tool.shell("rubi -q '\(file)' --direction \(direction) --crop-marks -o '\(path)'", directory: Tool.root)
                #expect(typeset.status <= 1, "\(file): \(typeset.errors)")
            }
        }
        let outcome = try Tool.shell("/usr/bin/python3 Tests/Scripts/check_pdf_ua.py '\(folder.path)'/*.pdf", directory: Tool.root)
        #expect(outcome.status == 0, "\(outcome.text)\(outcome.errors)")
        // A file of each kind of element was among them.
        for kind in ["Link", "WP", "WT", "RT", "H2", "with title", "without title"] {
            #expect(outcome.text.contains(" \(kind)"), "\(kind)")
        }
    }

    @Test("the text of every page, readings after their bases, in four programs") func text() throws {
        let works = Self.all ? nil : ["rashomon", "hokuetsu-seppu-jo", "homenko", "furui-techo-kara"]
        try check("check_pdf_text.py", "", Self.manuscripts(works))
    }

    @Test("--pdf-ruby: the base text alone, or readings as plain text") func rubyInText() throws {
        // MuPDF and pdfminer.six do not honour ActualText.
        let works = Self.manuscripts(["rashomon", "homenko"])
        try check("check_pdf_text.py", "--ruby artifact --tools 'pdftotext,pdftotext -raw'", works)
        try check("check_pdf_text.py", "--ruby after", works)
    }
}
