import RubiText

/// Blocks that one annotation opened, to be closed together (M53b).
struct AozoraOpenBlock {
    var kinds: [BlockKind]
    /// ここから大見出し: what stands in it are headings of this level (M62).
    var heading: Int32?
    /// The annotation without ここから, for messages.
    var name: String
    var place: SourcePlace
    var offset: Int

    /// Whether ここで…終わり of `part` closes it.
    func isClosed(by part: AozoraBlockPart) -> Bool {
        switch part {
        case .block(let kind, _): kinds.contains(kind) || (kind == .indent && kinds.contains(.hang))
        case .heading(let level): heading == level
        case .turnover, .flush: false
        }
    }
}

/// Blocks that are read and not yet handed on; values and their buffers are used again.
struct BlockQueue {
    private var items: [Block] = []
    private var head = 0
    private var count = 0

    var isEmpty: Bool { head == count }
    /// How many wait.
    var waiting: Int { count - head }

    /// Appends a fresh block and returns its index, by which `subscript` finds it.
    mutating func push(_ source: Range<Int>, line: Int) -> Int {
        if isEmpty { (head, count) = (0, 0) }
        if count == items.count { items.append(Block()) }
        items[count].reset(source, line: line)
        count += 1
        return count - 1
    }

    subscript(index: Int) -> Block {
        _read { yield items[index] }
        _modify { yield &items[index] }
    }

    /// Hands on the first block; the caller's buffers are kept in exchange.
    mutating func pop(into block: inout Block) {
        swap(&block, &items[head])
        head += 1
    }

    /// Takes back the block that was appended last.
    mutating func dropLast() { count -= 1 }
}

/// Paragraphs, and the blocks around them (M60–M62, M76, M77).
extension AozoraParser {
    /// Puts a block of one annotation into the queue.
    @discardableResult
    mutating func push(_ kind: Block.Kind, _ annotation: Range<Int>) -> Int {
        let range = line.start + Int(line.offsets[annotation.lowerBound])..<line.start + Int(line.offsets[annotation.upperBound])
        let index = queue.push(range, line: line.number)
        queue[index].kind = kind
        return index
    }

    // MARK: Paragraphs

    /// Whether something was read that a paragraph can stand for.
    private var hasContent: Bool {
        if !leaves.isEmpty { return true }
        // A range that is open and still empty is nothing.
        let outermost = containers.first { $0.node != nil }
        return outermost.map { $0.outerSolid >= 0 } ?? (lastSolid >= 0)
    }

    /// Hands on what was read of the paragraph before `annotation`, and begins another in the same line; ranges go on in it.
    mutating func flushParagraph(before annotation: Range<Int>) {
        guard tree.nodes[0].firstChild >= 0, hasContent || containers.isEmpty else { return }
        dropBar()
        let open = containers
        let start = Int(line.offsets[annotation.lowerBound])
        paragraph.end = start
        emitParagraph()
        paragraph = AozoraParagraph()
        paragraph.start = start
        beginTree()
        for container in open { enter(container.range, container.start..<container.end) }
    }

    /// 地付き, 地からN字上げ: what stood before on the line is its own paragraph (M61).
    mutating func alignEnd(_ offset: Int32?, _ annotation: Range<Int>) {
        if hasContent {
            flushParagraph(before: annotation)
            paragraph.joined = true
        }
        paragraph.alignsToEnd = true
        paragraph.offset = offset
    }

    /// Ends the line: closes its ranges and hands on its paragraph.
    mutating func endLine() {
        dropBar()
        closeRanges()
        if tree.nodes[0].firstChild >= 0 {
            emitParagraph()
        } else if let n = paragraph.indent, let annotation = paragraph.indentAnnotation {
            // An indent alone on its line is an old form of ここから (M61).
            blockParts = [(.indent, n, 0)]
            openBlocks(heading: nil, annotation)
        }
    }

    private mutating func emitParagraph() {
        if needsMerge { tree.mergeTexts() }
        let start = line.start + paragraph.start
        let index = queue.push(start..<(paragraph.end.map { line.start + $0 } ?? line.contentEnd), line: line.number)
        let level = paragraph.headingLevel ?? openBlocks.last { $0.heading != nil }?.heading
        if let level {
            queue[index].kind = .heading
            queue[index].n = level
        } else if tree.nodes.count == 2, tree.nodes[1].kind == .image {
            queue[index].kind = .image
        }
        queue[index].indent = paragraph.indent
        queue[index].alignsToEnd = paragraph.alignsToEnd
        queue[index].offset = paragraph.offset
        queue[index].joined = paragraph.joined
        swap(&queue[index].inline, &tree)
    }

    // MARK: Blocks

    /// Opens `blockParts`, the first outermost, in the place of an indent that is open (M61).
    mutating func openBlocks(heading: Int32?, _ annotation: Range<Int>) {
        flushParagraph(before: annotation)
        let parts = blockParts
        guard openBlocks.count < Self.deepest else {
            report(.unknownAnnotation, at: annotation.lowerBound, [string(annotation.lowerBound + 2..<annotation.upperBound - 1)])
            appendNote(.other, annotation)
            return
        }
        if let last = openBlocks.last, let first = parts.first, Self.isIndent(first.kind), last.kinds.contains(where: Self.isIndent) {
            closeInnermost(annotation)
        }
        for part in parts {
            let index = push(.open, annotation)
            queue[index].blockKind = part.kind
            queue[index].n = part.n
            queue[index].m = part.m
        }
        let offset = line.start + Int(line.offsets[annotation.lowerBound])
        var name = string(annotation.lowerBound + 2..<annotation.upperBound - 1)
        if name.hasPrefix("ここから") { name.removeFirst(4) }
        let place = context.source.place(of: offset, in: line)
        openBlocks.append(AozoraOpenBlock(kinds: parts.map(\.kind), heading: heading, name: name, place: place, offset: offset))
    }

    private static func isIndent(_ kind: BlockKind) -> Bool { kind == .indent || kind == .hang }

    /// ここで…終わり (M76).
    mutating func closeBlock(_ part: AozoraBlockPart, _ annotation: Range<Int>) {
        guard let k = openBlocks.lastIndex(where: { $0.isClosed(by: part) }) else {
            report(.endWithoutBegin, at: annotation.lowerBound, [blockName(annotation)])
            appendNote(.other, annotation)
            return
        }
        flushParagraph(before: annotation)
        if k < openBlocks.count - 1 {
            report(.endMismatch, at: annotation.lowerBound, [blockName(annotation), openBlocks[openBlocks.count - 1].name])
        }
        while openBlocks.count > k { closeInnermost(annotation) }
    }

    private func blockName(_ annotation: Range<Int>) -> String {
        var name = string(annotation.lowerBound + 2..<annotation.upperBound - 1)
        if name.hasPrefix("ここで") { name.removeFirst(3) }
        if name.hasSuffix("終わり") { name.removeLast(3) }
        return name
    }

    private mutating func closeInnermost(_ annotation: Range<Int>) {
        guard let block = openBlocks.popLast() else { return }
        for kind in block.kinds.reversed() {
            let index = push(.close, annotation)
            queue[index].blockKind = kind
        }
    }

    /// Closes what is open at the end of the text, `offset`, and reports it (M76).
    mutating func closeBlocksAtEnd(offset: Int, line: Int) {
        while let block = openBlocks.popLast() {
            context.report(.blockOpenAtEnd, at: block.place, offset: block.offset, [block.name])
            for kind in block.kinds.reversed() {
                let index = queue.push(offset..<offset, line: line)
                queue[index].kind = .close
                queue[index].blockKind = kind
            }
        }
    }
}
