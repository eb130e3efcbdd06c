import RubiText

/// Writes the Aozora notation: `b《r》`, with a bar where the base would not be found without (M131), and annotations for the rest.
struct AozoraWriter: DialectWriter, InlineVisitor {
    let output: ConversionOutput
    let options: ConvertOptions
    var literals: AozoraLiterals
    private var blocks: [OpenBlock] = []
    /// Nodes around the place in hand, and whether their annotation comes after what they hold.
    private var open: [(node: Int32, isForward: Bool)] = []
    private var warichuDepth = 0
    private var run = CharacterRun()
    private var target = CharacterRun()

    private struct OpenBlock {
        var kind: BlockKind
        var n: Int32
        var m: Int32
        var isIndent: Bool { kind == .indent || kind == .hang }
    }

    init(_ output: ConversionOutput, _ options: ConvertOptions) {
        self.output = output
        self.options = options
        literals = AozoraLiterals(output)
    }

    // MARK: Blocks

    mutating func begin(_ meta: DocumentMeta) {
        for line in meta.headerLines {
            output.append(string: line)
            output.endLine()
        }
        if !meta.headerLines.isEmpty { output.endLine() }
    }

    mutating func finish(_ meta: DocumentMeta) {
        output.endLineIfBegun()
        if !meta.colophon.isEmpty { output.endLine() }
        for line in meta.colophon {
            output.append(string: line)
            output.endLine()
        }
    }

    mutating func write(_ block: Block) {
        if !block.joined { output.endLineIfBegun() }
        switch block.kind {
        case .paragraph, .image, .note: writeParagraph(block)
        case .heading: writeHeading(block)
        case .blank: for _ in 0..<block.n { output.endLine() }
        case .pageBreak: line("改ページ")
        case .leafBreak: line("改丁")
        case .spreadBreak: line("改見開き")
        case .columnBreak: line("改段")
        case .centerPage: line("ページの左右中央")
        case .open: openBlock(block)
        case .close: closeBlock()
        case .rule: output.lose(.rule, at: block.source.lowerBound)
        case .raw: output.lose(.raw, at: block.source.lowerBound)
        }
    }

    private func annotate(_ body: String) { output.append(string: "［＃" + body + "］") }

    private func line(_ body: String) {
        annotate(body)
        output.endLine()
    }

    private mutating func writeParagraph(_ block: Block) {
        begin(block)
        if block.alignsToEnd {
            annotate(block.offset.map { "地から" + AozoraNames.number($0) + "字上げ" } ?? "地付き")
            literals.boundary()
        }
        walk(block.inline)
    }

    private mutating func begin(_ block: Block) {
        if !block.joined { literals.beginLine(block.inline) }
        if let indent = block.indent {
            annotate(AozoraNames.number(indent) + "字下げ")
            literals.boundary()
        }
    }

    private mutating func writeHeading(_ block: Block) {
        begin(block)
        let name = AozoraNames.headings[Int(min(max(block.n, 1), 3)) - 1]
        let isForward = AozoraNames.canBeTarget(0, block.inline, &target, literals)
        let title = string(target.scalars[...])
        if !isForward {
            annotate(name)
            literals.boundary()
        }
        walk(block.inline)
        annotate(isForward ? "「" + title + "」は" + name : name + "終わり")
        literals.boundary()
    }

    private mutating func openBlock(_ block: Block) {
        let entry = OpenBlock(kind: block.blockKind, n: block.n, m: block.m)
        blocks.append(entry)
        guard let name = Self.opening(entry) else {
            output.lose(.quote, at: block.source.lowerBound)
            return
        }
        line("ここから" + name)
    }

    /// What stands after ここから; nil for what the notation lacks.
    private static func opening(_ block: OpenBlock) -> String? {
        let n = AozoraNames.number(block.n)
        switch block.kind {
        case .indent: return n + "字下げ"
        case .hang:
            return (block.n == 0 ? "改行天付き" : n + "字下げ") + "、折り返して" + AozoraNames.number(block.m) + "字下げ"
        case .end: return block.n == 0 ? "地付き" : "地から" + n + "字上げ"
        case .measure: return n + "字詰め"
        case .columns: return n + "段組み"
        case .larger: return n + "段階大きな文字"
        case .smaller: return n + "段階小さな文字"
        case .frame, .horizontal, .bold, .italic, .caption, .gothic: return AozoraNames.blocks[block.kind]
        case .quote, .warichu, .heading: return nil
        }
    }

    private mutating func closeBlock() {
        guard let block = blocks.popLast(), Self.opening(block) != nil else { return }
        let name: String =
            switch block.kind {
            case .indent, .hang: "字下げ"
            case .end: block.n == 0 ? "地付き" : "字上げ"
            case .measure: "字詰め"
            case .columns: "段組み"
            case .larger: "大きな文字"
            case .smaller: "小さな文字"
            default: AozoraNames.blocks[block.kind] ?? ""
            }
        line("ここで" + name + "終わり")
        // An indent within another has replaced it (M61).
        if block.isIndent, let outer = blocks.last(where: \.isIndent), let opening = Self.opening(outer) { line("ここから" + opening) }
    }

    // MARK: Nodes

    mutating func enter(_ node: Int32, _ tree: InlineTree) -> Bool {
        let value = tree.nodes[Int(node)]
        let offset = tree.sourceOffset(node)
        switch value.kind {
        case .root: return true
        case .text:
            run.removeAll()
            run.append(tree, value.text)
            literals.write(run)
        case .ruby: writeRuby(node, tree)
        case .emphasis, .line, .style, .tateChuYoko, .horizontal, .frame, .caption, .heading, .warichu: return openNode(node, tree)
        case .kaeriten: writeAnnotation("［＃", tree, value.text, "］")
        case .okurigana: writeAnnotation("［＃（", tree, value.text, "）］")
        case .image: writeImage(node, tree)
        case .gaiji:
            writeAnnotation("※［＃", tree, value.text, "］")
            literals.setKanji()
        case .note:
            output.append("［＃")
            appendRaw(tree, value.text)
            output.append("］")
        case .link:
            output.lose(.link, at: offset)
            return true
        case .pageReference: output.lose(.pageReference, at: offset)
        case .lineBreak: breakLine(tree)
        case .raw: output.lose(.raw, at: offset)
        }
        return false
    }

    private mutating func writeAnnotation(_ opening: StaticString, _ tree: InlineTree, _ range: ScalarRange, _ closing: StaticString) {
        output.append(opening)
        appendRaw(tree, range)
        output.append(closing)
        literals.boundary()
    }

    private mutating func appendRaw(_ tree: InlineTree, _ range: ScalarRange) {
        run.removeAll()
        run.append(tree, range)
        output.append(run)
    }

    private mutating func writeImage(_ node: Int32, _ tree: InlineTree) {
        let value = tree.nodes[Int(node)]
        // Without a dot the annotation would not be known for a picture's (M73).
        guard tree.scalars[value.text.indices].contains(scalar(".")) else {
            output.lose(.image, at: tree.sourceOffset(node))
            return
        }
        output.append("［＃")
        if value.text2.isEmpty { output.append("図") } else { appendRaw(tree, value.text2) }
        output.append("（")
        appendRaw(tree, value.text)
        if value.number > 0, value.number2 > 0 { output.append(string: "、横\(value.number)×縦\(value.number2)") }
        output.append("）入る］")
        literals.boundary()
    }

    /// A node around others: its annotation follows what it holds if that can be named, or stands on both sides.
    private mutating func openNode(_ node: Int32, _ tree: InlineTree) -> Bool {
        let value = tree.nodes[Int(node)]
        guard let name = AozoraNames.name(value) else {
            output.lose(.style, at: tree.sourceOffset(node))
            open.append((node, true))
            return true
        }
        let isForward = value.kind != .warichu && AozoraNames.canBeTarget(node, tree, &target, literals)
        open.append((node, isForward))
        if value.kind == .warichu { warichuDepth += 1 }
        if !isForward {
            annotate(AozoraNames.side(value) + name.opening)
            literals.boundary()
        }
        return true
    }

    mutating func leave(_ node: Int32, _ tree: InlineTree) {
        let value = tree.nodes[Int(node)]
        guard let last = open.last, last.node == node else { return }
        open.removeLast()
        if value.kind == .warichu { warichuDepth -= 1 }
        guard let name = AozoraNames.name(value) else { return }
        if last.isForward {
            target.removeAll()
            tree.projection(of: node, into: &target)
            let particle = value.side == .under ? "の左に" : name.particle
            annotate("「" + string(target.scalars[...]) + "」" + particle + name.opening)
        } else {
            annotate(AozoraNames.side(value) + name.closing + "終わり")
        }
        literals.boundary()
    }

    /// A line end within a paragraph: 改行 in warichu (M68); else the paragraph goes on in a new line, and so do the ranges that are open.
    private mutating func breakLine(_ tree: InlineTree) {
        if warichuDepth > 0 {
            annotate("改行")
            literals.boundary()
            return
        }
        let ranges = open.filter { !$0.isForward }.compactMap { entry in
            AozoraNames.name(tree.nodes[Int(entry.node)]).map { (AozoraNames.side(tree.nodes[Int(entry.node)]), $0) }
        }
        for (side, name) in ranges.reversed() { annotate(side + name.closing + "終わり") }
        output.endLine()
        literals.continueLine()
        for (side, name) in ranges { annotate(side + name.opening) }
        if !ranges.isEmpty { literals.boundary() }
    }

    // MARK: Ruby

    private mutating func writeRuby(_ node: Int32, _ tree: InlineTree) {
        let value = tree.nodes[Int(node)]
        let offset = tree.sourceOffset(node)
        if !value.parts.isEmpty {
            if options.splitsJukugo, tree.isPlain(node), !value.hasUnder { return writeParts(value, tree) }
            output.lose(.dividedRuby, at: offset)
        }
        target.removeAll()
        tree.projection(of: node, into: &target)
        let base = target
        var under = CharacterRun()
        if value.hasUnder { under.append(tree, value.text2) }
        let canName = AozoraNames.isTarget(base, literals) && AozoraNames.isTarget(under, literals)
        let hasUnder = value.hasUnder && !base.isEmpty
        if hasUnder && !canName {
            annotate("左にルビ付き")
            literals.boundary()
        }
        writeBase(node, tree, base, hasReading: value.hasReading)
        if value.hasReading {
            output.append("《")
            run.removeAll()
            run.append(tree, value.text)
            literals.writeReading(run)
            output.append("》")
            literals.boundary()
        }
        guard hasUnder else { return }
        let reading = string(under.scalars[...])
        annotate(canName ? "「" + string(base.scalars[...]) + "」の左に「" + reading + "」のルビ" : "左に「" + reading + "」のルビ付き終わり")
        literals.boundary()
    }

    /// One ruby a part (M132).
    private mutating func writeParts(_ value: InlineNode, _ tree: InlineTree) {
        for part in tree.parts[value.parts.indices] {
            var base = CharacterRun()
            base.append(tree, part.base)
            run.removeAll()
            run.append(tree, part.reading)
            if !run.isEmpty, !literals.findsBase(base) { output.append("｜") }
            literals.write(base, isBase: true)
            guard !run.isEmpty else { continue }
            output.append("《")
            literals.writeReading(run)
            output.append("》")
            literals.boundary()
        }
    }

    /// What may stand in a base besides text.
    private static let baseKinds: Set<InlineKind> = [
        .text, .emphasis, .line, .style, .tateChuYoko, .horizontal, .frame, .caption, .gaiji, .image, .kaeriten, .okurigana, .ruby,
    ]

    private mutating func writeBase(_ node: Int32, _ tree: InlineTree, _ base: CharacterRun, hasReading: Bool) {
        if tree.isPlain(node) {
            if hasReading, !literals.findsBase(base) { output.append("｜") }
            return literals.write(base, isBase: true)
        }
        // Brackets within a base would end it; a reading under the line is an annotation.
        guard tree.holdsOnly(Self.baseKinds, below: node), !tree.holdsReading(below: node) else {
            output.lose(.ruby, at: tree.sourceOffset(node))
            output.append("｜")
            return literals.write(base, isBase: true)
        }
        // A node that an annotation makes is found as a base by itself (M32).
        let first = tree.nodes[Int(node)].firstChild
        let isOneNode = tree.nodes[Int(first)].next < 0 && tree.nodes[Int(first)].kind != .gaiji
        if !isOneNode { output.append("｜") }
        literals.boundary()
        walk(tree, below: node)
    }
}
