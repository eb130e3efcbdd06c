/// The content of paragraphs in Markdown.
extension MarkdownWriter {
    func isHTML(_ node: Int32, _ tree: InlineTree) -> Bool {
        let value = tree.nodes[Int(node)]
        return value.kind == .raw && string(tree.scalars[value.text2.indices]) == "html"
    }

    mutating func enter(_ node: Int32, _ tree: InlineTree) -> Bool {
        let value = tree.nodes[Int(node)]
        let offset = tree.sourceOffset(node)
        run.removeAll()
        switch value.kind {
        case .root: return true
        case .text:
            run.append(tree, value.text)
            writeText()
        case .ruby: writeRuby(node, tree)
        case .emphasis: return openDelimited(node, tree, "*", "em")
        case .style: return openStyle(node, tree)
        case .tateChuYoko: return openTateChuYoko(node, tree)
        case .line, .horizontal, .frame, .caption, .warichu, .heading: return openSpan(node, tree)
        case .kaeriten, .okurigana: writeKanbun(node, tree)
        case .image: writeImage(value, tree)
        case .gaiji:
            run.append(tree, value.text)
            if flavor == .vfm {
                output.append("<span class=\"gaiji\" title=\"")
                HTMLSpelling.writeEscaped(run, output)
                output.append("\">〓</span>")
            } else {
                output.append("〓")
                output.lose(.gaiji, at: offset)
            }
        case .note:
            run.append(tree, value.text)
            HTMLSpelling.writeComment(run, output)
        case .link:
            output.append("[")
            closings.append("")
            return true
        case .pageReference: output.lose(.pageReference, at: offset)
        case .lineBreak: breakLine(node, tree)
        case .raw:
            guard isHTML(node, tree) else {
                output.lose(.raw, at: offset)
                return false
            }
            run.append(tree, value.text)
            output.append(run)
        }
        return false
    }

    mutating func leave(_ node: Int32, _ tree: InlineTree) {
        let value = tree.nodes[Int(node)]
        guard let closing = closings.popLast() else { return }
        guard value.kind == .link else { return output.append(string: closing) }
        output.append("](")
        run.removeAll()
        run.append(tree, value.text)
        writeAddress()
        output.append(")")
    }

    // MARK: Nodes around others

    /// Writes `delimiter` around what a node holds where that is sure to be read so; else the HTML element (CommonMark's rules on delimiters that
    /// meet are intricate).
    private mutating func openDelimited(_ node: Int32, _ tree: InlineTree, _ delimiter: String, _ element: String) -> Bool {
        let isSafe =
            output.last != scalar("*") && output.last != scalar("_") && holdsOnlyTextAndRuby(node, tree) && hasFirmEdges(node, tree)
        output.append(string: isSafe ? delimiter : "<\(element)>")
        closings.append(isSafe ? delimiter : "</\(element)>")
        return true
    }

    private func holdsOnlyTextAndRuby(_ node: Int32, _ tree: InlineTree) -> Bool {
        var child = tree.nodes[Int(node)].firstChild
        guard child >= 0 else { return false }
        while child >= 0 {
            guard tree.nodes[Int(child)].kind == .text || tree.nodes[Int(child)].kind == .ruby else { return false }
            child = tree.nodes[Int(child)].next
        }
        return true
    }

    /// No white space stands at the ends, and what follows the node does not begin with a delimiter.
    private func hasFirmEdges(_ node: Int32, _ tree: InlineTree) -> Bool {
        let (first, last) = (tree.nodes[Int(node)].firstChild, tree.nodes[Int(node)].lastChild)
        let (firstNode, lastNode) = (tree.nodes[Int(first)], tree.nodes[Int(last)])
        if firstNode.kind == .text, isBlank(tree.scalars[Int(firstNode.text.lower)]) { return false }
        return lastNode.kind != .text || !isBlank(tree.scalars[Int(lastNode.text.upper) - 1])
    }

    private mutating func openStyle(_ node: Int32, _ tree: InlineTree) -> Bool {
        let value = tree.nodes[Int(node)]
        switch StyleName(rawValue: value.detail) {
        case .em, .italic: return openDelimited(node, tree, "*", "em")
        case .strong, .bold: return openDelimited(node, tree, "**", "strong")
        case .code where tree.isPlain(node) && tree.nodes[Int(node)].firstChild >= 0 && output.last != scalar("`"):
            writeCode(node, tree)
            return false
        default: return openTags(value)
        }
    }

    private mutating func openTags(_ value: InlineNode) -> Bool {
        let tags = HTMLSpelling.tags(value)
        output.append(string: tags?.open ?? "")
        closings.append(tags?.close ?? "")
        return true
    }

    /// vfm: an element. denden: warichu in parentheses; for the rest nothing.
    private mutating func openSpan(_ node: Int32, _ tree: InlineTree) -> Bool {
        let value = tree.nodes[Int(node)]
        if flavor == .vfm { return openTags(value) }
        let kind: LostKind? =
            switch value.kind {
            case .line: .sideLine
            case .horizontal: .horizontal
            case .frame: .frame
            case .caption: .caption
            case .warichu: .warichu
            default: nil
            }
        if let kind { output.lose(kind, at: tree.sourceOffset(node)) }
        output.append(string: value.kind == .warichu ? "（" : "")
        closings.append(value.kind == .warichu ? "）" : "")
        return true
    }

    /// `^12^` of denden, where it is of printable ASCII characters.
    private mutating func openTateChuYoko(_ node: Int32, _ tree: InlineTree) -> Bool {
        base.removeAll()
        tree.projection(of: node, into: &base)
        let isSimple = tree.isPlain(node) && !base.isEmpty && base.scalars.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != scalar("^") }
        guard flavor == .denden, isSimple else { return openTags(tree.nodes[Int(node)]) }
        output.append("^")
        output.append(base)
        output.append("^")
        return false
    }

    private mutating func writeKanbun(_ node: Int32, _ tree: InlineTree) {
        let value = tree.nodes[Int(node)]
        run.append(tree, value.text)
        guard flavor == .vfm else {
            output.lose(.kanbun, at: tree.sourceOffset(node))
            output.append("（")
            writeText()
            output.append("）")
            return
        }
        output.append(value.kind == .kaeriten ? "<span class=\"kaeriten\">" : "<span class=\"okurigana\">")
        writeText()
        output.append("</span>")
    }

    /// A code span, in more backticks than stand in it.
    private mutating func writeCode(_ node: Int32, _ tree: InlineTree) {
        base.removeAll()
        tree.projection(of: node, into: &base)
        var (longest, length) = (0, 0)
        for character in base.scalars {
            length = character == scalar("`") ? length + 1 : 0
            longest = max(longest, length)
        }
        let fence = String(repeating: "`", count: longest + 1)
        let first = base.scalars[0]
        let last = base.scalars[base.scalars.count - 1]
        let isPadded = first == scalar("`") || last == scalar("`") || first == 0x20 && last == 0x20 && base.scalars.contains { $0 != 0x20 }
        output.append(string: isPadded ? fence + " " : fence)
        output.append(base)
        output.append(string: isPadded ? " " + fence : fence)
    }

    // MARK: Leaves

    private mutating func writeImage(_ value: InlineNode, _ tree: InlineTree) {
        output.append("![")
        run.append(tree, value.text2)
        writeText()
        output.append("](")
        run.removeAll()
        run.append(tree, value.text)
        writeAddress()
        output.append(")")
    }

    /// The address in `run`, in `<>` if it holds what cannot stand outside.
    private func writeAddress() {
        let isPlain = run.scalars.allSatisfy { $0 > 0x20 && !Self.bounds.contains($0) }
        if !isPlain { output.append("<") }
        for index in run.scalars.indices {
            let character = run.scalars[index]
            if character == scalar("<") || character == scalar(">") || character == scalar("\\") { output.append("\\") }
            output.append(character, at: run.offsets[index])
        }
        if !isPlain { output.append(">") }
    }

    private static let bounds: Set<UInt32> = [scalar("("), scalar(")"), scalar("<"), scalar(">"), scalar("\\")]

    /// A line end; `<br>` where a bare one would be something else.
    private mutating func breakLine(_ node: Int32, _ tree: InlineTree) {
        if isHeading { return output.append(" ") }
        let parent = Int(tree.nodes[Int(node)].parent)
        if isLineBegin || tree.nodes[Int(node)].next < 0 || parent != 0 || isAtEdgeOfBlank(node, tree) { return output.append("<br>") }
        if flavor == .vfm { output.append("\\") }
        output.endLine()
        writeMarks(depth, isBlank: false)
    }

    /// The next line would be blank, or nothing but a comment.
    private func isAtEdgeOfBlank(_ node: Int32, _ tree: InlineTree) -> Bool {
        let next = tree.nodes[Int(tree.nodes[Int(node)].next)]
        guard next.kind == .text else { return next.kind == .note || next.kind == .lineBreak }
        return tree.scalars[next.text.indices].allSatisfy(isBlank)
    }

    // MARK: Ruby

    private mutating func writeRuby(_ node: Int32, _ tree: InlineTree) {
        let value = tree.nodes[Int(node)]
        let offset = tree.sourceOffset(node)
        // A base is plain (M114): what stands around all of it goes around the ruby.
        var inner = node
        var count = 0
        while let child = wholeBase(inner, tree), enter(child, tree) {
            inner = child
            count += 1
        }
        defer { for _ in 0..<count { output.append(string: closings.popLast() ?? "") } }
        if !tree.isPlain(inner) {
            var finder = LossFinder(output: output)
            finder.walk(tree, below: inner)
        }
        run.removeAll()
        if value.hasUnder { output.lose(.underReading, at: offset) }
        base.removeAll()
        tree.projection(of: node, into: &base)
        run.append(tree, value.text)
        guard value.hasReading, !base.isEmpty, !run.isEmpty else {
            run = base
            return writeText()
        }
        if !value.parts.isEmpty {
            if divides(value, tree) { return writeDivided(value, tree) }
            output.lose(.dividedRuby, at: offset)
        }
        output.append("{")
        writeBraced(base)
        output.append("|")
        writeBraced(run)
        output.append("}")
    }

    /// The node around the whole base below `node`, if there is one that Markdown can say.
    private func wholeBase(_ node: Int32, _ tree: InlineTree) -> Int32? {
        let child = tree.nodes[Int(node)].firstChild
        guard child >= 0, tree.nodes[Int(child)].next < 0 else { return nil }
        switch tree.nodes[Int(child)].kind {
        case .emphasis: return child
        case .style: return tree.nodes[Int(child)].detail == StyleName.code.rawValue ? nil : child
        case .line, .horizontal, .frame, .caption: return flavor == .vfm ? child : nil
        default: return nil
        }
    }

    /// Whether denden can say the division: a reading a character (M111).
    private func divides(_ value: InlineNode, _ tree: InlineTree) -> Bool {
        flavor == .denden && tree.parts[value.parts.indices].allSatisfy { !$0.reading.isEmpty && tree.characterCount($0.base) == 1 }
    }

    private mutating func writeDivided(_ value: InlineNode, _ tree: InlineTree) {
        output.append("{")
        writeBraced(base)
        for part in tree.parts[value.parts.indices] {
            output.append("|")
            run.removeAll()
            run.append(tree, part.reading)
            writeBraced(run)
        }
        output.append("}")
    }

    private func writeBraced(_ run: CharacterRun) {
        for index in run.scalars.indices {
            switch run.scalars[index] {
            case scalar("{"), scalar("|"), scalar("}"), scalar("\\"): output.append("\\")
            default: break
            }
            output.append(run.scalars[index], at: run.offsets[index])
        }
    }
}
