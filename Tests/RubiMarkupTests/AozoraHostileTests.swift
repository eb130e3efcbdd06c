import Testing

@testable import RubiMarkup

/// M5: pieces that a line is made of thousands of times over.
@Test(arguments: [
    "《", "》", "｜", "|", "［＃", "］", "※［＃", "〔", "〕", "〔e'", "／＼", "あ《", "｜あ《い", "漢《", "、《い》", "漢《かん》", "｜《", "《》", "漢［＃「漢」に傍点］",
    "漢［＃「無」に傍点］", "［＃「無」に傍点］", "漢［＃「漢」はママ］", "［＃ママ］《い》", "［＃太字］", "［＃太字終わり］", "［＃太字］あ［＃太字終わり］", "［＃ルビ付き］",
    "［＃ルビ付き］［＃「い」のルビ付き終わり］", "漢［＃「漢」に「い」の注記］", "［＃ルビは「無」にかかる］", "［＃改ページ］", "［＃地付き］あ", "※［＃「謎」、1-2］", "※［＃二の字点］《い》",
    "［＃ここから太字］", "［＃ここで太字終わり］", "［＃「「「", "漢\u{3099}", "1［＃「1」は丸、1-13-1］",
])
func aozoraIsLinear(_ piece: String) throws { try expectLinear { String(repeating: piece, count: $0) } }

@Test(arguments: [("《", "》"), ("［＃", "］"), ("、《", "》"), ("漢《", "》"), ("［＃太字］", "［＃太字終わり］"), ("〔", "e'〕")])
func aozoraNestingIsLinear(_ open: String, _ close: String) throws {
    try expectLinear { String(repeating: open, count: $0) + "あ" + String(repeating: close, count: $0) }
}

/// Targets that are nowhere, after a long text: each search would walk all of it.
@Test func missingTargetsAreLinear() throws {
    try expectLinear { String(repeating: "ああい", count: $0) + String(repeating: "［＃「ああああい」に傍点］", count: $0) }
}

/// No depth of nesting makes a tree deeper than what comes after can walk.
@Test func depthIsBounded() throws {
    for text in [
        String(repeating: "［＃太字］", count: 5000) + "あ", "花" + String(repeating: "［＃「花」に傍点］", count: 5000),
        "花" + String(repeating: "［＃「花」に傍点、太字、縦中横］", count: 500),
    ] {
        var options = ReadingOptions()
        options.dialect = .aozora
        let manuscript = try Manuscript(name: "test", bytes: Array(text.utf8), options: options)
        var block = Block()
        while manuscript.next(into: &block) {
            var deepest = 0
            for index in block.inline.nodes.indices {
                var depth = 0
                var node = Int32(index)
                while node > 0, depth < 1000 {
                    node = block.inline.nodes[Int(node)].parent
                    depth += 1
                }
                deepest = max(deepest, depth)
            }
            #expect(deepest <= 110)
        }
    }
}

private func expectLinear(_ text: (Int) -> String) throws {
    try expectLinear(text(1), counts: (2_000, 20_000)) { count in
        var options = ReadingOptions()
        options.dialect = .aozora
        let manuscript = try Manuscript(name: "test", bytes: Array(text(count).utf8), options: options)
        var block = Block()
        while manuscript.next(into: &block) {}
    }
}
