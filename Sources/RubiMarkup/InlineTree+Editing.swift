/// Changes of links: what was read before is cut, wrapped, moved.
extension InlineTree {
    /// Cuts a text node before the scalar `place`, which lies inside it; returns the new node of the right part.
    mutating func split(_ node: Int32, at place: Int32) -> Int32 {
        var right = InlineNode(kind: .text)
        Self.cut(&nodes[Int(node)], &right, at: place, offset: offsets[Int(place)])
        return insert(right, after: node)
    }

    private static func cut(_ left: inout InlineNode, _ right: inout InlineNode, at place: Int32, offset: UInt32) {
        right.text = ScalarRange(lower: place, upper: left.text.upper)
        right.source = offset..<max(offset, left.source.upperBound)
        left.text.upper = place
        left.source = left.source.lowerBound..<max(offset, left.source.lowerBound)
    }

    /// Appends a node with one child as the last child of `parent`; returns its index, before which is the child's.
    mutating func append(_ node: InlineNode, around child: InlineNode, to parent: Int32) -> Int32 {
        let index = nodes.count
        nodes.append(child)
        nodes.append(node)
        nodes.withUnsafeMutableBufferPointer { nodes in
            let previous = nodes[Int(parent)].lastChild
            nodes[index].parent = Int32(index + 1)
            nodes[index + 1].firstChild = Int32(index)
            nodes[index + 1].lastChild = Int32(index)
            nodes[index + 1].parent = parent
            nodes[index + 1].previous = previous
            nodes[Int(parent)].lastChild = Int32(index + 1)
            if previous >= 0 { nodes[Int(previous)].next = Int32(index + 1) } else { nodes[Int(parent)].firstChild = Int32(index + 1) }
        }
        return Int32(index + 1)
    }

    /// Puts a new node behind `sibling`; returns its index.
    mutating func insert(_ node: InlineNode, after sibling: Int32) -> Int32 {
        nodes.append(node)
        let index = Int32(nodes.count - 1)
        link(index, after: sibling)
        return index
    }

    /// Puts an unlinked node behind `sibling`.
    mutating func link(_ node: Int32, after sibling: Int32) {
        nodes.withUnsafeMutableBufferPointer { nodes in
            let parent = nodes[Int(sibling)].parent
            let next = nodes[Int(sibling)].next
            nodes[Int(node)].parent = parent
            nodes[Int(node)].previous = sibling
            nodes[Int(node)].next = next
            nodes[Int(sibling)].next = node
            if next >= 0 { nodes[Int(next)].previous = node } else { nodes[Int(parent)].lastChild = node }
        }
    }

    /// Puts an unlinked node before `sibling`.
    mutating func link(_ node: Int32, before sibling: Int32) {
        let parent = nodes[Int(sibling)].parent
        let previous = nodes[Int(sibling)].previous
        nodes[Int(node)].parent = parent
        nodes[Int(node)].previous = previous
        nodes[Int(node)].next = sibling
        nodes[Int(sibling)].previous = node
        if previous >= 0 { nodes[Int(previous)].next = node } else { nodes[Int(parent)].firstChild = node }
    }

    /// Takes a node with all it holds out of the tree. Its parent is then −1, as the root's.
    mutating func unlink(_ node: Int32) {
        let (parent, previous, next) = (nodes[Int(node)].parent, nodes[Int(node)].previous, nodes[Int(node)].next)
        if previous >= 0 { nodes[Int(previous)].next = next } else { nodes[Int(parent)].firstChild = next }
        if next >= 0 { nodes[Int(next)].previous = previous } else { nodes[Int(parent)].lastChild = previous }
        nodes[Int(node)].parent = -1
        nodes[Int(node)].previous = -1
        nodes[Int(node)].next = -1
    }

    /// Puts a node's children in its place. Takes time in their number.
    mutating func dissolve(_ node: Int32) {
        let first = nodes[Int(node)].firstChild
        let last = nodes[Int(node)].lastChild
        guard first >= 0 else {
            unlink(node)
            return
        }
        let (parent, previous, next) = (nodes[Int(node)].parent, nodes[Int(node)].previous, nodes[Int(node)].next)
        var child = first
        while child >= 0 {
            nodes[Int(child)].parent = parent
            child = nodes[Int(child)].next
        }
        nodes[Int(first)].previous = previous
        nodes[Int(last)].next = next
        if previous >= 0 { nodes[Int(previous)].next = first } else { nodes[Int(parent)].firstChild = first }
        if next >= 0 { nodes[Int(next)].previous = last } else { nodes[Int(parent)].lastChild = last }
        nodes[Int(node)].parent = -1
        nodes[Int(node)].firstChild = -1
        nodes[Int(node)].lastChild = -1
    }

    /// Makes one node of neighbouring text nodes, wherever they are. Takes time in the size of the tree.
    mutating func mergeTexts() {
        for index in nodes.indices.dropFirst() where nodes[index].kind == .text && nodes[index].parent >= 0 {
            let previous = nodes[index].previous
            if previous >= 0, nodes[Int(previous)].kind == .text { continue }
            mergeTexts(from: Int32(index))
        }
    }

    private mutating func mergeTexts(from first: Int32) {
        while true {
            let next = nodes[Int(first)].next
            guard next >= 0, nodes[Int(next)].kind == .text else { return }
            let text = nodes[Int(next)].text
            if nodes[Int(first)].text.upper != text.lower {
                moveTextToEnd(first)
                for i in text.indices { copyScalar(i) }
                nodes[Int(first)].text.upper = Int32(scalars.count)
            } else {
                nodes[Int(first)].text.upper = text.upper
            }
            nodes[Int(first)].source =
                nodes[Int(first)].source.lowerBound..<max(nodes[Int(first)].source.upperBound, nodes[Int(next)].source.upperBound)
            unlink(next)
        }
    }

    private mutating func moveTextToEnd(_ node: Int32) {
        let text = nodes[Int(node)].text
        if Int(text.upper) == scalars.count { return }
        let lower = Int32(scalars.count)
        for i in text.indices { copyScalar(i) }
        nodes[Int(node)].text = ScalarRange(lower: lower, upper: Int32(scalars.count))
    }

    private mutating func copyScalar(_ i: Int) {
        scalars.append(scalars[i])
        offsets.append(offsets[i])
    }
}
