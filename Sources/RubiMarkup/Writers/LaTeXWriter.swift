/// Writes LaTeX for pxrubrica and bxokumacro or luatexja-ruby: a fragment, or a whole document (M135a).
struct LaTeXWriter: DialectWriter, InlineVisitor {
    private let output: ConversionOutput
    private let options: ConvertOptions
    private var blocks: [BlockKind] = []
    private var hasBlocks = false
    private var run = CharacterRun()
    private var base = CharacterRun()
    /// A wrapping command was written for the nodes that are open.
    private var closings: [StaticString] = []

    init(_ output: ConversionOutput, _ options: ConvertOptions) {
        self.output = output
        self.options = options
    }

    // MARK: The document

    mutating func begin(_ meta: DocumentMeta) {
        guard options.isStandalone else {
            for line in meta.headerLines { writeLine(line) }
            if !meta.legend.isEmpty { output.lose(.legend, at: 0) }
            return
        }
        output.append(options.isVertical ? "\\documentclass[tate,book]{jlreq}\n" : "\\documentclass{jlreq}\n")
        output.append(
            "\\usepackage{pxrubrica}\n\\usepackage{plext}\n\\usepackage{graphicx}\n\\usepackage{hyperref}\n\\usepackage[normalem]{ulem}\n")
        if let title = meta.title { writeCommand("\\title{", title) }
        let people = [meta.author, meta.editor, meta.translator == meta.editor ? nil : meta.translator].compactMap { $0 }
        if !people.isEmpty { writeCommand("\\author{", people.joined(separator: "　")) }
        output.append("\\begin{document}\n")
        if meta.title != nil { output.append("\\maketitle\n") }
        for line in [meta.originalTitle, meta.subtitle, meta.originalSubtitle].compactMap({ $0 }) { writeLine(line) }
        if !meta.legend.isEmpty { output.lose(.legend, at: 0) }
    }

    private mutating func writeCommand(_ command: StaticString, _ argument: String) {
        output.append(command)
        run.removeAll()
        for scalar in argument.unicodeScalars { run.append(scalar.value, at: 0) }
        writeRun()
        output.append("}\n")
    }

    private mutating func writeLine(_ line: String) {
        beginBlock()
        run.removeAll()
        for scalar in line.unicodeScalars { run.append(scalar.value, at: 0) }
        writeRun()
        output.endLine()
    }

    mutating func finish(_ meta: DocumentMeta) {
        output.endLineIfBegun()
        for line in meta.colophon where !line.isEmpty { writeLine(line) }
        if options.isStandalone { output.append("\\end{document}\n") }
    }

    // MARK: Blocks

    /// An empty line between paragraphs.
    private mutating func beginBlock() {
        output.endLineIfBegun()
        if hasBlocks { output.endLine() }
        hasBlocks = true
    }

    private mutating func writeLine(markup: StaticString) {
        beginBlock()
        output.append(markup)
        output.endLine()
    }

    mutating func write(_ block: Block) {
        switch block.kind {
        case .paragraph, .image, .note: writeParagraph(block)
        case .heading:
            beginBlock()
            output.append(block.n <= 1 ? "\\section{" : block.n == 2 ? "\\subsection{" : "\\subsubsection{")
            walk(block.inline)
            output.append("}\n")
        case .blank, .centerPage: break
        case .pageBreak, .spreadBreak, .columnBreak: writeLine(markup: "\\newpage")
        case .leafBreak: writeLine(markup: "\\cleardoublepage")
        case .rule: writeLine(markup: "\\noindent\\hrulefill")
        case .open: openBlock(block)
        case .close:
            guard let kind = blocks.popLast() else { return }
            if kind == .quote { writeLine(markup: "\\end{quote}") } else if Self.isIndent(kind) { writeLine(markup: "\\par\\endgroup") }
        case .raw: walkAlone(block)
        }
    }

    private mutating func walkAlone(_ block: Block) {
        beginBlock()
        walk(block.inline)
    }

    private static func isIndent(_ kind: BlockKind) -> Bool { kind == .indent || kind == .hang }

    private mutating func openBlock(_ block: Block) {
        blocks.append(block.blockKind)
        if block.blockKind == .quote { return writeLine(markup: "\\begin{quote}") }
        guard Self.isIndent(block.blockKind) else { return }
        beginBlock()
        let width = block.blockKind == .hang ? block.m : block.n
        output.append(string: "\\begingroup\\setlength{\\leftskip}{\(width)em}")
        if block.blockKind == .hang { output.append(string: "\\setlength{\\parindent}{\(block.n - block.m)em}") }
        output.endLine()
    }

    private mutating func writeParagraph(_ block: Block) {
        guard block.inline.nodes[0].firstChild >= 0 else { return }
        if block.joined {
            output.append("\\hfill ")
        } else {
            beginBlock()
            for _ in 0..<min(block.indent ?? 0, 100) { output.append("\u{3000}") }
            if block.alignsToEnd { output.append("\\hfill ") }
        }
        walk(block.inline)
        if block.alignsToEnd, let offset = block.offset { output.append(string: "\\hspace*{\(offset)em}") }
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
        case .emphasis: return open("\\kenten{")
        case .style: return openStyle(value, offset)
        case .tateChuYoko: return open("\\tatechuyoko{")
        case .line: return lose(.sideLine, offset)
        case .horizontal: return lose(.horizontal, offset)
        case .frame: return lose(.frame, offset)
        case .caption: return lose(.caption, offset)
        case .warichu:
            output.append("（")
            output.lose(.warichu, at: offset)
            closings.append("）")
            return true
        case .heading: return lose(nil, offset)
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
            output.append("\\href{")
            run.append(tree, value.text)
            writeRun()
            output.append("}{")
            closings.append("}")
            return true
        case .pageReference: output.lose(.pageReference, at: offset)
        case .lineBreak: output.append("\\\\{}\n")
        case .raw:
            guard string(tree.scalars[value.text2.indices]) == "latex" else {
                output.lose(.raw, at: offset)
                return false
            }
            run.append(tree, value.text)
            output.append(run)
        }
        return false
    }

    private mutating func open(_ command: StaticString) -> Bool {
        output.append(command)
        closings.append("}")
        return true
    }

    private mutating func lose(_ kind: LostKind?, _ offset: Int) -> Bool {
        if let kind { output.lose(kind, at: offset) }
        closings.append("")
        return true
    }

    private mutating func openStyle(_ value: InlineNode, _ offset: Int) -> Bool {
        switch StyleName(rawValue: value.detail) {
        case .bold, .strong: open("\\textbf{")
        case .italic, .em: open("\\textit{")
        case .underline: open("\\underline{")
        case .strike: open("\\sout{")
        case .superscript: open("\\textsuperscript{")
        case .subscript: open("\\textsubscript{")
        case .code: open("\\texttt{")
        case .larger, .smaller, nil: lose(.style, offset)
        }
    }

    mutating func leave(_ node: Int32, _ tree: InlineTree) {
        let value = tree.nodes[Int(node)]
        if value.kind == .ruby { return closeRuby(value, tree) }
        if let closing = closings.popLast() { output.append(closing) }
    }

    /// A comment goes to the line's end, and takes that with it.
    private mutating func writeComment(_ tree: InlineTree, _ value: InlineNode) {
        output.append("% ")
        run.append(tree, value.text)
        output.append(run)
        output.endLine()
    }

    private mutating func writeImage(_ value: InlineNode, _ tree: InlineTree) {
        output.append("\\includegraphics")
        if !value.text2.isEmpty {
            output.append("[alt={")
            run.append(tree, value.text2)
            writeRun()
            output.append("}]")
        }
        output.append("{")
        run.removeAll()
        run.append(tree, value.text)
        writeRun()
        output.append("}")
    }

    /// Writes text with what TeX reads made literal; a space at the end of a run or beside another as `\\ `, which does not vanish.
    private func writeRun(inReading: Bool = false) {
        for index in run.scalars.indices {
            let character = run.scalars[index]
            switch character {
            case scalar("%"), scalar("{"), scalar("}"), scalar("&"), scalar("#"), scalar("_"), scalar("$"):
                output.append("\\")
                output.append(character, at: run.offsets[index])
            case scalar("\\"): output.append("\\textbackslash{}")
            case scalar("~"): output.append("\\textasciitilde{}")
            case scalar("^"): output.append("\\textasciicircum{}")
            case scalar("|") where inReading: output.append("{|}")
            case 0xA0: output.append("~")
            case 0x20, 0x09:
                let isFirm = index > 0 && index + 1 < run.scalars.count && run.scalars[index - 1] > 0x20 && run.scalars[index + 1] > 0x20
                output.append(isFirm || inReading ? " " : "\\ ")
            default: output.append(character, at: run.offsets[index])
            }
        }
    }

    // MARK: Ruby

    /// Writes the command up to its base.
    private mutating func openRuby(_ node: Int32, _ tree: InlineTree) -> Bool {
        let value = tree.nodes[Int(node)]
        guard value.hasReading || value.hasUnder else { return true }
        if value.parts.isEmpty {
            output.append(value.hasReading ? value.hasUnder ? "\\truby[g]{" : "\\ruby[g]{" : "\\ruby[S]{")
            return true
        }
        let isPerCharacter = tree.parts[value.parts.indices].allSatisfy { tree.characterCount($0.base) == 1 }
        if isPerCharacter {
            output.append(value.hasUnder ? "\\truby{" : value.detail == RubyKind.mono.rawValue ? "\\ruby[m]{" : "\\ruby[j]{")
            return true
        }
        output.append("\\ltjruby{")
        if value.hasUnder { output.lose(.underReading, at: tree.sourceOffset(node)) }
        for (index, part) in tree.parts[value.parts.indices].enumerated() {
            if index > 0 { output.append("|") }
            run.removeAll()
            run.append(tree, part.base)
            writeRun(inReading: true)
        }
        closeRuby(value, tree)
        return false
    }

    private mutating func closeRuby(_ value: InlineNode, _ tree: InlineTree) {
        guard value.hasReading || value.hasUnder else { return }
        if value.hasReading {
            output.append("}{")
            writeReading(value, tree)
        }
        let isBarred = !value.parts.isEmpty && !tree.parts[value.parts.indices].allSatisfy { tree.characterCount($0.base) == 1 }
        if value.hasUnder, !isBarred {
            output.append("}{")
            run.removeAll()
            run.append(tree, value.text2)
            writeRun(inReading: true)
        }
        output.append("}")
    }

    private mutating func writeReading(_ value: InlineNode, _ tree: InlineTree) {
        if value.parts.isEmpty {
            run.removeAll()
            run.append(tree, value.text)
            return writeRun(inReading: true)
        }
        for (index, part) in tree.parts[value.parts.indices].enumerated() {
            if index > 0 { output.append("|") }
            run.removeAll()
            run.append(tree, part.reading)
            writeRun(inReading: true)
        }
    }
}
