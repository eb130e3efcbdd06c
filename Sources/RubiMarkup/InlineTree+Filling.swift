/// What the readers append to a tree, left to right. `offsets` run beside `scalars`, with one element more, and count from the tree's `sourceStart`.
extension InlineTree {
    /// Appends a piece of the source as text at the end of `parent`, to the text node that stands there if there is one.
    /// `delta` is what the offsets count from, less the tree's `sourceStart`.
    mutating func appendText(
        _ scalars: [UInt32], _ offsets: [UInt32], _ range: Range<Int>, delta: UInt32 = 0, to parent: Int32 = 0
    ) {
        guard !range.isEmpty else { return }
        let lower = store(scalars, offsets, range, delta: delta).lower
        let start = offsets[range.lowerBound] + delta
        extendText(from: lower, source: start..<max(start, offsets[range.upperBound] + delta), in: parent)
    }

    /// Appends one character as text, which the bytes `source` spell.
    mutating func appendCharacter(_ scalar: UInt32, source: Range<UInt32>, to parent: Int32 = 0) {
        let lower = Int32(scalars.count)
        scalars.append(scalar)
        offsets.append(source.lowerBound)
        extendText(from: lower, source: source, in: parent)
    }

    /// Makes the characters from `lower` to the end of the buffer text of `parent`. Neighbouring text is one node (markup.md 1.1), even where
    /// other characters (a reading that was dropped) lie between in the buffer.
    private mutating func extendText(from lower: Int32, source: Range<UInt32>, in parent: Int32) {
        let upper = Int32(scalars.count)
        let last = Int(nodes[Int(parent)].lastChild)
        guard last >= 0, nodes[last].kind == .text, nodes[last].text.upper == lower else {
            var node = InlineNode(kind: .text)
            node.text = ScalarRange(lower: lower, upper: upper)
            node.source = source
            append(node, to: parent)
            return
        }
        nodes[last].text.upper = upper
        nodes[last].source = nodes[last].source.lowerBound..<max(nodes[last].source.upperBound, source.upperBound)
    }

    /// Copies a piece of the source into the buffer without making it text: a reading, a note, an address.
    mutating func store(_ scalars: [UInt32], _ offsets: [UInt32], _ range: Range<Int>, delta: UInt32 = 0) -> ScalarRange {
        let lower = Int32(self.scalars.count)
        self.scalars.append(contentsOf: scalars[range])
        if delta == 0 {
            self.offsets.append(contentsOf: offsets[range])
        } else {
            for offset in offsets[range] { self.offsets.append(offset + delta) }
        }
        return ScalarRange(lower: lower, upper: Int32(self.scalars.count))
    }

    /// Copies characters that the source does not spell (`pixiv:` before a number), as if all stood at the byte `offset`.
    mutating func store(_ string: StaticString, at offset: UInt32) -> ScalarRange {
        let lower = Int32(scalars.count)
        string.withUTF8Buffer { for byte in $0 { scalars.append(UInt32(byte)) } }
        offsets.append(contentsOf: repeatElement(offset, count: scalars.count - Int(lower)))
        return ScalarRange(lower: lower, upper: Int32(scalars.count))
    }

    /// The number of characters in the sense of M10 in a piece of the buffer.
    func characterCount(_ range: ScalarRange) -> Int {
        var count = 0
        var index = Int(range.lower)
        while index < Int(range.upper) {
            index = characterEnd(after: index, in: scalars, limit: Int(range.upper))
            count += 1
        }
        return count
    }

    /// The number of characters (M10) of the text below a node.
    func plainCharacterCount(_ node: Int32) -> Int {
        var count = 0
        var child = nodes[Int(node)].firstChild
        while child >= 0 {
            if nodes[Int(child)].kind == .text { count += characterCount(nodes[Int(child)].text) }
            if nodes[Int(child)].kind == .gaiji { count += 1 }
            if nodes[Int(child)].firstChild >= 0 {
                child = nodes[Int(child)].firstChild
                continue
            }
            while child != node, nodes[Int(child)].next < 0 { child = nodes[Int(child)].parent }
            if child == node { break }
            child = nodes[Int(child)].next
        }
        return count
    }

    /// The kind of an undivided ruby over the base in `range` (M11).
    func undividedKind(_ range: ScalarRange) -> RubyKind {
        characterEnd(after: Int(range.lower), in: scalars, limit: Int(range.upper)) == Int(range.upper) ? .mono : .group
    }

    /// Sets the kind of the ruby `node`, and its parts if there are as many readings as characters in its base, at least two (M11). Otherwise
    /// the ruby is undivided.
    mutating func divide(_ node: Int32, base: ScalarRange, readings: [ScalarRange]) {
        nodes[Int(node)].detail = undividedKind(base).rawValue
        guard readings.count >= 2, characterCount(base) == readings.count else { return }
        let lower = Int32(parts.count)
        var index = Int(base.lower)
        for reading in readings {
            let end = characterEnd(after: index, in: scalars, limit: Int(base.upper))
            parts.append(RubyPart(base: ScalarRange(lower: Int32(index), upper: Int32(end)), reading: reading))
            index = end
        }
        nodes[Int(node)].detail = RubyKind.jukugo.rawValue
        nodes[Int(node)].parts = ScalarRange(lower: lower, upper: Int32(parts.count))
    }
}
