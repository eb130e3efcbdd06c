import Foundation
import Testing

@testable import Rubi

/// Presets, themes, manuscript paper, and the options that a manuscript sets for itself.
struct PresetTests {
    private func book(_ text: String, _ style: Style) throws -> Book {
        var options = ReadingOptions()
        options.dialect = .aozora
        return try Book(
            Manuscript(name: "a.txt", bytes: Array(text.utf8), options: options), style: style, fonts: FontSet(chain: [Tool.testFont]))
    }

    /// The grid lies within the page, and is what --page gives.
    @Test(arguments: PagePreset.allCases, Style.Direction.allCases)
    func framesFitTheirPages(_ preset: PagePreset, _ direction: Style.Direction) throws {
        let (size, frame) = (preset.size, preset.frame)
        #expect(frame.width < size.width && frame.height < size.height)
        let outcome = try Tool.run([
            "measure", "--page", preset.rawValue, "--direction", direction.rawValue, "--format", "json", "Examples/story.txt",
        ])
        #expect(outcome.status == 0, "\(outcome.errors)")
        let style = Style(page: preset, direction: direction)
        #expect(style.measure > 0 && style.lines > 0)
    }

    @Test(arguments: [("文庫", "bunko"), ("新書", "shinsho"), ("四六", "shiroku"), ("原稿用紙", "genko"), ("電子書籍", "ereader"), ("携帯", "phone")])
    func japaneseNames(_ japanese: String, _ name: String) throws {
        let pages = try [japanese, name].map { try Tool.run(["Examples/rain.narou.txt", "--page", $0, "--format", "jsonl"]) }
        #expect(pages[0].status == 0)
        #expect(pages[0].output == pages[1].output)
    }

    /// Pixels of the screens they are made for.
    @Test(arguments: [("ereader", 300, 1072, 1448), ("phone", 460, 1170, 2532)])
    func screens(_ preset: String, _ dpi: Int, _ width: Int, _ height: Int) throws {
        let outcome = try Tool.run(["--page", preset, "--dpi", "\(dpi)", "--format", "png", "--from", "plain"], input: Array("あ".utf8))
        // IHDR: width and height, big-endian.
        func number(_ at: Int) -> Int { outcome.output[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
        #expect((number(16), number(20)) == (width, height))
    }

    // MARK: Manuscript paper

    /// Every character in its square, and the squares where the characters are.
    @Test(arguments: Style.Direction.allCases)
    func charactersStandInSquares(_ direction: Style.Direction) throws {
        var style = Style(page: .genko, direction: direction)
        #expect(style.grid)
        (style.measure, style.lines, style.matter) = (20, 20, .none)
        let book = try book("　あいうえおかきくけこ。「さしすせ」と、たちつてと\nな\n", style)
        let page = try #require(book.pages.first)
        let grid = try #require(page.furniture.first { !$0.composed.rules.isEmpty })
        #expect(grid.composed.rules.count == 20)
        #expect(grid.composed.rules.allSatisfy { $0.kind == .grid && $0.along == 0..<20 * 65536 })
        for (number, line) in page.lines.enumerated() {
            let rule = grid.composed.rules[number]
            let (across, along) =
                direction == .vertical ? (line.place.x - grid.place.x, line.place.y) : (grid.place.y - line.place.y, line.place.x)
            // The body of the line, an em, fills the depth of the squares.
            let body = direction == .vertical ? across - 32768..<across + 32768 : across + Int(rule.across) - across..<Int(rule.acrossEnd)
            #expect(body == Int(rule.across)..<Int(rule.acrossEnd))
            #expect(along == (direction == .vertical ? grid.place.y : grid.place.x))
            #expect(
                line.composed.runs.filter { $0.role == .base }.flatMap { $0.glyphs.map { line.composed.advanceOf[$0] } }.allSatisfy {
                    $0 == 65536
                })
        }
    }

    /// 20 × (a frame and 19 lines between), in every drawn format.
    @Test func theSquaresAreDrawn() throws {
        let arguments = ["--page", "genko", "--from", "plain", "--font", Tool.testFont, "--format"]
        func run(_ format: String, _ more: String...) throws -> Tool.Outcome {
            try Tool.run(arguments + [format] + more, input: Array("あ".utf8))
        }
        #expect(try run("svg").text.components(separatedBy: "class=\"rule\"").count == 401)
        #expect(try run("svg", "--grid=no").text.components(separatedBy: "class=\"rule\"").count == 1)
        #expect(try run("html").text.components(separatedBy: "\"dash\"").count == 401)
        let folder = try Tool.temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(run("pdf").output).write(to: folder.appendingPathComponent("g.pdf"))
        let drawn = try Tool.shell(
            "qpdf --qdf --object-streams=disable g.pdf - | grep -ac '/Artifact BMC q'; pdftotext g.pdf -", directory: folder)
        #expect(drawn.text.hasPrefix("400\n"))
        #expect(drawn.text.contains("あ"))
        #expect(try run("png", "--dpi", "30").output != run("png", "--dpi", "30", "--grid=no").output)
        // Glyph positions have no squares.
        #expect(!(try run("jsonl").text.contains("\"rules\"")))
    }

    // MARK: Themes

    @Test(arguments: [
        (Style.Theme.standard, 98304, true, 0, "12"), (.novel, 81920, false, 3, "12"), (.classic, 98304, false, 4, "一二"),
    ])
    func themes(_ theme: Style.Theme, _ size: Int, _ isBold: Bool, _ indent: Int, _ folio: String) throws {
        var style = Style(page: .bunko)
        (style.lines, style.theme) = (2, theme)
        let text = "見出し［＃「見出し」は大見出し］\n" + String(repeating: "あ\n", count: 40)
        let book = try book(text, style)
        let line = try #require(book.pages.first?.lines.first)
        let run = try #require(line.composed.runs.first)
        #expect((Int(run.size), run.isBold) == (size, isBold))
        #expect(Int(line.composed.along[0]) == indent * 65536)
        let number = try #require(book.pages[11].furniture.first)
        #expect(String(decoding: number.composed.strings, as: UTF8.self) == folio)
        let middle = 2 * number.place.x + number.composed.advance
        #expect((abs(middle - Int(style.page?.width ?? 0) * 65536 / style.fontSize) < 4) == (theme != .standard))
    }

    // MARK: A manuscript's own options

    private func measure(_ text: String, _ dialect: String, _ arguments: String...) throws -> Tool.Outcome {
        try Tool.run(["--from", dialect, "--format", "text"] + arguments, input: Array(text.utf8))
    }

    @Test(arguments: [
        ("aozora", "［＃rubi: measure = 2］\nいろは\n"), ("aozora", "いろは\n［＃rubi:measure=2］\n"),
        ("html", "<!-- rubi: measure = 2 -->\n<p>いろは</p>\n"),
        ("denden", "<!--rubi: measure=2;; indent = 0-->\n\nいろは\n"), ("vfm", "<!-- rubi: measure = 2 -->\n\nいろは\n"),
        ("latex", "% rubi: measure = 2\nいろは\n"),
        ("typst", "// rubi: measure = 2\nいろは\n"),
    ])
    func inEveryNotationWithComments(_ dialect: String, _ text: String) throws {
        let outcome = try measure(text, dialect)
        #expect(outcome.text == "いろ\nは\n")
        #expect(outcome.errors.isEmpty)
        // What is typed wins; --config none reads no defaults at all.
        #expect(try measure(text, dialect, "--measure", "4").text == "いろは\n")
        #expect(try measure(text, dialect, "--config", "none").text == "いろは\n")
    }

    /// Where there are no comments such a line is text.
    @Test(arguments: ["narou", "kakuyomu", "hameln", "alphapolis", "pixiv", "paren", "plain"])
    func notWhereThereAreNoComments(_ dialect: String) throws {
        #expect(try measure("// rubi: measure = 2\n", dialect).text == "// rubi: measure = 2\n")
    }

    @Test func inOtherEncodings() throws {
        for encoding in ["cp932", "euc-jp", "utf-16"] {
            let outcome = try Tool.shell(
                "printf '［＃rubi: measure = 2］\\nいろは\\n' | iconv -t \(encoding) | rubi --from aozora --encoding \(encoding) --format text")
            #expect(outcome.text == "いろ\nは\n", "\(encoding)")
        }
    }

    /// Nothing that reads or writes files, or is about a run: a manuscript may have come from anyone.
    @Test(arguments: [
        "output = x", "font = /etc/passwd", "ruby-font = x", "config = x", "jobs = 9", "format = pdf", "dictionary = x", "readings = x",
        "from = html",
    ])
    func safeOptionsAlone(_ option: String) throws {
        let outcome = try measure("［＃rubi: \(option)］\n", "aozora")
        #expect(outcome.status == 2)
        #expect(outcome.errors.hasPrefix("rubi: error: <stdin>:1: unknown key \(option.prefix { $0 != " " })"), "\(outcome.errors)")
    }

    /// Over .rubi, under what is typed.
    @Test func order() throws {
        let folder = try Tool.temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        try "measure = 3\nlines = 7\n".write(to: folder.appendingPathComponent(".rubi"), atomically: true, encoding: .utf8)
        try "<!-- rubi: measure = 2; page = bunko -->\n".write(
            to: folder.appendingPathComponent("a.html"), atomically: true, encoding: .utf8)
        let shown = try Tool.run(["config", "--page", "b6", "a.html"], directory: folder).text.split(separator: "\n").filter {
            !$0.hasPrefix("#")
        }
        #expect(
            shown.map { $0.split(separator: " ").joined(separator: " ") } == [
                "page = b6 # the command line", "measure = 2 # a.html:1", "lines = 7 # .rubi:2",
            ])
    }
}
