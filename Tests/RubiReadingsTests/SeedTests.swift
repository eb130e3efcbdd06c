import Testing

@testable import RubiReadings

/// What the project was asked for: sorting Japanese names by reading.
struct SeedTests {
    @Test(arguments: [
        ("東京", "toukyou"), ("日本", "nippon"), ("Apple", "apple"), ("りんご", "ringo"), ("リンゴ", "ringo"), ("新聞", "shinbun"), ("学校", "gakkou"),
        ("切符とラーメン", "kipputoraamen"), ("本屋", "hon'ya"), ("マッチ", "matchi"), ("じゃがいも", "jagaimo"), ("ヴァイオリン", "vaiorin"), ("パーティー", "paatii"),
        ("ＡＢＣ", "abc"), ("", ""),
    ])
    func kanaSpelling(_ text: String, _ romaji: String) {
        #expect(readings.romaji(of: text) == romaji)
    }

    @Test(arguments: [
        ("東京", "tōkyō"), ("大阪", "ōsaka"), ("新聞", "shinbun"), ("数学", "sūgaku"), ("ラーメン", "rāmen"), ("先生", "sensei"), ("おにいさん", "oniisan"),
        ("原因", "gen'in"), ("抹茶", "matcha"), ("Apple", "apple"),
    ])
    func hepburn(_ text: String, _ romaji: String) {
        #expect(readings.romaji(of: text, .hepburn) == romaji)
    }

    /// ASCII stays as it is.
    @Test func readingKeepsLatin() {
        #expect(readings.reading(of: "Apple社の東京店") == "Appleしゃのとうきょうてん")
    }

    @Test func orderOfFruit() throws {
        for _ in 0..<3 { #expect(try sorted(["リンゴ", "りんご", "東京", "Apple", "日本"]) == ["Apple", "東京", "日本", "りんご", "リンゴ"]) }
        #expect(try sorted(["りんご", "日本", "Apple", "東京", "リンゴ"]) == ["Apple", "東京", "日本", "りんご", "リンゴ"])
    }

    @Test func readingsAreCached() {
        let clock = ContinuousClock()
        let text = String(repeating: "吾輩は猫である。名前はまだ無い。", count: 200)
        let first = clock.measure { _ = readings.reading(of: text) }
        // The shortest of many: a wait for other programs is no work.
        let again = (0..<100).map { _ in clock.measure { _ = readings.reading(of: text) } }.min() ?? first
        #expect(again < first / 2)
    }

    @Test func manyThreadsAgree() async {
        let texts = ["東京", "日本", "食べる", "取り扱い", "三人", "人々", "図書館", "銀行"]
        let expected = texts.map { readings.reading(of: $0) }
        await withTaskGroup(of: [String].self) { group in
            for _ in 0..<16 { group.addTask { texts.map { readings.romaji(of: $0) + readings.reading(of: $0 + "へ") } } }
            for await answers in group {
                for (answer, kana) in zip(answers, expected) { #expect(answer == Romanization.kana.romaji(of: kana) + kana + "へ") }
            }
        }
    }
}

/// The lines in gojūon order.
func sorted(_ lines: [String], key: IndexKey = .reading, field: LineIndex.Field? = nil) throws -> [String] {
    var index = try LineIndex(readings, key: key, field: field)
    for line in lines { index.add(line: line) }
    index.sort()
    var result: [String] = []
    index.forEach { result.append($0.text) }
    return result
}
