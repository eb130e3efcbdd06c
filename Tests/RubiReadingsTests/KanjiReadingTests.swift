import Testing

@testable import RubiReadings

/// What is learned of single kanji, and how words are laid beside their readings.
struct KanjiReadingTests {
    private static let table = readings.kanjiReadings

    @Test(arguments: [
        ("食", "た"), ("食", "しょく"), ("学", "がく"), ("校", "こう"), ("験", "けん"), ("郵", "ゆう"), ("承", "うけたまわ"), ("志", "こころざし"), ("花", "はな"),
        ("花", "か"),
    ])
    func attested(_ kanji: String, _ reading: String) {
        #expect(Self.table.attests(KanaText.scalars(reading), of: KanaText.scalars(kanji)[0]))
    }

    /// What words of one reading (熟字訓) would teach.
    @Test(arguments: [("今", "こ"), ("今", "きょ"), ("手", "ず"), ("大", "お"), ("人", "とな"), ("日", "う"), ("太", "やま"), ("雨", "ぐれ"), ("刀", "な")])
    func notAttested(_ kanji: String, _ reading: String) {
        #expect(!Self.table.attests(KanaText.scalars(reading), of: KanaText.scalars(kanji)[0]))
    }

    @Test(arguments: [
        ("食べる", "たべる", ["食 た"]), ("取り扱い", "とりあつかい", ["取 と", "扱 あつか"]), ("聞き覚え", "ききおぼえ", ["聞 き", "覚 おぼ"]), ("お茶", "おちゃ", ["茶 ちゃ"]),
        ("思ふ", "おもう", ["思 おも"]), ("消しゴム", "けしごむ", ["消 け"]), ("一ヶ月", "いっかげつ", ["一ヶ月 いっかげつ"]), ("言葉", "ことば", ["言葉 ことば"]),
        ("生き生き", "いきいき", ["生 い", "生 い"]), ("乗り降り", "のりおり", ["乗 の", "降 お"]),
    ])
    func alignment(_ word: String, _ kana: String, _ expected: [String]) {
        var aligner = ReadingAligner()
        let (word, kana) = (KanaText.scalars(word), KanaText.scalars(kana))
        let segments = aligner.align(word[...], kana[...], nil) ?? []
        #expect(segments.map { KanaText.string(word[$0.base]) + " " + KanaText.string(kana[$0.kana]) } == expected)
    }

    @Test func kanaThatDisagreeAreNotAligned() {
        var aligner = ReadingAligner()
        #expect(aligner.align(KanaText.scalars("食べる")[...], KanaText.scalars("のむ")[...], nil) == nil)
    }
}
