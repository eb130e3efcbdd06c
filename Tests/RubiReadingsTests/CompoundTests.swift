import Foundation
import RubiText
import Testing

@testable import RubiReadings

/// Compounds that MeCab reads in parts, and words that it does not know, by a second dictionary.
struct CompoundTests {
    /// Lines as EDICT has them; the file is in the order of their bytes.
    private static let lines = [
        "僕 [ぼく] /(n) I/(P)/", "硬い [かたい] /(adj-i) hard/(P)/", "硬張る [こわばる] /(v5r) to stiffen/", "日 [ひ] /(n) day/(P)/",
        "日本 [にっぽん] /(n) Japan/",
        "日本 [にほん] /(n) Japan/(P)/", "日本堤 [にほんづつみ] /(n) a place/", "物数奇 [ものずき] /(n) curious/", "物見 [ものみ] /(n) sightseeing/",
        "母娘 [ぼじょう] /(n) (ok) mother and daughter/", "母娘 [おやこ] /(n) mother and daughter/", "促す [うながす] /(v5s) to urge/(P)/",
        "儘 [まま] /(n) as it is/(P)/", "夕映え [ゆうばえ] /(n) glow/(P)/",
    ]

    private func finder() throws -> CompoundFinder {
        let encoder = try #require(TextEncoder(.eucJP))
        let encoded = Self.lines.map { line in
            var bytes: [UInt8] = []
            for scalar in line.unicodeScalars { encoder.append(scalar.value, to: &bytes) }
            return bytes + [0x0A]
        }
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("rubi-words-\(UUID().uuidString)").path
        let sorted = encoded.sorted { $0.lexicographicallyPrecedes($1) }
        try #require(FileManager.default.createFile(atPath: path, contents: Data(sorted.joined())))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let file = try #require(WordFile(path: path))
        return try #require(CompoundFinder(file))
    }

    /// What becomes of the readings of parts: base, its kana (empty: unknown), and whether a word begins and ends with it.
    private func read(_ text: String, _ parts: [(base: String, kana: String, beginsWord: Bool, endsWord: Bool)]) throws -> String {
        let sentence = KanaText.scalars(text)
        var found = FoundRubies()
        var at = 0
        for part in parts {
            let base = KanaText.scalars(part.base)
            while !sentence[at...].starts(with: base) { at += 1 }
            if part.kana.isEmpty {
                found.unknown.append(at..<at + base.count)
            } else {
                found.append(
                    at..<at + base.count, KanaText.scalars(part.kana), source: .dictionary, beginsWord: part.beginsWord,
                    endsWord: part.endsWord)
            }
            at += base.count
        }
        try finder().apply(to: &found, sentence[...], nil)
        #expect(found.rubies.map(\.base.lowerBound) == found.rubies.map(\.base.lowerBound).sorted())
        return KanaText.string(found.reading(of: sentence[...])) + (found.unknown.isEmpty ? "" : " ?")
    }

    @Test func compoundsAreReadWhole() throws {
        #expect(try read("物数奇だ", [("物", "もの", true, true), ("数", "すう", true, true), ("奇", "き", true, true)]) == "ものずきだ")
        // The longest word counts, and what follows stays.
        #expect(try read("日本堤僕", [("日本", "にっぽん", true, true), ("堤", "つつみ", true, true), ("僕", "ぼく", true, true)]) == "にほんづつみぼく")
        // An outdated reading comes last.
        #expect(try read("母娘", [("母", "はは", true, true), ("娘", "むすめ", true, true)]) == "おやこ")
    }

    @Test func attestedReadingsStay() throws {
        #expect(try read("日本", [("日", "にっ", true, true), ("本", "ぽん", true, true)]) == "にっぽん")
        // One word of MeCab's.
        #expect(try read("母娘", [("母娘", "ははむすめ", true, true)]) == "ははむすめ")
    }

    @Test func wordsBeginAndEndWithWords() throws {
        // 数奇 would end inside a word, and 物見 too.
        #expect(try read("物見る", [("物", "もの", true, true), ("見", "み", true, false)]) == "ものみる")
        #expect(
            try read("取り物数奇", [("取", "と", true, false), ("物", "もの", false, true), ("数", "すう", true, true), ("奇", "き", true, true)])
                == "とりものすうき")
    }

    @Test func okuriganaAreInflected() throws {
        #expect(try read("硬張って", [("硬", "かた", true, true), ("張", "は", true, false)]) == "こわばって")
        #expect(try read("硬張り", [("硬", "かた", true, true), ("張", "は", true, false)]) == "こわばり")
        #expect(try read("硬張が", [("硬", "かた", true, true), ("張", "はり", true, true)]) == "かたはりが")
        #expect(try read("夕映えた", [("夕", "ゆう", true, true), ("映", "は", true, false)]) == "ゆうばえた")
    }

    @Test func unknownWordsAreRead() throws {
        #expect(try read("促した", [("促", "", true, true)]) == "うながした")
        #expect(try read("其の儘に", [("其", "そ", true, false), ("儘", "", true, true)]) == "そのままに")
        #expect(try read("鬱", [("鬱", "", true, true)]) == "鬱 ?")
    }
}

/// Dictionaries with UniDic's columns.
struct UniDicTests {
    /// A dictionary of three words, compiled by MeCab itself.
    @Test func columnsAreUniDics() throws {
        let compiler = "/usr/lib/mecab/mecab-dict-index"
        guard FileManager.default.isExecutableFile(atPath: compiler) else { return print("skipped: no mecab-dict-index") }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("rubi-unidic-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func word(_ spelling: String, _ part: String, _ form: String, _ base: String, _ kana: String) -> String {
            // pos1–4, cType, cForm, lForm, lemma, orth, pron, orthBase, pronBase, goshu, then to fConType, type, and kana the 21st of 29.
            "\(spelling),0,0,100,\(part),*,*,*,\(form),レマ,\(base),\(spelling),ハツオン,\(base),ハツオン,和,*,*,*,*,*,*,用,\(kana),\(kana),\(kana),\(kana),*,*,*,1,2\n"
        }
        let files = [
            "dicrc": "cost-factor = 700\nbos-feature = BOS/EOS,*,*\n", "matrix.def": "1 1\n0 0 0\n",
            "char.def": "DEFAULT 0 1 0\nSPACE 0 1 0\n0x0020 SPACE\n", "unk.def": "DEFAULT,0,0,9000,名詞,普通名詞\nSPACE,0,0,9000,空白,*\n",
            "words.csv": word("斯く", "副詞,*", "*", "斯く", "カク") + word("建て", "動詞,一般", "連用形-一般", "建てる", "タテ")
                + word("匹", "接尾辞,名詞的", "*", "匹", "ヒキ"),
        ]
        for (name, text) in files { try text.write(to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: compiler)
        process.arguments = ["-d", folder.path, "-o", folder.path, "-f", "utf-8", "-t", "utf-8"]
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        let dictionary = try MorphologicalDictionary(folder: folder.path)
        #expect(dictionary.layout == .unidic3)
        #expect(try annotated("斯く建て", Readings(dictionary)) == "斯《か》く建《た》て")
        // As in 建物.
        #expect(KanjiReadings(learningFrom: dictionary.files).attests(KanaText.scalars("たて"), of: KanaText.scalars("建")[0]))
    }

    @Test func layoutsAreToldByTheirColumns() {
        func layout(columns: Int) -> FeatureLayout {
            ("名詞" + String(repeating: ",*", count: columns - 1)).withCString { FeatureLayout(of: $0) }
        }
        #expect(layout(columns: 9) == .ipa)
        #expect(layout(columns: 11) == .ipa)
        #expect(layout(columns: 26) == .unidic2)
        #expect(layout(columns: 29) == .unidic3)
        #expect(Feature.part("接尾辞,名詞的,助数詞,*") == .counter)
        #expect(Feature.part("名詞,数詞,*") == .number)
        #expect(Feature.part("補助記号,句点,*") == .symbol)
    }
}
