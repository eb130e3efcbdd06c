/// Makes the inline tree of a paragraph from the events that `MarkdownScanner` finds in it.
struct MarkdownInline {
    private let syntax: MarkdownSyntax
    private var scanner: MarkdownScanner
    /// The nodes that are open, innermost last.
    private var open: [Int32] = []
    /// Places in `open` of elements that make no node.
    private var transparent: Set<Int> = []
    /// Ends of the readings of the ruby at hand, in the tree's buffer.
    private var readings: [ScalarRange] = []
    /// The last character of the text so far, to judge a line end by.
    private var lastCharacter: UInt32 = 0x0A

    init(syntax: MarkdownSyntax) {
        self.syntax = syntax
        scanner = MarkdownScanner(syntax: syntax)
    }

    /// Appends what the characters `range` of `paragraph` say to `tree`, whose source starts with the paragraph.
    mutating func read(_ paragraph: ParagraphText, _ range: Range<Int>, into tree: inout InlineTree, _ context: ReadingContext) {
        scanner.scan(paragraph, range, context)
        open.removeAll(keepingCapacity: true)
        open.append(0)
        transparent.removeAll(keepingCapacity: true)
        lastCharacter = 0x0A
        for index in scanner.events.indices {
            let event = scanner.events[index]
            switch event.kind {
            case .text: text(event.range, paragraph, &tree)
            case .lineEnd: lineEnd(index, paragraph, &tree)
            case .lineBreak: lineBreak(event.range, paragraph, &tree)
            case .ruby: ruby(event.range, paragraph, &tree, context)
            case .code: code(event.range, paragraph, &tree)
            case .tateChuYoko:
                let node = append(.tateChuYoko, event.range, paragraph, &tree)
                tree.appendText(paragraph.scalars, paragraph.offsets, event.range.lowerBound + 1..<event.range.upperBound - 1, to: node)
                lastCharacter = paragraph.scalars[event.range.upperBound - 2]
            case .image: image(event, paragraph, &tree)
            case .delimiters: delimiters(event, paragraph, &tree)
            case .linkOpen:
                let node = append(.link, Int(event.link)..<Int(event.link), paragraph, &tree)
                tree.nodes[Int(node)].text = literal(event.range, paragraph, &tree)
                open.append(node)
            case .linkClose: close(at: event.range.upperBound, paragraph, &tree)
            case .tagOpen: openTag(event, paragraph, &tree)
            case .tagClose: closeTag(event, paragraph, &tree)
            case .raw:
                let node = Int(append(.raw, event.range, paragraph, &tree))
                tree.nodes[node].text = tree.store(paragraph.scalars, paragraph.offsets, event.range)
                tree.nodes[node].text2 = tree.store("html", at: tree.nodes[node].source.lowerBound)
            }
        }
    }

    private var parent: Int32 { open[open.count - 1] }

    /// Appends a node that the characters `range` spell.
    private func append(_ kind: InlineKind, _ range: Range<Int>, _ paragraph: ParagraphText, _ tree: inout InlineTree) -> Int32 {
        var node = InlineNode(kind: kind)
        node.source = paragraph.offsets[range.lowerBound]..<paragraph.offsets[range.upperBound]
        return tree.append(node, to: parent)
    }

    /// Ends the innermost open node at the character `index`.
    private mutating func close(at index: Int, _ paragraph: ParagraphText, _ tree: inout InlineTree) {
        guard open.count > 1, let node = open.popLast() else { return }
        tree.nodes[Int(node)].source = tree.nodes[Int(node)].source.lowerBound..<paragraph.offsets[index]
    }

    private mutating func text(_ range: Range<Int>, _ paragraph: ParagraphText, _ tree: inout InlineTree) {
        tree.appendText(paragraph.scalars, paragraph.offsets, range, to: parent)
        if let last = range.last { lastCharacter = paragraph.scalars[last] }
    }

    /// Copies `range` without the backslashes that make a character literal.
    private func literal(_ range: Range<Int>, _ paragraph: ParagraphText, _ tree: inout InlineTree) -> ScalarRange {
        let lower = Int32(tree.scalars.count)
        var index = range.lowerBound
        while index < range.upperBound {
            index = unescaped(index, range, paragraph)
            tree.scalars.append(paragraph.scalars[index])
            tree.offsets.append(paragraph.offsets[index])
            index += 1
        }
        return ScalarRange(lower: lower, upper: Int32(tree.scalars.count))
    }

    /// The character that the one at `index` stands for: the next, if it is a backslash before one that it makes literal.
    private func unescaped(_ index: Int, _ range: Range<Int>, _ paragraph: ParagraphText) -> Int {
        let escapes =
            paragraph.scalars[index] == scalar("\\") && index + 1 < range.upperBound && syntax.escapes(paragraph.scalars[index + 1])
        return escapes ? index + 1 : index
    }

    // MARK: Line ends

    private mutating func lineBreak(_ range: Range<Int>, _ paragraph: ParagraphText, _ tree: inout InlineTree) {
        _ = append(.lineBreak, range, paragraph, &tree)
        lastCharacter = 0x0A
    }

    /// A single line end (M115).
    private mutating func lineEnd(_ index: Int, _ paragraph: ParagraphText, _ tree: inout InlineTree) {
        let range = scanner.events[index].range
        if syntax.breaksAtLineEnds { return lineBreak(range, paragraph, &tree) }
        if joinsAcrossLines(lastCharacter) && joinsAcrossLines(nextCharacter(after: index, paragraph)) { return }
        tree.appendCharacter(0x20, source: paragraph.offsets[range.lowerBound]..<paragraph.offsets[range.upperBound], to: parent)
        lastCharacter = 0x20
    }

    /// The first character of the text after the event `index`.
    private func nextCharacter(after index: Int, _ paragraph: ParagraphText) -> UInt32 {
        for event in scanner.events[(index + 1)...] {
            switch event.kind {
            case .text, .code: if !event.range.isEmpty { return paragraph.scalars[event.range.lowerBound] }
            case .ruby, .tateChuYoko: return paragraph.scalars[event.range.lowerBound + 1]
            case .delimiters: if scanner.delimiters.runs[Int(event.link)].remaining > 0 { return scalar("*") }
            case .linkOpen, .linkClose, .tagOpen, .tagClose, .raw: break
            case .lineEnd, .lineBreak, .image: return 0x0A
            }
        }
        return 0x0A
    }

    // MARK: Nodes

    private mutating func delimiters(_ event: MarkdownEvent, _ paragraph: ParagraphText, _ tree: inout InlineTree) {
        let run = scanner.delimiters.runs[Int(event.link)]
        var index = event.range.lowerBound
        var match = run.firstClosed
        while match >= 0 {
            index += scanner.delimiters.matches[Int(match)].isStrong ? 2 : 1
            close(at: index, paragraph, &tree)
            match = scanner.delimiters.matches[Int(match)].nextClosed
        }
        text(index..<index + Int(run.remaining), paragraph, &tree)
        index += Int(run.remaining)
        match = run.firstOpened
        while match >= 0 {
            let isStrong = scanner.delimiters.matches[Int(match)].isStrong
            let node = append(.style, index..<index, paragraph, &tree)
            tree.nodes[Int(node)].detail = (isStrong ? StyleName.strong : StyleName.em).rawValue
            open.append(node)
            index += isStrong ? 2 : 1
            match = scanner.delimiters.matches[Int(match)].nextOpened
        }
    }

    private mutating func openTag(_ event: MarkdownEvent, _ paragraph: ParagraphText, _ tree: inout InlineTree) {
        let tag = scanner.tags.tags[Int(event.link)]
        let node = append(tag.node?.kind ?? .raw, event.range, paragraph, &tree)
        if var made = tag.node {
            let place = tree.nodes[Int(node)]
            (made.parent, made.previous, made.next, made.source) = (place.parent, place.previous, place.next, place.source)
            tree.nodes[Int(node)] = made
            if made.kind == .gaiji, let title = tag.title { tree.nodes[Int(node)].text = literal(title, paragraph, &tree) }
        } else {
            tree.nodes[Int(node)].text = tree.store(paragraph.scalars, paragraph.offsets, event.range)
            tree.nodes[Int(node)].text2 = tree.store("html", at: tree.nodes[Int(node)].source.lowerBound)
        }
        open.append(tag.node == nil ? parent : node)
        if tag.node == nil { transparent.insert(open.count - 1) }
    }

    /// Ends an element; what stands in 返り点 and the like is the node's text.
    private mutating func closeTag(_ event: MarkdownEvent, _ paragraph: ParagraphText, _ tree: inout InlineTree) {
        if transparent.remove(open.count - 1) != nil {
            open.removeLast()
            let node = Int(append(.raw, event.range, paragraph, &tree))
            tree.nodes[node].text = tree.store(paragraph.scalars, paragraph.offsets, event.range)
            tree.nodes[node].text2 = tree.store("html", at: tree.nodes[node].source.lowerBound)
            return
        }
        let node = parent
        close(at: event.range.upperBound, paragraph, &tree)
        let kind = tree.nodes[Int(node)].kind
        guard kind == .kaeriten || kind == .okurigana || kind == .gaiji else { return }
        let child = tree.nodes[Int(node)].firstChild
        if kind != .gaiji, child >= 0 { tree.nodes[Int(node)].text = tree.nodes[Int(child)].text }
        (tree.nodes[Int(node)].firstChild, tree.nodes[Int(node)].lastChild) = (-1, -1)
    }

    /// A code span: one space at both ends is taken off if there is one at both and something between (CommonMark); line ends are spaces.
    private mutating func code(_ range: Range<Int>, _ paragraph: ParagraphText, _ tree: inout InlineTree) {
        let node = append(.style, range, paragraph, &tree)
        tree.nodes[Int(node)].detail = StyleName.code.rawValue
        let scalars = paragraph.scalars
        func isSpace(_ index: Int) -> Bool { scalars[index] == 0x20 || scalars[index] == 0x0A }
        var inner = range
        if range.count >= 2, isSpace(range.lowerBound), isSpace(range.upperBound - 1), !range.allSatisfy(isSpace) {
            inner = range.lowerBound + 1..<range.upperBound - 1
        }
        for index in inner {
            let character = scalars[index] == 0x0A ? 0x20 : scalars[index]
            tree.appendCharacter(character, source: paragraph.offsets[index]..<paragraph.offsets[index + 1], to: node)
            lastCharacter = character
        }
    }

    private mutating func image(_ event: MarkdownEvent, _ paragraph: ParagraphText, _ tree: inout InlineTree) {
        let alternative = scanner.alternatives[Int(event.link)]
        let node = Int(append(.image, alternative.lowerBound - 2..<event.range.upperBound + 1, paragraph, &tree))
        tree.nodes[node].text = literal(event.range, paragraph, &tree)
        tree.nodes[node].text2 = literal(alternative, paragraph, &tree)
        lastCharacter = 0x0A
    }

    /// `{base|reading|reading}`: the scanner has found the bars and the end (M110–M112).
    private mutating func ruby(_ range: Range<Int>, _ paragraph: ParagraphText, _ tree: inout InlineTree, _ context: ReadingContext) {
        let node = Int(append(.ruby, range, paragraph, &tree))
        let bar = paragraph.scalars[range.lowerBound] == BraceStyle.ascii.open ? BraceStyle.ascii.bar : BraceStyle.fullWidth.bar
        var index = range.lowerBound + 1
        let baseLower = Int32(tree.scalars.count)
        while paragraph.scalars[index] != bar {
            let shown = unescaped(index, range, paragraph)
            tree.appendCharacter(
                paragraph.scalars[shown], source: paragraph.offsets[index]..<paragraph.offsets[shown + 1], to: Int32(node))
            index = shown + 1
        }
        let base = ScalarRange(lower: baseLower, upper: Int32(tree.scalars.count))
        readings.removeAll(keepingCapacity: true)
        var lower = base.upper
        index += 1
        while index < range.upperBound {
            let isEnd = index == range.upperBound - 1
            if isEnd || syntax.dividesReadings && paragraph.scalars[index] == bar {
                readings.append(ScalarRange(lower: lower, upper: Int32(tree.scalars.count)))
                lower = Int32(tree.scalars.count)
                index += 1
                continue
            }
            index = unescaped(index, range, paragraph)
            tree.scalars.append(paragraph.scalars[index])
            tree.offsets.append(paragraph.offsets[index])
            index += 1
        }
        tree.nodes[node].hasReading = true
        tree.nodes[node].text = ScalarRange(lower: base.upper, upper: Int32(tree.scalars.count))
        tree.divide(Int32(node), base: base, readings: readings)
        if readings.count > 1 && tree.nodes[node].parts.isEmpty {
            let characters = tree.characterCount(base)
            paragraph.report(.partCount, at: range.lowerBound, to: context, ["\(readings.count)", "\(characters)"])
        }
        lastCharacter = tree.scalars[Int(base.upper) - 1]
    }
}
