import Glibc
import RubiMarkup
import RubiShaping
import RubiText
import Testing

@testable import RubiLayout

/// Time in the length of one hostile paragraph: eight times the annotations take about eight times the work, not sixty-four.
@Suite(.serialized) struct GrowthTests {
    private static let paragraphs: [(String, @Sendable (Int) -> String)] = [
        ("marks", { "　" + String(repeating: "あいう［＃「いう」に傍点］え", count: $0) }),
        ("ruby beside marks", { "　" + String(repeating: "漢《かん》いう［＃「いう」に傍点］", count: $0) }),
        ("notes", { "　" + String(repeating: "漢字（［＃割り注］一二三四五［＃割り注終わり］）と", count: $0) }),
        ("one note", { "　漢字（［＃割り注］" + String(repeating: "一二三四五", count: $0) + "［＃割り注終わり］）と" }),
        (
            "nested",
            { "　" + String(repeating: "［＃傍点］あ［＃傍線］", count: $0) + "い" + String(repeating: "［＃傍線終わり］う［＃傍点終わり］", count: $0) }
        ),
        ("kanbun", { "　字" + String(repeating: "［＃レ］", count: $0) + "い" }),
        ("sizes", { "　" + String(repeating: "［＃２段階大きな文字］あ", count: $0) + "い" + String(repeating: "［＃大きな文字終わり］", count: $0) }),
        ("mono ruby", { "　" + String(repeating: "漢《かん》", count: $0) }),
    ]

    @Test(arguments: paragraphs.indices, [Style.Breaker.greedy, .optimal])
    func linear(_ index: Int, breaker: Style.Breaker) throws {
        let (name, text) = Self.paragraphs[index]
        _ = try Self.seconds(text(10), breaker)
        let few = try Self.seconds(text(250), breaker), many = try Self.seconds(text(2000), breaker)
        #expect(many < 24 * max(few, 0.002), "\(name): \(few) s for 250, \(many) s for 2000")
    }

    /// This thread's own time, so that other tests and other programs count for nothing.
    private static func seconds(_ text: String, _ breaker: Style.Breaker) throws -> Double {
        var style = Style()
        style.breaker = breaker
        style.ruby = .jukugo
        let fonts = try FontSet(chain: [packageRoot.appendingPathComponent("Tests/Fonts/RubiTest.ttf").path])
        var options = ReadingOptions()
        options.dialect = .aozora
        let manuscript = try Manuscript(name: "test", bytes: Array(text.utf8), options: options)
        var block = Block()
        _ = manuscript.next(into: &block)
        var composer = Composer(style: style, fonts: fonts)
        var lines: [ComposedLine] = []
        let shape = ParagraphShape(of: block, in: [], style: style)
        let start = time()
        let count = composer.compose(block, shape: shape, into: &lines)
        #expect(count > 0)
        return time() - start
    }

    private static func time() -> Double {
        var value = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &value)
        return Double(value.tv_sec) + Double(value.tv_nsec) / 1e9
    }
}
