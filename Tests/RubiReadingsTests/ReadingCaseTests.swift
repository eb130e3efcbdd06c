import Foundation
import Testing

@testable import RubiReadings

/// Tests/Cases/readings.json: words and the readings that are set over them.
struct ReadingCaseTests {
    struct Case: Decodable, Sendable, CustomTestStringConvertible {
        let group: String
        let text: String
        let ruby: String
        var testDescription: String { "\(group) \(text)" }

        /// The whole word in kana, and the base and parts of each ruby.
        var kana: String { ruby.replacing(/[^ぁ-ゖァ-ヺー|《》]+《([^》]*)》/) { $0.output.1.replacing("|", with: "") } }
        var rubies: [(base: String, parts: [String])] {
            ruby.matches(of: /([^ぁ-ゖァ-ヺー|《》]+)《([^》]*)》/).map {
                ($0.output.1.description, $0.output.2.split(separator: "|").map(String.init))
            }
        }
    }

    static let cases: [Case] = {
        guard let data = try? Data(contentsOf: packageRoot.appendingPathComponent("Tests/Cases/readings.json")),
            let cases = try? JSONDecoder().decode([Case].self, from: data)
        else { return [] }
        return cases
    }()

    @Test func thereAreEnough() {
        #expect(Self.cases.count >= 200)
        #expect(
            Set(Self.cases.map(\.group)) == ["okurigana", "kana-inside", "division", "whole", "iteration", "number", "name", "literature"])
    }

    @Test(arguments: cases)
    func reading(_ item: Case) throws {
        #expect(try annotated(item.text) == item.ruby)
    }

    /// The words of a dictionary with the readings it attests, spelled as MeCab's source of the dictionary spells them: not what the program under test read.
    private static let attested: [String: Set<String>] = {
        var words: [String: Set<String>] = [:]
        let folder = "/usr/share/mecab/dic/ipadic"
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder))?.filter { $0.hasSuffix(".csv") } ?? []
        for file in files {
            guard let data = FileManager.default.contents(atPath: folder + "/" + file),
                let text = String(data: data, encoding: .japaneseEUC)
            else { continue }
            for line in text.split(separator: "\n") {
                let columns = line.split(separator: ",", omittingEmptySubsequences: false)
                guard columns.count >= 12 else { continue }
                words[String(columns[0]), default: []].insert(
                    KanaText.string(columns[11].unicodeScalars.map { KanaText.hiragana($0.value) }))
            }
        }
        return words
    }()

    /// What the table expects is what the dictionary attests: of the word, or of the words that it is made of. Numbers are read by rules; of those every character's
    /// share is attested for that character alone, its sound at the joint set back.
    @Test(arguments: cases)
    func expectationIsAttested(_ item: Case) throws {
        guard !Self.attested.isEmpty else { return print("skipped: no source of the dictionary") }
        // Words of literature are a list of our own because the dictionary lacks them, and 々 that it leaves alone is read by rule.
        if item.group == "literature" || item.text == "町々" { return }
        if item.group == "number" {
            for ruby in item.rubies where ruby.parts.count > 1 {
                for (kanji, part) in zip(ruby.base, ruby.parts) {
                    #expect(Self.isAttestedNumeral(String(kanji), part), "\(kanji) \(part)")
                }
            }
            return
        }
        #expect(Self.isAttested(Array(item.text), item.kana), "\(item.text) \(item.kana)")
    }

    /// Whether words of the dictionary, one after another, make up the spelling and the reading.
    private static func isAttested(_ text: [Character], _ kana: String) -> Bool {
        if text.isEmpty { return kana.isEmpty }
        for end in (1...text.count).reversed() {
            for reading in attested[String(text[..<end])] ?? [] {
                let mine = KanaText.string(kana.unicodeScalars.map { KanaText.hiragana($0.value) })
                if mine.hasPrefix(reading), isAttested(Array(text[end...]), String(mine.dropFirst(reading.count))) { return true }
            }
        }
        return false
    }

    private static func isAttestedNumeral(_ kanji: String, _ part: String) -> Bool {
        let known = attested[kanji] ?? []
        // よ, しち, く, days in か and 一九九八's parts are the rules' own.
        let byRule: Set<String> = ["よ", "し", "しち", "く", "か", "みっ", "よっ", "よう", "とお", "きゅうひゃく", "きゅうじゅう", "ぷん"]
        if known.contains(part) || byRule.contains(part) { return true }
        // The half-voiced and voiced sounds at the joint, and っ.
        let plain = ["ぽ": "ほ", "ぼ": "ほ", "ぴ": "ひ", "び": "ひ", "ば": "は", "が": "か", "げ": "け", "ぜ": "せ", "ぷ": "ふ", "ぱ": "は"]
        let unvoiced = part.prefix(1).description
        let voiceless = (plain[unvoiced] ?? unvoiced) + part.dropFirst()
        let ends = voiceless.hasSuffix("っ") ? ["ち", "つ", "く", "う", "ゅう"].map { voiceless.dropLast() + $0 } : [voiceless]
        return ends.contains { known.contains(String($0)) }
    }
}
