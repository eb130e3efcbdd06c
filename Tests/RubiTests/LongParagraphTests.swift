import Testing

/// One paragraph of a hundred thousand annotations is set in time that grows with its length. Each takes about a second of CPU time; work that grows with the
/// square would take minutes, and ends at the limit of the shell.
@Suite(.enabled(if: Tool.isRelease, "needs the release build")) struct LongParagraphTests {
    private static let paragraphs: [(String, @Sendable (Int) -> String)] = [
        ("marks", { String(repeating: "あいう［＃「いう」に傍点］え", count: $0) }),
        ("ruby beside marks", { String(repeating: "漢《かん》いう［＃「いう」に傍点］", count: $0) }),
        ("notes", { String(repeating: "漢字（［＃割り注］一二三四五［＃割り注終わり］）と", count: $0) }),
        ("one note", { "漢字（［＃割り注］" + String(repeating: "一二三四五", count: $0) + "［＃割り注終わり］）と" }),
        (
            "nested",
            { String(repeating: "［＃傍点］あ［＃傍線］", count: $0) + "い" + String(repeating: "［＃傍線終わり］う［＃傍点終わり］", count: $0) }
        ),
        ("kanbun", { "字" + String(repeating: "［＃レ］", count: $0) + "い" }),
        ("sizes", { String(repeating: "［＃２段階大きな文字］あ", count: $0) + "い" + String(repeating: "［＃大きな文字終わり］", count: $0) }),
        ("mono ruby", { String(repeating: "漢《かん》", count: $0) }),
    ]

    @Test(arguments: paragraphs.indices, ["greedy", "optimal"])
    func isSet(_ index: Int, breaker: String) throws {
        let (name, text) = Self.paragraphs[index]
        let outcome = try Tool.shell(
            "ulimit -t 30; exec rubi -q --from aozora --ruby jukugo --breaker \(breaker) -o /dev/null -",
            input: Array(("　" + text(100_000)).utf8))
        #expect(outcome.status < 2, "\(name), \(breaker): \(outcome.errors)")
    }
}
