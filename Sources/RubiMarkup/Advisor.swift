import RubiText

/// Advice that authors want (`check --advice`): readings that are not kana, the same word with different readings, marks without the space that
/// follows them. Reads the blocks as they come; what it keeps grows with the number of different words that have ruby.
struct Advisor {
    /// Something to say, at a byte of the input; the block tells where to count lines from.
    struct Finding {
        var code: DiagnosticCode
        var offset: Int
        var arguments: [String]
        var blockStart: Int
        var blockLine: Int
    }

    private(set) var findings: [Finding] = []
    /// The readings that a base has had, in order.
    private var readings: [[UInt32]: [[UInt32]]] = [:]
    private let traits = CharacterTable.shared

    mutating func read(_ block: borrowing Block) {
        guard block.kind == .paragraph || block.kind == .heading else { return }
        let tree = block.inline
        var mark: Int?
        var node = tree.following(0)
        while node > 0 {
            let fields = tree.nodes[Int(node)]
            switch fields.kind {
            case .ruby where fields.hasReading: readRuby(node, tree, block.source.lowerBound, block.line)
            case .text: readText(fields.text, tree, &mark, block.source.lowerBound, block.line)
            case .image, .gaiji, .lineBreak, .link: mark = nil
            default: break
            }
            node = tree.following(node)
        }
    }

    private mutating func add(_ code: DiagnosticCode, at offset: Int, _ arguments: [String], _ start: Int, _ line: Int) {
        // Four kinds of advice, of which no more are listed (`DiagnosticTally`).
        guard findings.count < 4 * DiagnosticTally.limit else { return }
        findings.append(Finding(code: code, offset: offset, arguments: arguments, blockStart: start, blockLine: line))
    }

    // MARK: Readings

    private mutating func readRuby(_ node: Int32, _ tree: InlineTree, _ start: Int, _ line: Int) {
        let range = tree.nodes[Int(node)].text
        guard !range.isEmpty else { return }
        let base = Self.base(of: node, tree)
        let reading = Array(tree.scalars[range.indices])
        let words = [string(base[...]), string(reading[...])]
        if let index = range.indices.first(where: { isKanji(tree.scalars[$0]) }) {
            add(.kanjiInReading, at: tree.sourceStart + Int(tree.offsets[index]), words, start, line)
        } else if let index = range.indices.first(where: { !isKana(tree.scalars[$0]) }) {
            add(.readingNotKana, at: tree.sourceStart + Int(tree.offsets[index]), words, start, line)
        }
        let known = readings[base, default: []]
        if known.contains(reading) { return }
        if let first = known.first {
            let offset = tree.sourceStart + Int(tree.offsets[Int(range.lower)])
            add(.readingsDiffer, at: offset, words + [string(first[...])], start, line)
        }
        readings[base, default: []].append(reading)
    }

    private static func base(of ruby: Int32, _ tree: InlineTree) -> [UInt32] {
        var base: [UInt32] = []
        var node = tree.nodes[Int(ruby)].firstChild
        while node >= 0 {
            if tree.nodes[Int(node)].kind == .text { base += tree.scalars[tree.nodes[Int(node)].text.indices] }
            if tree.nodes[Int(node)].firstChild >= 0 {
                node = tree.nodes[Int(node)].firstChild
                continue
            }
            while node != ruby, tree.nodes[Int(node)].next < 0 { node = tree.nodes[Int(node)].parent }
            node = node == ruby ? -1 : tree.nodes[Int(node)].next
        }
        return base
    }

    private func isKanji(_ scalar: UInt32) -> Bool {
        // ヶ is of class kanji for bases (M22), but kana in a reading.
        scalar != 0x30F6 && traits.traits(of: scalar).characterClass == .kanji
    }

    /// Kana, and the punctuation and spaces between.
    private func isKana(_ scalar: UInt32) -> Bool {
        if Kana.isReading(scalar) { return true }
        switch traits.traits(of: scalar).characterClass {
        case .other, .hiragana, .katakana: return true
        case .kanji, .fullwidthLatin, .halfwidthLatin, .symbol: return false
        }
    }

    // MARK: Spaces

    /// `mark`: index of a mark that stands directly before.
    private mutating func readText(_ range: ScalarRange, _ tree: InlineTree, _ mark: inout Int?, _ start: Int, _ line: Int) {
        for i in range.indices {
            if let mark, !Self.mayFollowMark(tree.scalars[i]) {
                add(.spaceAfterMark, at: tree.sourceStart + Int(tree.offsets[mark]), [string([tree.scalars[mark]])], start, line)
            }
            mark = Self.isMark(tree.scalars[i]) ? i : nil
        }
    }

    /// ！ ？ ‼ ⁇ ⁈ ⁉
    private static func isMark(_ scalar: UInt32) -> Bool {
        scalar == 0xFF01 || scalar == 0xFF1F || scalar == 0x203C || 0x2047...0x2049 ~= scalar
    }

    /// A space, another mark, closing brackets and quotation marks, dashes, ellipses, and points.
    private static func mayFollowMark(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x20, 0x3000, 0x21, 0x3F, 0x22, 0x27, 0x29, 0x5D, 0x7D, 0x2019, 0x201D, 0x2014, 0x2015, 0x2025, 0x2026: true
        case 0x3001, 0x3002, 0x3009, 0x300B, 0x300D, 0x300F, 0x3011, 0x3015, 0x3017, 0x3019, 0x301C, 0x301F: true
        case 0xFF09, 0xFF0C, 0xFF0E, 0xFF3D, 0xFF5D, 0xFF5E, 0xFF60, 0xFF63, 0x30FB, 0x30FC, 0x2500: true
        default: isMark(scalar)
        }
    }
}
