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

    @Test(
        "a warichu is one element with WP, WT and WP, over lines and pages (ISO 32000, 14.8.4.4.2)",
        arguments: [
            ("", "（", "）", ["WP", "WT", "WP"]), ("--measure 8 --lines 3", "（", "）", ["WP", "WT", "WP"]), ("", "", "", ["WT"]),
            ("", "〔", "、", ["WP", "WT"]),
        ])
    func warichu(options: String, opening: String, closing: String, elements: [String]) throws {
        let inside = "明治の末に長崎の家に生まれ、十四で見習いになったという"
        let lines = try structure("前の文\(opening)［＃割り注］\(inside)［＃割り注終わり］\(closing)後の文", options)
        let start = try #require(lines.firstIndex(of: "Warichu (inline)"))
        let end = try #require(lines[start...].lastIndex { $0.hasSuffix("という\"") || $0 == "\"）\"" })
        let parts = lines[(start + 1)...end].filter { $0 == "WP" || $0 == "WT" }
        #expect(parts == elements)
        let text = lines[(start + 1)...end].filter { $0 != "WP" && $0 != "WT" }.joined().filter { $0 != "\"" }
        #expect(text == opening + inside + (closing == "）" ? closing : ""))
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

    @Test(
        "headings are numbered by their depth (PDF/UA-1, 7.4.2)",
        arguments: [("中大中小", ["H1", "H1", "H2", "H3"]), ("小中", ["H1", "H1"]), ("大小中小", ["H1", "H2", "H2", "H3"])])
    func headingLevels(levels: String, tags: [String]) throws {
        let text = levels.map { "章［＃「章」は\($0)見出し］\n文\n" }.joined()
        #expect(try structure(text).filter { $0.hasPrefix("H") } == tags.map { "\($0) (block)" })
    }

    @Test("a ruby that begins a part of a line set at the foot, beside others: pdftotext takes the part for one") func rubyAtTheFoot()
        throws
    {
        let folder = try Tool.temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let lines = [
            "［＃３字下げ］お調べくださるよう願い上げ候以上", "［＃地から１０字上げ］山田《やまだ》近江守家来《けらい》番頭《ばんがしら》",
            "［＃４字下げ］九月二十二日［＃地から７字上げ］夏目《なつめ》五郎右衛門", "　次の段落がここから始まり、何行かにわたって続いてゆくものとする。",
        ]
        try Data(lines.joined(separator: "\n").utf8).write(to: folder.appendingPathComponent("t.txt"))
        let outcome = try Tool.shell("rubi -q t.txt --from aozora --folio off --page a5 -o t.pdf && pdftotext t.pdf -", directory: folder)
        let want =
            "お調べくださるよう願い上げ候以上山田やまだ近江守家来けらい番頭ばんがしら九月二十二日夏目なつめ五郎右衛門"
            + "次の段落がここから始まり、何行かにわたって続いてゆくものとする。"
        #expect(outcome.text.filter { !$0.isWhitespace } == want)
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
