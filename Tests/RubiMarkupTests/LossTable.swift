import RubiText

@testable import RubiMarkup

/// What is left of a document that was written in a dialect and read again: the table of markup.md 16, for html, Markdown, LaTeX, Typst and
/// Aozora. `LineLossTable` has the rest.
struct LossTable {
    let dialect: Dialect

    // MARK: Nodes

    func nodes(_ nodes: [TestNode]) -> [TestNode] { Self.merged(nodes.flatMap(node)) }

    /// Neighbouring texts are one.
    static func merged(_ nodes: [TestNode]) -> [TestNode] {
        var result: [TestNode] = []
        for node in nodes {
            if case .text("") = node { continue }
            if case .text(let right) = node, case .text(let left)? = result.last {
                result[result.count - 1] = .text(left + right)
            } else {
                result.append(node)
            }
        }
        return result
    }

    private func node(_ value: TestNode) -> [TestNode] {
        switch value {
        case .text, .lineBreak: return [value]
        case .ruby(let base, let over, let under, let parts, let isMono): return ruby(base, over, under, parts, isMono)
        case .wrap(let kind, let detail, let number, let isUnder, let children):
            return wrap(kind, detail, number, isUnder, nodes(children))
        case .leaf(let kind, _, let text): return leaf(kind, text, value)
        case .image(let src, let alt, let width, let height):
            let keepsSize = dialect == .html || dialect == .aozora
            return [.image(src: src, alt: alt, width: keepsSize ? width : 0, height: keepsSize ? height : 0)]
        case .link(let address, let children):
            return dialect == .aozora ? nodes(children) : [.link(address, nodes(children))]
        case .pageReference: return []
        case .raw: return []
        }
    }

    private func leaf(_ kind: InlineKind, _ text: String, _ value: TestNode) -> [TestNode] {
        switch (kind, dialect) {
        case (.note, _): dialect == .aozora ? [value] : []
        case (_, .html), (_, .aozora), (_, .vfm): [value]
        case (.gaiji, _): [.text("〓")]
        default: [.text("（" + text + "）")]
        }
    }

    private func ruby(
        _ base: [TestNode], _ over: String?, _ under: String?, _ parts: [(base: String, reading: String)], _ isMono: Bool
    ) -> [TestNode] {
        let keepsUnder = [.html, .aozora, .latex].contains(dialect)
        let text = base.map(\.plain).joined()
        guard over != nil || under != nil && keepsUnder else { return [.text(text)] }
        let isPerCharacter = parts.allSatisfy { TestNode.isOneCharacter($0.base) && !$0.reading.isEmpty }
        let keepsParts: Bool =
            switch dialect {
            case .html, .typst, .latex: true
            case .denden: isPerCharacter
            default: false
            }
        // \ltjruby has no second reading.
        let losesUnder = !keepsUnder || dialect == .latex && !isPerCharacter && !parts.isEmpty
        let kept = keepsParts ? parts : []
        // The base of Markdown is plain (M114): what is around all of it goes around the ruby.
        if dialect == .denden || dialect == .vfm, base.count == 1,
            case .wrap(let kind, let detail, let number, let isUnder, let inner) = base[0],
            kind == .emphasis || kind == .style && detail != StyleName.code.rawValue
                || dialect == .vfm && [.line, .horizontal, .frame, .caption].contains(kind)
        {
            return wrap(kind, detail, number, isUnder, ruby(inner, over, under, [], isMono))
        }
        // A ruby of HTML around another has its reading under the base (M116).
        let base = dialect == .denden || dialect == .vfm ? [.text(text)] : nodes(base)
        if dialect == .html, under == nil, base.contains(where: \.holdsRuby) {
            return [.ruby(base: base, over: nil, under: over, parts: [], isMono: TestNode.isOneCharacter(text))]
        }
        return [
            .ruby(
                base: base, over: over, under: losesUnder ? nil : under, parts: kept, isMono: kept.isEmpty && TestNode.isOneCharacter(text))
        ]
    }

    private func wrap(_ kind: InlineKind, _ detail: UInt8, _ number: Int32, _ isUnder: Bool, _ children: [TestNode]) -> [TestNode] {
        let same = TestNode.wrap(kind, detail: detail, number: number, isUnder: isUnder, children)
        func style(_ name: StyleName) -> [TestNode] {
            [.wrap(.style, detail: name.rawValue, number: 0, isUnder: false, children)]
        }
        switch kind {
        case .emphasis:
            switch dialect {
            case .html, .aozora: return [same]
            case .latex: return [.wrap(kind, detail: 0, number: 0, isUnder: false, children)]
            default: return style(.em)
            }
        case .line:
            switch dialect {
            case .html, .aozora, .vfm: return [same]
            case .typst: return [.wrap(kind, detail: 0, number: 0, isUnder: false, children)]
            default: return children
            }
        case .style: return styled(StyleName.allCases[Int(detail)], same, style, children)
        case .tateChuYoko: return dialect == .typst ? children : [same]
        case .warichu:
            if [.html, .aozora, .vfm].contains(dialect) { return [same] }
            return [.text("（")] + children + [.text("）")]
        default: return [.html, .aozora, .vfm].contains(dialect) ? [same] : children
        }
    }

    private func styled(
        _ name: StyleName, _ same: TestNode, _ style: (StyleName) -> [TestNode], _ children: [TestNode]
    ) -> [TestNode] {
        if dialect == .html { return [same] }
        switch name {
        case .bold, .strong: return style(dialect == .aozora || dialect == .latex ? .bold : .strong)
        case .italic, .em: return style(dialect == .aozora || dialect == .latex ? .italic : .em)
        case .larger, .smaller: return dialect == .latex || dialect == .typst ? children : [same]
        case .underline:
            return dialect == .typst ? [.wrap(.line, detail: 0, number: 0, isUnder: false, children)] : [same]
        case .code:
            return dialect == .aozora ? children : [same]
        case .superscript, .subscript, .strike: return [same]
        }
    }

    // MARK: Blocks

    func blocks(_ blocks: [TestBlock]) -> [TestBlock] {
        let kept = blocks.flatMap(block)
        return Self.mergedBlanks(dialect == .html || dialect == .aozora ? kept : Self.joined(kept))
    }

    /// Paragraphs that share a line are one where the dialect has no such thing.
    static func joined(_ blocks: [TestBlock]) -> [TestBlock] {
        var result: [TestBlock] = []
        for block in blocks {
            if case .paragraph(let right, _, _, true) = block, case .paragraph(let left, let indent, let end, _)? = result.last {
                result[result.count - 1] = .paragraph(merged(left + right), indent: indent, end: end, isJoined: false)
            } else if case .paragraph(let nodes, let indent, let end, true) = block {
                result.append(.paragraph(nodes, indent: indent, end: end, isJoined: false))
            } else {
                result.append(block)
            }
        }
        return result
    }

    /// Neighbouring empty lines are one block.
    static func mergedBlanks(_ blocks: [TestBlock]) -> [TestBlock] {
        var result: [TestBlock] = []
        for block in blocks {
            if case .blank(let n) = block, case .blank(let m)? = result.last {
                result[result.count - 1] = .blank(n + m)
            } else {
                result.append(block)
            }
        }
        return result
    }

    private var keepsBlanks: Bool { dialect == .html || dialect == .aozora }

    private func block(_ value: TestBlock) -> [TestBlock] {
        switch value {
        case .paragraph(let children, let indent, let end, let isJoined): return paragraph(children, indent, end, isJoined)
        case .heading(let level, let children, let indent): return heading(level, nodes(children), indent)
        case .blank: return keepsBlanks ? [value] : []
        case .mark(let kind): return mark(kind)
        case .block(let kind, let n, let m, let children): return group(kind, n, m, blocks(children))
        case .single(let kind, let node): return nodes([node]).map { .single(kind, $0) }
        }
    }

    private func heading(_ level: Int32, _ children: [TestNode], _ indent: Int32?) -> [TestBlock] {
        let kept = dialect == .html || dialect == .aozora ? indent : nil
        guard dialect == .denden || dialect == .vfm else { return [.heading(level, children, indent: kept)] }
        // White space at the ends of a heading is no text of Markdown.
        var children = children
        if case .text(let text)? = children.first { children[0] = .text(String(text.drop { $0 == " " })) }
        return [.heading(level, Self.merged(children), indent: nil)]
    }

    private func paragraph(_ children: [TestNode], _ indent: Int32?, _ end: Int32?, _ isJoined: Bool) -> [TestBlock] {
        var kept = nodes(children)
        if dialect == .aozora {
            return [
                kept.count == 1 && kept[0].isImage
                    ? .single(.image, kept[0]) : .paragraph(kept, indent: indent, end: end, isJoined: isJoined)
            ]
        }
        if dialect != .html, let indent { kept = Self.merged([.text(String(repeating: "\u{3000}", count: Int(indent)))] + kept) }
        if dialect == .denden || dialect == .vfm,
            kept.allSatisfy({ if case .text(let text) = $0 { text.allSatisfy { $0 == " " } } else { false } })
        {
            return []
        }
        if kept.count == 1, kept[0].isImage { return wrapEnd([.single(.image, kept[0])], end) }
        let keepsForm = dialect == .html
        return wrapEnd([.paragraph(kept, indent: keepsForm ? indent : nil, end: keepsForm ? end : nil, isJoined: isJoined)], end)
    }

    /// vfm says alignment by a block.
    private func wrapEnd(_ blocks: [TestBlock], _ end: Int32?) -> [TestBlock] {
        guard dialect == .vfm, let end, !blocks.contains(where: \.isJoined) else { return blocks }
        return [.block(.end, n: end, m: 0, blocks)]
    }

    private func mark(_ kind: Block.Kind) -> [TestBlock] {
        switch (kind, dialect) {
        case (.rule, .aozora), (.centerPage, .denden), (.centerPage, .latex), (.centerPage, .typst): []
        case (.leafBreak, .denden), (.spreadBreak, .denden), (.columnBreak, .denden), (.spreadBreak, .latex), (.columnBreak, .latex),
            (.leafBreak, .typst), (.spreadBreak, .typst):
            [.mark(.pageBreak)]
        default: [.mark(kind)]
        }
    }

    private func group(_ kind: BlockKind, _ n: Int32, _ m: Int32, _ children: [TestBlock]) -> [TestBlock] {
        // A quotation of Markdown is its lines: without them there is none.
        let isQuote = kind == .quote || dialect == .denden && (kind == .indent || kind == .hang)
        if children.isEmpty, isQuote, dialect == .denden || dialect == .vfm { return [] }
        switch dialect {
        case .html, .vfm: return [.block(kind, n: n, m: m, children)]
        case .aozora: return kind == .quote ? children : [.block(kind, n: n, m: m, children)]
        case .denden: return [.indent, .hang, .quote].contains(kind) ? [.block(.quote, n: 0, m: 0, children)] : children
        case .typst:
            if kind == .quote { return [.block(.quote, n: 0, m: 0, children)] }
            return kind == .indent || kind == .hang ? [.block(.indent, n: kind == .hang ? m : n, m: 0, children)] : children
        default: return kind == .quote ? [.block(.quote, n: 0, m: 0, children)] : children
        }
    }
}

extension TestBlock {
    var isJoined: Bool { if case .paragraph(_, _, _, true) = self { true } else { false } }
}

extension TestNode {
    var holdsRuby: Bool {
        switch self {
        case .ruby: true
        case .wrap(_, _, _, _, let children), .link(_, let children): children.contains(where: \.holdsRuby)
        default: false
        }
    }

    var isImage: Bool { if case .image = self { true } else { false } }
}
