import Foundation
import RubiText
import Testing

@testable import RubiMarkup

/// M121 and M125 together: made manuscripts of every dialect that can be told, in every encoding, are told for what they are.
@Suite struct DialectSampleTests {
    /// Samples of a dialect in an encoding: a hundred, or a thousand where RUBI_ALL is set.
    static let count = ProcessInfo.processInfo.environment["RUBI_ALL"] == nil ? 100 : 1000

    private static let prose = [
        "雨のあとの道を、ふたりは黙って歩いた。", "「あした、海へ行こう」と彼女は言う。", "駅前の喫茶店で三時に待ち合わせた。", "カレーライスとコーヒーを頼む。",
        "図書館の窓から、山の端に日が沈むのが見えた。", "時計は十二時を打ち、だれもいない（と思った）。", "Windows 98 を買ったのは、たしか（昨日）のことだ。", "――そうだろうか……。", "", "※ここは余談である。",
    ]

    /// What writers use: pieces of which a text holds at least one, and others that a text of the dialect may hold besides.
    struct Habit: Sendable {
        var telling: [String]
        var usual: [String] = []
        /// Lines that the text begins with.
        var head: [String] = []
    }

    static let habits: [Dialect: Habit] = [
        .aozora: Habit(
            telling: ["［＃改ページ］", "花［＃「花」に傍点］", "［＃３字下げ］序", "※［＃二の字点、1-2-22］", "木曾路《きそじ》"], usual: ["漢字《かんじ》", "｜東京《とうきょう》"]),
        .narou: Habit(telling: ["漢字（かんじ）", "東京(とうきょう)", "<i123|456>"], usual: ["｜竜王《ドラゴン》", "漢字《かんじ》"], head: ["｜竜王《ドラゴン》"]),
        .kakuyomu: Habit(telling: ["《《強調》》した", "《《そこ》》だ"], usual: ["漢字《かんじ》", "｜etc《など》"]),
        .alphapolis: Habit(telling: ["#漢字__かんじ__#", "#夢__ゆめ__#を見る"], usual: ["｜漢字《かんじ》", "夜≪よる≫"]),
        .pixiv: Habit(telling: ["[[rb:漢字 > かんじ]]", "[newpage]", "[chapter:第一章]", "[jump:2]", "[[jumpuri:ここ > https://example.org/]]"]),
        .denden: Habit(telling: ["{漢字|かん|じ}", "｛雨｜あめ｝", "{雨|あめ}", "^12^月"], usual: ["**太字**", "# 見出し"]),
        .vfm: Habit(telling: ["{雨|あめ}"], usual: ["**太字**", "# 見出し"], head: ["---", "title: 雨", "---"]),
        .html: Habit(telling: ["<ruby>漢字<rt>かんじ</rt></ruby>"], usual: ["<p>段落</p>", "<em>強調</em>", "a &amp; b"]),
        .latex: Habit(telling: ["\\ruby{漢字}{かんじ}", "\\ruby[g]{今日}{きょう}", "\\kenten{強調}"], usual: ["\\textbf{太字}", "% 注"]),
        .typst: Habit(telling: ["#ruby[かんじ][漢字]", "#ruby(\"かんじ\")[漢字]"], usual: ["= 見出し", "*太字*"]),
    ]

    static let encodings: [TextEncoding] = [.utf8, .utf16, .cp932, .eucJP, .iso2022JP]

    @Test(arguments: habits.keys.sorted { $0.rawValue < $1.rawValue })
    func samples(_ dialect: Dialect) throws {
        let habit = try #require(Self.habits[dialect])
        var random = RandomDocument(seed: 11)
        for encoding in Self.encodings {
            for _ in 0..<Self.count {
                var lines = (0..<3 + random.next(30)).map { _ in Self.prose[random.next(Self.prose.count)] }
                let pieces = habit.usual + habit.telling
                for _ in 0..<random.next(4) { lines[random.next(lines.count)] += pieces[random.next(pieces.count)] }
                // Evidence that other dialects share, as a line of its own or within one.
                lines.insert(habit.telling[random.next(habit.telling.count)], at: random.next(lines.count))
                let text = (habit.head + lines).joined(separator: "\n") + "\n"
                let manuscript = try Manuscript(name: "a", bytes: Self.encoded(text, encoding))
                #expect(
                    manuscript.dialect == dialect && manuscript.encoding == encoding, "\(manuscript.why) in \(manuscript.encoding): \(text)"
                )
            }
        }
    }

    /// M126: prose, and what looks like no more than parentheses, is plain; these are only read when they are asked for.
    @Test(arguments: [([], Dialect.plain), (["漢字（かんじ）"], .plain), (["漢字《かんじ》", "<b>太字</b>"], .aozora)])
    func whatIsNeverGuessed(_ pieces: [String], _ dialect: Dialect) throws {
        var random = RandomDocument(seed: 12)
        for _ in 0..<Self.count {
            let lines = (0..<3 + random.next(30)).map { _ in Self.prose[random.next(Self.prose.count)] } + pieces
            let manuscript = try Manuscript(name: "a", bytes: Array(lines.joined(separator: "\n").utf8))
            #expect(manuscript.dialect == dialect, "\(manuscript.why): \(lines)")
        }
    }

    private static func encoded(_ text: String, _ encoding: TextEncoding) throws -> [UInt8] {
        let encoder = try #require(TextEncoder(encoding))
        var bytes: [UInt8] = []
        encoder.begin(&bytes)
        for scalar in text.unicodeScalars {
            #expect(encoding == .utf8 || encoding == .utf16 || encoder.holds(scalar.value), "\(scalar) in \(encoding)")
            encoder.append(scalar.value, to: &bytes)
        }
        encoder.end(&bytes)
        return bytes
    }
}
