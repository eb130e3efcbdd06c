import Testing

@testable import RubiText

private let sentences = [
    "雨のあとの道を、ふたりは黙って歩いた。", "「あした、海へ行こう」と彼女は言う。", "駅前の喫茶店で三時に待ち合わせた。", "カレーライスとコーヒーを頼む。", "図書館の窓から、山の端に日が沈むのが見えた。",
    "時計は十二時を打ち、\n", "だれもいない。\r\n", "Windows 98 を買ったのは昨日のことだ。", "　", "――そうだろうか……。", "漢字《かんじ》と［＃「と」に傍点］", "１９９９年７月\n",
]

/// M121 on a thousand texts of each encoding, from a line to a page.
@Test(arguments: [
    (TextEncoding.utf8, "UTF-8"), (.cp932, "CP932"), (.eucJP, "EUC-JP"), (.iso2022JP, "ISO-2022-JP"), (.utf16, "UTF-16LE"),
    (.utf16, "UTF-16BE"),
    (.utf16, "UTF-16"),
])
func detectionOfSamples(_ encoding: TextEncoding, _ name: String) throws {
    var state: UInt64 = 7
    func random(below limit: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % limit
    }
    for _ in 0..<1000 {
        var text = sentences[random(below: 3)]
        for _ in 0..<random(below: 40) { text += sentences[random(below: sentences.count)] }
        let bytes = try #require(Iconv.encode(text, as: name))
        let source = SourceText(name: "test", bytes: bytes)
        try source.decideEncoding(nil)
        #expect(source.encoding == encoding, "\(text) as \(name)")
    }
}
