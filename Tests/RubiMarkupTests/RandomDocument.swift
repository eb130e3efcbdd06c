@testable import RubiMarkup

/// Random documents, always the same for a seed.
struct RandomDocument {
    private var state: UInt64
    /// Characters of the text.
    private let alphabet: [Unicode.Scalar]
    /// Characters that bases and readings do not hold.
    private let excludedFromRuby: Set<Unicode.Scalar>

    init(seed: Int, without excluded: String = "", inRuby excludedFromRuby: String = "") {
        self.excludedFromRuby = Set(excludedFromRuby.unicodeScalars)
        state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 0x1234_5678_9ABC_DEF1
        let excluded = Set(excluded.unicodeScalars)
        alphabet = Self.characters.unicodeScalars.filter { !excluded.contains($0) }
    }

    private static let characters =
        "漢字東京雨々〇ヶあいうかきんぁアイウーヴＡｂ１ABxyz019 　、。「」（）()《》｜|※［］＃〔〕／＼{}｛｝\\*_#&<>[]^~$%@`\"'=-+.,!?:;!○□〓−𠮟葛\u{E0100}…―〱"

    mutating func next(_ bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(bound))
    }

    private mutating func chance(_ percent: Int) -> Bool { next(100) < percent }

    /// A text that does not begin with a character that continues another.
    mutating func text(_ most: Int) -> String {
        var text = String.UnicodeScalarView()
        for _ in 0...next(most) {
            let scalar = alphabet[next(alphabet.count)]
            if text.isEmpty, scalar.value >= 0xE0100 { continue }
            text.append(scalar)
            if chance(50), let last = text.last { text.append(last.value >= 0xE0100 || last.value == 0x7C ? "字" : "漢") }
        }
        Self.endFirmly(&text)
        return String(text.isEmpty ? String.UnicodeScalarView(["文"]) : text)
    }

    private static let kanji = Array("漢字東京雨風山川々".unicodeScalars)
    private static let kana = Array("あいうかきんっアイー".unicodeScalars)

    private mutating func word(_ scalars: [Unicode.Scalar], _ most: Int) -> String {
        var word = String.UnicodeScalarView()
        for _ in 0...next(most) { word.append(scalars[next(scalars.count)]) }
        return String(word)
    }

    private mutating func ruby(plainOnly: Bool = false) -> TestNode {
        if chance(25) {
            let parts = (0..<2 + next(2)).map { _ in (base: word(Self.kanji, 1), reading: word(Self.kana, 3)) }
            return Self.divided(parts, under: !plainOnly && chance(10) ? word(Self.kana, 3) : nil)
        }
        var base = chance(60) ? word(Self.kanji, 3) : rubyText()
        let reading = chance(80) ? word(Self.kana, 5) : rubyText()
        if chance(10) { base = word(Self.kana, 3) }
        let over: String? = plainOnly || chance(93) ? reading : nil
        let under: String? = over == nil || !plainOnly && chance(7) ? word(Self.kana, 3) : nil
        return .ruby(base: [.text(base)], over: over, under: under, parts: [], isMono: TestNode.isOneCharacter(base))
    }

    private mutating func rubyText() -> String {
        let text = text(3)
        var kept = String.UnicodeScalarView(text.unicodeScalars.filter { !excludedFromRuby.contains($0) && $0.value < 0xE0100 })
        Self.endFirmly(&kept)
        return kept.isEmpty ? "字" : String(kept)
    }

    /// A bar before markup of the target is read as its own, and so is 《 of kakuyomu before 《《: nothing can make them literal there.
    private static func endFirmly(_ text: inout String.UnicodeScalarView) {
        if let last = text.last, last == "|" || last == "｜" || last == "《" { text.append("字") }
    }

    private static func divided(_ parts: [(base: String, reading: String)], under: String?) -> TestNode {
        .ruby(
            base: [.text(parts.map(\.base).joined())], over: parts.map(\.reading).joined(), under: under, parts: parts, isMono: false)
    }

    mutating func nodes(_ depth: Int) -> [TestNode] {
        var nodes: [TestNode] = []
        for _ in 0...next(4) { nodes.append(node(depth)) }
        return nodes
    }

    private mutating func node(_ depth: Int) -> TestNode {
        switch next(depth > 0 ? 14 : 6) {
        case 0...2: return .text(text(6))
        case 3, 4: return ruby()
        case 5:
            switch next(5) {
            case 0: return .leaf(.kaeriten, detail: 0, "レ")
            case 1: return .leaf(.okurigana, detail: 0, word(Self.kana, 1))
            case 2: return .image(src: "fig\(next(9)).png", alt: word(Self.kanji, 2), width: 0, height: 0)
            case 3: return .leaf(.gaiji, detail: 0, "「魚＋" + word(Self.kanji, 1) + "」")
            default: return .text(text(2))
            }
        case 6: return .wrap(.emphasis, detail: UInt8(next(9)), number: 0, isUnder: chance(20), nodes(depth - 1))
        case 7: return .wrap(.line, detail: UInt8(next(5)), number: 0, isUnder: chance(20), nodes(depth - 1))
        case 8: return style(depth)
        case 9: return style(depth)
        case 10: return .wrap(.tateChuYoko, detail: 0, number: 0, isUnder: false, [.text(chance(70) ? "\(next(99))" : text(1))])
        case 11: return .wrap([.horizontal, .frame, .caption][next(3)], detail: 0, number: 0, isUnder: false, nodes(depth - 1))
        case 12: return .wrap(.warichu, detail: 0, number: 0, isUnder: false, [.text(text(3)), ruby(plainOnly: true)])
        default: return .link("https://example.org/" + word(Array("abc()%&".unicodeScalars), 3), [.text(text(3)), ruby(plainOnly: true)])
        }
    }

    private mutating func style(_ depth: Int) -> TestNode {
        let name = StyleName.allCases[next(StyleName.allCases.count)]
        if name == .code { return .wrap(.style, detail: name.rawValue, number: 0, isUnder: false, [.text(text(3))]) }
        let number: Int32 = name == .larger || name == .smaller ? Int32(1 + next(3)) : 0
        return .wrap(.style, detail: name.rawValue, number: number, isUnder: false, nodes(depth - 1))
    }

    mutating func blocks(_ depth: Int = 2) -> [TestBlock] {
        var blocks: [TestBlock] = []
        for _ in 0...next(4) {
            switch next(depth > 0 ? 16 : 10) {
            case 0...9: blocks.append(.paragraph(nodes(2), indent: chance(8) ? Int32(1 + next(5)) : nil, end: nil, isJoined: false))
            case 10: blocks.append(.heading(Int32(1 + next(3)), [.text(text(4)), ruby(plainOnly: true)], indent: nil))
            case 11: blocks.append(.blank(Int32(1 + next(3))))
            case 12: blocks.append(.mark([.pageBreak, .leafBreak, .columnBreak, .rule, .centerPage][next(5)]))
            case 13: blocks.append(.paragraph(nodes(1), indent: nil, end: Int32(next(3)), isJoined: false))
            default: blocks.append(block(depth))
            }
        }
        return blocks
    }

    private mutating func block(_ depth: Int) -> TestBlock {
        let kinds: [BlockKind] = [.indent, .hang, .end, .measure, .columns, .frame, .horizontal, .bold, .italic, .larger, .caption, .quote]
        let kind = kinds[next(kinds.count)]
        let hasNumber = [.indent, .hang, .end, .measure, .columns, .larger].contains(kind)
        return .block(kind, n: hasNumber ? Int32(1 + next(4)) : 0, m: kind == .hang ? Int32(1 + next(4)) : 0, blocks(depth - 1))
    }
}

extension TestNode {
    static func isOneCharacter(_ text: String) -> Bool {
        let scalars = text.unicodeScalars.map(\.value)
        return !scalars.isEmpty && characterEnd(after: 0, in: scalars, limit: scalars.count) == scalars.count
    }
}
