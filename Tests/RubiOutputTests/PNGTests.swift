import Foundation
import RubiLayout
import RubiShaping
import Testing

@testable import RubiOutput

@Suite struct PNGTests {
    /// Size, mode, resolution and a few pixels of a PNG, by Pillow.
    private func inspect(_ bytes: [UInt8], _ expression: String) throws -> String {
        let file = FileManager.default.temporaryDirectory.appending(path: "rubi-\(UUID().uuidString).png")
        try Data(bytes).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let script = "from PIL import Image; import sys; i = Image.open(sys.argv[1]); print(\(expression))"
        return try run("/usr/bin/python3", ["-c", script, file.path]).output.trimmingCharacters(in: .newlines)
    }

    @Test("one grey file a page at 144 dpi", arguments: [true, false]) func pages(vertical: Bool) throws {
        let files = Files()
        var png = PNGOptions()
        png.dpi = 144
        var pages = SamplePages(fonts: SampleLines.fontSet(["BIZ UDMincho"]), isVertical: vertical)
        try pages.write([SamplePages.text, ["次の頁"]], to: makeWriter(.png, png: png, open: files.open))
        #expect(files.pages == [1, 2])
        let bytes = files.bytes(1)
        try look(bytes, vertical ? "vertical.png" : "horizontal.png")
        #expect(try inspect(bytes, "i.size, i.mode, round(i.info['dpi'][0])") == "(600, 600) L 144")
        // The ink of the page, by its bounding box: the lines of SamplePages with their ruby.
        let box = try inspect(bytes, "i.point(lambda v: 255 - v).getbbox()")
        #expect(box == (vertical ? "(388, 42, 567, 432)" : "(42, 34, 420, 212)"))
    }

    @Test("the same picture as librsvg makes of the SVG, within antialiasing", arguments: [true, false]) func equalsSVG(vertical: Bool)
        throws
    {
        var png = PNGOptions()
        png.dpi = 144
        var style = DrawingStyle()
        style.background = .white
        let folder = FileManager.default.temporaryDirectory.appending(path: "rubi-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for format in [OutputFormat.png, .svg] {
            let files = Files()
            var pages = SamplePages(fonts: SampleLines.fontSet(["BIZ UDMincho"]), isVertical: vertical)
            try pages.write([SamplePages.text], to: makeWriter(format, style: style, png: png, open: files.open))
            try Data(files.bytes(1)).write(to: folder.appending(path: "page.\(format.rawValue)"))
        }
        let (svg, bitmap) = (folder.appending(path: "page.svg").path, folder.appending(path: "page.png").path)
        #expect(try run("/usr/bin/rsvg-convert", ["-d", "144", "-p", "144", svg, "-o", svg + ".png"]).status == 0)
        let script = """
            import sys
            from PIL import Image, ImageChops, ImageStat
            a, b = (Image.open(name).convert("L") for name in sys.argv[1:])
            assert a.size == b.size
            print(ImageStat.Stat(ImageChops.difference(a, b)).mean[0] < 0.5)
            """
        #expect(try run("/usr/bin/python3", ["-c", script, bitmap, svg + ".png"]).output == "True\n")
    }

    @Test("colours make it RGB; the test font's boxes cover their em") func colors() throws {
        let files = Files()
        var png = PNGOptions()
        png.dpi = 288
        var style = DrawingStyle()
        style.color = Color(rgb: 0xFF0000)
        style.rubyColor = Color(rgb: 0x0000FF)
        style.background = Color(rgb: 0x00FF00)
        try SampleLines.run(makeWriter(.png, style: style, png: png, open: files.open), vertical: true, paged: true)
        let bytes = files.bytes(1)
        try look(bytes, "colors.png")
        #expect(try inspect(bytes, "i.size, i.mode") == "(800, 1200) RGB")
        #expect(
            try inspect(bytes, "i.getpixel((0, 0)), set(c for n, c in i.getcolors(9999)) >= {(255, 0, 0), (0, 0, 255)}")
                == "(0, 255, 0) True")
    }

    @Test("a contact sheet, read from right to left in a vertical book") func sheet() throws {
        let files = Files()
        var png = PNGOptions()
        png.dpi = 48
        png.sheet = (3, 2)
        var pages = SamplePages(fonts: SampleLines.fontSet(["BIZ UDMincho"]), isVertical: true)
        try pages.write(
            Array(repeating: SamplePages.text, count: 4) + [["五"], ["六"], ["七"]], to: makeWriter(.png, png: png, open: files.open))
        #expect(files.pages == [0])
        let bytes = files.bytes(0)
        try look(bytes, "sheet.png")
        // Pages of 200 pixels with gaps of 6.
        #expect(try inspect(bytes, "i.size") == "(624, 418)")
    }

    @Test("--page none: one file, as large as its lines") func endless() throws {
        let files = Files()
        var png = PNGOptions()
        png.dpi = 72
        var pages = SamplePages(fonts: SampleLines.fonts, isVertical: true)
        try pages.write([["漢字", "字"]], to: makeWriter(.png, png: png, open: files.open), paged: false)
        #expect(files.pages == [0])
        #expect(try inspect(files.bytes(0), "i.size") == "(34, 21)")
    }

    @Test func tooLarge() throws {
        var png = PNGOptions()
        png.dpi = 1_000_000
        let writer = try makeWriter(.png, png: png) { _ in ByteSink() }
        #expect(throws: OutputError(code: EFBIG)) { try SampleLines.run(writer, vertical: true, paged: true) }
    }

    @Test("marks beside the text: every kind of line") func rules() throws {
        var line = SampleLines.line(vertical: true)
        for (index, style) in [0, 1, 2, 3, 4].enumerated() {
            var rule = ComposedRule()
            rule.style = .init(rawValue: UInt8(style)) ?? .solid
            rule.along = 0..<Int32(3 * SampleLines.em)
            rule.across = -Int32((index + 1) * SampleLines.em)
            line.rules.append(rule)
        }
        var frame = ComposedRule()
        frame.kind = .frame
        frame.along = 0..<Int32(3 * SampleLines.em)
        (frame.across, frame.acrossEnd) = (-32768, 32768)
        line.rules.append(frame)
        for index in line.runs.indices {
            line.runs[index].isBold = index == 0
            line.runs[index].isItalic = true
        }
        for format in [OutputFormat.png, .svg] {
            let files = Files()
            var png = PNGOptions()
            png.dpi = 300
            let writer = try makeWriter(format, png: png, open: files.open)
            try writer.begin(SampleLines.document(vertical: true, page: SampleLines.page().size), fonts: SampleLines.fonts)
            try writer.beginPage(SampleLines.page())
            try writer.line(line, at: SampleLines.place(x: 10 * SampleLines.em, y: 5 * SampleLines.em))
            try writer.endPage()
            try writer.end(SampleLines.figures)
            let bytes = files.bytes(1)
            try look(bytes, "rules.\(format.rawValue)")
            #expect(bytes.count > 2000)
        }
    }
}
