import Foundation
import RubiLayout
import Testing

@testable import RubiOutput

@Suite struct PDFPartsTests {
    @Test(
        "strings and names (ISO 32000, 7.3)",
        arguments: [
            (PDFText.string("a(b)\\"), #"(a\(b\)\\)"#), (PDFText.string("題"), "<FEFF984C>"), (PDFText.string("𠮷"), "<FEFFD842DFB7>"),
            (PDFText.string(""), "()"),
            (PDFText.bytes("a(é"), #"(a\(\303\251)"#), (PDFText.name("BIZ UD#1"), "/BIZ#20UD#231"), (PDFText.number(-1500), "-1.5"),
            (PDFText.number(7), "0.007"),
        ])
    func strings(written: String, expected: String) { #expect(written == expected) }

    @Test("the text that marked content stands for") func spanText() {
        var span = SpanText()
        span.append(blanks: 1)
        let bytes = Array("a(\u{200B}𠮷\r\u{2060}".utf8)
        bytes.withUnsafeBufferPointer { span.append($0, 0..<bytes.count) }
        var buffer = ByteBuffer(capacity: 4)
        span.write(to: &buffer)
        #expect(Array(buffer.bytes) == [0x28, 0xFE, 0xFF, 0x30, 0, 0, 0x61, 0, 0x5C, 0x28, 0xD8, 0x42, 0xDF, 0xB7, 0, 0x5C, 0x72, 0x29])
    }

    @Test("ranges of ToUnicode keep to one upper byte") func unicodeMap() {
        let entries: [(code: UInt32, text: String)] = [
            (0xFE, "あ"), (0xFF, "ぃ"), (0x100, "い"), (0x101, "ぅ"), (3, "fi"), (4, "A"), (5, "B"), (6, "C"), (9, ""), (0x200, "\u{30FF}"),
            (0x201, "\u{3100}"),
        ]
        let text = String(decoding: PDFUnicodeMap(entries: entries).bytes, as: UTF8.self)
        #expect(text.contains("3 beginbfchar\n<0003><00660069>\n<0200><30FF>\n<0201><3100>\nendbfchar\n"))
        #expect(text.contains("3 beginbfrange\n<0004><0006><0041>\n<00FE><00FF><3042>\n<0100><0101><3044>\nendbfrange\n"))
    }

    @Test(
        "days of the calendar",
        arguments: [
            (0, "1970-01-01T00:00:00Z"), (951_782_400, "2000-02-29T00:00:00Z"), (1_796_033_045, "2026-11-30T10:04:05Z"),
            (4_107_542_399, "2100-02-28T23:59:59Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"), (-1, "1969-12-31T23:59:59Z"), (253_402_300_799, "9999-12-31T23:59:59Z"),
        ])
    func dates(seconds: Int, iso: String) { #expect(CivilDate(secondsSince1970: seconds).iso == iso) }

    @Test("what is no CFF is refused") func noCFF() {
        for bytes in [[], [1, 0, 4, 1], [UInt8](repeating: 0xFF, count: 100)] as [[UInt8]] {
            bytes.withUnsafeBytes { #expect(CFFCharset($0) == nil) }
        }
    }

    @Test("objects are found again, in whatever order they were written, in one or several cross-reference streams")
    func crossReferences() throws {
        for count in [1, 2, 3, 4, 5, 6, 9, 10, 11, 12, 13, 30] {
            let sink = ByteSink()
            let file = try PDFFile(sink: sink, version: "1.7", sectionLimit: 8)
            let (root, tree, first) = (file.reserve(), file.reserve(), file.reserve(count))
            // Odd ones first, every fifth not at all, every seventh as a stream.
            for index in (0..<count).sorted(by: { ($0 % 2, $0) > ($1 % 2, $1) }) where index % 5 != 4 {
                if index % 7 == 6 {
                    try file.write(stream: first + index, "/V \(index)", [1, 2, 3])
                } else {
                    try file.write(first + index, "<</V \(index)>>")
                }
            }
            try file.write(root, "<</Type/Catalog/Pages \(tree) 0 R>>")
            try file.write(tree, "<</Type/Pages/Kids[]/Count 0>>")
            try file.finish(root: root, info: nil)
            let path = FileManager.default.temporaryDirectory.appendingPathComponent("references-\(count)-\(getpid()).pdf").path
            #expect(FileManager.default.createFile(atPath: path, contents: Data(sink.takeBytes())))
            defer { try? FileManager.default.removeItem(atPath: path) }
            let script = """
                import pikepdf, sys
                pdf = pikepdf.open(sys.argv[1])
                print(*[int(pdf.get_object(\(first) + n, 0).V) for n in range(\(count)) if n % 5 != 4])
                """
            let found = try run("/usr/bin/python3", ["-c", script, path]).output
            #expect(found == (0..<count).filter { $0 % 5 != 4 }.map(String.init).joined(separator: " ") + "\n")
            #expect(try run("/usr/bin/qpdf", ["--check", path]).status == 0)
        }
    }

    @Test("deflate and inflate") func deflater() throws {
        let deflater = try Deflater()
        for text in ["", "a", String(repeating: "漢字かな", count: 100_000)] {
            let bytes = Array(text.utf8)
            let packed = bytes.withUnsafeBytes { Array(deflater.deflate($0)) }
            let script = "import sys, zlib; sys.stdout.buffer.write(zlib.decompress(bytes.fromhex(sys.stdin.read())))"
            let hex = packed.map { String(format: "%02x", $0) }.joined()
            #expect(try run("/usr/bin/python3", ["-c", script], input: hex).output == text)
        }
    }

    @Test("runs inside one another: the order of a line's text", arguments: [true, false]) func flow(vertical: Bool) throws {
        // Base 甲乙丙丁 with a warichu of two runs between 乙 and 丙, a ruby over 丙 and a mark after 甲.
        var line = ComposedLine()
        line.text = Array("甲乙割注丙丁".utf8)
        line.strings = Array("へいレ".utf8)
        func add(
            _ role: RunRole, _ clusters: [UInt32], along: [Int32], across: Int32 = 0, string: Range<Int> = 0..<0, base: Range<Int> = 0..<0
        ) {
            var run = ComposedRun()
            run.role = role
            run.isUpright = vertical
            run.string = string
            run.base = base
            run.glyphs = line.glyph.count..<line.glyph.count + clusters.count
            for (index, cluster) in clusters.enumerated() {
                line.glyph.append(cluster)
                line.cluster.append(cluster)
                line.along.append(along[index])
                line.across.append(across)
                line.advanceOf.append(65536)
            }
            line.runs.append(run)
        }
        add(.base, [0, 3, 12, 15], along: [0, 65536, 163840, 229376])
        add(.warichu, [6], along: [131072], across: 16384)
        add(.warichu, [9], along: [131072], across: -16384)
        add(.ruby, [0, 3], along: [163840, 196608], across: 49152, string: 0..<6, base: 12..<15)
        add(.kaeriten, [0], along: [32768], across: -16384, string: 6..<9)
        var flow = LineFlow()
        try line.withView { flow.read($0) }
        let order = flow.pieces.map { piece in
            let rubies = piece.kind == .text ? [] : flow.rubyRuns[piece.range]
            return switch piece.kind {
            case .text: "\(piece.run):\(piece.range.lowerBound)-\(piece.range.upperBound)@\(piece.textEnd)"
            case .beginRuby: "(\(rubies)"
            case .endRuby: "\(rubies))"
            }
        }
        #expect(order == ["0:0-1@3", "4:8-9@18", "0:1-2@6", "1:4-5@9", "2:5-6@12", "([3]", "0:2-3@15", "[3])", "0:3-4@18"])
    }
}
