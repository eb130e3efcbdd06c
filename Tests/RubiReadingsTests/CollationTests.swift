import Testing

@testable import RubiReadings

/// Gojūon order, JIS X 4061.
struct CollationTests {
    /// Each list is in order; the order comes from the levels named.
    static let orders: [(level: String, words: [String])] = [
        ("kana", ["あい", "あう", "かう", "さら", "たら", "なら", "はら", "まら", "やら", "らら", "わら", "ん"]),
        ("voicing", ["はは", "はば", "はぱ", "ばば", "ぱぱ"]),
        ("voicing counts after all kana", ["かき", "がき", "かく", "がく"]),
        ("long vowel, small, large", ["すーき", "すうき"]),
        ("small kana", ["きやく", "きゃくま", "きゆう", "はっか", "はつか"]),
        ("small before large", ["かっこ", "かつこ", "しゃ", "しや"]),
        ("long vowel before its vowel", ["カー", "カア", "カイ"]),
        ("iteration", ["いすゞ", "いすず"]),
        ("hiragana before katakana", ["あめ", "アメ", "りんご", "リンゴ"]),
        ("shorter first", ["あ", "ああ", "あああ"]),
        ("letters before kana", ["1", "9", "a", "B", "z", "あ"]),
    ]

    @Test(arguments: orders)
    func order(_ level: String, _ words: [String]) throws {
        let collator = try GojuonCollator()
        let keys = words.map(collator.key)
        for (index, pair) in zip(keys, keys.dropFirst()).enumerated() {
            #expect(pair.0.lexicographicallyPrecedes(pair.1), "\(level): \(words[index]) \(words[index + 1])")
        }
        for shift in 1..<words.count {
            #expect(try sorted(Array(words[shift...] + words[..<shift])) == words, "\(level)")
        }
    }

    @Test func kanjiGoByTheirReadings() throws {
        #expect(try sorted(["鈴木", "佐藤", "渡辺", "伊藤", "加藤", "高橋", "田中"]) == ["伊藤", "加藤", "佐藤", "鈴木", "高橋", "田中", "渡辺"])
    }

    @Test func rubyGoesFirst() throws {
        #expect(try sorted(["東雲《しののめ》", "桜", "｜紅葉山《もみじやま》公園", "猫"]) == ["桜", "東雲《しののめ》", "猫", "｜紅葉山《もみじやま》公園"])
    }

    @Test func sameKeysKeepTheirOrder() throws {
        let lines = ["一\t東京", "二\t東京", "三\tとうきょう", "四\t東京"]
        let result = try sorted(lines, field: .init(number: 2, isCSV: false))
        // By the line's characters where the keys agree.
        #expect(
            result
                == ["三\tとうきょう", "一\t東京", "二\t東京", "四\t東京"].sorted { a, b in
                    let (x, y) = (a.hasPrefix("三"), b.hasPrefix("三"))
                    return x != y
                        ? a.unicodeScalars.lexicographicallyPrecedes(b.unicodeScalars)
                        : a.unicodeScalars.lexicographicallyPrecedes(b.unicodeScalars)
                })
    }

    @Test func fieldsOfCSV() throws {
        let field = LineIndex.Field(number: 2, isCSV: true)
        #expect(try sorted(["1,\"渡辺, 一\"", "2,伊藤", "3,\"佐藤 \"\"花\"\"\""], field: field) == ["2,伊藤", "3,\"佐藤 \"\"花\"\"\"", "1,\"渡辺, 一\""])
        #expect(FieldCutter.field(.init(number: 1, isCSV: true), of: Array("\"a\"\"b\",c".utf8)[...]) == Array("a\"b".utf8))
        #expect(FieldCutter.field(.init(number: 3, isCSV: true), of: Array("a,b".utf8)[...]) == [])
    }

    @Test func groups() throws {
        var index = try LineIndex(readings, grouping: .row)
        for line in ["東京", "がっこう", "Apple", "日本", "ばら", "ゔぁいおりん", "アメ", "7"] { index.add(line: line) }
        index.sort()
        var result: [String] = []
        index.forEach { result.append(($0.heading.map { "[\($0)]" } ?? "") + $0.text) }
        #expect(result == ["[記号]7", "[A]Apple", "[あ]アメ", "ゔぁいおりん", "[か]がっこう", "[た]東京", "[な]日本", "[は]ばら"])
        for (kana, heading) in [("ぁ", "あ"), ("ガ", "か"), ("ぢ", "ち"), ("っ", "つ"), ("ど", "と"), ("ぽ", "ほ"), ("ょ", "よ"), ("ゔ", "う"), ("ん", "ん")]
        {
            #expect(IndexGrouping.kana.heading(of: kana) == heading)
        }
    }

    @Test func byRomaji() throws {
        #expect(try sorted(["東京", "Apple", "大阪", "日本", "Zoo"], key: .romaji) == ["Apple", "日本", "大阪", "東京", "Zoo"])
    }
}
