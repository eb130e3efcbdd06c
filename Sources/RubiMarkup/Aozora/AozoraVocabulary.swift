/// What an annotation puts around text: one node of the tree (M62–M68).
struct AozoraWrap: Equatable, Sendable {
    var kind: InlineKind
    var detail: UInt8 = 0
    var side = Side.over
    /// Size steps, or the level of a heading; `AozoraVocabulary.fromText` where the annotation says the number.
    var number: Int32 = 0

    /// Whether an end annotation of `self` closes a range of `other`: sizes end without their number.
    func ends(_ other: AozoraWrap) -> Bool {
        kind == other.kind && detail == other.detail && side == other.side && (number == other.number || kind == .style)
    }
}

/// A range that is open in a line (M75).
enum AozoraRange: Equatable, Sendable {
    case wrap(AozoraWrap)
    /// ルビ付き (M69); `isNote`: 注記付き (M70).
    case ruby(Side, isNote: Bool)
    /// A heading of its own line, which makes no node but the block (M62).
    case heading(Int32)
}

/// What a forward reference does to its target.
enum AozoraForward: Equatable, Sendable {
    case wrap(AozoraWrap)
    case heading(Int32)
    /// 「二」は返り点 (M72).
    case kaeriten
}

/// One part of a block opener (M53b).
enum AozoraBlockPart: Equatable, Sendable {
    /// `number`: nil where the annotation says it.
    case block(BlockKind, number: Int32?)
    /// 折り返してN字下げ: makes a hanging indent of the part before.
    case turnover
    /// 天付き: an indent of nothing, before 折り返して.
    case flush
    case heading(Int32)
}

/// An annotation without a target, by its whole body.
enum AozoraBody: Equatable, Sendable {
    /// Page, leaf, spread and column breaks, ページの左右中央 (M60).
    case breaks(Block.Kind)
    case indentLine
    case alignEnd(hasOffset: Bool)
    /// 改行天付き、折り返してN字下げ without ここから.
    case flushHang
    /// Old ends of blocks, without ここで.
    case closeBlock(BlockKind)
    case open(AozoraRange)
    case close(AozoraRange)
    case lineBreak
    case mama
    /// 本文終わり (M74).
    case endOfBody
}

/// The words of annotations (markup.md 3.3), as tables from scalars to meanings. `N` in a word stands for a number (M51).
struct AozoraVocabulary: Sendable {
    static let shared = AozoraVocabulary()

    /// In place of a number in `AozoraWrap.number`: the number that the annotation says.
    static let fromText: Int32 = -1
    /// What stands for a number in a word; a private character, so that no text spells it.
    static let numberMark: UInt32 = 0xE000

    let bodies: [[UInt32]: AozoraBody]
    let forwards: [[UInt32]: AozoraForward]
    let blockParts: [[UInt32]: AozoraBlockPart]
    /// What stands between ここで and 終わり. Headings are `.heading` with `n`.
    let blockEnds: [[UInt32]: AozoraBlockPart]

    static func word(_ text: String) -> [UInt32] { text.unicodeScalars.map { $0 == "N" ? numberMark : $0.value } }

    private static let marks: [(String, EmphasisMark)] = [
        ("傍点", .sesame), ("白ゴマ傍点", .openSesame), ("丸傍点", .circle), ("白丸傍点", .openCircle), ("黒三角傍点", .triangle),
        ("白三角傍点", .openTriangle), ("二重丸傍点", .doubleCircle), ("蛇の目傍点", .fisheye), ("ばつ傍点", .saltire), ("×傍点", .saltire),
    ]
    private static let lines: [(String, LineStyle)] = [
        ("傍線", .solid), ("二重傍線", .double), ("鎖線", .chain), ("破線", .dash), ("波線", .wave),
    ]
    private static let styles: [(String, StyleName, Int32)] = [
        ("下線", .underline, 0), ("太字", .bold, 0), ("ゴシック体", .bold, 0), ("ゴチック", .bold, 0), ("斜体", .italic, 0), ("小書き", .smaller, 1),
        ("N段階大きな文字", .larger, fromText), ("N段階小さな文字", .smaller, fromText), ("行右小書き", .superscript, 0), ("上付き小文字", .superscript, 0),
        ("行左小書き", .subscript, 0), ("下付き小文字", .subscript, 0), ("取消線", .strike, 0), ("取り消し線", .strike, 0),
    ]
    private static let others: [(String, InlineKind)] = [
        ("縦中横", .tateChuYoko), ("横一列", .tateChuYoko), ("横組み", .horizontal), ("横書き", .horizontal), ("罫囲み", .frame),
        ("キャプション", .caption), ("割り注", .warichu), ("割書", .warichu),
    ]
    private static let levels: [(String, Int32)] = [("大見出し", 1), ("中見出し", 2), ("小見出し", 3)]

    private init() {
        var wraps: [(String, AozoraWrap)] = []
        wraps += Self.marks.map { ($0.0, AozoraWrap(kind: .emphasis, detail: $0.1.rawValue)) }
        wraps += Self.lines.map { ($0.0, AozoraWrap(kind: .line, detail: $0.1.rawValue)) }
        wraps += Self.styles.map { ($0.0, AozoraWrap(kind: .style, detail: $0.1.rawValue, number: $0.2)) }
        wraps += Self.others.map { ($0.0, AozoraWrap(kind: $0.1)) }
        for (prefix, style) in [("同行", InlineHeadingStyle.sameLine), ("窓", .window)] {
            wraps += Self.levels.map { (prefix + $0.0, AozoraWrap(kind: .heading, detail: style.rawValue, number: $0.1)) }
        }
        forwards = Self.forwards(wraps)
        bodies = Self.bodies(wraps)
        (blockParts, blockEnds) = Self.blocks()
    }

    /// `に傍点`, `の左に傍点`, `は太字`, and the bare name after a `、` (M53b).
    private static func forwards(_ wraps: [(String, AozoraWrap)]) -> [[UInt32]: AozoraForward] {
        var table: [[UInt32]: AozoraForward] = [:]
        for (name, wrap) in wraps where wrap.kind != .warichu {
            for particle in ["に", "は", ""] { table[word(particle + name)] = .wrap(wrap) }
            guard hasSide(wrap) else { continue }
            for (particle, side) in [("の左に", Side.under), ("の右に", .over), ("の下に", .under), ("の上に", .over)] {
                var wrap = wrap
                wrap.side = side
                table[word(particle + name)] = .wrap(wrap)
            }
        }
        for (name, level) in levels { table[word("は" + name)] = .heading(level) }
        table[word("は返り点")] = .kaeriten
        return table
    }

    private static func hasSide(_ wrap: AozoraWrap) -> Bool { wrap.kind == .emphasis || wrap.kind == .line }

    private static func bodies(_ wraps: [(String, AozoraWrap)]) -> [[UInt32]: AozoraBody] {
        var table: [[UInt32]: AozoraBody] = [
            word("改ページ"): .breaks(.pageBreak), word("改頁"): .breaks(.pageBreak), word("改丁"): .breaks(.leafBreak),
            word("改見開き"): .breaks(.spreadBreak), word("改段"): .breaks(.columnBreak), word("ページの左右中央"): .breaks(.centerPage),
            word("N字下げ"): .indentLine, word("この行N字下げ"): .indentLine, word("天からN字下げ"): .indentLine,
            word("地付き"): .alignEnd(hasOffset: false), word("地からN字上げ"): .alignEnd(hasOffset: true),
            word("地よりN字上げ"): .alignEnd(hasOffset: true), word("改行天付き、折り返してN字下げ"): .flushHang,
            word("天付き、折り返してN字下げ"): .flushHang, word("字下げ終わり"): .closeBlock(.indent), word("地付き終わり"): .closeBlock(.end),
            word("字上げ終わり"): .closeBlock(.end), word("字詰め終わり"): .closeBlock(.measure), word("段組み終わり"): .closeBlock(.columns),
            word("改行"): .lineBreak, word("ママ"): .mama, word("本文終わり"): .endOfBody,
            word("ルビ付き"): .open(.ruby(.over, isNote: false)), word("左にルビ付き"): .open(.ruby(.under, isNote: false)),
            word("注記付き"): .open(.ruby(.over, isNote: true)), word("左に注記付き"): .open(.ruby(.under, isNote: true)),
        ]
        for (name, wrap) in wraps {
            addRange(.wrap(wrap), named: name, to: &table)
            guard hasSide(wrap) else { continue }
            var under = wrap
            under.side = .under
            addRange(.wrap(under), named: "左に" + name, to: &table)
        }
        for (name, level) in levels { addRange(.heading(level), named: name, to: &table) }
        for name in ["割り注", "割書"] {
            let range = AozoraRange.wrap(AozoraWrap(kind: .warichu))
            table[word("ここから" + name)] = .open(range)
            table[word("ここで" + name + "終わり")] = .close(range)
        }
        return table
    }

    /// A range's opening and its end: the end of a size leaves the number out.
    private static func addRange(_ range: AozoraRange, named name: String, to table: inout [[UInt32]: AozoraBody]) {
        table[word(name)] = .open(range)
        table[word(name + "終わり")] = .close(range)
        if name.hasPrefix("N段階") { table[word(String(name.dropFirst(3)) + "終わり")] = .close(range) }
    }

    private static func blocks() -> (parts: [[UInt32]: AozoraBlockPart], ends: [[UInt32]: AozoraBlockPart]) {
        let same: [(String, BlockKind)] = [
            ("罫囲み", .frame), ("横組み", .horizontal), ("横書き", .horizontal), ("太字", .bold), ("ゴシック体", .bold), ("ゴチック", .bold),
            ("斜体", .italic), ("キャプション", .caption),
        ]
        var parts: [[UInt32]: AozoraBlockPart] = [
            word("N字下げ"): .block(.indent, number: nil), word("折り返してN字下げ"): .turnover, word("改行天付き"): .flush, word("天付き"): .flush,
            word("地付き"): .block(.end, number: 0), word("地からN字上げ"): .block(.end, number: nil),
            word("地よりN字上げ"): .block(.end, number: nil), word("N字詰め"): .block(.measure, number: nil),
            word("N行N字組み"): .block(.measure, number: nil), word("N段組み"): .block(.columns, number: nil),
            word("N段階大きな文字"): .block(.larger, number: nil), word("N段階小さな文字"): .block(.smaller, number: nil),
            word("小さい活字"): .block(.smaller, number: 1), word("大きい活字"): .block(.larger, number: 1),
        ]
        var ends: [[UInt32]: AozoraBlockPart] = [
            word("字下げ"): .block(.indent, number: nil), word("地付き"): .block(.end, number: nil), word("字上げ"): .block(.end, number: nil),
            word("字詰め"): .block(.measure, number: nil), word("段組み"): .block(.columns, number: nil),
            word("大きな文字"): .block(.larger, number: nil), word("小さな文字"): .block(.smaller, number: nil),
            word("小さい活字"): .block(.smaller, number: nil), word("大きい活字"): .block(.larger, number: nil),
        ]
        for (name, kind) in same {
            parts[word(name)] = .block(kind, number: 0)
            ends[word(name)] = .block(kind, number: nil)
        }
        for (name, level) in levels {
            parts[word(name)] = .heading(level)
            ends[word(name)] = .heading(level)
        }
        return (parts, ends)
    }
}
