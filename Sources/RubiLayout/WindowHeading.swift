import RubiMarkup
import RubiText

/// How much of a block is composed: all of it, or what stands before or behind the end of one of its nodes.
enum BlockPart: Equatable {
    case whole
    case through(Int32)
    case after(Int32)
}

extension InlineTree {
    /// The node of a heading that stands in a window (窓見出し, L42): with nothing before it on its line but blanks.
    var windowHeading: Int32? {
        var index = nodes[0].firstChild
        while index >= 0 {
            let node = nodes[Int(index)]
            if node.kind == .heading, node.detail == InlineHeadingStyle.window.rawValue { return index }
            guard node.kind == .text, scalars[node.text.indices].allSatisfy({ $0 == 0x3000 || $0 == 0x20 }) else { return nil }
            index = node.next
        }
        return nil
    }

    /// The byte of the input where a node ends.
    func end(of node: Int32) -> Int { sourceStart + Int(nodes[Int(node)].source.upperBound) }
}
