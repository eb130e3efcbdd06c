import RubiText

/// Annotations in the order they are read, and ranges that one opens and another closes in the same line (M75).
extension AozoraParser {
    /// Does what the annotation in `range`, brackets included, says.
    mutating func readAnnotation(_ range: Range<Int>) {
        let body = range.lowerBound + 2..<range.upperBound - 1
        switch classify(body) {
        case .breaks(let kind):
            flushParagraph(before: range)
            push(kind, range)
        case .indentLine(let n):
            paragraph.indent = n
            paragraph.indentAnnotation = range
        case .alignEnd(let offset): alignEnd(offset, range)
        case .openBlocks(let heading): openBlocks(heading: heading, range)
        case .closeBlock(let part): closeBlock(part, range)
        case .open(let opened): open(opened, range)
        case .close(let closed, let reading): close(closed, reading: reading, range)
        case .forward(let target, let to): applyForward(target, to: to, range)
        case .reading(let target, let text, let side, let perCharacter): applyReading(target, text, side, perCharacter: perCharacter, range)
        case .base(let target): applyBase(target, range)
        case .replacement(let target, let first, let second): applyReplacement(target, first, second, range)
        case .note(let kind, let target): appendNote(kind, range, target: target)
        case .kaeriten: appendMark(.kaeriten, body, range)
        case .okurigana: appendMark(.okurigana, body.dropFirst().dropLast(), range)
        case .image(let alt, let file, let width, let height): appendImage(alt, file, width, height, range)
        case .lineBreak: appendLineBreak(range)
        case .endOfBody:
            flushParagraph(before: range)
            bodyHasEnded = true
        case .unknown(let target): unknown(range, target: target)
        }
    }

    private mutating func unknown(_ range: Range<Int>, target: Range<Int>? = nil) {
        let text = string(range.lowerBound + 2..<range.upperBound - 1)
        if !text.hasPrefix(OwnOptions.mark) { report(.unknownAnnotation, at: range.lowerBound, [text]) }  // M52
        appendNote(.other, range, target: target)
    }

    /// An annotation inside a reading: only what makes a note can be meant (M16).
    mutating func appendNoteOnly(_ range: Range<Int>) {
        let body = range.lowerBound + 2..<range.upperBound - 1
        switch classify(body) {
        case .note(let kind, let target): appendNote(kind, range, target: target)
        case .unknown(let target): unknown(range, target: target)
        case .forward(let target, _), .reading(let target, _, _, _), .replacement(let target, _, _):
            appendNote(.other, range, target: target)
        case .breaks, .indentLine, .alignEnd, .openBlocks, .closeBlock, .open, .close, .base, .kaeriten, .okurigana, .image, .lineBreak,
            .endOfBody:
            appendNote(.other, range)
        }
    }

    /// A character of a reading that could not be resolved: 〓 stands in the reading, its description goes to a note (M79a).
    mutating func appendGaijiNote(_ range: Range<Int>) {
        let body = range.lowerBound + 3..<range.upperBound - 1
        report(.unknownGaiji, at: range.lowerBound, [string(body)])
        appendNote(.other, range.lowerBound + 1..<range.upperBound)
    }

    /// Kaeriten and okurigana (M72); what is annotated in them goes behind.
    private mutating func appendMark(_ kind: InlineKind, _ text: Range<Int>, _ range: Range<Int>) {
        plain.read(text, of: line.scalars, cells: cells)
        var node = InlineNode(kind: kind)
        node.source = source(range)
        let scalars = plain.scalars
        node.text = store(scalars, at: line.offsets[text.lowerBound])
        var mark = appendNode(node)
        let (annotations, unknown) = (plain.annotations, plain.unknownGaiji)
        for annotation in annotations {
            guard let wraps = wraps(of: annotation, around: scalars) else {
                appendNoteOnly(annotation)
                continue
            }
            for wrap in wraps {
                var node = inlineNode(wrap)
                node.source = source(range)
                mark = tree.wrap(node, from: mark, to: mark)
                replaceSolid(tree.nodes[Int(mark)].firstChild, by: mark)
            }
        }
        for gaiji in unknown { appendGaijiNote(gaiji) }
    }

    /// What an annotation inside okurigana puts around all of it (dots, as a rule); nil where it says anything else.
    private mutating func wraps(of annotation: Range<Int>, around scalars: [UInt32]) -> [AozoraWrap]? {
        guard case .forward(let target, nil) = classify(annotation.lowerBound + 2..<annotation.upperBound - 1) else { return nil }
        plain.read(target, of: line.scalars, cells: cells)
        guard plain.scalars == scalars else { return nil }
        let wraps = actions.compactMap { action in if case .wrap(let wrap) = action { wrap } else { nil } }
        return wraps.count == actions.count ? wraps : nil
    }

    private mutating func appendImage(_ alt: Range<Int>, _ file: Range<Int>, _ width: Int32, _ height: Int32, _ range: Range<Int>) {
        var node = InlineNode(kind: .image)
        node.source = source(range)
        node.text = store(file)
        plain.read(alt, of: line.scalars, cells: cells)
        node.text2 = store(plain.scalars, at: line.offsets[alt.lowerBound])
        (node.number, node.number2) = (width, height)
        node.detail = (isPhoto(alt) ? ImageKind.photo : .figure).rawValue
        appendNode(node)
    }

    /// 改行 means something only inside warichu (M68).
    private mutating func appendLineBreak(_ range: Range<Int>) {
        let isInWarichu = containers.contains { $0.range == .wrap(AozoraWrap(kind: .warichu)) }
        guard isInWarichu else {
            unknown(range)
            return
        }
        var node = InlineNode(kind: .lineBreak)
        node.source = source(range)
        appendNode(node)
    }

    // MARK: Opening and closing

    private mutating func open(_ range: AozoraRange, _ annotation: Range<Int>) {
        guard containers.count < Self.deepest else {
            unknown(annotation)
            return
        }
        enter(range, annotation)
    }

    /// Puts what follows into a new node.
    mutating func enter(_ range: AozoraRange, _ annotation: Range<Int>) {
        var container = Container(range: range, start: annotation.lowerBound, end: annotation.upperBound, outerSolid: lastSolid)
        switch range {
        case .wrap(let wrap): container.node = appendContainer(inlineNode(wrap), annotation)
        case .ruby: container.node = appendContainer(InlineNode(kind: .ruby), annotation)
        case .heading(let level): paragraph.headingLevel = level
        }
        containers.append(container)
    }

    private mutating func appendContainer(_ node: InlineNode, _ annotation: Range<Int>) -> Int32 {
        var node = node
        node.source = source(annotation)
        parent = tree.append(node, to: parent)
        lastSolid = -1
        return parent
    }

    private mutating func close(_ range: AozoraRange, reading: Range<Int>?, _ annotation: Range<Int>) {
        guard let k = containers.lastIndex(where: { ends(range, $0.range) }) else {
            report(.endWithoutBegin, at: annotation.lowerBound, [name(ofEnd: annotation)])
            appendNote(.other, annotation)
            return
        }
        if k < containers.count - 1 {
            let open = containers[containers.count - 1]
            report(.endMismatch, at: annotation.lowerBound, [name(ofEnd: annotation), string(open.start + 2..<open.end - 1)])
        }
        while containers.count > k + 1 { leaveContainer(annotation) }
        if let reading { closeRuby(range, reading, annotation) } else { leaveContainer(annotation) }
    }

    /// An end closes a range of its own kind; one of ルビ付き and 注記付き only its own.
    private func ends(_ end: AozoraRange, _ range: AozoraRange) -> Bool {
        switch (end, range) {
        case (.wrap(let end), .wrap(let wrap)): end.ends(wrap)
        case (.ruby, .ruby), (.heading, .heading): end == range
        default: false
        }
    }

    /// 太字終わり → 太字.
    private func name(ofEnd annotation: Range<Int>) -> String {
        string(annotation.lowerBound + 2..<max(annotation.lowerBound + 2, annotation.upperBound - 4))
    }

    /// Takes the innermost range from the stack, which ends with `annotation` or with the line; nil for one without a node.
    private mutating func leave(_ annotation: Range<Int>?) -> (node: Int32, container: Container, lastSolid: Int32)? {
        if let bar, bar.container >= containers.count { dropBar() }
        guard let container = containers.popLast(), let node = container.node else { return nil }
        let end = annotation.map { line.offsets[$0.upperBound] } ?? line.offsets[line.offsets.count - 1]
        tree.nodes[Int(node)].source = tree.nodes[Int(node)].source.lowerBound..<end
        let inner = lastSolid
        parent = tree.nodes[Int(node)].parent
        lastSolid = node
        return (node, container, inner)
    }

    /// Closes the innermost range; a ruby without its reading leaves its text alone.
    private mutating func leaveContainer(_ annotation: Range<Int>?) {
        guard let left = leave(annotation), case .ruby = left.container.range else { return }
        dissolve(left.node, left.container, inner: left.lastSolid)
    }

    private mutating func dissolve(_ node: Int32, _ container: Container, inner: Int32) {
        lastSolid = inner >= 0 ? inner : outerSolid(container)
        tree.dissolve(node)
        needsMerge = true
    }

    /// The last solid child before a range that held nothing.
    private func outerSolid(_ container: Container) -> Int32 {
        let outer = container.outerSolid
        if outer < 0 || tree.nodes[Int(outer)].parent == parent { return outer }
        // A forward reference in the range has wrapped it.
        var node = container.node.map { tree.nodes[Int($0)].previous } ?? -1
        while node >= 0, tree.nodes[Int(node)].kind == .note { node = tree.nodes[Int(node)].previous }
        return node
    }

    /// ルビ付き終わり and 注記付き終わり (M69, M70): the range becomes a ruby, or gives its reading to the one ruby that it holds.
    private mutating func closeRuby(_ range: AozoraRange, _ reading: Range<Int>, _ annotation: Range<Int>) {
        guard case .ruby(let side, _) = range, let (node, container, inner) = leave(annotation) else { return }
        guard inner >= 0 else {
            dissolve(node, container, inner: inner)
            appendNote(.other, annotation)
            return
        }
        let isOneRuby = tree.nodes[Int(inner)].kind == .ruby && tree.nodes[Int(node)].firstChild == inner
        if holdsReading(node, side) {
            report(.secondReading, at: annotation.lowerBound, [baseString(node)])
            dissolve(node, container, inner: inner)
            appendNote(.side, annotation, target: reading)
            return
        }
        if isOneRuby { dissolve(node, container, inner: inner) } else { tree.nodes[Int(node)].detail = kind(of: node).rawValue }
        plain.read(reading, of: line.scalars, cells: cells)
        setReading(lastSolid, plain.scalars, side, at: reading.lowerBound)
        takeBar(before: lastSolid)
        annotationRubies.append((lastSolid, annotation))
    }

    /// A bar directly before ルビ付き begins the base of that range, and of no 《》 further on in the line (M31, M69).
    private mutating func takeBar(before ruby: Int32) {
        guard let bar, !bar.isHalf, bar.container == containers.count, tree.nodes[Int(ruby)].previous == bar.node else { return }
        tree.nodes[Int(ruby)].source = line.offsets[bar.start]..<tree.nodes[Int(ruby)].source.upperBound
        tree.unlink(bar.node)
        leaves.remove(bar.node)
        self.bar = nil
    }

    private func holdsReading(_ range: Int32, _ side: Side) -> Bool {
        var node = tree.nodes[Int(range)].firstChild
        while node >= 0 {
            if tree.nodes[Int(node)].kind == .ruby, hasReading(node, side) { return true }
            node = tree.nodes[Int(node)].next
        }
        return false
    }

    /// Closes what is open at the line end, and reports it (M75).
    mutating func closeRanges() {
        for container in containers {
            report(.rangeOpenAtLineEnd, at: container.start, [string(container.start + 2..<container.end - 1)])
        }
        while let container = containers.last {
            if let node = container.node, tree.nodes[Int(node)].firstChild < 0 {
                _ = leave(nil)
                makeNote(node, container)
            } else {
                leaveContainer(nil)
            }
        }
    }

    /// A range that holds nothing is no more than a note.
    private mutating func makeNote(_ node: Int32, _ container: Container) {
        lastSolid = outerSolid(container)
        var note = noteNode(.other, container.start..<container.end, target: nil)
        let old = tree.nodes[Int(node)]
        (note.parent, note.previous, note.next) = (old.parent, old.previous, old.next)
        tree.nodes[Int(node)] = note
    }
}
