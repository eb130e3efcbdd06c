import RubiText

/// Reads Markdown a block at a time: what `DendenReader` and `VFMReader` share (M115).
struct MarkdownCore {
    private(set) var meta = DocumentMeta()
    private let syntax: MarkdownSyntax
    private let context: ReadingContext
    private var inline: MarkdownInline
    private var paragraph = ParagraphText()
    private var line = SourceLine()
    /// `line` holds a line that is not used up.
    private var hasLine = false
    /// What that line is, below its quotation marks.
    private var kind = MarkdownLine.blank
    /// The quotation marks of that line, and where it begins after them.
    private var quotes = 0
    private var start = 0
    /// Byte offset after the last line that was used up.
    private var end = 0
    /// Blocks that are open: `quote` for a quotation, else those of a `div`.
    private var open: [BlockKind] = []
    /// How many of them are quotations.
    private var depth = 0
    /// The line before was blank, or there is none.
    private var followsBlank = true

    /// Lines read ahead in search of the end of front matter that has none, the next one last.
    private var held: [SourceLine] = []

    /// Lines of front matter at most; a longer block is text, so that a text that begins with a rule is not all read ahead.
    private static let maximumFrontMatter = 200

    /// Quotation marks beyond this many in a line are text, so that blocks do not nest without bound.
    private static let maximumDepth = 64

    init(_ context: ReadingContext, syntax: MarkdownSyntax) {
        self.context = context
        self.syntax = syntax
        inline = MarkdownInline(syntax: syntax)
        if syntax.hasFrontMatter { readFrontMatter() }
    }

    mutating func next(into block: inout Block) -> Bool {
        while true {
            guard peek() else {
                guard !open.isEmpty else { return false }
                closeInnermost(into: &block)
                return true
            }
            if quotes < depth {
                closeInnermost(into: &block)
                return true
            }
            if kind == .blank && quotes == depth {
                consume()
                followsBlank = true
                continue
            }
            if quotes > depth {
                depth += 1
                begin(&block, .open)
                block.blockKind = .quote
                open.append(.quote)
                return true
            }
            if readBlock(into: &block) { return true }
        }
    }

    // MARK: Lines

    /// Sees to it that `line` holds the next line, told apart; false at the end of the text.
    private mutating func peek() -> Bool {
        if hasLine { return true }
        guard readLine() else { return false }
        hasLine = true
        classify()
        return true
    }

    private mutating func readLine() -> Bool {
        guard let held = held.popLast() else { return context.source.readLine(into: &line) }
        line = held
        return true
    }

    private mutating func classify() {
        quotes = 0
        start = 0
        while quotes < Self.maximumDepth, start < line.scalars.count, line.scalars[start] == scalar(">") {
            quotes += 1
            start += 1
            if start < line.scalars.count, line.scalars[start] == 0x20 { start += 1 }
        }
        kind = MarkdownLine(line.scalars, from: start, followsBlank: followsBlank && syntax.hasPageBreakLines)
    }

    /// The line is used up.
    private mutating func consume() {
        end = line.end
        hasLine = false
        followsBlank = false
    }

    // MARK: Blocks

    private mutating func begin(_ block: inout Block, _ kind: Block.Kind) {
        block.reset(hasLine ? line.start + Int(line.offsets[start])..<line.contentEnd : end..<end, line: line.number)
        block.kind = kind
    }

    private mutating func closeInnermost(into block: inout Block) {
        begin(&block, .close)
        block.source = block.source.lowerBound..<block.source.lowerBound
        block.blockKind = open.popLast() ?? .quote
        if block.blockKind == .quote { depth -= 1 }
    }

    /// Reads the block that begins with the line; false if there is nothing in it.
    private mutating func readBlock(into block: inout Block) -> Bool {
        switch kind {
        case .rule: readLine(.rule, into: &block)
        case .pageBreak: readLine(.pageBreak, into: &block)
        case .breakTag(let kind): readLine(kind, into: &block)
        case .centerPage: readLine(.centerPage, into: &block)
        case .openTag(let form):
            guard let kind = form.kind, open.count < Self.maximumDepth else { return readParagraph(into: &block) }
            readLine(.open, into: &block)
            block.blockKind = kind
            (block.n, block.m) = (form.n, form.m)
            open.append(kind)
        case .closeTag:
            // An end within a quotation does not end what was begun outside.
            guard let kind = open.last, kind != .quote else { return readParagraph(into: &block) }
            closeInnermost(into: &block)
            consume()
        case .heading(let level, let range):
            begin(&block, .heading)
            block.n = Int32(min(level, 3))
            take(into: &block, range)
            finish(&block)
        case .fence(let mark, let count): readFence(into: &block, mark, count)
        case .paragraph, .blank: return readParagraph(into: &block)
        }
        return true
    }

    private mutating func readLine(_ kind: Block.Kind, into block: inout Block) {
        begin(&block, kind)
        consume()
    }

    /// Begins the paragraph with the part `range` of the line.
    private mutating func take(into block: inout Block, _ range: Range<Int>) {
        paragraph.removeAll()
        consume()
        paragraph.append(&line, from: range.lowerBound, to: range.upperBound)
    }

    /// Reads the inline content of the paragraph.
    private mutating func finish(_ block: inout Block) {
        block.inline.removeAll(sourceStart: paragraph.start)
        inline.read(paragraph, 0..<paragraph.scalars.count, into: &block.inline, context)
    }

    private mutating func readParagraph(into block: inout Block) -> Bool {
        begin(&block, .paragraph)
        take(into: &block, start..<line.scalars.count)
        // A line with fewer quotation marks goes on with the paragraph too, if it is nothing else ("lazy continuation").
        while peek(), kind == .paragraph, quotes <= depth {
            consume()
            paragraph.append(&line, from: start)
        }
        block.source = paragraph.source
        finish(&block)
        block.becomesImageIfAlone()
        return block.inline.nodes[0].firstChild >= 0
    }

    /// A fenced code block: one paragraph of code, its lines divided by breaks; nothing in it is markup (M113).
    private mutating func readFence(into block: inout Block, _ mark: UInt32, _ count: Int) {
        begin(&block, .paragraph)
        consume()
        block.inline.removeAll(sourceStart: block.source.lowerBound)
        var node = InlineNode(kind: .style)
        node.detail = StyleName.code.rawValue
        block.inline.append(node)
        var end = block.source.upperBound
        var isFirst = true
        while peek(), quotes >= depth {
            end = line.start + Int(line.offsets[line.scalars.count])
            if MarkdownLine.closesFence(line.scalars, from: start, mark, count) {
                consume()
                break
            }
            if !isFirst { block.inline.append(InlineNode(kind: .lineBreak), to: 1) }
            isFirst = false
            let delta = UInt32(line.start - block.inline.sourceStart)
            for index in start..<line.scalars.count {
                block.inline.appendCharacter(
                    line.scalars[index], source: line.offsets[index] + delta..<line.offsets[index + 1] + delta, to: 1)
            }
            consume()
        }
        block.source = block.source.lowerBound..<end
    }

    // MARK: Front matter

    /// A first block between lines of `---`: `title:` and `author:` are kept (M115). Without a second such line the first is a rule.
    private mutating func readFrontMatter() {
        guard readLine() else { return }
        held.append(line)
        guard MarkdownLine.isFrontMatterLimit(line.scalars) else { return }
        while held.count <= Self.maximumFrontMatter, context.source.readLine(into: &line) {
            held.append(line)
            guard MarkdownLine.isFrontMatterLimit(line.scalars) else { continue }
            for line in held {
                if let value = MarkdownLine.value(of: "title:", line.scalars) { meta.title = value }
                if let value = MarkdownLine.value(of: "author:", line.scalars) { meta.author = value }
            }
            held.removeAll()
            return
        }
        held.reverse()
    }
}
