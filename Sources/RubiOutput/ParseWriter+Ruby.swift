import RubiMarkup

/// Text and ruby as JSON: nearly all there is, so that plain cases are written in one go.
extension ParseWriter {
    /// Characters that are written with one pen; longer text is written piece by piece.
    private static let quickLength = 1 << 12

    func text(_ node: InlineNode, _ tree: borrowing InlineTree) throws(OutputError) {
        guard node.text.count <= Self.quickLength else { return try value("{\"text\":", node, tree) }
        var pen = try sink.pen(room: JSONText.room(node.text.count) + 64 + 2 * Pen.numberRoom)
        pen.text("{\"text\":\"")
        characters(node.text, tree, with: &pen)
        pen.byte(0x22)
        source(source(of: node, tree), with: &pen)
        pen.byte(0x7D)
        sink.commit(pen)
    }

    /// Writes a ruby with one text as its base and one reading over it; false for any other.
    func quickRuby(_ node: InlineNode, _ tree: borrowing InlineTree) throws(OutputError) -> Bool {
        guard node.firstChild >= 0, node.firstChild == node.lastChild, tree.nodes[Int(node.firstChild)].kind == .text, node.hasReading,
            !node.hasUnder, node.parts.isEmpty, node.detail != RubyKind.jukugo.rawValue
        else { return false }
        let base = tree.nodes[Int(node.firstChild)].text
        guard base.count + node.text.count <= Self.quickLength else { return false }
        var pen = try sink.pen(room: JSONText.room(base.count + node.text.count) + 128 + 2 * Pen.numberRoom)
        pen.text("{\"ruby\":{\"base\":\"")
        characters(base, tree, with: &pen)
        pen.text("\",\"reading\":\"")
        characters(node.text, tree, with: &pen)
        if node.detail == RubyKind.mono.rawValue { pen.text("\",\"kind\":\"mono\"") } else { pen.text("\",\"kind\":\"group\"") }
        source(source(of: node, tree), with: &pen)
        pen.text("}}")
        sink.commit(pen)
        return true
    }

    @inline(__always)
    private func characters(_ range: ScalarRange, _ tree: borrowing InlineTree, with pen: inout Pen) {
        tree.scalars.withUnsafeBufferPointer { JSONText.writeCharacters(UnsafeBufferPointer(rebasing: $0[range.indices]), with: &pen) }
    }

    /// Writes a ruby; true where its base is more than text, and follows as `base_nodes` (M15).
    func ruby(_ node: InlineNode, _ index: Int32, _ tree: borrowing InlineTree) throws(OutputError) -> Bool {
        try sink.write("{\"ruby\":{\"base\":\"")
        let isPlain = try base(index, tree)
        try sink.write("\"")
        if node.hasReading {
            try sink.write(",\"reading\":")
            try string(node.text, tree)
        }
        try sink.write(",\"kind\":\"")
        switch node.detail {
        case RubyKind.mono.rawValue: try sink.write("mono\"")
        case RubyKind.group.rawValue: try sink.write("group\"")
        default: try sink.write("jukugo\"")
        }
        if !node.parts.isEmpty { try parts(node.parts, tree) }
        if node.hasUnder {
            try sink.write(",\"under\":")
            try string(node.text2, tree)
        }
        if !isPlain {
            try sink.write(",\"base_nodes\":[")
            return true
        }
        try source(source(of: node, tree))
        try sink.write("}}")
        return false
    }

    /// Writes the characters of a ruby's base; whether they are all there is.
    private func base(_ ruby: Int32, _ tree: borrowing InlineTree) throws(OutputError) -> Bool {
        var isPlain = tree.nodes[Int(ruby)].firstChild >= 0
        var node = tree.nodes[Int(ruby)].firstChild
        while node >= 0 {
            let fields = tree.nodes[Int(node)]
            if fields.kind == .text { try characters(fields.text, tree) } else { isPlain = false }
            if fields.kind == .gaiji { try sink.write("〓") }
            if fields.firstChild >= 0 {
                node = fields.firstChild
                continue
            }
            while node != ruby, tree.nodes[Int(node)].next < 0 { node = tree.nodes[Int(node)].parent }
            node = node == ruby ? -1 : tree.nodes[Int(node)].next
        }
        return isPlain
    }

    private func parts(_ range: ScalarRange, _ tree: borrowing InlineTree) throws(OutputError) {
        try sink.write(",\"parts\":[")
        for i in range.indices {
            try sink.write(i > Int(range.lower) ? ",{\"base\":" : "{\"base\":")
            try string(tree.parts[i].base, tree)
            try sink.write(",\"reading\":")
            try string(tree.parts[i].reading, tree)
            try sink.write("}")
        }
        try sink.write("]")
    }
}
