import Foundation
import Testing

@testable import RubiMarkup
@testable import RubiReadings
@testable import RubiText

/// Readings put into manuscripts.
struct FuriganaTests {
    /// The manuscript with readings, and what was reported.
    static func add(
        _ bytes: [UInt8], from dialect: Dialect? = .aozora, encoding: TextEncoding? = nil, name: String = "story.txt",
        _ change: (inout FuriganaOptions) throws -> Void = { _ in }
    ) throws -> (bytes: [UInt8], diagnostics: [Diagnostic]) {
        var reading = ReadingOptions()
        reading.dialect = dialect
        reading.encoding = encoding
        var options = FuriganaOptions()
        try change(&options)
        let manuscript = try Manuscript(name: name, bytes: bytes, options: reading)
        nonisolated(unsafe) var output: [UInt8] = []
        let diagnostics = try Furigana.add(to: manuscript, options, readings) { output += $0 }
        return (output, diagnostics)
    }

    static func add(_ text: String, from dialect: Dialect? = .aozora, _ change: (inout FuriganaOptions) throws -> Void = { _ in }) throws
        -> String
    {
        String(decoding: try add(Array(text.utf8), from: dialect, change).bytes, as: UTF8.self)
    }

    // MARK: Notations

    @Test(arguments: [
        (Dialect.aozora, "食《た》べる東京《とうきょう》"), (.narou, "｜食《た》べる｜東京《とうきょう》"), (.kakuyomu, "食《た》べる東京《とうきょう》"),
        (.hameln, "食《た》べる東京《とうきょう》"), (.alphapolis, "#食__た__#べる#東京__とうきょう__#"), (.pixiv, "[[rb:食 > た]]べる[[rb:東京 > とうきょう]]"),
        (.denden, "{食|た}べる{東京|とう|きょう}"), (.vfm, "{食|た}べる{東京|とうきょう}"), (.paren, "食（た）べる東京（とうきょう）"), (.plain, "食《た》べる東京《とうきょう》"),
        (.html, "<ruby>食<rt>た</rt></ruby>べる<ruby>東<rt>とう</rt>京<rt>きょう</rt></ruby>"),
        (.latex, "\\ruby[m]{食}{た}べる\\ruby[j]{東京}{とう|きょう}"), (.typst, "#ruby[た][食]べる#ruby[とう|きょう][東|京]"),
    ])
    func everyNotation(_ dialect: Dialect, _ expected: String) throws {
        #expect(try Self.add("食べる東京", from: dialect) == expected)
    }

    /// Kanji in a row: the base of a ruby without a bar would begin too early (M30).
    @Test(
        arguments: [
            ("東京見物", "東京《とうきょう》見物《けんぶつ》"), ("葛葉東京", nil), ("ぼくは｜と書く。東京", "ぼくは｜と書《か》く。東京《とうきょう》"),
        ] as [(String, String?)])
    func bars(_ text: String, _ expected: String?) throws {
        let result = try Self.add(text)
        if let expected, !text.contains("｜") { #expect(result == expected) }
        // Read again, it is the same text with the readings over the same words.
        let plain = result.replacing(/《[^》]*》/, with: "")
        #expect(plain.replacing("｜", with: "") == text.replacing("｜", with: ""))
    }

    @Test func splitJukugo() throws {
        #expect(try Self.add("東京へ行く") { $0.splitsJukugo = true } == "東《とう》京《きょう》へ行《い》く")
        #expect(try Self.add("東京", from: .narou) { $0.splitsJukugo = true } == "｜東《とう》｜京《きょう》")
    }

    @Test func toAnotherNotation() throws {
        #expect(
            try Self.add("東京《とうけい》へ行く") { $0.target = ConvertOptions(target: .html) }.contains(
                "<ruby>行<rp>（</rp><rt>い</rt><rp>）</rp></ruby>く"))
        #expect(try Self.add("取り扱い") { $0.target = ConvertOptions(target: .denden) } == "{取|と}り{扱|あつか}い\n")
    }

    // MARK: The author's readings

    @Test func existingRubyStaysAndTeaches() throws {
        #expect(try Self.add("私は私《わたくし》だ。私が。") == "私《わたくし》は私《わたくし》だ。私《わたくし》が。")
        // Later in the manuscript, and with okurigana.
        #expect(try Self.add("訊いた。\n訊《たず》ねる。訊《き》く。\n") == "訊《き》いた。\n訊《たず》ねる。訊《き》く。\n")
        // 生 alone is not the 生 of 生きる.
        #expect(try Self.add("生《なま》の魚。生きる。") == "生《なま》の魚《さかな》。生《い》きる。")
        #expect(try Self.add("生《い》きる。生の魚。").hasSuffix("生《なま》の魚《さかな》。"))
    }

    @Test func listGoesBeforeAll() throws {
        let text = "葛葉と東の東京。承る。"
        let result = try Self.add(text) { try $0.setReadings(lines: "# names\n葛葉\tくずのは\n東,あずま\n承る=うけたまわる\n\n") }
        #expect(result == "葛葉《くずのは》と東《あずま》の東京《とうきょう》。承《うけたまわ》る。")
        let divided = try Self.add("葛葉", from: .denden) { try $0.setReadings(lines: "葛葉《くず|は》") }
        #expect(divided == "{葛葉|くず|は}")
    }

    @Test(arguments: ["葛葉", "葛葉\tkuzu", "葛葉\tく|ず|は"])
    func badLists(_ line: String) {
        #expect(throws: ReadingError.self) { try ReadingList(lines: "東\tひがし\n" + line) }
    }

    // MARK: What gets a reading

    @Test func firstOnly() throws {
        let text = "東京。東京。\n［＃改ページ］\n東京。\n［＃５字下げ］二［＃「二」は中見出し］\n東京。\n"
        #expect(try Self.add(text) { $0.first = .manuscript }.matches(of: /東京《/).count == 1)
        #expect(try Self.add(text) { $0.first = .page }.matches(of: /東京《/).count == 2)
        #expect(try Self.add(text) { $0.first = .chapter }.matches(of: /東京《/).count == 2)
        #expect(try Self.add("東京《とうきょう》。東京。") { $0.first = .manuscript } == "東京《とうきょう》。東京。")
    }

    @Test func levels() throws {
        let text = "山の学校で憂鬱な朝"
        #expect(try Self.add(text) { $0.setKnown(schoolYear: 1) } == "山の学校で憂鬱《ゆううつ》な朝《あさ》")
        #expect(try Self.add(text) { $0.setKnown(schoolYear: 6) } == "山の学校で憂鬱《ゆううつ》な朝")
        #expect(try Self.add("朝の憂鬱") { $0.known = Set("憂鬱".unicodeScalars.map(\.value)) } == "朝《あさ》の憂鬱")
    }

    /// 学年別漢字配当表: 80, 160, 200, 202, 193 and 191 kanji, none twice.
    @Test func schoolKanji() {
        #expect(SchoolKanji.table.map(\.unicodeScalars.count) == [80, 160, 200, 202, 193, 191])
        #expect(SchoolKanji.known(atEndOf: 6).count == 1026)
    }

    @Test func onlyAndExcept() throws {
        #expect(try Self.add("東京で食べる") { $0.only = ["食べる"] } == "東京で食《た》べる")
        #expect(try Self.add("東京で食べる") { $0.only = ["東京"] } == "東京《とうきょう》で食べる")
        #expect(try Self.add("東京で食べる") { $0.except = ["東京", "飲む"] } == "東京で食《た》べる")
    }

    @Test func confidence() throws {
        let (bytes, diagnostics) = try Self.add(Array("市場で魚を食べる".utf8)) { $0.confidence = 100 }
        #expect(String(decoding: bytes, as: UTF8.self).contains("？》"))
        #expect(diagnostics.contains { $0.code == .readingUncertain })
        let sure = try Self.add(Array("市場で魚を食べる".utf8)) { $0.confidence = 1 }
        #expect(!String(decoding: sure.bytes, as: UTF8.self).contains("？"))
    }

    @Test func unknownStaysBareAndIsReportedOnce() throws {
        let (bytes, diagnostics) = try Self.add(Array("彁は彁。\n".utf8))
        #expect(String(decoding: bytes, as: UTF8.self) == "彁は彁。\n")
        #expect(diagnostics.map(\.code) == [.unknownWord])
        #expect(diagnostics.first?.place == SourcePlace(line: 1, column: 1))
    }

    @Test(arguments: [
        "一〈レ〉二", "［＃縦中横］東京［＃縦中横終わり］", "※［＃「てへん＋劣」、第3水準1-84-77］", "", "\n\n", "《", "｜", "［＃", "漢《", "東京《とうきょう》", "東京《とうきょう",
    ])
    func oddTexts(_ text: String) throws {
        let result = try Self.add(text)
        #expect(result.unicodeScalars.count >= text.unicodeScalars.count)
    }

    // MARK: Bytes

    /// Without the markup that was added, the bytes are those of the manuscript: every insertion is of markup, in order, and nothing else changed.
    @Test(arguments: [
        "story.txt", "rain.denden.md", "rain.html", "rain.tex", "rain.typ", "rain.pixiv.txt", "rain.alphapolis.txt", "rain.narou.txt",
        "rain.kakuyomu.txt",
    ])
    func otherBytesStay(_ name: String) throws {
        let bytes = [UInt8](try Data(contentsOf: packageRoot.appendingPathComponent("Examples/" + name)))
        let (result, _) = try Self.add(bytes, from: nil, name: name)
        #expect(result.count > bytes.count)
        var rest = bytes[...]
        for byte in result where rest.first == byte { rest.removeFirst() }
        #expect(rest.isEmpty, "the bytes of the manuscript are no longer all there, in order")
        // Read again: the same plain text, and all rubies that were there.
        let (before, after) = (try Self.rubies(bytes, name), try Self.rubies(result, name))
        #expect(before.plain == after.plain)
        #expect(after.rubies.count > before.rubies.count)
        #expect(Set(before.rubies).isSubset(of: Set(after.rubies)))
    }

    private static func rubies(_ bytes: [UInt8], _ name: String) throws -> (plain: String, rubies: [String]) {
        let manuscript = try Manuscript(name: name, bytes: bytes)
        var block = Block()
        var sentence = Sentence()
        var (plain, rubies): (String, [String]) = ("", [])
        while manuscript.next(into: &block) {
            sentence.fill(block.inline, marked: true)
            for ruby in sentence.authored {
                let node = block.inline.nodes[Int(ruby.node)]
                rubies.append("\(plain.count + ruby.base.lowerBound) " + KanaText.string(block.inline.scalars[node.text.indices]))
            }
            plain += KanaText.string(sentence.scalars) + "\n"
        }
        return (plain, rubies)
    }

    @Test(arguments: [TextEncoding.utf8, .utf16, .cp932, .eucJP, .iso2022JP])
    func encodings(_ encoding: TextEncoding) throws {
        let encoder = try #require(TextEncoder(encoding))
        var bytes: [UInt8] = []
        encoder.begin(&bytes)
        for scalar in "東京《とうけい》へ行く。\r\n食べる".unicodeScalars { encoder.append(scalar.value, to: &bytes) }
        encoder.end(&bytes)
        let (result, _) = try Self.add(bytes, encoding: encoding)
        #expect(try Self.text(result, encoding) == "東京《とうけい》へ行《い》く。\n食《た》べる")
        let utf8 = try Self.add(bytes, encoding: encoding) { $0.encoding = .utf8 }
        #expect(String(decoding: utf8.bytes, as: UTF8.self) == "東京《とうけい》へ行《い》く。\r\n食《た》べる")
    }

    private static func text(_ bytes: [UInt8], _ encoding: TextEncoding) throws -> String {
        let source = SourceText(name: "", bytes: bytes)
        try source.decideEncoding(encoding)
        var lines: [String] = []
        var line = SourceLine()
        while source.readLine(into: &line) { lines.append(KanaText.string(line.scalars)) }
        return lines.joined(separator: "\n")
    }
}

/// The index of a manuscript.
struct ManuscriptIndexTests {
    @Test func wordsAndHeadings() throws {
        let text = "［＃５字下げ］一　秋の空［＃「一　秋の空」は中見出し］\n　桜《さくら》と東雲《しののめ》。桜《さくら》。\n　桜《おう》の｜Tales《ものがたり》。\n"
        let manuscript = try Manuscript(name: "story.txt", bytes: Array(text.utf8))
        let index = try ManuscriptIndex(manuscript, readings) { $0 / 100 + 1 }
        #expect(index.entries.map(\.word) == ["一　秋の空", "桜", "桜", "東雲", "Tales"])
        #expect(index.entries.map(\.reading) == ["いち　あきのそら", "おう", "さくら", "しののめ", "ものがたり"])
        #expect(index.entries[2].offsets.count == 2)
        nonisolated(unsafe) var output: [UInt8] = []
        try index.write(ConvertOptions(target: .aozora)) { output += $0 }
        let written = String(decoding: output, as: UTF8.self)
        #expect(written.contains("桜《さくら》　1、2\n"), "\(written)")
        #expect(written.hasPrefix("あ［＃「あ」は中見出し］\n"))
        #expect(written.contains("Tales《ものがたり》　"))
    }
}
