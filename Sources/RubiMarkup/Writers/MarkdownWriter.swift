/// Writes denden and vfm: `{b|r}`.
struct MarkdownWriter: DialectWriter, InlineVisitor {
    enum Flavor { case denden, vfm }

    let output: ConversionOutput
    let options: ConvertOptions
    let flavor: Flavor
    /// Quotation marks before each line.
    private(set) var depth = 0
    private var lastDepth = 0
    private var blocks: [BlockKind] = []
    private var hasBlocks = false
    var isHeading = false
    var run = CharacterRun()
    var base = CharacterRun()
    /// What the nodes that are open are closed by.
    var closings: [String] = []
    /// The number of characters written when the line began, after its quotation marks.
    private var lineStart = 0
    /// Only digits stand on the line.
    private var beginsWithDigits = false

    init(_ output: ConversionOutput, _ options: ConvertOptions, _ flavor: Flavor) {
        self.output = output
        self.options = options
        self.flavor = flavor
    }

    // MARK: Blocks

    mutating func begin(_ meta: DocumentMeta) {
        if flavor == .vfm, meta.title != nil || meta.author != nil {
            output.append("---\n")
            if let title = meta.title { output.append(string: "title: \(title)\n") }
            if let author = meta.author { output.append(string: "author: \(author)\n") }
            output.append("---\n")
            hasBlocks = true
        }
        let lines = flavor == .vfm ? Array(meta.headerLines.filter { $0 != meta.title && $0 != meta.author }) : meta.headerLines
        for line in lines { writeLine(line) }
        if !meta.legend.isEmpty { output.lose(.legend, at: 0) }
    }

    mutating func finish(_ meta: DocumentMeta) {
        output.endLineIfBegun()
        for line in meta.colophon where !line.isEmpty { writeLine(line) }
    }

    private mutating func writeLine(_ line: String) {
        beginBlock()
        run.removeAll()
        for scalar in line.unicodeScalars { run.append(scalar.value, at: 0) }
        writeText()
        output.endLine()
    }

    /// An empty line before the block, and the quotation marks of its first.
    private mutating func beginBlock() {
        output.endLineIfBegun()
        if hasBlocks { writeMarks(min(depth, lastDepth), isBlank: true) }
        hasBlocks = true
        lastDepth = depth
        writeMarks(depth, isBlank: false)
    }

    mutating func writeMarks(_ count: Int, isBlank: Bool) {
        for index in 0..<count { output.append(isBlank && index == count - 1 ? ">" : "> ") }
        if isBlank { output.endLine() }
        lineStart = output.count
    }

    mutating func write(_ block: Block) {
        switch block.kind {
        case .paragraph, .image, .note: writeParagraph(block)
        case .heading:
            guard block.inline.nodes[0].firstChild >= 0 else { return }
            beginBlock()
            output.append(string: String(repeating: "#", count: Int(min(max(block.n, 1), 3))) + " ")
            isHeading = true
            walk(block.inline)
            isHeading = false
        case .blank: break
        case .pageBreak, .leafBreak, .spreadBreak, .columnBreak:
            beginBlock()
            output.append(flavor == .denden ? "===" : HTMLSpelling.breakTag(block.kind))
        case .centerPage: if flavor == .vfm { writeTagLine("\(HTMLSpelling.centerPage)") }
        case .rule:
            beginBlock()
            output.append("***")
        case .open: openBlock(block)
        case .close: closeBlock()
        case .raw: writeRawBlock(block)
        }
    }

    private mutating func writeRawBlock(_ block: Block) {
        guard block.inline.nodes.count > 1, isHTML(1, block.inline) else { return output.lose(.raw, at: block.source.lowerBound) }
        beginBlock()
        walk(block.inline)
    }

    private mutating func writeTagLine(_ tag: String) {
        beginBlock()
        output.append(string: tag)
    }

    private mutating func openBlock(_ block: Block) {
        blocks.append(block.blockKind)
        let quotes = block.blockKind == .quote || flavor == .denden && (block.blockKind == .indent || block.blockKind == .hang)
        if quotes {
            depth += 1
            // A quotation that begins where another ended is its own.
            lastDepth = min(lastDepth, depth - 1)
        } else if flavor == .vfm {
            writeTagLine(HTMLSpelling.opening(block))
        }
    }

    private mutating func closeBlock() {
        guard let kind = blocks.popLast() else { return }
        if kind == .quote || flavor == .denden && (kind == .indent || kind == .hang) {
            depth -= 1
            lastDepth = min(lastDepth, depth)
        } else if flavor == .vfm {
            writeTagLine("</div>")
        }
    }

    private mutating func writeParagraph(_ block: Block) {
        guard block.inline.nodes[0].firstChild >= 0 else { return }
        if block.joined { return walk(block.inline) }
        let isAligned = block.alignsToEnd && flavor == .vfm
        if isAligned { writeTagLine("<div class=\"chitsuki_\(block.offset ?? 0)\">") }
        beginBlock()
        beginsWithDigits = false
        for _ in 0..<min(block.indent ?? 0, 100) { output.append("\u{3000}") }
        walk(block.inline)
        if isAligned { writeTagLine("</div>") }
    }

    // MARK: Text

    /// Writes `run` with what Markdown reads made literal.
    mutating func writeText() {
        for index in run.scalars.indices {
            let character = run.scalars[index]
            // At the end of a text a ! may stand before the bracket of a link.
            if isSpecial(character) || character == scalar("!") && index == run.scalars.count - 1 { output.append("\\") }
            beginsWithDigits = isASCIIDigit(character) && (isLineBegin || beginsWithDigits)
            output.append(character, at: run.offsets[index])
        }
    }

    /// Nothing but quotation marks stands on the line.
    var isLineBegin: Bool { output.count == lineStart }

    private func isSpecial(_ character: UInt32) -> Bool {
        switch character {
        case scalar("\\"), scalar("`"), scalar("*"), scalar("_"), scalar("{"), scalar("|"), scalar("}"), scalar("["), scalar("]"),
            scalar("<"), scalar("&"), scalar("#"):
            return true
        case scalar("^"), scalar("｛"): return flavor == .denden
        case scalar(">"), scalar("-"), scalar("+"), scalar("="), scalar("~"): return isLineBegin
        case scalar("."), scalar(")"): return beginsWithDigits
        default: return false
        }
    }

}
