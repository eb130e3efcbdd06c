import RubiText

@testable import RubiMarkup

/// What is left of a document that was written in a dialect whose lines are its paragraphs.
struct LineLossTable {
    let dialect: Dialect

    func blocks(_ blocks: [TestBlock]) -> [TestBlock] {
        LossTable.mergedBlanks(LossTable.joined(blocks.flatMap { block($0, indent: 0) }).flatMap(lines))
    }

    private func block(_ value: TestBlock, indent: Int32) -> [TestBlock] {
        switch value {
        case .paragraph(let nodes, let own, _, let isJoined): return line(nodes, isJoined ? 0 : indent + (own ?? 0), isJoined)
        case .heading(_, let nodes, let own):
            guard dialect == .pixiv else { return line(nodes, indent + (own ?? 0)) }
            return [.heading(1, inline(nodes, 0), indent: nil)]
        case .blank: return [value]
        case .mark(let kind):
            guard [.pageBreak, .leafBreak, .spreadBreak].contains(kind) else { return [] }
            return [.pixiv, .paren, .plain].contains(dialect) ? [.mark(.pageBreak)] : [.blank(2)]
        case .block(let kind, let n, _, let blocks):
            let more = kind == .indent || kind == .hang ? n : kind == .quote ? 1 : 0
            return blocks.flatMap { block($0, indent: indent + more) }
        case .single(_, let node): return line([node], indent)
        }
    }

    /// A paragraph ends at each line end in it.
    private func lines(_ block: TestBlock) -> [TestBlock] {
        guard case .paragraph(let nodes, _, _, _) = block else { return [block] }
        return nodes.split(separator: .lineBreak, omittingEmptySubsequences: false).map {
            $0.isEmpty ? .blank(1) : .paragraph(Array($0), indent: nil, end: nil, isJoined: false)
        }
    }

    private func line(_ nodes: [TestNode], _ indent: Int32, _ isJoined: Bool = false) -> [TestBlock] {
        let kept = inline(nodes, indent)
        guard !kept.isEmpty else { return [] }
        return [.paragraph(kept, indent: nil, end: nil, isJoined: isJoined)]
    }

    private func inline(_ nodes: [TestNode], _ indent: Int32) -> [TestNode] {
        let shows = nodes.contains { !$0.isUnseen }
        let spaces = TestNode.text(String(repeating: "\u{3000}", count: shows ? Int(indent) : 0))
        return LossTable.merged([spaces] + nodes.flatMap(node))
    }

    private func node(_ value: TestNode) -> [TestNode] {
        switch value {
        case .text, .lineBreak: return [value]
        case .ruby(let base, let over, _, _, _): return ruby(base.map(\.plain).joined(), over)
        case .wrap(.emphasis, _, _, _, let children): return emphasis(children)
        case .wrap(.warichu, _, _, _, let children):
            let kept = LossTable.merged(children.flatMap(node)).map { $0 == .lineBreak ? .text("\u{3000}") : $0 }
            return [.text("（")] + kept + [.text("）")]
        case .wrap(let kind, let detail, _, _, let children):
            let kept = LossTable.merged(children.flatMap(node))
            guard dialect == .hameln, let name = hamelnStyle(kind, detail) else { return kept }
            let steps: Int32 = name == .larger || name == .smaller ? 1 : 0
            return [.wrap(.style, detail: name.rawValue, number: steps, isUnder: false, kept)]
        case .leaf(let kind, _, let text): return kind == .note ? [] : [.text(kind == .gaiji ? "〓" : "（" + text + "）")]
        case .image: return []
        case .link(let address, let children):
            let kept = children.flatMap(node)
            guard dialect == .pixiv, !address.contains("]") else { return kept }
            return [.link(address, Self.trimmed(LossTable.merged(kept)))]
        case .pageReference: return dialect == .pixiv ? [value] : []
        case .raw: return []
        }
    }

    /// Spaces at the ends of a label are no part of it (M108).
    private static func trimmed(_ nodes: [TestNode]) -> [TestNode] {
        var nodes = nodes
        let isSpace: (Unicode.Scalar) -> Bool = { $0 == " " || $0 == "\u{3000}" }
        if case .text(let text)? = nodes.first { nodes[0] = .text(String(text.unicodeScalars.drop(while: isSpace))) }
        if case .text(let text)? = nodes.last {
            let kept = text.unicodeScalars.reversed().drop(while: isSpace).reversed()
            nodes[nodes.count - 1] = .text(String(String.UnicodeScalarView(kept)))
        }
        return LossTable.merged(nodes)
    }

    private func hamelnStyle(_ kind: InlineKind, _ detail: UInt8) -> StyleName? {
        if kind == .line { return .underline }
        guard kind == .style else { return nil }
        switch StyleName.allCases[Int(detail)] {
        case .bold, .strong: return .bold
        case .italic, .em: return .italic
        case .strike: return .strike
        case .underline: return .underline
        case .smaller: return .smaller
        case .larger: return .larger
        case .superscript, .subscript, .code: return nil
        }
    }

    private func ruby(_ base: String, _ over: String?) -> [TestNode] {
        guard let over, dialect != .plain, spells({ $0.ruby($1, $2, $3) }, base, over) else { return [.text(base)] }
        return [.ruby(base: [.text(base)], over: over, under: nil, parts: [], isMono: TestNode.isOneCharacter(base))]
    }

    private func emphasis(_ children: [TestNode]) -> [TestNode] {
        let isPlain = children.allSatisfy { if case .text = $0 { true } else { false } }
        let text = children.map(\.plain).joined()
        guard isPlain, spells({ spelling, text, _, output in spelling.emphasis(text, output) }, text, "") else {
            return children.flatMap(node)
        }
        let mark: EmphasisMark = dialect == .kakuyomu || dialect == .hameln ? .sesame : .dot
        return [.wrap(.emphasis, detail: mark.rawValue, number: 0, isUnder: false, [.text(text)])]
    }

    /// Whether the writer says that it can spell ruby or emphasis; that it is right is what the round trip shows.
    private func spells(
        _ body: (inout any LineSpelling, CharacterRun, CharacterRun, ConversionOutput) -> Bool, _ base: String, _ reading: String
    ) -> Bool {
        guard let encoder = TextEncoder(.utf8) else { return false }
        let output = ConversionOutput(target: dialect, encoder: encoder) { _ in }
        var spelling: any LineSpelling =
            switch dialect {
            case .narou: NarouSpelling()
            case .kakuyomu: KakuyomuSpelling(isHameln: false)
            case .hameln: KakuyomuSpelling(isHameln: true)
            case .alphapolis: AlphaPolisSpelling()
            case .pixiv: PixivSpelling()
            case .paren: ParenSpelling()
            default: PlainSpelling()
            }
        return body(&spelling, run(base), run(reading), output)
    }

    private func run(_ text: String) -> CharacterRun {
        var run = CharacterRun()
        for scalar in text.unicodeScalars { run.append(scalar.value, at: 0) }
        return run
    }
}

extension TestNode {
    /// Whether nothing of the node is seen in a dialect without notes.
    fileprivate var isUnseen: Bool {
        switch self {
        case .leaf(.note, _, _), .raw, .lineBreak: true
        case .wrap(_, _, _, _, let children), .link(_, let children): children.allSatisfy(\.isUnseen)
        default: false
        }
    }
}
