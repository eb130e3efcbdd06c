import Foundation
import RubiLayout
import RubiMarkup
import RubiShaping
import Testing

@testable import RubiOutput

@Suite struct PDFTests {
    /// Writes the pages of `SamplePages` and gives the path of the file to `body`.
    private func withPDF(
        fonts: FontSet, vertical: Bool, pages text: [[String]] = [SamplePages.text, ["次の頁"]], paged: Bool = true,
        style: DrawingStyle = DrawingStyle(),
        options: PDFOptions = PDFOptions(), name: String = "", _ body: (String) throws -> Void
    ) throws {
        let files = Files()
        var pages = SamplePages(fonts: fonts, isVertical: vertical)
        try pages.write(text, to: makeWriter(.pdf, style: style, pdf: options, open: files.open), paged: paged)
        let bytes = files.bytes(0)
        if !name.isEmpty { try look(bytes, name + ".pdf") }
        let file = FileManager.default.temporaryDirectory.appending(path: "rubi-\(UUID().uuidString).pdf")
        try Data(bytes).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        try body(file.path)
    }

    private static let families = ["BIZ UDMincho", "Noto Serif CJK JP"]

    /// The text of a page in the order of reading, readings after their bases, without space.
    private static func expected(_ lines: [String]) -> String {
        bare(lines.joined().replacing("｜", with: "").replacing("《", with: "").replacing("》", with: ""))
    }

    private static func bare(_ text: String) -> String { String(text.filter { !$0.isWhitespace }) }

    @Test("sound, with every font embedded, subset and mapped to Unicode", arguments: families, [true, false])
    func sound(family: String, vertical: Bool) throws {
        try withPDF(fonts: SampleLines.fontSet([family]), vertical: vertical, name: "\(family.prefix(4))-\(vertical)") { path in
            let check = try run("/usr/bin/qpdf", ["--check", path])
            #expect(check.status == 0, "\(check.output)")
            let fonts = try run("/usr/bin/pdffonts", [path]).output.split(separator: "\n").dropFirst(2)
            #expect(fonts.count == (vertical ? 2 : 1))
            for font in fonts {
                #expect(font.contains(" yes yes yes "), "\(font)")
                #expect(font.contains(family.hasPrefix("Noto") ? "CID Type 0C" : "CID TrueType"), "\(font)")
            }
            #expect(
                try run("/usr/bin/mutool", ["draw", "-q", "-o", "/dev/null", "-F", "png", path]).output.replacing(
                    "warning: ICC support is not available\n", with: "") == "")
        }
    }

    @Test("the text of every page in order, readings after their bases", arguments: families, [true, false])
    func text(family: String, vertical: Bool) throws {
        let pages = [SamplePages.text, ["字下げ　あけ！　次", "あの｜乙女《おとめ》"]]
        for ruby in [PDFOptions.Ruby.tagged, .after] {
            var options = PDFOptions()
            options.ruby = ruby
            try withPDF(fonts: SampleLines.fontSet([family]), vertical: vertical, pages: pages, options: options) { path in
                for (tool, arguments) in [
                    ("pdftotext", [path, "-"]), ("pdftotext", ["-raw", path, "-"]), ("mutool", ["draw", "-q", "-F", "txt", path]),
                ] {
                    let output = try run("/usr/bin/" + tool, arguments).output.replacing(
                        "warning: ICC support is not available\n", with: "")
                    let texts = output.split(separator: "\u{C}", omittingEmptySubsequences: false).map { Self.bare(String($0)) }
                    #expect(texts.prefix(2) == [Self.expected(pages[0]), Self.expected(pages[1])], "\(tool) \(arguments[0]) \(ruby)")
                }
            }
        }
    }

    @Test("--pdf-ruby artifact: the base text alone, where ActualText is honoured") func artifact() throws {
        var options = PDFOptions()
        options.ruby = .artifact
        try withPDF(fonts: SampleLines.fontSet(["BIZ UDMincho"]), vertical: true, pages: [SamplePages.text], options: options) { path in
            let base = SamplePages.text.joined().replacing(/《.*?》|｜/, with: "")
            for arguments in [[path, "-"], ["-raw", path, "-"]] {
                let text = try run("/usr/bin/pdftotext", arguments).output
                #expect(Self.bare(text) == Self.bare(base))
            }
            let structure = try run("/usr/bin/pdfinfo", ["-struct", path]).output
            #expect(!structure.contains("Ruby"))
        }
    }

    @Test("every ruby is an element Ruby with its RB and RT") func structure() throws {
        try withPDF(fonts: SampleLines.fontSet(["BIZ UDMincho"]), vertical: true) { path in
            let lines = try run("/usr/bin/pdfinfo", ["-struct-text", path]).output.split(separator: "\n").map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            var rubies: [String] = []
            for (index, line) in lines.enumerated() where line.hasPrefix("Ruby") {
                #expect(lines[index + 1] == "RB" && lines[index + 3] == "RT")
                rubies.append(lines[index + 2] + lines[index + 4])
            }
            #expect(rubies == [#""吾輩""わがはい""#, #""頓""とん""#, #""見当""けんとう""#, #""混""ま""#, #""薔薇""ばら""#])
            #expect(lines.filter { $0.hasPrefix("P (block)") }.count == 6)
            #expect(lines.first == "Document")
        }
    }

    @Test("a ruby that was broken over two lines is one element") func brokenRuby() throws {
        let files = Files()
        let writer = try makeWriter(.pdf, open: files.open)
        try writer.begin(SampleLines.document(vertical: true, page: SampleLines.page().size), fonts: SampleLines.fonts)
        for part in 1...2 {
            var page = SampleLines.page(number: part)
            page.outside = []
            page.places = []
            try writer.beginPage(page)
            var line = SampleLines.line(vertical: true)
            (line.isFirst, line.isLast) = (part == 1, part == 2)
            (line.runs[1].part, line.runs[1].parts) = (part, 2)
            try writer.line(line, at: SampleLines.place(page: part, x: 10 * SampleLines.em, y: 5 * SampleLines.em))
            try writer.endPage()
        }
        try writer.end(SampleLines.figures)
        let file = FileManager.default.temporaryDirectory.appending(path: "rubi-\(UUID().uuidString).pdf")
        try Data(files.bytes(0)).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        #expect(try run("/usr/bin/qpdf", ["--check", file.path]).status == 0)
        let structure = try run("/usr/bin/pdfinfo", ["-struct-text", file.path]).output
        #expect(structure.matches(of: /Ruby/).count == 1)
        #expect(structure.contains(/RB\s+"漢字"\s+"漢字"\s+RT\s+"かんじ"\s+"かんじ"/))
    }

    @Test("the same picture as the PNG, within antialiasing", arguments: families, [true, false]) func equalsPNG(
        family: String, vertical: Bool
    ) throws {
        var style = DrawingStyle()
        style.background = .white
        var png = PNGOptions()
        png.dpi = 576
        let files = Files()
        var pages = SamplePages(fonts: SampleLines.fontSet([family]), isVertical: vertical)
        try pages.write([SamplePages.text], to: makeWriter(.png, style: style, png: png, open: files.open))
        try withPDF(fonts: SampleLines.fontSet([family]), vertical: vertical, pages: [SamplePages.text], style: style) { path in
            try Data(files.bytes(1)).write(to: URL(fileURLWithPath: path + ".png"))
            defer { for name in [".png", ".mu.png"] { try? FileManager.default.removeItem(atPath: path + name) } }
            #expect(try run("/usr/bin/mutool", ["draw", "-q", "-r", "576", "-o", path + ".mu.png", path, "1"]).status == 0)
            let script = """
                import sys
                from PIL import Image, ImageChops, ImageStat
                a, b = (Image.open(name).convert("L").reduce(4) for name in sys.argv[1:])
                # MuPDF puts glyphs on whole pixels, which is a quarter of one after reducing.
                assert a.size == b.size
                d = ImageChops.difference(a, b)
                print(ImageStat.Stat(d).mean[0] < 1)
                """
            #expect(try run("/usr/bin/python3", ["-c", script, path + ".png", path + ".mu.png"]).output == "True\n")
        }
    }

    @Test("title, author, language, direction, labels and bookmarks") func catalog() throws {
        let files = Files()
        var options = PDFOptions()
        options.date = 1_796_033_045
        let writer = try makeWriter(.pdf, pdf: options, open: files.open)
        var document = SampleLines.document(vertical: true, page: SampleLines.page().size)
        document.meta.title = "(題)\\"
        document.meta.author = "A & B"
        try writer.begin(document, fonts: SampleLines.fonts)
        try writer.beginPage(SampleLines.page())
        for (paragraph, level) in [(1, 1), (2, 2), (3, 0), (4, 2), (5, 3), (6, 1)] {
            var line = SampleLines.line(vertical: true)
            (line.paragraph, line.heading) = (paragraph, level)
            try writer.line(line, at: SampleLines.place(x: (18 - 2 * paragraph) * SampleLines.em, y: 5 * SampleLines.em))
        }
        try writer.endPage()
        try writer.end(SampleLines.figures)
        let file = FileManager.default.temporaryDirectory.appending(path: "rubi-\(UUID().uuidString).pdf")
        try Data(files.bytes(0)).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let information = try run("/usr/bin/pdfinfo", ["-isodates", file.path]).output
        for line in [
            "Title:           (題)\\", "Author:          A & B", "Producer:        rubi", "Tagged:          yes",
            "CreationDate:    2026-11-30T10:04:05Z", "Pages:           1",
        ] {
            #expect(information.contains(line + "\n"), "\(information)")
        }
        let script = """
            import pikepdf, sys
            p = pikepdf.open(sys.argv[1])
            print(p.Root.Lang, p.Root.ViewerPreferences.Direction, p.Root.PageLabels.Nums[1].S, p.Root.PageMode)
            def walk(items, depth):
                for i in items:
                    print("-" * depth + i.title)
                    walk(i.children, depth + 1)
            with p.open_outline() as o: walk(o.root, 0)
            with p.open_metadata() as m: print(m["dc:title"], m["dc:creator"], m["{http://www.aiim.org/pdfua/ns/id/}part"], m["xmp:CreateDate"])
            """
        let read = try run("/usr/bin/python3", ["-c", script, file.path]).output
        #expect(read == "ja /R2L /D /UseOutlines\n漢字。\n-漢字。\n-漢字。\n--漢字。\n漢字。\n(題)\\ ['A & B'] 1 2026-11-30T10:04:05Z\n")
        let structure = try run("/usr/bin/pdfinfo", ["-struct", file.path]).output
        #expect(structure.matches(of: /Sect/).count == 5 && structure.contains("H3"))
    }

    @Test("the same bytes from the same input, whatever the version says") func deterministic() throws {
        for version in PDFOptions.Version.allCases {
            var options = PDFOptions()
            options.version = version
            var all: [[UInt8]] = []
            for _ in 0..<2 {
                let files = Files()
                var pages = SamplePages(fonts: SampleLines.fontSet(["BIZ UDMincho"]), isVertical: true)
                try pages.write([SamplePages.text], to: makeWriter(.pdf, pdf: options, open: files.open))
                all.append(files.bytes(0))
            }
            #expect(all[0] == all[1])
            #expect(String(decoding: all[0].prefix(8), as: UTF8.self) == "%PDF-\(version.rawValue)")
        }
    }

    @Test("many pages: the tree of pages, the parent tree, object streams") func manyPages() throws {
        let count = 1100
        let pages = (0..<count).map { ["頁\($0)｜番《ばん》"] }
        try withPDF(fonts: SampleLines.fontSet(["BIZ UDMincho"]), vertical: true, pages: pages) { path in
            #expect(try run("/usr/bin/qpdf", ["--check", path]).status == 0)
            let texts = try run("/usr/bin/pdftotext", [path, "-"]).output.split(separator: "\u{C}").map { Self.bare(String($0)) }
            #expect(texts == (0..<count).map { "頁\($0)番ばん" })
        }
    }

    @Test("boxes, bleed and crop marks") func boxes() throws {
        var options = PDFOptions()
        options.cropMarks = true
        options.bleed = 3 * 65536
        var style = DrawingStyle()
        style.background = Color(rgb: 0xFFEEDD)
        (style.color, style.rubyColor) = (Color(rgb: 0x003366), Color(rgb: 0xCC0000))
        try withPDF(fonts: SampleLines.fonts, vertical: true, style: style, options: options, name: "crop") { path in
            // Outside the bleed there are black marks on white, and nothing in a colour; the background reaches to the bleed's edge.
            let script = """
                from PIL import Image
                import subprocess, sys
                subprocess.run(["mutool", "draw", "-q", "-r", "72", "-o", sys.argv[1] + ".png", sys.argv[1], "1"], check=True, capture_output=True)
                image = Image.open(sys.argv[1] + ".png").convert("RGB")
                edge = [image.getpixel((x, y)) for x in range(28) for y in range(image.height)]
                filled = [max(abs(a - b) for a, b in zip(image.getpixel(place), (0xFF, 0xEE, 0xDD))) for place in ((30, 60), (181, 333))]
                print(all(r == g == b for r, g, b in edge), min(edge)[0] < 200, max(filled) < 3)
                """
            let drawn = try run("/usr/bin/python3", ["-c", script, path])
            #expect(drawn.output == "True True True\n", "\(drawn)")
            let boxes = try run("/usr/bin/pdfinfo", ["-box", path]).output
            // 300 pt and on each side 3 pt of bleed and 10 mm for the marks.
            #expect(boxes.contains("MediaBox:            0.00     0.00   362.69   362.69"), "\(boxes)")
            #expect(boxes.contains("BleedBox:           28.35    28.35   334.35   334.35"))
            #expect(boxes.contains("TrimBox:            31.35    31.35   331.35   331.35"))
            #expect(try run("/usr/bin/qpdf", ["--check", path]).status == 0)
        }
    }

    @Test("--page none: one page, as large as its lines") func endless() throws {
        try withPDF(fonts: SampleLines.fonts, vertical: true, pages: [["漢字", "字"]], paged: false) { path in
            let information = try run("/usr/bin/pdfinfo", [path]).output
            #expect(information.contains("Page size:       34.125 x 21 pts"))
        }
    }
}
