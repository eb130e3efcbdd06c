import Testing

@testable import RubiMarkup

/// Random numbers that are the same in every run (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

private let pieces = [
    "漢", "字", "か", "カ", "Ａ", "b", "○", "。", "　", "《", "《", "》", "》", "《よみ》", "｜", "|", "［＃", "］", "［＃謎］", "［＃「漢」に傍点］", "［＃「字か」は太字］",
    "［＃「無」に傍線］",
    "［＃「漢」に「よ」の注記］", "［＃「字」の左に「じ」のルビ］", "［＃「漢」はママ］", "［＃太字］", "［＃太字終わり］", "［＃左に傍線］", "［＃左に傍線終わり］", "［＃ルビ付き］", "［＃「る」のルビ付き終わり］",
    "［＃地付き］", "［＃改ページ］", "［＃３字下げ］", "［＃ここから２字下げ］", "［＃ここで字下げ終わり］", "［＃大見出し］", "［＃大見出し終わり］", "［＃割り注］", "［＃改行］", "［＃割り注終わり］", "［＃レ］",
    "［＃（ノ）］",
    "※［＃「謎」、1-2］", "※［＃二の字点］", "※", "〔", "〕", "e'", "／＼", "［＃図（a.png）入る］", "［＃ルビは「字」にかかる］", "［＃「漢」〜「か」に傍点］", "葛\u{E0100}", "か\u{3099}",
    "\n", "\n",
    "［＃「漢」の左に「かん」のルビ］", "［＃注記付き］", "［＃「ち」の注記付き終わり］", "［＃「か」は丸、1-13-1］", "〔cafe'〕", "「", "」",
]

/// M1, and that the tree is sound: on ten thousand random texts no character of the text is lost, and none comes twice or out of order.
@Test func nothingIsLost() throws {
    var generator = SeededGenerator(state: 2026)
    var options = ReadingOptions()
    options.dialect = .aozora
    for _ in 0..<10_000 {
        var text = ""
        for _ in 0..<Int.random(in: 1...14, using: &generator) { text += pieces.randomElement(using: &generator) ?? "" }
        let bytes = Array(text.utf8)
        let manuscript = try Manuscript(name: "test", bytes: bytes, options: options)
        var block = Block()
        var covered = [Int](repeating: 0, count: bytes.count + 1)
        var lastText = -1
        var inOrder = true
        while manuscript.next(into: &block) {
            let tree = block.inline
            let fault = fault(in: tree)
            try #require(fault == nil, "\(text)")
            var node = tree.following(0)
            while node > 0 {
                let fields = tree.nodes[Int(node)]
                for i in fields.text.indices {
                    let offset = tree.sourceStart + Int(tree.offsets[i])
                    covered[offset] += 1
                    if fields.kind == .text {
                        inOrder = inOrder && offset >= lastText
                        lastText = offset
                    }
                }
                node = tree.following(node)
            }
        }
        try #require(inOrder, "\(text)")
        let lost = lostText(text, covered)
        try #require(lost.isEmpty, "\(text) lost \(lost)")
    }
}

/// What is wrong with a tree: links go both ways, text is never empty, and no two text nodes are neighbours.
private func fault(in tree: InlineTree) -> String? {
    var node: Int32 = 0
    var steps = 0
    repeat {
        let fields = tree.nodes[Int(node)]
        steps += 1
        if steps > tree.nodes.count { return "goes round" }
        if fields.kind == .text {
            if fields.text.isEmpty || fields.firstChild >= 0 { return "empty text" }
            if fields.next >= 0, tree.nodes[Int(fields.next)].kind == .text { return "texts not merged" }
        }
        if fields.firstChild >= 0, tree.nodes[Int(fields.firstChild)].previous >= 0 { return "first child" }
        if (fields.firstChild < 0) != (fields.lastChild < 0) { return "children" }
        if fields.next >= 0 {
            let next = tree.nodes[Int(fields.next)]
            if next.previous != node || next.parent != fields.parent { return "next" }
        } else if node > 0, tree.nodes[Int(fields.parent)].lastChild != node {
            return "last child"
        }
        if Int(fields.source.upperBound) > 1 << 20 { return "source" }
        node = tree.following(node)
    } while node > 0
    return nil
}

/// What of the text outside of annotations is neither in the tree nor a delimiter that did its work.
private func lostText(_ text: String, _ covered: [Int]) -> String {
    let delimiters: Set<Unicode.Scalar> = ["《", "》", "｜", "|", "［", "＃", "］", "※", "〔", "〕", "'", "＼", "\n", "\u{3099}", "\u{309A}"]
    var lost = ""
    var offset = 0
    var depth = 0
    let scalars = Array(text.unicodeScalars)
    // Depth of annotations that are closed in their line: their bodies have a meaning of their own.
    var closes = [Int](repeating: -1, count: scalars.count)
    var open: [Int] = []
    for (i, scalar) in scalars.enumerated() {
        if scalar == "\n" { open.removeAll() }
        if scalar == "［", i + 1 < scalars.count, scalars[i + 1] == "＃" { open.append(i) }
        if scalar == "］", let start = open.popLast() { closes[start] = i }
    }
    for (i, scalar) in scalars.enumerated() {
        if closes[i] >= 0 { depth += 1 }
        if depth == 0, covered[offset] == 0, !delimiters.contains(scalar) { lost.unicodeScalars.append(scalar) }
        if scalar == "］", depth > 0, closes.contains(i) { depth -= 1 }
        offset += String(scalar).utf8.count
    }
    return lost
}
