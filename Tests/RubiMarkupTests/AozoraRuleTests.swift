import Testing

@testable import RubiMarkup

/// A text in Aozora notation, what its tree is in short, and what is reported. `/` stands for a line end.
struct AozoraRule: Sendable, CustomTestStringConvertible {
    let rule: String
    let input: String
    let tree: String
    var reports: [String] = []
    var testDescription: String { "\(rule) \(input)" }
}

extension AozoraRule {
    static let ruby: [AozoraRule] = [
        AozoraRule(rule: "M20", input: "その一ヵ月《いっかげつ》", tree: "P(その一ヵ R(月|いっかげつ))"),
        AozoraRule(rule: "M21", input: "葛\u{E0100}《かずら》", tree: "P(R(葛\u{E0100}|かずら))"),
        AozoraRule(rule: "M23", input: "Mr.《ミスター》と.《x》", tree: "P(R(Mr.|ミスター) と.《x》)", reports: ["no-base 1:12"]),
        AozoraRule(rule: "M30", input: "□△《さんかく》と○○《まる》", tree: "P(□ R(△|さんかく) と R(○○|まる))"),
        AozoraRule(rule: "M32", input: "図［＃猫の写真（a.png）入る］《ねこ》", tree: "P(図 R([image]|ねこ))"),
        AozoraRule(rule: "M32", input: "［＃太字］夜［＃太字終わり］《よる》", tree: "P(R([bold(夜)]|よる))"),
        AozoraRule(rule: "M32b", input: "空［＃「空」に「から」の注記］《そら》だ", tree: "P(R(空|そら) note:side だ)", reports: ["second-reading 1:2"]),
        AozoraRule(rule: "M14", input: "時雨［＃「時雨」の左に「あめ」のルビ］《しぐれ》", tree: "P(R(時雨|しぐれ|あめ))"),
        AozoraRule(rule: "M33", input: "｜甲［＃太字］乙《おつ》［＃太字終わり］", tree: "P(｜甲 bold(R(乙|おつ)))", reports: ["stray-bar 1:1"]),
        AozoraRule(rule: "M34", input: "a|b《r》と|《x》と漢|字", tree: "P(a R(b|r) と R(||x) と漢|字)", reports: ["half-width-bar 1:2"]),
        AozoraRule(rule: "M35", input: "漢字《　》だ", tree: "P(R(漢字|　) だ)"),
        AozoraRule(rule: "M36", input: "、《では｜陛下《へいか》》", tree: "P(、《では R(陛下|へいか) 》)", reports: ["no-base 1:2"]),
        AozoraRule(rule: "M37", input: "｜甲｜《乙》丙《へい》", tree: "P(｜甲《乙》 R(丙|へい))", reports: ["stray-bar 1:1", "literal-bracket 1:3"]),
        AozoraRule(
            rule: "M40", input: "《《絶対《ぜったい》》》だ》", tree: "P(《《 R(絶対|ぜったい) 》》だ》)", reports: ["double-bracket 1:1", "stray-close 1:14"]),
        AozoraRule(rule: "M40", input: "《《《あ》》》", tree: "P(《《《あ》》》)", reports: ["double-bracket 1:1"]),
        AozoraRule(rule: "M16", input: "奉公《ほうこ［＃謎］う》に", tree: "P(R(奉公|ほうこう) note:other に)", reports: ["unknown-annotation 1:7"]),
        AozoraRule(rule: "M79a", input: "漢字《かん※［＃「謎」、12-3］》", tree: "P(R(漢字|かん〓) note:other)", reports: ["unknown-gaiji 1:6"]),
        AozoraRule(rule: "M79a", input: "あ※［＃「謎」、12-3］字《なぞ》", tree: "P(あ R([gaiji 字]|なぞ))", reports: ["unknown-gaiji 1:2"]),
        AozoraRule(rule: "M81", input: "いろ／＼《いろ／″＼》", tree: "P(R(いろ〱|いろ〲))"),
        AozoraRule(rule: "M80", input: "〔Ame'lie, OE&uvre〕と〔don t〕", tree: "P(Amélie, Œuvreと〔don t〕)"),
    ]

    static let forward: [AozoraRule] = [
        AozoraRule(rule: "M53", input: "漢《かん》字《じ》［＃「漢字」に傍点］［＃「字」に傍線］", tree: "P(sesame(R(漢|かん) R([solid(字)]|じ)))"),
        AozoraRule(rule: "M53", input: "漢字《かんじ》［＃「漢字」に傍点］", tree: "P(R([sesame(漢字)]|かんじ))"),
        AozoraRule(rule: "M54", input: "は漢字《かんじ》乙［＃「字乙」に傍点］", tree: "P(は sesame(R(漢字|かんじ) 乙))"),
        AozoraRule(rule: "M55", input: "月と花と月［＃「月と花」に傍点］", tree: "P(sesame(月と花) と月)", reports: ["target-apart 1:6"]),
        AozoraRule(rule: "M53a", input: "赤と青と白［＃「赤」〜「白」に傍点］だ", tree: "P(sesame(赤と青と白) だ)"),
        AozoraRule(rule: "M53a", input: "赤と青と赤と白［＃「赤」～「白」に傍点］だ", tree: "P(赤と青と sesame(赤と白) だ)"),
        AozoraRule(rule: "M53b", input: "選択［＃「選択」は縦中横、行右小書き］", tree: "P(superscript(tcy(選択)))"),
        AozoraRule(rule: "M53b", input: "選択［＃「選択」は縦中横、謎］", tree: "P(tcy(選択))", reports: ["unknown-annotation 1:3"]),
        AozoraRule(rule: "M53", input: "※［＃「木＋靈」、第3水準1-86-29］子［＃「※［＃「木＋靈」、第3水準1-86-29］子」に傍点］", tree: "P(sesame(欞子))"),
        AozoraRule(rule: "M53", input: "〔Ame'lie〕嬢［＃「〔Ame'lie〕嬢」に傍線］", tree: "P(solid(Amélie嬢))"),
        AozoraRule(rule: "M53", input: "白《タク》衾［＃「白《タク》衾」に傍点］", tree: "P(sesame(R(白|タク) 衾))"),
        AozoraRule(rule: "M53", input: "い［＃太字］ろ［＃「いろ」に傍点］［＃太字終わり］", tree: "P(い bold(ろ note:other))", reports: ["target-missing 1:8"]),
        AozoraRule(rule: "M69a", input: "東京都《とうきょうと》［＃ルビは「京都」にかかる］", tree: "P(東 R(京都|とうきょうと))"),
        AozoraRule(rule: "M69a", input: "甲東京《とうきょう》［＃ルビは「甲東京」にかかる］", tree: "P(R(甲東京|とうきょう))"),
        AozoraRule(rule: "M69a", input: "甲乙《おつ》［＃ルビは「丙」にかかる］", tree: "P(R(甲乙|おつ) note:other)", reports: ["target-missing 1:7"]),
        AozoraRule(rule: "M70", input: "来《き》た［＃「来た」の左に「come」のルビ］", tree: "P(R([R(来|き) た]||come))"),
        AozoraRule(rule: "M70", input: "来《き》た［＃「来た」に「ママ」の注記］", tree: "P(R(来|き) た note:side)", reports: ["second-reading 1:6"]),
        AozoraRule(rule: "M70", input: "夜［＃「夜」に「×」の傍記］", tree: "P(R(夜|×))"),
        AozoraRule(rule: "M71", input: "雪［＃ルビの「ゆき」はママ］［＃ママ］［＃底本では空白］", tree: "P(雪 note:ruby-mama note:mama note:source)"),
        AozoraRule(rule: "M71a", input: "甲1［＃「1」はローマ数字1、1-13-21］乙《おつ》", tree: "P(甲Ⅰ R(乙|おつ))"),
        AozoraRule(rule: "M72", input: "登［＃（ノ）］山二［＃「二」は返り点］", tree: "P(登 okurigana:ノ 山 kaeriten:二)"),
        AozoraRule(rule: "M72", input: "為［＃（之天［＃「之天」に白丸傍点］）］る", tree: "P(為 open-circle(okurigana:之天) る)"),
        AozoraRule(rule: "M72", input: "為［＃（之天［＃「天」に傍点］）］る", tree: "P(為 okurigana:之天 note:other る)"),
        AozoraRule(rule: "M72", input: "不［＃一レ］知［＃上］", tree: "P(不 kaeriten:一レ 知 kaeriten:上)"),
    ]

    static let ranges: [AozoraRule] = [
        AozoraRule(rule: "M75", input: "［＃太字］あ［＃斜体］い［＃太字終わり］う", tree: "P(bold(あ italic(い)) う)", reports: ["end-mismatch 1:13"]),
        AozoraRule(
            rule: "M75", input: "［＃太字］［＃斜体］", tree: "P(bold(note:other))",
            reports: ["range-open-at-line-end 1:1", "range-open-at-line-end 1:6"]),
        AozoraRule(rule: "M65", input: "［＃２段階大きな文字］あ［＃大きな文字終わり］い", tree: "P(larger2(あ) い)"),
        AozoraRule(rule: "M68", input: "［＃ここから割り注］右［＃改行］左［＃ここで割り注終わり］", tree: "P(warichu(右 br 左))"),
        AozoraRule(rule: "M68", input: "あ［＃改行］", tree: "P(あ note:other)", reports: ["unknown-annotation 1:2"]),
        AozoraRule(rule: "M69", input: "［＃ルビ付き］山田［＃「やまだ」のルビ付き終わり］は", tree: "P(R(山田|やまだ) は)"),
        AozoraRule(
            rule: "M69", input: "半老｜［＃左にルビ付き］憧市様［＃左に「タナ」のルビ付き終わり］、相を《ヲ》", tree: "P(半老 R(憧市様||タナ) 、相 R(を|ヲ))"),
        AozoraRule(rule: "M69", input: "｜［＃左にルビ付き］憧市［＃左に「タナ」のルビ付き終わり］《ど》", tree: "P(R(憧市|ど|タナ))"),
        AozoraRule(rule: "M69", input: "［＃左にルビ付き］時雨《しぐれ》［＃左に「shower」のルビ付き終わり］", tree: "P(R(時雨|しぐれ|shower))"),
        AozoraRule(rule: "M70", input: "［＃注記付き］川《かわ》［＃「ママ」の注記付き終わり］", tree: "P(R(川|かわ) note:side)", reports: ["second-reading 1:13"]),
        AozoraRule(
            rule: "M75", input: "あ［＃ルビ付き］山［＃「斜体」は太字］", tree: "P(あ山 note:other)",
            reports: ["range-open-at-line-end 1:2", "target-missing 1:10"]),
        AozoraRule(rule: "M52", input: "［＃開始終わり］", tree: "P(note:other)", reports: ["unknown-annotation 1:1"]),
        AozoraRule(rule: "M50", input: "あ［＃謎［＃改ページ］い", tree: "P(あ［＃謎) break:page P(い)", reports: ["unclosed-annotation 1:2"]),
    ]

    static let blocks: [AozoraRule] = [
        AozoraRule(rule: "M60", input: "本文［＃改ページ］/［＃改見開き］/［＃ページの左右中央］/題", tree: "P(本文) break:page break:spread center P(題)"),
        AozoraRule(rule: "M61", input: "［＃太字］あ［＃地付き］い［＃太字終わり］", tree: "P(bold(あ)) P[end joined](bold(い))"),
        AozoraRule(rule: "M61", input: "［＃ここから２字下げ］/い/［＃ここから４字下げ］/ろ/［＃ここで字下げ終わり］", tree: "{indent2 P(い)} {indent4 P(ろ)}"),
        AozoraRule(rule: "M61", input: "［＃ここから地から３字上げ］/い/［＃ここで字上げ終わり］", tree: "{end3 P(い)}"),
        AozoraRule(rule: "M61", input: "［＃改行天付き、折り返して３字下げ］/い/［＃ここで字下げ終わり］", tree: "{hang0,3 P(い)}"),
        AozoraRule(rule: "M61", input: "［＃ここから十二段組み］/い/［＃ここで段組み終わり］", tree: "{columns12 P(い)}"),
        AozoraRule(rule: "M62", input: "［＃大見出し］第一章［＃大見出し終わり］/［＃ここから中見出し］/一/二/［＃ここで中見出し終わり］/三", tree: "H1(第一章) H2(一) H2(二) P(三)"),
        AozoraRule(rule: "M62", input: "岬［＃「岬」は窓大見出し］", tree: "P(window1(岬))"),
        AozoraRule(
            rule: "M53b", input: "［＃ここから３字下げ、１行２０字組みで、小さい活字］/あ/［＃ここで字下げ終わり、小さい活字終わり］/い",
            tree: "{indent3 {measure20 {smaller1 P(あ)}}} P(い)"),
        AozoraRule(rule: "M53b", input: "［＃ここから３字下げ、謎］/あ/［＃ここで字下げ終わり］", tree: "{indent3 P(あ)}", reports: ["unknown-annotation 1:1"]),
        AozoraRule(
            rule: "M76", input: "［＃ここから太字］/［＃ここから斜体］/い/［＃ここで太字終わり］/う", tree: "{bold0 {italic0 P(い)}} P(う)",
            reports: ["end-mismatch 4:1"]),
        AozoraRule(rule: "M76", input: "い/［＃ここで太字終わり］", tree: "P(い) P(note:other)", reports: ["end-without-begin 2:1"]),
        AozoraRule(
            rule: "M76", input: "［＃ここから太字］/い/［＃ここから罫囲み］/ろ", tree: "{bold0 P(い) {frame0 P(ろ)}}",
            reports: ["block-open-at-end 1:1", "block-open-at-end 3:1"]),
        AozoraRule(rule: "M77", input: "あ//［＃改ページ］//い", tree: "P(あ) blank1 break:page blank1 P(い)"),
        AozoraRule(rule: "M77", input: "［＃「あ」はママ］", tree: "P(note:mama)"),
        AozoraRule(rule: "M73", input: "［＃「海」のキャプション付きの図（a.png、横１０×縦20）入る］/［＃海（b.jpg）入る］と", tree: "[image] P([image] と)"),
        AozoraRule(rule: "M123", input: "あ/\u{C}/い", tree: "P(あ) break:page P(い)"),
        AozoraRule(rule: "M74", input: "題//本文/［＃本文終わり］//あとがき", tree: "P(題) blank1 P(本文)"),
    ]
}

@Test(arguments: AozoraRule.ruby + AozoraRule.forward + AozoraRule.ranges + AozoraRule.blocks)
func aozoraRule(_ rule: AozoraRule) throws {
    var options = ReadingOptions()
    options.dialect = .aozora
    let text = rule.input.replacing("/", with: "\n")
    let manuscript = try Manuscript(name: "test", bytes: Array(text.utf8), options: options)
    #expect(shortForm(of: manuscript) == rule.tree)
    #expect(manuscript.diagnostics.map(describe) == rule.reports)
}

/// A manuscript's blocks in short: what a node is, and what it holds in parentheses.
func shortForm(of manuscript: Manuscript) -> String {
    var parts: [String] = []
    var block = Block()
    while manuscript.next(into: &block) {
        let content = shortForm(of: block.inline, 0)
        switch block.kind {
        case .paragraph:
            let flags = [
                block.indent.map { "indent\($0)" }, block.alignsToEnd ? "end" : nil, block.offset.map { "\($0)" },
                block.joined ? "joined" : nil,
            ]
            .compactMap { $0 }
            parts.append("P" + (flags.isEmpty ? "" : "[\(flags.joined(separator: " "))]") + "(\(content))")
        case .heading: parts.append("H\(block.n)(\(content))")
        case .blank: parts.append("blank\(block.n)")
        case .pageBreak: parts.append("break:page")
        case .leafBreak: parts.append("break:leaf")
        case .spreadBreak: parts.append("break:spread")
        case .columnBreak: parts.append("break:column")
        case .centerPage: parts.append("center")
        case .open: parts.append("{\(block.blockKind)\(block.n)" + (block.blockKind == .hang ? ",\(block.m)" : ""))
        case .close: parts[parts.count - 1] += "}"
        case .image, .note, .raw: parts.append(content)
        case .rule: parts.append("rule")
        }
    }
    return parts.joined(separator: " ")
}

private func shortForm(of tree: InlineTree, _ parent: Int32) -> String {
    var parts: [String] = []
    var child = tree.nodes[Int(parent)].firstChild
    while child >= 0 {
        parts.append(shortForm(of: tree, child: child))
        child = tree.nodes[Int(child)].next
    }
    return parts.joined(separator: " ")
}

private func shortForm(of tree: InlineTree, child: Int32) -> String {
    let node = tree.nodes[Int(child)]
    func text(_ range: ScalarRange) -> String { string(tree.scalars[range.indices]) }
    let inside = shortForm(of: tree, child)
    switch node.kind {
    case .text: return text(node.text)
    case .ruby:
        var base = tree.nodes[Int(node.firstChild)].next < 0 && tree.nodes[Int(node.firstChild)].kind == .text ? inside : "[\(inside)]"
        if base == "[[image]]" { base = "[image]" }
        return "R(\(base)|\(text(node.text))" + (node.hasUnder ? "|\(text(node.text2))" : "") + ")"
    case .emphasis: return "\(InlineNames.mark(node.detail))(\(inside))"
    case .line: return "\(InlineNames.line(node.detail))(\(inside))"
    case .style: return "\(InlineNames.style(node.detail))\(node.number > 0 ? "\(node.number)" : "")(\(inside))"
    case .tateChuYoko: return "tcy(\(inside))"
    case .heading: return (node.detail == 1 ? "window" : "same") + "\(node.number)(\(inside))"
    case .note: return "note:\(InlineNames.note(node.detail))"
    case .kaeriten, .okurigana: return "\(node.kind):\(text(node.text))"
    case .image, .gaiji: return node.kind == .image ? "[image]" : "gaiji"
    case .lineBreak: return "br"
    case .root, .horizontal, .frame, .caption, .warichu, .link, .pageReference, .raw: return "\(node.kind)(\(inside))"
    }
}

/// M85–M88.
@Test func frontMatter() throws {
    var options = ReadingOptions()
    options.dialect = .aozora
    let header = "題《だい》\nTitle\n山田　花子\n鈴木一郎訳\n\n"
    for (text, frontMatter, title, blocks) in [
        (header + "本文", ReadingOptions.FrontMatter.auto, String?.none, "P(R(題|だい)) P(Title) P(山田　花子) P(鈴木一郎訳) blank1 P(本文)"),
        (header + "本文", .yes, "題", "P(本文)"), (header + "本文\n\n底本：x", .auto, "題", "P(本文)"),
        (header + "本文\n\n底本：x", .no, nil, "P(R(題|だい)) P(Title) P(山田　花子) P(鈴木一郎訳) blank1 P(本文) blank1 P(底本：x)"),
    ] {
        options.frontMatter = frontMatter
        let manuscript = try Manuscript(name: "test", bytes: Array(text.utf8), options: options)
        #expect(manuscript.meta.title == title)
        #expect(manuscript.meta.originalTitle == (title == nil ? nil : "Title"))
        #expect(manuscript.meta.translator == (title == nil ? nil : "鈴木一郎訳"))
        #expect(shortForm(of: manuscript) == blocks)
        #expect(manuscript.meta.colophon == (text.contains("底本") && frontMatter == .auto ? ["底本：x"] : []))
        manuscript.rewind()
        #expect(shortForm(of: manuscript) == blocks)
    }
}
