import RubiText

/// HTML and XHTML (`html`), M116 and M117.
///
///     ruby      = "<ruby>" { base | rb | rt | rtc | rp } "</ruby>"        end tags of rb, rt, rtc, rp may be missing
///     blocks    p div h1–h6 blockquote hr pre, and what else divides paragraphs in HTML
///     inline    em strong b i s u small big sup sub code a img br span; emphasis by style or class; classes of Aozora Bunko's XHTML
///     vanishes  script style comments declarations; title and `meta name="author"` are the document's
///     the rest is transparent
///
/// White space collapses; a line end between two CJK characters vanishes.
package final class HTMLReader: DocumentReader {
    package private(set) var meta = DocumentMeta()
    private let context: ReadingContext
    private var tokenizer: HTMLTokenizer
    /// A token that was taken but not yet used.
    private var held: HTMLTokenizer.Token?
    private var inline: HTMLInline
    /// Blocks to be given before anything else.
    private var queue: [Queued] = []
    private var queueStart = 0
    /// Block elements that are open.
    private var open: [OpenBlock] = []
    /// How many of them are of each element, by its raw value.
    private var openCounts = [Int](repeating: 0, count: HTMLElement.allCases.count)
    /// Of those, how many are blocks of the tree.
    private var depth = 0
    /// The form of the paragraph at hand.
    private var form = Form()
    /// Empty lines before what comes next.
    private var blankLines: Int32 = 0

    private struct Queued {
        var kind: Block.Kind
        var blockKind = BlockKind.indent
        var n: Int32 = 0
        var m: Int32 = 0
        var offset = 0
    }

    private struct OpenBlock {
        var element: HTMLElement
        var isInTree: Bool
        var hasLines: Bool
    }

    private struct Form {
        var headingLevel: Int32?
        var indent: Int32?
        var alignsToEnd = false
        var offset: Int32?
        var isJoined = false
        var isBlank = false
        var isPreformatted = false
    }

    /// Blocks of the tree nest no deeper; deeper ones are transparent.
    private static let maximumDepth = 64

    package init(_ context: ReadingContext) {
        self.context = context
        tokenizer = HTMLTokenizer(context)
        inline = HTMLInline(context)
        readHead()
    }

    /// Reads on to the first thing that is of the text, so that title and author are known before the first block.
    private func readHead() {
        while true {
            let token = tokenizer.next()
            switch token {
            case .lineEnd: continue
            case .text(let range) where tokenizer.buffer.scalars[range].allSatisfy(HTMLTag.isWhiteSpace): continue
            case .tag(let tag, _) where isOfHead(tag): continue
            case .tag, .text, .character, .end:
                held = token
                return
            }
        }
    }

    /// Whether the tag says nothing of the text; uses it up then.
    private func isOfHead(_ tag: HTMLTag) -> Bool {
        switch HTMLElement(tag.name) {
        case .title:
            if !tag.closes { meta.title = tokenizer.takeTitle() ?? meta.title }
        case .meta:
            if let name = tag.value(of: "name"), let content = tag.value(of: "content"), tokenizer.text(name).lowercased() == "author" {
                meta.author = tokenizer.text(content)
            }
        case .script, .style: if !tag.closes { tokenizer.skipContent(of: HTMLElement(tag.name)) }
        case .unknown: return tag.name == HTMLName("link") || tag.name == HTMLName("base")
        case .boundary: return tag.name == HTMLName("html") || tag.name == HTMLName("head")
        default: return false
        }
        return true
    }

    // MARK: Blocks

    package func next(into block: inout Block) -> Bool {
        if give(&block) { return true }
        inline.begin(tokenizer, &block)
        while true {
            let token = held ?? tokenizer.next()
            held = nil
            if blankLines > 0, startsContent(token) {
                held = token
                enqueueBlankLines()
                return give(&block)
            }
            switch token {
            case .text(let range): inline.text(range, tokenizer, &block.inline)
            case .lineEnd(let index): inline.lineEnd(index, tokenizer, &block.inline)
            case .character(let value, let range): inline.character(value, range, tokenizer, &block.inline)
            case .tag(let tag, let start):
                if tagEndsBlock(tag, start, &block) { return true }
            case .end:
                if finish(&block) { return true }
                while let last = open.popLast() { close(last, at: tokenizer.buffer.scalars.count) }
                enqueueBlankLines()
                return give(&block)
            }
        }
    }

    /// Gives the next block of the queue, if there is one.
    private func give(_ block: inout Block) -> Bool {
        guard queueStart < queue.count else { return false }
        let queued = queue[queueStart]
        queueStart += 1
        if queueStart == queue.count {
            queue.removeAll(keepingCapacity: true)
            queueStart = 0
        }
        block.reset(queued.offset..<queued.offset, line: tokenizer.buffer.firstLine)
        block.kind = queued.kind
        block.blockKind = queued.blockKind
        (block.n, block.m) = (queued.n, queued.m)
        return true
    }

    private func enqueue(_ kind: Block.Kind, _ blockKind: BlockKind = .indent, _ n: Int32 = 0, _ m: Int32 = 0, at index: Int) {
        enqueueBlankLines()
        let offset = tokenizer.offset(index)
        queue.append(Queued(kind: kind, blockKind: blockKind, n: n, m: m, offset: offset))
    }

    private func enqueueBlankLines() {
        guard blankLines > 0 else { return }
        queue.append(Queued(kind: .blank, n: blankLines, offset: tokenizer.offset(0)))
        blankLines = 0
    }

    /// Whether the token would begin a paragraph.
    private func startsContent(_ token: HTMLTokenizer.Token) -> Bool {
        guard inline.isEmpty, !form.isBlank else { return false }
        switch token {
        case .text(let range): return !tokenizer.buffer.scalars[range].allSatisfy(HTMLTag.isWhiteSpace)
        case .character: return true
        case .tag(let tag, _):
            let element = HTMLElement(tag.name)
            return !tag.closes && !element.isBlock && !(element == .br && linesEndInBreaks)
        case .lineEnd, .end: return false
        }
    }

    /// Uses the tag; true if the block is complete that stands before it.
    private func tagEndsBlock(_ tag: HTMLTag, _ start: Int, _ block: inout Block) -> Bool {
        let element = HTMLElement(tag.name)
        if element == .br, linesEndInBreaks {
            if finish(&block) { return true }
            blankLines += 1
            return false
        }
        guard element.isBlock else {
            if !element.isOfText { _ = isOfHead(tag) } else { inline.tag(tag, element, start, tokenizer, &block.inline) }
            return false
        }
        let isComplete = finish(&block)
        if tag.closes { closeElement(element, at: tag.end) } else { openElement(tag, element, start) }
        if isComplete { return true }
        if queueStart < queue.count { return give(&block) }
        inline.begin(tokenizer, &block)
        return false
    }

    /// Whether `br` ends a paragraph here: the text of Aozora Bunko's XHTML outside its `p`.
    private var linesEndInBreaks: Bool { open.last?.hasLines ?? false }

    /// Completes the paragraph at hand; false if it is empty.
    private func finish(_ block: inout Block) -> Bool {
        let isEmpty = inline.finish(tokenizer, &block)
        if form.isBlank, isEmpty || block.inline.holdsOnlyBreaks {
            blankLines += 1
            form.isBlank = false
            block.inline.removeAll(sourceStart: block.inline.sourceStart)
            return false
        }
        guard !isEmpty else { return false }
        if let level = form.headingLevel {
            block.kind = .heading
            block.n = level
        }
        block.indent = form.indent
        block.alignsToEnd = form.alignsToEnd
        block.offset = form.offset
        block.joined = form.isJoined
        block.becomesImageIfAlone()
        return true
    }

    // MARK: Block elements

    private func openElement(_ tag: HTMLTag, _ element: HTMLElement, _ start: Int) {
        let classes = tag.value(of: "class").map(tokenizer.text) ?? ""
        let style = tag.value(of: "style").map(tokenizer.text) ?? ""
        let shape = HTMLBlockForm(classes: classes[...], style: style[...])
        if element == .hr { return enqueue(Self.breakKind(classes), at: start) }
        // A paragraph ends where the next block begins.
        if openCounts[Int(HTMLElement.p.rawValue)] > 0 { closeElement(.p, at: start) }
        form = Form()
        var entry = OpenBlock(element: element, isInTree: false, hasLines: shape.hasLines)
        switch element {
        case .div, .blockquote:
            if shape.isCenterPage { enqueue(.centerPage, at: start) }
            let kind = element == .blockquote ? BlockKind.quote : shape.kind
            entry.hasLines = entry.hasLines || linesEndInBreaks
            if let kind, depth < Self.maximumDepth {
                enqueue(.open, kind, shape.n, shape.m, at: start)
                entry.isInTree = true
                depth += 1
            }
        case .pre: form.isPreformatted = true
        case .p, .h1, .h2, .h3, .h4, .h5, .h6: setForm(element, shape)
        default: entry.hasLines = linesEndInBreaks
        }
        open.append(entry)
        openCounts[Int(element.rawValue)] += 1
        inline.isPreformatted = form.isPreformatted
    }

    private func setForm(_ element: HTMLElement, _ shape: HTMLBlockForm) {
        if let level = element.headingLevel { form.headingLevel = shape.headingLevel ?? level }
        if shape.kind == .indent { form.indent = shape.n }
        if shape.kind == .end {
            form.alignsToEnd = true
            form.offset = shape.n > 0 ? shape.n : nil
        }
        form.isJoined = shape.isJoined
        form.isBlank = shape.isBlank
    }

    /// What a `hr` divides, by its class.
    static func breakKind(_ classes: String) -> Block.Kind {
        for name in classes.split(separator: " ") {
            switch name {
            case "pagebreak": return .pageBreak
            case "leafbreak": return .leafBreak
            case "spreadbreak": return .spreadBreak
            case "columnbreak": return .columnBreak
            default: break
            }
        }
        return .rule
    }

    /// Closes the innermost open `element`, and what is open in it; `index`: where in the text at hand.
    private func closeElement(_ element: HTMLElement, at index: Int) {
        form = Form()
        inline.isPreformatted = false
        guard openCounts[Int(element.rawValue)] > 0 else { return }
        while let last = open.popLast() {
            close(last, at: index)
            if last.element == element { return }
        }
    }

    private func close(_ block: OpenBlock, at index: Int) {
        openCounts[Int(block.element.rawValue)] -= 1
        guard block.isInTree else { return }
        depth -= 1
        enqueue(.close, at: index)
    }
}

extension HTMLElement {
    /// Whether the element is of the text itself, not of what is said about it.
    var isOfText: Bool { self != .script && self != .style && self != .title && self != .meta }
}

extension InlineTree {
    /// Whether there is nothing in the paragraph but forced line ends.
    var holdsOnlyBreaks: Bool {
        var child = nodes[0].firstChild
        while child >= 0 {
            guard nodes[Int(child)].kind == .lineBreak else { return false }
            child = nodes[Int(child)].next
        }
        return true
    }
}
