import RubiText
import Testing

@testable import RubiMarkup

@Test(arguments: [
    ("漢《漢じ》と", ["kanji-in-reading 1:3"]), ("漢《kan》と", ["reading-not-kana 1:3"]), ("霞ヶ関《かすみがセき・ー》と", []),
    ("今日《きょう》と今日《こんにち》と今日《きょう》と\n今日《こんにち》", ["readings-differ 1:12"]), ("あ！い", ["space-after-mark 1:2"]),
    ("「あ！」と！？　あ！――\nい？", []), ("何？《なに》あ", ["no-base 1:3", "space-after-mark 1:2"]), ("か\u{3099}！い", ["space-after-mark 1:3"]),
    ("｜甲！《こう》乙？［＃「乙」はママ］い", ["space-after-mark 1:3", "space-after-mark 1:9"]),
])
func advice(_ text: String, _ expected: [String]) throws {
    var options = ReadingOptions()
    options.dialect = .aozora
    options.givesAdvice = true
    let manuscript = try Manuscript(name: "test", bytes: Array(text.utf8), options: options)
    var block = Block()
    while manuscript.next(into: &block) {}
    #expect(manuscript.diagnostics.map(describe).sorted() == expected.sorted())
}

/// In dialects where a paragraph is several lines, the place is that of the line.
@Test func adviceInLongParagraphs() throws {
    var options = ReadingOptions()
    options.dialect = .denden
    options.givesAdvice = true
    let manuscript = try Manuscript(name: "test", bytes: Array("一行\r\n{漢|かん}と\r\nあ！い\r\n".utf8), options: options)
    var block = Block()
    while manuscript.next(into: &block) {}
    #expect(manuscript.diagnostics.map(describe) == ["space-after-mark 3:2"])
}

/// Every code has a message in both languages, with the same arguments.
@Test(arguments: DiagnosticCode.allCases)
func catalogue(_ code: DiagnosticCode) {
    let entry = DiagnosticCatalogue.entry(code)
    for k in 0..<4 { #expect(entry.english.contains("{\(k)}") == entry.japanese.contains("{\(k)}")) }
    let diagnostic = Diagnostic(code: code, place: SourcePlace(line: 1, column: 1), offset: 0, arguments: ["A", "B", "C", "D"])
    for language in DiagnosticCatalogue.Language.allCases {
        #expect(!DiagnosticCatalogue.message(of: diagnostic, in: language).contains("{"))
    }
}

/// The line shown under a diagnostic, and the column of the caret in it; of a long line only the surroundings.
@Test func excerpts() throws {
    var options = ReadingOptions()
    options.dialect = .aozora
    let long = String(repeating: "あ", count: 1000)
    let text = "雪》\nか\u{3099}》\n" + long + "》" + long
    let manuscript = try Manuscript(name: "test", bytes: Array(text.utf8), options: options)
    var block = Block()
    while manuscript.next(into: &block) {}
    let excerpts = manuscript.diagnostics.map { manuscript.excerpt(for: $0) }
    #expect(excerpts.map(\.column) == [2, 3, 62])
    #expect(excerpts[0].text == "雪》")
    #expect(excerpts[1].text.unicodeScalars.count == 3)
    #expect(excerpts[2].text == "…" + long.prefix(60) + "》" + long.prefix(59) + "…")
}
