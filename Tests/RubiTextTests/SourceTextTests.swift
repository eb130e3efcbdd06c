import Glibc
import Testing

@testable import RubiText

/// All lines of `bytes` in an encoding, or in the one that is told from them.
private func lines(_ bytes: [UInt8], _ encoding: TextEncoding? = nil) throws -> (text: [String], source: SourceText) {
    let source = SourceText(name: "test", bytes: bytes)
    try source.decideEncoding(encoding)
    var line = SourceLine()
    var text: [String] = []
    while source.readLine(into: &line) {
        var scalars = String.UnicodeScalarView()
        for scalar in line.scalars { scalars.append(Unicode.Scalar(scalar) ?? "?") }
        text.append(String(scalars))
        #expect(line.offsets.count == line.scalars.count + 1)
        #expect(line.offsets == line.offsets.sorted())
        #expect(line.contentEnd <= line.end)
    }
    return (text, source)
}

@Test(arguments: [
    ("", [String]()), ("一", ["一"]), ("一\n", ["一"]), ("一\n\n", ["一", ""]), ("一\r\n二", ["一", "二"]), ("一\r二\r", ["一", "二"]),
    ("\r\n\n\r", ["", "", ""]), ("a\r\r\nb", ["a", "", "b"]),
])
func lineEnds(_ text: String, _ expected: [String]) throws {
    #expect(try lines(Array(text.utf8), .utf8).text == expected)
    for bigEndian in [true, false] {
        let mark: [UInt8] = bigEndian ? [0xFE, 0xFF] : [0xFF, 0xFE]
        let units = text.utf16.flatMap { bigEndian ? [UInt8($0 >> 8), UInt8($0 & 0xFF)] : [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        #expect(try lines(mark + units, .utf16).text == expected)
    }
}

/// Text in an encoding, by the C library.
private func encode(_ text: String, _ name: String) throws -> [UInt8] { try #require(Iconv.encode(text, as: name)) }

@Test(arguments: [
    (TextEncoding.cp932, "CP932"), (.eucJP, "EUC-JP"), (.iso2022JP, "ISO-2022-JP"), (.shiftJISX0213, "SHIFT_JISX0213"), (.utf8, "UTF-8"),
])
func encodings(_ encoding: TextEncoding, _ name: String) throws {
    let text = ["吾輩は猫である。名前はまだ無い。", "", "abc ー、。『』々〆〇ヶ"]
    let bytes = try encode(text.joined(separator: "\n"), name)
    #expect(try lines(bytes, encoding).text == text)
    if encoding != .shiftJISX0213 { #expect(try lines(bytes).source.encoding == encoding) }
}

/// M122: the double codes follow JIS; NEC and IBM extensions are accepted.
@Test(arguments: [
    (TextEncoding.cp932, [0x81, 0x60] as [UInt8], 0x301C as UInt32), (.cp932, [0x81, 0x61], 0x2016), (.cp932, [0x81, 0x7C], 0x2212),
    (.cp932, [0x81, 0x91], 0xA2), (.cp932, [0x81, 0x92], 0xA3), (.cp932, [0x81, 0xCA], 0xAC), (.cp932, [0x81, 0x5C], 0x2015),
    (.cp932, [0x81, 0x5F], 0xFF3C), (.cp932, [0x87, 0x40], 0x2460), (.cp932, [0x87, 0x55], 0x2161), (.cp932, [0xFB, 0xFC], 0x9AD9),
    (.cp932, [0xED, 0x95], 0xFA11), (.cp932, [0xB1], 0xFF71), (.eucJP, [0xA1, 0xC1], 0x301C), (.eucJP, [0xA1, 0xC2], 0x2016),
    (.eucJP, [0xA1, 0xDD], 0x2212), (.eucJP, [0xA1, 0xC0], 0xFF3C), (.eucJP, [0xAD, 0xA1], 0x2460), (.eucJP, [0x8E, 0xB1], 0xFF71),
    (.eucJP, [0x8F, 0xB0, 0xA1], 0x4E02), (.shiftJISX0213, [0x87, 0x9F], 0x4FF1),
    (.iso2022JP, [0x1B, 0x24, 0x42, 0x21, 0x41, 0x1B, 0x28, 0x42], 0x301C), (.iso2022JP, [0x1B, 0x28, 0x4A, 0x5C], 0xA5),
    (.iso2022JP, [0x1B, 0x24, 0x28, 0x44, 0x30, 0x21], 0x4E02), (.iso2022JP, [0x1B, 0x28, 0x49, 0x31], 0xFF71),
])
func codes(_ encoding: TextEncoding, _ bytes: [UInt8], _ expected: UInt32) throws {
    let source = SourceText(name: "test", bytes: bytes)
    try source.decideEncoding(encoding)
    var line = SourceLine()
    #expect(source.readLine(into: &line))
    #expect(line.scalars == [expected])
    #expect(source.problems.isEmpty)
}

@Test func twoScalarsOfOneCode() throws {
    #expect(try lines([0x82, 0xF5], .shiftJISX0213).text == ["か\u{309A}"])
}

/// M121 (7): each bad sequence gives one U+FFFD, at its place.
@Test(arguments: [
    (TextEncoding.utf8, [0x41, 0xE3, 0x81, 0x42, 0xFF, 0xC0, 0x80] as [UInt8], "A\u{FFFD}B\u{FFFD}\u{FFFD}\u{FFFD}", [2, 4, 5, 6]),
    (
        .utf8, [0xED, 0xA0, 0x80, 0xF4, 0x90, 0x80, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}",
        [1, 2, 3, 4, 5, 6, 7]
    ),
    (.utf8, [0xF0, 0x9F, 0x98], "\u{FFFD}", [1]), (.cp932, [0x82, 0xA0, 0x81, 0x20, 0xFF], "あ\u{FFFD} \u{FFFD}", [2, 4]),
    (.cp932, [0x81], "\u{FFFD}", [1]), (.eucJP, [0xA4, 0xA2, 0xA4, 0x41], "あ\u{FFFD}A", [2]),
    (.utf16, [0xFE, 0xFF, 0xD8, 0x00, 0x30, 0x42, 0x30], "\u{FFFD}あ\u{FFFD}", [1, 3]),
    (.iso2022JP, [0x1B, 0x24, 0x42, 0x29, 0x21, 0x24, 0x22, 0x24, 0x1B, 0x28, 0x42], "\u{FFFD}あ\u{FFFD}", [1, 3]),
])
func badBytes(_ encoding: TextEncoding, _ bytes: [UInt8], _ expected: String, _ columns: [Int]) throws {
    let result = try lines(bytes, encoding)
    #expect(result.text == [expected])
    #expect(result.source.problems.map(\.place.column) == columns)
    #expect(result.source.problems.allSatisfy { $0.kind == .badBytes })
}

/// M121: what the encoding is told from.
@Test(arguments: [
    ([] as [UInt8], TextEncoding.utf8), ([0x41, 0x00, 0x42], .utf8), (Array("あ".utf8), .utf8), ([0xEF, 0xBB, 0xBF, 0xFF], .utf8),
    ([0x1B, 0x24, 0x42, 0x24, 0x22], .iso2022JP), ([0x1B, 0x41], .utf8), ([0x42, 0x30, 0x44, 0x30], .utf8),
    ([0x42, 0x30, 0xAD, 0x30], .utf16), ([0x30, 0x42, 0x30, 0x44], .utf8),
    ([0x30, 0x42, 0x30, 0x44, 0x00, 0x0A], .utf16), ([0x82, 0xA0], .cp932), ([0xA4, 0xA2], .eucJP), ([0xB1, 0xB2, 0xB3], .cp932),
    ([0xA4, 0xA2, 0xA4, 0xA4, 0xA4, 0xA6], .eucJP), ([0x8F, 0xB0, 0xA1], .eucJP),
])
func detection(_ bytes: [UInt8], _ expected: TextEncoding) throws {
    let source = SourceText(name: "test", bytes: bytes)
    try source.decideEncoding(nil)
    #expect(source.encoding == expected)
}

/// M120: NFC, but for CJK compatibility ideographs.
@Test(arguments: [
    ("か\u{3099}く", "がく"), ("e\u{301}", "é"), ("\u{FA11}\u{F9DC}", "\u{FA11}\u{F9DC}"), ("\u{2F800}", "\u{2F800}"), ("\u{212B}", "Å"),
    ("葛\u{E0100}", "葛\u{E0100}"), ("ｶﾞ", "ｶﾞ"), ("\u{3099}あ", "\u{3099}あ"), ("か\u{309A}", "か\u{309A}"), ("a\u{323}\u{307}b", "ạ\u{307}b"),
])
func normalisation(_ text: String, _ expected: String) throws {
    #expect(try lines(Array(text.utf8)).text.map { Array($0.unicodeScalars) } == [Array(expected.unicodeScalars)])
}

@Test func widening() throws {
    let source = SourceText(name: "test", bytes: Array("ｶﾞｯﾂﾎﾟｰｽﾞ､ﾞｱﾞ".utf8))
    source.widensHalfwidthKana = true
    var line = SourceLine()
    #expect(source.readLine(into: &line))
    #expect(AozoraString(line.scalars) == "ガッツポーズ、゛ア゛")
}

private func AozoraString(_ scalars: [UInt32]) -> String { String(String.UnicodeScalarView(scalars.compactMap(Unicode.Scalar.init))) }

/// M2: columns count scalars before normalisation.
@Test func columnsAfterNormalisation() throws {
    let source = SourceText(name: "test", bytes: Array("か\u{3099}き\u{3099}》".utf8))
    var line = SourceLine()
    #expect(source.readLine(into: &line))
    #expect(line.scalars.count == 3)
    #expect(source.place(of: line.start + Int(line.offsets[2]), in: line) == SourcePlace(line: 1, column: 5))
}

/// M123, M124.
@Test func onceAFile() throws {
    let result = try lines(Array("あ\r\nい\u{1}\nう\u{2}\u{0}\n\u{C}\n".utf8))
    #expect(result.source.problems.map(\.kind) == [.mixedLineEnds, .controlCharacter])
    #expect(result.source.problems.map(\.place) == [SourcePlace(line: 2, column: 1), SourcePlace(line: 2, column: 2)])
}

/// Reading from a file in pieces gives what reading from memory gives, whatever the line lengths.
@Test func filesInPieces() throws {
    var text = ""
    for k in 0..<1000 { text += String(repeating: "漢字かな", count: k % 200) + (k % 3 == 0 ? "\r\n" : k % 3 == 1 ? "\n" : "\r") }
    text += String(repeating: "長い行", count: 40_000)
    for (encoding, name) in [(TextEncoding.utf8, "UTF-8"), (.cp932, "CP932"), (.utf16, "UTF-16LE"), (.eucJP, "EUC-JP")] {
        let bytes = try encode(text, name)
        let path = "/tmp/rubi-\(getpid())-\(name).txt"
        let file = try #require(fopen(path, "w"))
        fwrite(bytes, 1, bytes.count, file)
        fclose(file)
        defer { unlink(path) }
        let source = try SourceText(path: path)
        let memory = SourceText(name: "memory", bytes: bytes)
        try source.decideEncoding(encoding)
        try memory.decideEncoding(encoding)
        var (a, b) = (SourceLine(), SourceLine())
        while memory.readLine(into: &b) {
            #expect(source.readLine(into: &a))
            guard a.scalars == b.scalars, a.offsets == b.offsets, a.start == b.start, a.end == b.end, a.ending == b.ending else {
                Issue.record("line \(b.number) differs in \(name)")
                return
            }
        }
        #expect(!source.readLine(into: &a))
    }
}

@Test func missingFile() {
    #expect(throws: SourceError.self) { try SourceText(path: "/nonexistent/rubi.txt") }
    #expect(throws: SourceError.self) { try SourceText(path: "/") }
}
