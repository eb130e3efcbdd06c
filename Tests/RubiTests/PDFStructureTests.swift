import Foundation
import Testing

/// The structure tree of what the command writes.
struct PDFStructureTests {
    private func structure(_ text: String, _ options: String = "") throws -> [String] {
        let folder = try Tool.temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(text.utf8).write(to: folder.appendingPathComponent("t.txt"))
        let outcome = try Tool.shell(
            "rubi -q t.txt --from aozora \(options) -o t.pdf && qpdf --check t.pdf >&2 && pdfinfo -struct-text t.pdf", directory: folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
        return outcome.text.split(separator: "\n").map {
            // Indents are blanks.
            $0.trimmingCharacters(in: .whitespaces).replacing("　", with: "")
        }
    }

    @Test("a warichu is one element, with its parentheses, over lines and pages", arguments: ["", "--measure 8 --lines 3"]) func warichu(
        options: String
    ) throws {
        let text = "前の文（［＃割り注］明治の末に長崎の家に生まれ、十四で見習いになったという［＃割り注終わり］）後の文"
        let lines = try structure(text, options)
        let start = try #require(lines.firstIndex(of: "Warichu (inline)"))
        #expect(lines[start + 1] == "WT")
        let end = try #require(lines.lastIndex { $0.contains("）") })
        let inside = lines[(start + 2)...end].joined().filter { $0 != "\"" }
        #expect(inside == "（明治の末に長崎の家に生まれ、十四で見習いになったという）")
        #expect(lines.filter { $0.hasPrefix("Warichu") }.count == 1)
        #expect(lines.first { $0.contains("前の文") } == "\"前の文\"" || !options.isEmpty)
    }

    @Test("headings make sections; a ruby on both sides has two readings") func headingsAndRuby() throws {
        let text = """
            一［＃「一」は大見出し］
            甲
            二［＃「二」は中見出し］
            国｜宿命《フェイト》［＃「宿命」の左に「さだめ」のルビ］国

            """
        #expect(
            try structure(text) == [
                "Document", "Sect", "H1 (block)", "\"一\"", "P (block)", "\"甲\"", "Sect", "H2 (block)", "\"二\"", "P (block)", "\"国\"",
                "Ruby (inline)", "RB", "\"宿命\"", "RT", "\"フェイト\"", "RT", "\"さだめ\"", "\"国\"",
            ])
    }

    @Test("〱, two em tall and from another font, before a ruby and in a reading") func kunoji() throws {
        let folder = try Tool.temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let lines = ["百姓どもにも致します事まし／＼｜則《すなは》ち有り", "内々《ない／＼》にて度々《たび／＼》の事、いろ／＼と多く", "ありて又々境論を願ひ出づるを段々聞きし次第"]
        try Data(lines.joined(separator: "\n").utf8).write(to: folder.appendingPathComponent("t.txt"))
        let want = "百姓どもにも致します事まし〱則すなはち有り内々ない〱にて度々たび〱の事、いろ〱と多くありて又々境論を願ひ出づるを段々聞きし次第"
        for tool in ["pdftotext t.pdf -", "pdftotext -raw t.pdf -", "mutool draw -q -F txt t.pdf", "pdf2txt -n t.pdf"] {
            let outcome = try Tool.shell("rubi -q t.txt --from aozora --folio off -o t.pdf && \(tool)", directory: folder)
            #expect(outcome.text.filter { !$0.isWhitespace } == want, "\(tool)")
        }
    }
}
