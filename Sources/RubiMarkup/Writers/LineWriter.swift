/// How a dialect in which a line is a paragraph spells what can stand in one.
protocol LineSpelling {
    mutating func beginLine()
    /// Markup was written by others.
    mutating func boundary()
    /// Writes text, with what would be markup made literal.
    mutating func text(_ run: CharacterRun, _ output: ConversionOutput)
    /// Writes ruby; false, and nothing, where it cannot be spelled.
    mutating func ruby(_ base: CharacterRun, _ reading: CharacterRun, _ output: ConversionOutput) -> Bool
    /// Writes emphasis; false where it cannot be spelled.
    mutating func emphasis(_ text: CharacterRun, _ output: ConversionOutput) -> Bool
    /// Markup before and after what a node holds; nil where there is none.
    func style(_ node: InlineNode) -> (open: StaticString, close: StaticString)?
    /// Writes a link's or a heading's beginning or end, a picture, a page reference; false where it cannot be spelled.
    mutating func link(_ address: CharacterRun, isEnd: Bool, _ output: ConversionOutput) -> Bool
    mutating func image(_ address: CharacterRun, _ output: ConversionOutput) -> Bool
    mutating func pageReference(_ page: Int32, _ output: ConversionOutput) -> Bool
    mutating func heading(isEnd: Bool, _ output: ConversionOutput)
    /// Writes a page break, at the start of a line.
    mutating func pageBreak(_ output: ConversionOutput)
    /// Whether readings are said at all.
    var hasRuby: Bool { get }
    /// Whether headings are more than lines of text.
    var marksHeadings: Bool { get }
}

extension LineSpelling {
    var hasRuby: Bool { true }
    var marksHeadings: Bool { false }
    mutating func beginLine() {}
    mutating func boundary() {}
    func style(_ node: InlineNode) -> (open: StaticString, close: StaticString)? { nil }
    mutating func link(_ address: CharacterRun, isEnd: Bool, _ output: ConversionOutput) -> Bool { false }
    mutating func image(_ address: CharacterRun, _ output: ConversionOutput) -> Bool { false }
    mutating func pageReference(_ page: Int32, _ output: ConversionOutput) -> Bool { false }
    mutating func heading(isEnd: Bool, _ output: ConversionOutput) {}
    /// Two empty lines.
    mutating func pageBreak(_ output: ConversionOutput) {
        output.endLine()
        output.endLine()
    }
}

/// Writes dialects in which a line is a paragraph, and whose markup is ruby and little else.
struct LineWriter<Spelling: LineSpelling>: DialectWriter, InlineVisitor {
    private var spelling: Spelling
    private let output: ConversionOutput
    private let options: ConvertOptions
    /// Indents of the blocks that are open: of the first line of a paragraph.
    private var indents: [Int32] = []
    private var run = CharacterRun()
    private var base = CharacterRun()
    private var hasBlocks = false
    private var warichuDepth = 0

    init(_ spelling: Spelling, _ output: ConversionOutput, _ options: ConvertOptions) {
        self.spelling = spelling
        self.output = output
        self.options = options
    }

    // MARK: Blocks

    mutating func begin(_ meta: DocumentMeta) {
        let lines = meta.headerLines
        for line in lines { writeLine(line) }
        if !lines.isEmpty { output.endLine() }
        hasBlocks = !lines.isEmpty
        if !meta.legend.isEmpty { output.lose(.legend, at: 0) }
    }

    mutating func finish(_ meta: DocumentMeta) {
        output.endLineIfBegun()
        if !meta.colophon.isEmpty, hasBlocks { output.endLine() }
        for line in meta.colophon { writeLine(line) }
    }

    private mutating func writeLine(_ line: String) {
        spelling.beginLine()
        run.removeAll()
        for scalar in line.unicodeScalars { run.append(scalar.value, at: 0) }
        spelling.text(run, output)
        output.endLine()
    }

    mutating func write(_ block: Block) {
        if !block.joined { output.endLineIfBegun() }
        hasBlocks = true
        let offset = block.source.lowerBound
        switch block.kind {
        case .paragraph:
            writeParagraph(block)
        case .heading:
            spelling.beginLine()
            spelling.heading(isEnd: false, output)
            writeInline(block, isIndented: !spelling.marksHeadings)
            spelling.heading(isEnd: true, output)
        case .blank: for _ in 0..<block.n { output.endLine() }
        case .pageBreak, .leafBreak, .spreadBreak: spelling.pageBreak(output)
        case .columnBreak, .centerPage: break
        case .open: indents.append(block.blockKind == .indent || block.blockKind == .hang ? block.n : block.blockKind == .quote ? 1 : 0)
        case .close: _ = indents.popLast()
        case .image: writeParagraph(block)
        case .rule: output.lose(.rule, at: offset)
        case .raw: output.lose(.raw, at: offset)
        case .note: output.lose(.note, at: offset)
        }
    }

    private mutating func writeParagraph(_ block: Block) {
        if !block.joined { spelling.beginLine() }
        writeInline(block)
    }

    /// Writes what the block holds, after its indent; nothing if it holds nothing that can be said.
    private mutating func writeInline(_ block: Block, isIndented: Bool = true) {
        if isIndented, !block.joined, block.inline.showsText {
            for _ in 0..<min(Self.widestIndent, indents.reduce(0, +) + (block.indent ?? 0)) { output.append("\u{3000}") }
        }
        walk(block.inline)
    }

    /// An indent is written as so many spaces at most.
    private static var widestIndent: Int32 { 100 }

    // MARK: Nodes

    mutating func enter(_ node: Int32, _ tree: InlineTree) -> Bool {
        let value = tree.nodes[Int(node)]
        let offset = tree.sourceOffset(node)
        switch value.kind {
        case .root, .heading: return true
        case .text: writeText(tree, value.text)
        case .ruby: writeRuby(node, tree)
        case .emphasis:
            base.removeAll()
            tree.projection(of: node, into: &base)
            if tree.isPlain(node), !base.isEmpty, spelling.emphasis(base, output) { return false }
            output.lose(.emphasis, at: offset)
            return true
        case .line, .style:
            guard let markup = spelling.style(value) else {
                output.lose(value.kind == .line ? .sideLine : .style, at: offset)
                return true
            }
            output.append(markup.open)
            spelling.boundary()
            return true
        case .tateChuYoko: return lose(.tateChuYoko, offset)
        case .horizontal: return lose(.horizontal, offset)
        case .frame: return lose(.frame, offset)
        case .caption: return lose(.caption, offset)
        case .warichu:
            writeMarks("（")
            warichuDepth += 1
            return lose(.warichu, offset)
        case .kaeriten, .okurigana:
            writeMarks("（")
            writeText(tree, value.text)
            writeMarks("）")
            output.lose(.kanbun, at: offset)
        case .image:
            run.removeAll()
            run.append(tree, value.text)
            if !spelling.image(run, output) { output.lose(.image, at: offset) }
        case .gaiji:
            output.append("〓")
            output.lose(.gaiji, at: offset)
        case .note: output.lose(.note, at: offset)
        case .link:
            run.removeAll()
            run.append(tree, value.text)
            if !spelling.link(run, isEnd: false, output) { output.lose(.link, at: offset) }
            return true
        case .pageReference: if !spelling.pageReference(value.number, output) { output.lose(.pageReference, at: offset) }
        case .lineBreak:
            // The line end of warichu is within a line of the text.
            if warichuDepth > 0 {
                writeMarks("\u{3000}")
            } else {
                output.endLine()
                spelling.beginLine()
            }
        case .raw: output.lose(.raw, at: offset)
        }
        return false
    }

    private func lose(_ kind: LostKind, _ offset: Int) -> Bool {
        output.lose(kind, at: offset)
        return true
    }

    mutating func leave(_ node: Int32, _ tree: InlineTree) {
        let value = tree.nodes[Int(node)]
        switch value.kind {
        case .line, .style:
            guard let markup = spelling.style(value) else { return }
            output.append(markup.close)
            spelling.boundary()
        case .warichu:
            warichuDepth -= 1
            writeMarks("）")
        case .link:
            run.removeAll()
            run.append(tree, value.text)
            _ = spelling.link(run, isEnd: true, output)
        default: break
        }
    }

    /// Writes a character as text.
    private mutating func writeMarks(_ mark: Unicode.Scalar) {
        run.removeAll()
        run.append(mark.value, at: 0)
        spelling.text(run, output)
    }

    private mutating func writeText(_ tree: InlineTree, _ range: ScalarRange) {
        run.removeAll()
        run.append(tree, range)
        spelling.text(run, output)
    }

    private mutating func writeRuby(_ node: Int32, _ tree: InlineTree) {
        let value = tree.nodes[Int(node)]
        let offset = tree.sourceOffset(node)
        noteLosses(below: node, tree)
        if value.hasUnder { output.lose(.underReading, at: offset) }
        if !value.parts.isEmpty, options.splitsJukugo, spelling.hasRuby {
            for part in tree.parts[value.parts.indices] { writeRuby(tree, part.base, part.reading, offset) }
            return
        }
        if !value.parts.isEmpty { output.lose(.dividedRuby, at: offset) }
        base.removeAll()
        tree.projection(of: node, into: &base)
        run.removeAll()
        run.append(tree, value.text)
        writeRuby(value.hasReading, offset)
    }

    private mutating func writeRuby(_ tree: InlineTree, _ base: ScalarRange, _ reading: ScalarRange, _ offset: Int) {
        self.base.removeAll()
        self.base.append(tree, base)
        run.removeAll()
        run.append(tree, reading)
        writeRuby(true, offset)
    }

    /// Writes `run` as the reading of `base`.
    private mutating func writeRuby(_ hasReading: Bool, _ offset: Int) {
        if hasReading, !run.isEmpty, !base.isEmpty, spelling.ruby(base, run, output) { return }
        spelling.text(base, output)
        if hasReading, !run.isEmpty { output.lose(.ruby, at: offset) }
    }

    /// What stands in a base besides text goes.
    private func noteLosses(below node: Int32, _ tree: InlineTree) {
        if tree.isPlain(node) { return }
        var finder = LossFinder(output: output)
        finder.walk(tree, below: node)
    }
}

/// Reports what stands in a base that is written as plain text.
struct LossFinder: InlineVisitor {
    let output: ConversionOutput

    mutating func enter(_ node: Int32, _ tree: InlineTree) -> Bool {
        let kind: LostKind? =
            switch tree.nodes[Int(node)].kind {
            case .root, .text, .heading, .lineBreak: nil
            case .ruby: .ruby
            case .emphasis: .emphasis
            case .line: .sideLine
            case .style: .style
            case .tateChuYoko: .tateChuYoko
            case .horizontal: .horizontal
            case .frame: .frame
            case .caption: .caption
            case .warichu: .warichu
            case .kaeriten, .okurigana: .kanbun
            case .image: .image
            case .gaiji: .gaiji
            case .note: .note
            case .link: .link
            case .pageReference: .pageReference
            case .raw: .raw
            }
        if let kind { output.lose(kind, at: tree.sourceOffset(node)) }
        return true
    }

    mutating func leave(_ node: Int32, _ tree: InlineTree) {}
}

extension DocumentMeta {
    /// The lines of a header, in the order of M86.
    var headerLines: [String] {
        [title, originalTitle, subtitle, originalSubtitle, author, editor, translator == editor ? nil : translator].compactMap { $0 }
    }
}

extension InlineTree {
    /// Whether anything in the paragraph is seen in a dialect without notes.
    var showsText: Bool {
        var node = following(0)
        while node > 0 {
            switch nodes[Int(node)].kind {
            case .text, .gaiji, .image, .pageReference, .kaeriten, .okurigana: return true
            default: node = following(node)
            }
        }
        return false
    }
}
