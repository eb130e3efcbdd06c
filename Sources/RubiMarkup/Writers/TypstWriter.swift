/// Writes Typst for the package rubby: a fragment, or a whole document (M135a).
struct TypstWriter: DialectWriter, InlineVisitor {
    private let output: ConversionOutput
    private let options: ConvertOptions
    private var blocks: [BlockKind] = []
    private var hasBlocks = false
    private var run = CharacterRun()
    private var closings: [StaticString] = []
    /// Characters written when the line began.
    private var lineStart = 0

    init(_ output: ConversionOutput, _ options: ConvertOptions) {
        self.output = output
        self.options = options
    }

    // MARK: The document

    mutating func begin(_ meta: DocumentMeta) {
        if options.isStandalone {
            output.append("#import \"@preview/rubby:0.10.2\": get-ruby\n")
            output.append(string: "#let \(options.typstRuby) = get-ruby()\n")
            output.append("#set document(title: \"")
            writeString(meta.title ?? "")
            output.append("\", author: \"")
            writeString(meta.author ?? "")
            output.append("\")\n#set text(lang: \"ja\")\n")
            hasBlocks = true
        }
        for line in meta.headerLines { writeLine(line) }
        if !meta.legend.isEmpty { output.lose(.legend, at: 0) }
    }

    private mutating func writeLine(_ line: String) {
        beginBlock()
        run.removeAll()
        for scalar in line.unicodeScalars { run.append(scalar.value, at: 0) }
        writeRun()
        output.endLine()
    }

    private func writeString(_ text: String) {
        for scalar in text.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { output.append("\\") }
            output.append(scalar.value, at: 0)
        }
    }

    mutating func finish(_ meta: DocumentMeta) {
        output.endLineIfBegun()
        for line in meta.colophon where !line.isEmpty { writeLine(line) }
    }

    // MARK: Blocks

    private mutating func beginBlock() {
        output.endLineIfBegun()
        if hasBlocks { output.endLine() }
        hasBlocks = true
        lineStart = output.count
    }

    mutating func write(_ block: Block) {
        switch block.kind {
        case .paragraph, .image, .note: writeParagraph(block)
        case .heading:
            beginBlock()
            output.append(block.n <= 1 ? "= " : block.n == 2 ? "== " : "=== ")
            walk(block.inline)
            output.endLine()
        case .blank, .centerPage: break
        case .pageBreak, .leafBreak, .spreadBreak: writeMarkup("#pagebreak()")
        case .columnBreak: writeMarkup("#colbreak()")
        case .rule: writeMarkup("#line(length: 100%)")
        case .open: openBlock(block)
        case .close:
            guard let kind = blocks.popLast(), Self.isPadded(kind) else { return }
            output.endLineIfBegun()
            output.append("]\n")
        case .raw:
            beginBlock()
            walk(block.inline)
        }
    }

    private static func isPadded(_ kind: BlockKind) -> Bool { kind == .indent || kind == .hang || kind == .quote }

    private mutating func writeMarkup(_ markup: StaticString) {
        beginBlock()
        output.append(markup)
        output.endLine()
    }

    private mutating func openBlock(_ block: Block) {
        blocks.append(block.blockKind)
        guard Self.isPadded(block.blockKind) else { return }
        beginBlock()
        if block.blockKind == .quote {
            output.append("#quote(block: true)[")
        } else {
            output.append(string: "#pad(left: \(block.blockKind == .hang ? block.m : block.n)em)[")
        }
        output.endLine()
        hasBlocks = false
    }

    private mutating func writeParagraph(_ block: Block) {
        guard block.inline.nodes[0].firstChild >= 0 else { return }
        if block.joined {
            output.append("#h(1fr)")
        } else {
            beginBlock()
            for _ in 0..<min(block.indent ?? 0, 100) { output.append("\u{3000}") }
            if block.alignsToEnd { output.append("#h(1fr)") }
        }
        walk(block.inline)
        if block.alignsToEnd, let offset = block.offset { output.append(string: "#h(\(offset)em)") }
    }

    // MARK: Nodes

    mutating func enter(_ node: Int32, _ tree: InlineTree) -> Bool {
        let value = tree.nodes[Int(node)]
        let offset = tree.sourceOffset(node)
        run.removeAll()
        switch value.kind {
        case .root: return true
        case .text:
            run.append(tree, value.text)
            writeRun()
        case .ruby: return openRuby(node, tree)
        case .emphasis: return open("#emph[", "]")
        case .line: return open("#underline[", "]")
        case .style: return openStyle(node, tree)
        case .tateChuYoko: return lose(.tateChuYoko, offset)
        case .horizontal: return lose(.horizontal, offset)
        case .frame: return lose(.frame, offset)
        case .caption: return lose(.caption, offset)
        case .warichu:
            output.lose(.warichu, at: offset)
            return open("（", "）")
        case .heading: return open("", "")
        case .kaeriten, .okurigana:
            output.append("（")
            run.append(tree, value.text)
            writeRun()
            output.append("）")
            output.lose(.kanbun, at: offset)
        case .image: writeImage(value, tree)
        case .gaiji:
            output.append("〓")
            output.lose(.gaiji, at: offset)
        case .note: writeComment(tree, value)
        case .link:
            output.append("#link(\"")
            run.append(tree, value.text)
            writeStringRun()
            return open("\")[", "]")
        case .pageReference: output.lose(.pageReference, at: offset)
        case .lineBreak:
            output.append("\\\n")
            lineStart = output.count
        case .raw:
            guard string(tree.scalars[value.text2.indices]) == "typst" else {
                output.lose(.raw, at: offset)
                return false
            }
            run.append(tree, value.text)
            output.append(run)
        }
        return false
    }

    private mutating func open(_ opening: StaticString, _ closing: StaticString) -> Bool {
        output.append(opening)
        closings.append(closing)
        return true
    }

    private mutating func lose(_ kind: LostKind, _ offset: Int) -> Bool {
        output.lose(kind, at: offset)
        closings.append("")
        return true
    }

    private mutating func openStyle(_ node: Int32, _ tree: InlineTree) -> Bool {
        let value = tree.nodes[Int(node)]
        switch StyleName(rawValue: value.detail) {
        case .bold, .strong: return isFirm(node, tree) ? open("*", "*") : open("#strong[", "]")
        case .italic, .em: return isFirm(node, tree) ? open("_", "_") : open("#emph[", "]")
        case .underline: return open("#underline[", "]")
        case .strike: return open("#strike[", "]")
        case .superscript: return open("#super[", "]")
        case .subscript: return open("#sub[", "]")
        case .code: return openCode(node, tree)
        case .larger, .smaller, nil: return lose(.style, tree.sourceOffset(node))
        }
    }

    /// Whether `*` or `_` around a node is sure to be read so: it holds text and ruby, no white space at its ends, and no word continues there.
    private func isFirm(_ node: Int32, _ tree: InlineTree) -> Bool {
        let value = tree.nodes[Int(node)]
        var child = value.firstChild
        guard child >= 0, !Self.isWord(output.last), output.last != scalar("*"), output.last != scalar("_") else { return false }
        while child >= 0 {
            let kind = tree.nodes[Int(child)].kind
            guard kind == .text || kind == .ruby else { return false }
            child = tree.nodes[Int(child)].next
        }
        let (first, last) = (tree.nodes[Int(value.firstChild)], tree.nodes[Int(value.lastChild)])
        if first.kind == .text, isBlank(tree.scalars[Int(first.text.lower)]) { return false }
        if last.kind == .text, isBlank(tree.scalars[Int(last.text.upper) - 1]) { return false }
        guard value.next >= 0 else { return true }
        let next = tree.nodes[Int(value.next)]
        return next.kind == .text ? !Self.isWord(tree.scalars[Int(next.text.lower)]) : next.kind == .ruby || next.kind == .lineBreak
    }

    private static func isWord(_ character: UInt32) -> Bool { isASCIILetter(character) || isASCIIDigit(character) }

    /// Code between backticks; where one stands in it or before it, as a call of `raw`.
    private mutating func openCode(_ node: Int32, _ tree: InlineTree) -> Bool {
        tree.projection(of: node, into: &run)
        guard tree.isPlain(node), !run.isEmpty else { return lose(.style, tree.sourceOffset(node)) }
        if run.scalars.contains(scalar("`")) || output.last == scalar("`") {
            output.append("#raw(\"")
            writeStringRun()
            output.append("\")")
            return false
        }
        output.append("`")
        output.append(run)
        output.append("`")
        return false
    }

    mutating func leave(_ node: Int32, _ tree: InlineTree) {
        let value = tree.nodes[Int(node)]
        if value.kind == .ruby { return closeRuby(value) }
        if let closing = closings.popLast() { output.append(closing) }
    }

    /// A comment goes to the line's end; the next line goes on with the paragraph.
    private mutating func writeComment(_ tree: InlineTree, _ value: InlineNode) {
        output.append("/* ")
        run.append(tree, value.text)
        for index in run.scalars.indices {
            if run.scalars[index] == scalar("/"), output.last == scalar("*") { output.append(" ") }
            output.append(run.scalars[index], at: run.offsets[index])
        }
        output.append(" */")
    }

    private mutating func writeImage(_ value: InlineNode, _ tree: InlineTree) {
        output.append("#image(\"")
        run.append(tree, value.text)
        writeStringRun()
        output.append("\"")
        if !value.text2.isEmpty {
            output.append(", alt: \"")
            run.removeAll()
            run.append(tree, value.text2)
            writeStringRun()
            output.append("\"")
        }
        output.append(")")
    }

    private func writeStringRun() {
        for index in run.scalars.indices {
            if run.scalars[index] == scalar("\"") || run.scalars[index] == scalar("\\") { output.append("\\") }
            output.append(run.scalars[index], at: run.offsets[index])
        }
    }

    /// Writes text with what Typst reads made literal.
    private func writeRun(isRuby: Bool = false) {
        for index in run.scalars.indices {
            let character = run.scalars[index]
            switch character {
            case scalar("\\"), scalar("*"), scalar("_"), scalar("`"), scalar("#"), scalar("["), scalar("]"), scalar("$"), scalar("<"),
                scalar(">"), scalar("@"), scalar("~"), scalar("|"):
                output.append("\\")
            case scalar("/"): if output.last != scalar(":") { output.append("\\") }
            case scalar("="), scalar("-"), scalar("+"): if output.count == lineStart { output.append("\\") }
            case 0xA0:
                output.append("~")
                continue
            default: break
            }
            let isSpace = character == 0x20 || character == 0x09
            let isFirm = index > 0 && index + 1 < run.scalars.count && run.scalars[index - 1] > 0x20 && run.scalars[index + 1] > 0x20
            if isSpace, !isFirm, !isRuby { output.append("#\" \"") } else { output.append(character, at: run.offsets[index]) }
        }
    }

    // MARK: Ruby

    /// The reading stands first.
    private mutating func openRuby(_ node: Int32, _ tree: InlineTree) -> Bool {
        let value = tree.nodes[Int(node)]
        if value.hasUnder { output.lose(.underReading, at: tree.sourceOffset(node)) }
        guard value.hasReading else { return true }
        output.append(string: "#\(options.typstRuby)[")
        let isDivided = !value.parts.isEmpty && tree.isPlain(node)
        if isDivided { writeParts(value, tree) { $0.reading } } else { writePiece(tree, value.text) }
        output.append("][")
        guard isDivided else { return true }
        writeParts(value, tree) { $0.base }
        closeRuby(value)
        return false
    }

    private mutating func writeParts(_ value: InlineNode, _ tree: InlineTree, _ range: (RubyPart) -> ScalarRange) {
        for (index, part) in tree.parts[value.parts.indices].enumerated() {
            if index > 0 { output.append("|") }
            writePiece(tree, range(part))
        }
    }

    private mutating func writePiece(_ tree: InlineTree, _ range: ScalarRange) {
        run.removeAll()
        run.append(tree, range)
        writeRun(isRuby: true)
    }

    private func closeRuby(_ value: InlineNode) { if value.hasReading { output.append("]") } }
}
