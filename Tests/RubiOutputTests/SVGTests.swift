import Foundation
import FoundationXML
import RubiLayout
import Testing

@testable import RubiOutput

/// The files that a writer makes, by page; page 0 is the file for all.
final class Files {
    private var sinks: [Int: ByteSink] = [:]

    func open(_ page: Int?) -> ByteSink {
        let sink = ByteSink()
        sinks[page ?? 0] = sink
        return sink
    }

    var pages: [Int] { sinks.keys.sorted() }

    func bytes(_ page: Int) -> [UInt8] { sinks[page]?.takeBytes() ?? [] }
}

/// Where outputs may be left to be looked at: the folder that RUBI_LOOK names, if it is set.
func look(_ bytes: [UInt8], _ name: String) throws {
    guard let folder = ProcessInfo.processInfo.environment["RUBI_LOOK"] else { return }
    try Data(bytes).write(to: URL(fileURLWithPath: folder).appending(path: name))
}

@Suite struct SVGTests {
    @Test("one well-formed file a page, with the text and every glyph", arguments: [true, false]) func pages(vertical: Bool) throws {
        let files = Files()
        var style = DrawingStyle()
        style.rubyColor = Color("crimson")
        style.background = Color("#fffaf0")
        var pages = SamplePages(fonts: SampleLines.fontSet(["BIZ UDMincho"]), isVertical: vertical)
        try pages.write([SamplePages.text, ["次の頁"]], to: makeWriter(.svg, style: style, open: files.open))
        #expect(files.pages == [1, 2])
        let bytes = files.bytes(1)
        try look(bytes, vertical ? "vertical.svg" : "horizontal.svg")
        let document = try XMLDocument(data: Data(bytes))
        let root = try #require(document.rootElement())
        #expect(try root.nodes(forXPath: "@viewBox").first?.stringValue == "0 0 300 300")
        #expect(try root.nodes(forXPath: "//*[local-name()='title']").first?.stringValue == "見本 (1)")
        let text = SamplePages.text.joined(separator: "\n").replacing(/《.*?》|｜/, with: "") + "\n"
        #expect(try root.nodes(forXPath: "//*[local-name()='desc']").first?.stringValue == text)
        #expect(try root.nodes(forXPath: "//*[@id='p1-l4']").count == 1)
        #expect(try root.nodes(forXPath: "//*[@class='ruby']").count == 5)
        let paths = try root.nodes(forXPath: "//*[local-name()='path']/@id").compactMap(\.stringValue)
        let uses = try root.nodes(forXPath: "//*[local-name()='use']/@href").compactMap { $0.stringValue?.dropFirst() }.map(String.init)
        #expect(Set(paths).count == paths.count)
        #expect(Set(uses) == Set(paths))
    }

    @Test("--page none: one file, as large as its lines") func endless() throws {
        let files = Files()
        var pages = SamplePages(fonts: SampleLines.fonts, isVertical: true)
        try pages.write([["漢字", "字"]], to: makeWriter(.svg, open: files.open), paged: false)
        #expect(files.pages == [0])
        let text = String(decoding: files.bytes(0), as: UTF8.self)
        // Lines 26 and 24.25 em from the left, 1 em over and 1/2 em under, 2 em long, at 10.5 pt.
        #expect(text.contains(#"viewBox="249.375 21 34.125 21""#))
    }

    @Test("--page none: side lines and what hangs past a line's end lie inside", arguments: [true, false]) func extent(vertical: Bool) {
        var line = SampleLines.line(vertical: vertical)
        line.advance = SampleLines.em
        var rule = ComposedRule()
        rule.style = .double
        rule.along = 0..<Int32(line.advance)
        rule.across = Int32(line.over)
        line.rules = [rule]
        var extent = TextExtent(fonts: SampleLines.fonts.fonts, isVertical: vertical)
        extent.add(line, at: LinePlace())
        #expect((vertical ? extent.right : -extent.top) == line.over + RuleStroke.reach + RuleStroke.thickness / 2)
        // The stop, two em from the line's start.
        #expect((vertical ? extent.bottom : extent.right) > 2 * SampleLines.em)
    }

    @Test(
        "colours",
        arguments: [
            ("#123abc", 0x123ABC), ("#F80", 0xFF8800), ("RebeccaPurple", 0x663399), ("grey", 0x808080), ("#12345", nil), ("#+12345", nil),
            ("nocolor", nil),
            ("", nil),
        ] as [(String, UInt32?)])
    func colors(text: String, rgb: UInt32?) {
        #expect(Color(text)?.rgb == rgb)
        if let rgb { #expect(Color(rgb: rgb).hex == "#" + String(format: "%06x", rgb)) }
    }

    @Test func escaping() throws {
        let sink = ByteSink()
        try XMLText.write("<a&\"b\">\u{1}\u{FFFF}𠮷", to: sink)
        #expect(String(decoding: sink.takeBytes(), as: UTF8.self) == "&lt;a&amp;&quot;b&quot;&gt;\u{FFFD}\u{FFFD}𠮷")
    }
}
