import Foundation
import Testing

@testable import Rubi

/// `rubi stats`.
struct StatsTests {
    private func figures(_ text: String, _ dialect: Dialect = .aozora) throws -> Statistics {
        var options = ReadingOptions()
        options.dialect = dialect
        return Statistics(try Manuscript(name: "a.txt", bytes: Array(text.utf8), options: options))
    }

    @Test func charactersKanjiAndRuby() throws {
        // 漢 3, 字 1, 東京 2 2, 鬱 later; the reading is not counted, a note neither.
        let figures = try figures("漢字《かんじ》と東京［＃ここは注］。\n\n　鬱、ロンドン\n")
        #expect(figures.characters == 12)
        #expect(figures.paragraphs == 2)
        #expect(figures.kanji == 5)
        #expect(figures.kanjiByGrade == [1, 2, 1, 0, 0, 0, 1])
        #expect((figures.hiragana, figures.katakana) == (1, 4))
        #expect((figures.rubies, figures.rubyDensity) == (1, 40))
        #expect(figures.sentences == 2)
    }

    @Test(arguments: [("いろは", 1), ("い。ろ。は", 3), ("「い。」とろ。", 2), ("い！？", 1), ("。。。", 0)])
    func sentences(_ text: String, _ count: Int) throws { #expect(try figures(text).sentences == count) }

    /// 400 squares a sheet, a paragraph of 21 characters takes two lines.
    @Test(arguments: [(20, 20, 1), (21, 10, 1), (21, 11, 2), (1, 21, 2)])
    func sheets(_ length: Int, _ paragraphs: Int, _ sheets: Int) throws {
        let text = String(repeating: String(repeating: "い", count: length) + "\n", count: paragraphs)
        #expect(try figures(text, .plain).sheets == sheets)
    }

    /// −0.12·7 + 7.4·4 − 23.18·1 − 4.67·1 + 115.79 + (no letters: runs of none count nothing), by hand: 東 いろはに 、 。 is one sentence of 7 characters.
    @Test func readingEaseByTheFormula() throws {
        let ease = try #require(try figures("東いろはに、。", .plain).readingEase)
        #expect(abs(ease - (-0.12 * 7 + 7.4 * 4 - 23.18 - 4.67 + 115.79)) < 1e-9)
        #expect(try figures("", .plain).readingEase == nil)
    }

    @Test func theCommandSaysThem() throws {
        let outcome = try Tool.run(["stats", "--from", "plain", "-"], input: Array(String(repeating: "いろはにほ", count: 101).utf8))
        #expect(outcome.text.contains("<stdin>: 505 characters, 1 paragraphs, 1 sentences\n"))
        #expect(outcome.text.contains("manuscript paper: 2 sheets"))
        #expect(outcome.text.contains("to read: 2 min, aloud 2 min\n"))
    }
}
