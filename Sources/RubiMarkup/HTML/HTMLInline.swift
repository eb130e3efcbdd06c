import RubiText

/// Makes the inline tree of a paragraph of HTML, token by token. What it does with ruby is in HTMLRuby.swift.
struct HTMLInline {
    struct OpenElement {
        var element: HTMLElement
        /// −1: the element is transparent.
        var node: Int32
    }

    let context: ReadingContext
    var isPreformatted = false
    var open: [OpenElement] = []
    /// How many elements are open, by the raw value of `HTMLElement`.
    var openCounts = [Int](repeating: 0, count: HTMLElement.allCases.count)
    /// Where new nodes are put.
    var parent: Int32 = 0
    var folding = SpaceFolding()
    var rubies: [HTMLRuby] = []
    /// The readings of the rubies that are open.
    var readings = HTMLReadings()
    /// A node whose content is no text of its own (返り点), and how many elements of its kind are open in it.
    private var captured: (node: Int32, element: HTMLElement, depth: Int, lower: Int32)?
    /// A ruby was taken apart again: neighbouring texts may have to be joined.
    var hasDissolved = false
    /// Bytes of what has been read into the tree.
    private var content: Range<Int>?
    /// The line on which that begins.
    private var firstLine = 0

    /// Elements nest no deeper in the tree; deeper ones are transparent.
    static let maximumDepth = 64

    init(_ context: ReadingContext) { self.context = context }

    /// Nothing is in the paragraph.
    var isEmpty: Bool { content == nil }

    mutating func begin(_ tokenizer: HTMLTokenizer, _ block: inout Block) {
        block.reset(tokenizer.offset(0)..<tokenizer.offset(0), line: 0)
        open.removeAll(keepingCapacity: true)
        for index in openCounts.indices { openCounts[index] = 0 }
        rubies.removeAll(keepingCapacity: true)
        readings.removeAll()
        folding.begin()
        (parent, hasDissolved) = (0, false)
        captured = nil
        content = nil
    }

    /// Closes what is open; returns whether the paragraph is empty.
    mutating func finish(_ tokenizer: HTMLTokenizer, _ block: inout Block) -> Bool {
        while let last = open.last { close(last, tokenizer, &block.inline) }
        folding.endLine(&block.inline)
        if hasDissolved { block.inline.mergeTexts() }
        hasDissolved = false
        guard let range = content, block.inline.nodes[0].firstChild >= 0 else {
            content = nil
            return true
        }
        block.source = range
        block.line = firstLine
        content = nil
        return false
    }

    /// Notes that the characters `range` are of the paragraph.
    private mutating func cover(_ range: Range<Int>, _ tokenizer: HTMLTokenizer) {
        if content == nil { firstLine = tokenizer.buffer.place(of: range.lowerBound).line }
        content = (content?.lowerBound ?? tokenizer.offset(range.lowerBound))..<tokenizer.offset(range.upperBound)
    }

    // MARK: Text

    mutating func text(_ range: Range<Int>, _ tokenizer: HTMLTokenizer, _ tree: inout InlineTree) {
        let scalars = tokenizer.buffer.scalars
        var index = range.lowerBound
        while index < range.upperBound {
            if HTMLTag.isWhiteSpace(scalars[index]) {
                if scalars[index] == 0x0A { lineEnd(index, tokenizer, &tree) } else { blank(index, tokenizer, &tree) }
                index += 1
                continue
            }
            let start = index
            while index < range.upperBound, !HTMLTag.isWhiteSpace(scalars[index]) { index += 1 }
            append(start..<index, tokenizer, &tree)
        }
    }

    private mutating func blank(_ index: Int, _ tokenizer: HTMLTokenizer, _ tree: inout InlineTree) {
        if isPreformatted { return append(index..<index + 1, tokenizer, &tree) }
        folding.addSpace()
    }

    mutating func lineEnd(_ index: Int, _ tokenizer: HTMLTokenizer, _ tree: inout InlineTree) {
        if isPreformatted, captured == nil, !isEmpty {
            let end = min(index + 1, tokenizer.buffer.scalars.count)
            return append(.lineBreak, index..<end, tokenizer, &tree)
        }
        folding.addLineEnd()
    }

    /// Appends characters that are no white space.
    private mutating func append(_ range: Range<Int>, _ tokenizer: HTMLTokenizer, _ tree: inout InlineTree) {
        let buffer = tokenizer.buffer
        let first = buffer.scalars[range.lowerBound]
        let delta = UInt32(buffer.start - tree.sourceStart)
        if captured != nil {
            _ = tree.store(buffer.scalars, buffer.offsets, range, delta: delta)
        } else if let mode = rubies.last?.mode, mode != .base {
            if mode != .parentheses { readings.append(buffer.scalars, buffer.offsets, range, delta: delta, after: folding.pending) }
        } else {
            startSegment(tree)
            setSpace(before: first, source: buffer.offsets[range.lowerBound] + delta, &tree)
            tree.appendText(buffer.scalars, buffer.offsets, range, delta: delta, to: parent)
            endSegment(tree)
            folding.lastCharacter = buffer.scalars[range.upperBound - 1]
        }
        folding.drop()
        cover(range, tokenizer)
    }

    /// Appends a character that a reference spells; a space that does so stays.
    mutating func character(_ value: UInt32, _ range: Range<Int>, _ tokenizer: HTMLTokenizer, _ tree: inout InlineTree) {
        let source = source(range, tokenizer, tree)
        if captured != nil {
            tree.scalars.append(value)
            tree.offsets.append(source.lowerBound)
        } else if let mode = rubies.last?.mode, mode != .base {
            if mode != .parentheses { readings.append(value, source.lowerBound, after: folding.pending) }
        } else {
            startSegment(tree)
            setSpace(before: value, source: source.lowerBound, &tree)
            tree.appendCharacter(value, source: source, to: parent)
            endSegment(tree)
            folding.lastCharacter = value
        }
        folding.drop()
        cover(range, tokenizer)
    }

    private func source(_ range: Range<Int>, _ tokenizer: HTMLTokenizer, _ tree: InlineTree) -> Range<UInt32> {
        let delta = tokenizer.buffer.start - tree.sourceStart
        let offsets = tokenizer.buffer.offsets
        return UInt32(delta + Int(offsets[range.lowerBound]))..<UInt32(delta + Int(offsets[range.upperBound]))
    }

    /// Sets the space before `character`: none where a piece of a base begins.
    private mutating func setSpace(before character: UInt32, source: UInt32, _ tree: inout InlineTree) {
        if let ruby = rubies.last, ruby.isAtSegmentStart { folding.drop() }
        folding.set(before: character, source: source, to: parent, &tree)
    }

    private mutating func setSpaceAtTag(_ start: Int, _ tokenizer: HTMLTokenizer, _ tree: inout InlineTree) {
        guard rubies.isEmpty, captured == nil else { return }
        folding.setAtBoundary(source: UInt32(tokenizer.offset(start) - tree.sourceStart), to: parent, &tree)
    }

    // MARK: Tags

    mutating func tag(_ tag: HTMLTag, _ element: HTMLElement, _ start: Int, _ tokenizer: HTMLTokenizer, _ tree: inout InlineTree) {
        if captured != nil { return capture(tag, element, tokenizer, &tree) }
        switch element {
        case .ruby, .rb, .rt, .rtc, .rp:
            if element == .ruby && !tag.closes { setSpaceAtTag(start, tokenizer, &tree) }
            return rubyTag(tag, element, start, tokenizer, &tree)
        default: break
        }
        if let ruby = rubies.last, ruby.mode != .base { return }
        setSpaceAtTag(start, tokenizer, &tree)
        switch element {
        case .br: if !tag.closes { append(.lineBreak, start..<tag.end, tokenizer, &tree) }
        case .img: if !tag.closes { image(tag, start, tokenizer, &tree) }
        default: if tag.closes { closeElement(element, tokenizer, &tree) } else { openElement(tag, element, start, tokenizer, &tree) }
        }
    }

    private mutating func append(_ kind: InlineKind, _ range: Range<Int>, _ tokenizer: HTMLTokenizer, _ tree: inout InlineTree) {
        var node = InlineNode(kind: kind)
        node.source = source(range, tokenizer, tree)
        if kind == .lineBreak {
            folding.endLine(&tree)
        }
        rubies.indices.last.map { rubies[$0].isComplex = true }
        tree.append(node, to: parent)
        cover(range, tokenizer)
    }

    private mutating func openElement(
        _ tag: HTMLTag, _ element: HTMLElement, _ start: Int, _ tokenizer: HTMLTokenizer, _ tree: inout InlineTree
    ) {
        guard var node = open.count < Self.maximumDepth ? node(tag, element, tokenizer, &tree) : nil else {
            // An unknown element's end tag says nothing either.
            if element != .unknown { push(element, -1) }
            return
        }
        startSegment(tree)
        node.source = source(start..<tag.end, tokenizer, tree)
        let index = tree.append(node, to: parent)
        rubies.indices.last.map { rubies[$0].isComplex = true }
        cover(start..<tag.end, tokenizer)
        switch node.kind {
        case .kaeriten, .okurigana, .gaiji:
            folding.setObject()
            captured = (index, element, 1, Int32(tree.scalars.count))
        default:
            push(element, index)
            parent = index
        }
    }

    mutating func push(_ element: HTMLElement, _ node: Int32) {
        open.append(OpenElement(element: element, node: node))
        openCounts[Int(element.rawValue)] += 1
    }

    /// The node that an element becomes, if any.
    private func node(_ tag: HTMLTag, _ element: HTMLElement, _ tokenizer: HTMLTokenizer, _ tree: inout InlineTree) -> InlineNode? {
        if element == .a, let address = tag.value(of: "href") {
            var node = InlineNode(kind: .link)
            node.text = store(address, tokenizer, &tree)
            return node
        }
        let classes = tag.value(of: "class").map(tokenizer.text) ?? ""
        let style = tag.value(of: "style").map(tokenizer.text) ?? ""
        var node = HTMLVocabulary.node(element, classes: classes[...], style: style[...])
        if node?.kind == .gaiji, let title = tag.value(of: "title") { node?.text = store(title, tokenizer, &tree) }
        return node
    }

    /// Copies an attribute's value into the tree's buffer, its references resolved.
    private func store(_ range: Range<Int>, _ tokenizer: HTMLTokenizer, _ tree: inout InlineTree) -> ScalarRange {
        let lower = Int32(tree.scalars.count)
        let offset = UInt32(tokenizer.offset(range.lowerBound) - tree.sourceStart)
        for value in tokenizer.text(range).unicodeScalars {
            tree.scalars.append(value.value)
            tree.offsets.append(offset)
        }
        return ScalarRange(lower: lower, upper: Int32(tree.scalars.count))
    }

    private mutating func image(_ tag: HTMLTag, _ start: Int, _ tokenizer: HTMLTokenizer, _ tree: inout InlineTree) {
        let alternative = tag.value(of: "alt").map { store($0, tokenizer, &tree) } ?? .empty
        let isGaiji = tag.value(of: "class").map { tokenizer.text($0).split(separator: " ").contains("gaiji") } ?? false
        append(isGaiji ? .gaiji : .image, start..<tag.end, tokenizer, &tree)
        let node = Int(tree.nodes[Int(parent)].lastChild)
        folding.setObject()
        if isGaiji {
            tree.nodes[node].text = alternative
            return
        }
        tree.nodes[node].text = tag.value(of: "src").map { store($0, tokenizer, &tree) } ?? .empty
        tree.nodes[node].text2 = alternative
        let isPhoto = string(tree.scalars[alternative.indices]).contains("写真")
        tree.nodes[node].detail = (isPhoto ? ImageKind.photo : .figure).rawValue
        let size = (
            tag.value(of: "width").flatMap { Int32(tokenizer.text($0)) }, tag.value(of: "height").flatMap { Int32(tokenizer.text($0)) }
        )
        if let width = size.0, let height = size.1, width > 0, height > 0 {
            (tree.nodes[node].number, tree.nodes[node].number2) = (width, height)
        }
    }

    /// Closes the innermost open `element` and what is open in it, but nothing outside the innermost ruby.
    private mutating func closeElement(_ element: HTMLElement, _ tokenizer: HTMLTokenizer, _ tree: inout InlineTree) {
        guard openCounts[Int(element.rawValue)] > (rubies.last?.outerCounts[Int(element.rawValue)] ?? 0) else { return }
        while let last = open.last, last.element != .ruby {
            close(last, tokenizer, &tree)
            if last.element == element { return }
        }
    }

    /// Closes the innermost open element, `last`.
    mutating func close(_ last: OpenElement, _ tokenizer: HTMLTokenizer, _ tree: inout InlineTree) {
        open.removeLast()
        openCounts[Int(last.element.rawValue)] -= 1
        if last.element == .ruby { return closeRuby(isOpen: true, tokenizer, &tree) }
        guard last.node >= 0 else { return }
        parent = tree.nodes[Int(last.node)].parent
        let source = tree.nodes[Int(last.node)].source
        let end = UInt32(max(Int(source.lowerBound), tokenizer.position - tree.sourceStart))
        tree.nodes[Int(last.node)].source = source.lowerBound..<end
    }

    /// A tag within 返り点 and the like: only the end of the element counts.
    private mutating func capture(_ tag: HTMLTag, _ element: HTMLElement, _ tokenizer: HTMLTokenizer, _ tree: inout InlineTree) {
        guard var state = captured, element == state.element else { return }
        state.depth += tag.closes ? -1 : 1
        captured = state.depth > 0 ? state : nil
        guard state.depth == 0 else { return }
        let node = Int(state.node)
        if tree.nodes[node].kind != .gaiji {
            tree.nodes[node].text = ScalarRange(lower: state.lower, upper: Int32(tree.scalars.count))
        }
        let lower = tree.nodes[node].source.lowerBound
        tree.nodes[node].source = lower..<UInt32(max(Int(lower), tokenizer.position - tree.sourceStart))
        folding.setObject()
    }
}
