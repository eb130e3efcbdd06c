/// Writes HTML: a fragment, what goes inside `body`, or a whole page (M135a).
struct HTMLWriter: DialectWriter, InlineVisitor {
    private let output: ConversionOutput
    private let options: ConvertOptions
    private var blocks: [BlockKind] = []
    /// A paragraph whose end tag waits for one that is joined to it.
    private var ending: StaticString?
    private var run = CharacterRun()

    init(_ output: ConversionOutput, _ options: ConvertOptions) {
        self.output = output
        self.options = options
    }

    // MARK: The page

    mutating func begin(_ meta: DocumentMeta) {
        guard options.isStandalone else {
            // A fragment has no head: its title stands in the text.
            writeHeader(meta)
            return
        }
        output.append("<!DOCTYPE html>\n<html lang=\"ja\">\n<head>\n<meta charset=\"")
        output.append(string: HTMLEncodingName.name(options.encoding))
        output.append("\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>")
        writeText(meta.title ?? "無題")
        output.append("</title>\n")
        if let author = meta.author {
            output.append("<meta name=\"author\" content=\"")
            writeText(author)
            output.append("\">\n")
        }
        output.append("<style>\n")
        output.append(HTMLPage.style)
        if options.isVertical { output.append(HTMLPage.verticalStyle) }
        output.append("</style>\n</head>\n<body>\n<main>\n")
        writeHeader(meta)
    }

    /// Title and author as they stand above the text.
    private func writeHeader(_ meta: DocumentMeta) {
        if let title = meta.title {
            output.append("<h1 class=\"title\">")
            writeText(title)
            output.append("</h1>\n")
        }
        for line in meta.headerLines.dropFirst(meta.title == nil ? 0 : 1) {
            output.append("<p class=\"author\">")
            writeText(line)
            output.append("</p>\n")
        }
        if !meta.legend.isEmpty { output.lose(.legend, at: 0) }
    }

    mutating func finish(_ meta: DocumentMeta) {
        endParagraph()
        if options.isStandalone { output.append("</main>\n") }
        if !meta.colophon.isEmpty {
            output.append(options.isStandalone ? "<footer>\n" : "<div class=\"colophon\">\n")
            for line in meta.colophon {
                output.append(line.isEmpty ? "<p class=\"blank\"><br>" : "<p>")
                writeText(line)
                output.append("</p>\n")
            }
            output.append(options.isStandalone ? "</footer>\n" : "</div>\n")
        }
        if options.isStandalone { output.append("</body>\n</html>\n") }
    }

    private func writeText(_ text: String) {
        var run = CharacterRun()
        for scalar in text.unicodeScalars { run.append(scalar.value, at: 0) }
        HTMLSpelling.writeEscaped(run, output)
    }

    // MARK: Blocks

    mutating func write(_ block: Block) {
        endParagraph()
        switch block.kind {
        case .paragraph, .image: writeParagraph(block)
        case .heading:
            let level = Int(min(max(block.n, 1), 3))
            if let indent = block.indent {
                output.append(string: "<h\(level) class=\"jisage_\(indent)\" style=\"margin-inline-start: \(indent)em\">")
            } else {
                output.append(string: "<h\(level)>")
            }
            walk(block.inline)
            output.append(string: "</h\(level)>\n")
        case .blank: for _ in 0..<block.n { output.append("<p class=\"blank\"><br></p>\n") }
        case .pageBreak, .leafBreak, .spreadBreak, .columnBreak, .rule:
            output.append(HTMLSpelling.breakTag(block.kind))
            output.endLine()
        case .centerPage:
            output.append(HTMLSpelling.centerPage)
            output.endLine()
        case .open:
            blocks.append(block.blockKind)
            output.append(string: HTMLSpelling.opening(block))
            output.endLine()
        case .close:
            guard let kind = blocks.popLast() else { return }
            output.append(HTMLSpelling.closing(kind))
            output.endLine()
        case .raw, .note:
            walk(block.inline)
            output.endLineIfBegun()
        }
    }

    private mutating func endParagraph() {
        guard let tag = ending else { return }
        output.append(tag)
        ending = nil
    }

    private mutating func writeParagraph(_ block: Block) {
        var classes: [String] = []
        var styles: [String] = []
        if let indent = block.indent {
            classes.append("jisage_\(indent)")
            styles.append("margin-inline-start: \(indent)em")
        }
        if block.alignsToEnd {
            classes.append("chitsuki_\(block.offset ?? 0)")
            styles.append("text-align: end; margin-inline-end: \(block.offset ?? 0)em")
        }
        if block.joined { classes.append("joined") }
        output.append("<p")
        if !classes.isEmpty { output.append(string: " class=\"\(classes.joined(separator: " "))\"") }
        if !styles.isEmpty { output.append(string: " style=\"\(styles.joined(separator: "; "))\"") }
        output.append(">")
        walk(block.inline)
        ending = "</p>\n"
    }

    // MARK: Nodes

    mutating func enter(_ node: Int32, _ tree: InlineTree) -> Bool {
        let value = tree.nodes[Int(node)]
        run.removeAll()
        switch value.kind {
        case .root: return true
        case .text:
            run.append(tree, value.text)
            writeRun(isFirst: value.previous < 0, isLast: value.next < 0)
        case .ruby: return openRuby(node, tree)
        case .emphasis, .line, .style, .tateChuYoko, .horizontal, .frame, .caption, .warichu, .heading:
            output.append(string: HTMLSpelling.tags(value)?.open ?? "")
            return true
        case .kaeriten, .okurigana:
            output.append(value.kind == .kaeriten ? "<span class=\"kaeriten\">" : "<span class=\"okurigana\">")
            run.append(tree, value.text)
            HTMLSpelling.writeEscaped(run, output)
            output.append("</span>")
        case .image: writeImage(value, tree)
        case .gaiji:
            output.append("<span class=\"gaiji\" title=\"")
            run.append(tree, value.text)
            HTMLSpelling.writeEscaped(run, output)
            output.append("\">〓</span>")
        case .note:
            run.append(tree, value.text)
            HTMLSpelling.writeComment(run, output)
        case .link:
            output.append("<a href=\"")
            run.append(tree, value.text)
            HTMLSpelling.writeEscaped(run, output)
            output.append("\">")
            return true
        case .pageReference: output.lose(.pageReference, at: tree.sourceOffset(node))
        case .lineBreak: output.append("<br>")
        case .raw:
            guard string(tree.scalars[value.text2.indices]) == "html" else {
                output.lose(.raw, at: tree.sourceOffset(node))
                return false
            }
            run.append(tree, value.text)
            output.append(run)
        }
        return false
    }

    mutating func leave(_ node: Int32, _ tree: InlineTree) {
        let value = tree.nodes[Int(node)]
        switch value.kind {
        case .ruby: closeRuby(value, tree)
        case .link: output.append("</a>")
        default: output.append(string: HTMLSpelling.tags(value)?.close ?? "")
        }
    }

    /// Writes text: a space that would vanish or be drawn together with others is written as a reference.
    private func writeRun(isFirst: Bool, isLast: Bool) {
        for index in run.scalars.indices {
            let character = run.scalars[index]
            switch character {
            case scalar("&"): output.append("&amp;")
            case scalar("<"): output.append("&lt;")
            case scalar(">"): output.append("&gt;")
            case 0x20 where isFirm(index, isFirst, isLast): output.append(0x20, at: run.offsets[index])
            case 0x20: output.append("&#32;")
            case 0x09: output.append("&#9;")
            case 0x0C: output.append("&#12;")
            case 0x0D: output.append("&#13;")
            default: output.append(character, at: run.offsets[index])
            }
        }
    }

    /// Whether the space at `index` stands between two characters that are none.
    private func isFirm(_ index: Int, _ isFirst: Bool, _ isLast: Bool) -> Bool {
        guard index > 0, index + 1 < run.scalars.count else { return false }
        return run.scalars[index - 1] > 0x20 && run.scalars[index + 1] > 0x20
    }

    private mutating func writeImage(_ value: InlineNode, _ tree: InlineTree) {
        output.append("<img src=\"")
        run.append(tree, value.text)
        HTMLSpelling.writeEscaped(run, output)
        output.append("\" alt=\"")
        run.removeAll()
        run.append(tree, value.text2)
        HTMLSpelling.writeEscaped(run, output)
        output.append("\"")
        if value.number > 0, value.number2 > 0 { output.append(string: " width=\"\(value.number)\" height=\"\(value.number2)\"") }
        output.append(">")
    }

    // MARK: Ruby

    /// A divided ruby is written part by part; of any other the base first.
    private mutating func openRuby(_ node: Int32, _ tree: InlineTree) -> Bool {
        let value = tree.nodes[Int(node)]
        guard value.hasReading || value.hasUnder else { return true }
        output.append("<ruby>")
        guard !value.parts.isEmpty, tree.isPlain(node) else { return true }
        for part in tree.parts[value.parts.indices] {
            writeEscaped(tree, part.base)
            output.append("<rt>")
            writeEscaped(tree, part.reading)
            output.append("</rt>")
        }
        writeUnder(value, tree)
        output.append("</ruby>")
        return false
    }

    private mutating func closeRuby(_ value: InlineNode, _ tree: InlineTree) {
        guard value.hasReading || value.hasUnder else { return }
        if value.hasReading {
            output.append("<rp>（</rp><rt>")
            writeEscaped(tree, value.text)
            output.append("</rt><rp>）</rp>")
        }
        writeUnder(value, tree)
        output.append("</ruby>")
    }

    private mutating func writeUnder(_ value: InlineNode, _ tree: InlineTree) {
        guard value.hasUnder else { return }
        output.append("<rtc>")
        writeEscaped(tree, value.text2)
        output.append("</rtc>")
    }

    private mutating func writeEscaped(_ tree: InlineTree, _ range: ScalarRange) {
        run.removeAll()
        run.append(tree, range)
        writeRun(isFirst: true, isLast: true)
    }
}
