import RubiLayout
import Testing

@testable import RubiOutput

@Suite struct RecordTests {
    private static func output(_ make: (ByteSink) -> any PageConsumer, vertical: Bool, paged: Bool) throws -> String {
        let sink = ByteSink()
        try SampleLines.run(make(sink), vertical: vertical, paged: paged)
        return String(decoding: sink.takeBytes(), as: UTF8.self)
    }

    private static let fonts =
        #""fonts":[{"id":0,"family":"RubiTest","style":"Regular","file":"RubiTest.ttf","index":0,"upem":1000,"features":"#

    private static func glyphs(_ text: String) -> String { text.unicodeScalars.map { "\(SampleLines.glyph($0))" }.joined(separator: ",") }

    @Test("rubi/1, vertical with pages, to the byte") func verticalPages() throws {
        let expected = [
            #"{"type":"document","schema":"rubi/1","source":"story.txt","dialect":"aozora","encoding":"utf-8","title":"\"白\"い\u2028猫","#
                + #""unit":"pt","direction":"vertical","page":{"width":200,"height":300},"measure":40,"# + Self.fonts + #"["vert"]}]}"#,
            #"{"type":"page","page":1,"width":200,"height":300,"runs":[{"role":"folio","text":"1","font":0,"size":8.4,"angle":0,"#
                + #""cl":[0],"g":["# + Self.glyphs("1") + #"],"x":[21],"y":[262.5],"a":[4.2]}]}"#,
            #"{"type":"line","page":1,"column":1,"line":1,"paragraph":2,"x":105,"y":52.5,"advance":31.5,"measure":420,"over":10.5,"under":5.25,"#
                + #""source":[3,30],"text":"漢字。","runs":[{"role":"base","font":0,"size":10.5,"angle":0,"cl":[0,3,6],"g":["#
                + Self.glyphs("漢字。") + "],"
                + #""x":[105,105,105],"y":[52.5,63,73.5],"a":[10.5,10.5,10.5]},{"role":"ruby","ruby":17,"kind":"group","side":"over","base":[0,6],"#
                + #""reading":"かんじ","rules":["R3","R11","R72"],"font":0,"size":5.25,"angle":0,"cl":[0,3,6],"g":["# + Self.glyphs("かんじ")
                + "],"
                + #""x":[112.875,112.875,112.875],"y":[53.813,60.375,66.938],"a":[5.25,5.25,5.25]}]}"#,
            #"{"type":"end","pages":1,"lines":1,"glyphs":6,"characters":3,"rubies":1,"warnings":0,"errors":0}"#,
        ]
        #expect(try Self.output({ JSONLinesWriter(sink: $0) }, vertical: true, paged: true) == expected.joined(separator: "\n") + "\n")
    }

    @Test("a horizontal line's across side is up") func horizontal() throws {
        let text = try Self.output({ JSONLinesWriter(sink: $0) }, vertical: false, paged: false)
        #expect(text.contains(#""direction":"horizontal","measure":40,"# + Self.fonts + "[]}]}\n"))
        #expect(text.contains(#""x":[105,115.5,126],"y":[52.5,52.5,52.5],"a":[10.5,10.5,10.5]"#))
        #expect(text.contains(#""x":[106.313,112.875,119.438],"y":[43.26,43.26,43.26]"#))
        #expect(!text.contains(#""type":"page""#))
    }

    @Test("--format json wraps the same records", arguments: [true, false]) func json(paged: Bool) throws {
        let records = try Self.output({ JSONLinesWriter(sink: $0) }, vertical: true, paged: paged).split(separator: "\n").map(String.init)
        let page = paged ? String(records[1].dropLast()) + "," : "{"
        let expected =
            #"{"document":"# + records[0] + ",\n\"pages\":[" + page + "\"lines\":[\n" + records[paged ? 2 : 1] + "]}],\n\"end\":"
            + records[paged ? 3 : 2] + "}\n"
        #expect(try Self.output({ JSONWriter(sink: $0) }, vertical: true, paged: paged) == expected)
    }

    @Test("a run longer than a piece of the buffer") func longRun() throws {
        let count = 20_000
        var line = ComposedLine()
        var run = ComposedRun()
        run.glyphs = 0..<count
        line.runs = [run]
        for index in 0..<count {
            line.glyph.append(UInt32(index))
            line.cluster.append(UInt32(3 * index))
            line.along.append(Int32(truncatingIfNeeded: index * 65536))
            line.across.append(Int32(index & 1))
            line.advanceOf.append(65536)
        }
        let sink = ByteSink()
        var document = DocumentRecord()
        document.fontSize = 65536
        document.isVertical = false
        try RecordEncoder(sink: sink, document: document).line(line, at: LinePlace())
        let text = String(decoding: sink.takeBytes(), as: UTF8.self)
        #expect(text.contains(#","g":["# + (0..<count).map(String.init).joined(separator: ",") + #"],"x":["#))
        #expect(text.contains(#","x":["# + (0..<count).map(String.init).joined(separator: ",") + #"],"y":["#))
        #expect(text.hasSuffix(#","a":["# + (0..<count).map { _ in "1" }.joined(separator: ",") + "]}]}"))
    }

    @Test(
        "strings: quotes, backslash, controls, U+2028",
        arguments: [
            ("a\"b\\c", #""a\"b\\c""#), ("\u{0}\u{1F}\u{8}\t\n\u{C}\r", #""\u0000\u001f\b\t\n\f\r""#),
            ("…\u{2028}—\u{2029}\u{2027}", #""…\u2028—\u2029‧""#),
            ("𠮷\u{7F}", "\"𠮷\u{7F}\""), ("", "\"\""), ("\u{2028}\u{2028}", #""\u2028\u2028""#), ("ぁ\u{A8}\u{A9}", "\"ぁ\u{A8}\u{A9}\""),
        ])
    func strings(text: String, expected: String) throws {
        let sink = ByteSink()
        try JSONText.write(text, to: sink)
        #expect(String(decoding: sink.takeBytes(), as: UTF8.self) == expected)
    }

    @Test func longStrings() throws {
        let text = String(repeating: "か\u{2028}\u{1}", count: 100_000)
        let sink = ByteSink()
        try JSONText.write(text, to: sink)
        let expected = "\"" + String(repeating: #"か\u2028\u0001"#, count: 100_000) + "\""
        #expect(sink.takeBytes() == Array(expected.utf8))
    }

    @Test("text: one composed line a line, a form feed between pages") func text() throws {
        let sink = ByteSink()
        let writer = TextWriter(sink: sink)
        try writer.begin(SampleLines.document(vertical: true), fonts: SampleLines.fonts)
        for number in 1...2 {
            try writer.beginPage(SampleLines.page(number: number))
            try writer.line(SampleLines.line(vertical: true), at: LinePlace())
            try writer.endPage()
        }
        try writer.end(SampleLines.figures)
        #expect(sink.takeBytes() == Array("漢字。\n\u{C}漢字。\n".utf8))
    }
}
