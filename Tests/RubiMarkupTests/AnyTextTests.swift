import Foundation
import RubiOutput
import RubiText
import Testing

@testable import RubiMarkup

/// Any text in any dialect (M1): nothing stops the reader, and what it gives is sound. The same is asked by Fuzz/Sources/FuzzReading of inputs that look for
/// trouble.
@Suite struct AnyTextTests {
    /// Texts a dialect: 150, or 10,000 where RUBI_ALL is set.
    static let count = ProcessInfo.processInfo.environment["RUBI_ALL"] == nil ? 150 : 10_000

    /// Pieces of all notations, in any order.
    private static let pieces = [
        "漢字", "かな", "カナ", "Ａ", "abc ", "12", "、", "　", "\n", "\r\n", "\n\n", "\u{3099}", "\u{E0100}", "\u{C}", "\u{1}", "𠮟", "《", "》", "《《",
        "》》", "｜", "|", "（", "）", "(かな)",
        "［＃", "］", "※［＃", "〔", "〕", "e'", "／＼", "「", "」", "［＃「漢字」に傍点］", "［＃太字］", "［＃太字終わり］", "［＃ここから２字下げ］", "［＃ここで字下げ終わり］", "［＃改ページ］",
        "［＃割り注］", "［＃改行］", "［＃割り注終わり］",
        "［＃地付き］", "［＃「漢字」の左に「かな」のルビ］", "［＃ルビ付き］", "［＃「かな」のルビ付き終わり］", "［＃本文終わり］", "底本：", "----------\n", "【テキスト中に現れる記号について】\n", "［＃大見出し］",
        "［＃レ］", "［＃（ノ）］",
        "[[rb:", " > ", "]]", "[newpage]", "[chapter:", "]", "[jump:1]", "[[jumpuri:", "[", "#", "__", "__#", "≪", "≫", "<i1|2>", "{", "}",
        "{漢字|か|な}", "｛", "｝", "^1^", "*", "**",
        "_", "`", "```\n", "\\", "> ", "# ", "- ", "===\n", "---\n", "title: x\n", "![", "](a)", "<ruby>", "</ruby>", "<rt>", "</rt>",
        "<rb>", "<rtc>", "<rp>", "<p>", "</p>",
        "<div>", "</div>", "<blockquote>", "</blockquote>", "<b>", "</b>", "<br>", "<h1>", "<!--", "-->", "<script>", "&amp;", "&#x82B1;",
        "&", "<", ">", "<hr class=\"pagebreak\">",
        "<span style=\"text-emphasis: dot\">", "</span>", "\\ruby{", "\\ruby[g]{", "}{", "\\begin{document}", "\\end{document}",
        "\\kenten{", "\\section{", "\\textbf{", "%", "\\\\", "$",
        "#ruby[", "#ruby(", "][", "\"", ")", "#pagebreak()", "= ", "//", "/*", "*/", "#f(",
    ]

    @Test(arguments: Dialect.allCases)
    func isReadAndWritten(_ dialect: Dialect) throws {
        var random = RandomDocument(seed: 21 + dialect.rawValue.utf8.count)
        for number in 0..<Self.count {
            let text = (0...random.next(40)).map { _ in Self.pieces[random.next(Self.pieces.count)] }.joined()
            var options = ReadingOptions()
            options.dialect = dialect
            options.frontMatter = number % 5 == 0 ? .yes : .auto
            options.givesAdvice = number % 2 == 0
            let bytes = Array(text.utf8)
            let manuscript = try Manuscript(name: "test", bytes: bytes, options: options)
            #expect(Self.fault(in: manuscript) == nil, "\(dialect): \(text.debugDescription)")
            manuscript.rewind()
            let sink = ByteSink()
            try ParseWriter.write(manuscript, to: sink)
            #expect((try? JSONSerialization.jsonObject(with: Data(sink.takeBytes()))) != nil, "\(dialect): \(text.debugDescription)")
            let target = Dialect.allCases[number % Dialect.allCases.count]
            var written: [UInt8] = []
            _ = try Conversion.convert(manuscript, ConvertOptions(target: target)) { written += $0 }
            if target == dialect, manuscript.encoding == .utf8 { #expect(written == bytes, "\(dialect): \(text.debugDescription)") }
        }
    }

    /// What is not as it should be in what a manuscript gives.
    private static func fault(in manuscript: Manuscript) -> String? {
        var block = Block()
        var starts: [Int] = []
        while manuscript.next(into: &block) {
            if block.source.upperBound > manuscript.byteCount { return "a block lies outside of the input" }
            if block.kind == .open { starts.append(block.source.lowerBound) }
            if block.kind == .close {
                guard let start = starts.popLast() else { return "a block closes that was not opened" }
                if block.source.upperBound < start { return "a block closes before it opens" }
            }
            for node in block.inline.nodes where block.inline.sourceStart + Int(node.source.upperBound) > manuscript.byteCount {
                return "a \(node.kind) lies outside of the input"
            }
        }
        if !starts.isEmpty { return "a block is left open" }
        var last = SourcePlace(line: 1, column: 1)
        for diagnostic in manuscript.diagnostics {
            if diagnostic.place < last { return "diagnostics are not sorted" }
            last = diagnostic.place
            let excerpt = manuscript.excerpt(for: diagnostic)
            if !(1...excerpt.text.unicodeScalars.count + 1 ~= excerpt.column) {
                return "the caret of \(diagnostic.code) stands outside of its line"
            }
        }
        return nil
    }
}
