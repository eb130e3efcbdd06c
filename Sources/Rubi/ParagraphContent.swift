import RubiMarkup

/// What a paragraph or heading says, without how it is set: its characters and the readings over them.
struct ParagraphContent {
    /// A reading and what it stands over.
    struct Ruby: Equatable {
        /// Characters of the paragraph.
        var base: Range<Int>
        /// The reading; `|` divides the parts of a divided one.
        var reading: [UInt32]
    }

    /// Unicode scalars; a gaiji that has no character is U+3013 (〓).
    var scalars: [UInt32] = []
    /// Beside `scalars`: the byte of the manuscript that each came from.
    var offsets: [Int] = []
    var rubies: [Ruby] = []
    /// The first byte of the block.
    var start = 0

    private static let unknown: UInt32 = 0x3013
    private static let bar: UInt32 = 0x7C

    /// Nil for a block without text of its own.
    init?(_ block: borrowing Block) {
        guard block.kind == .paragraph || block.kind == .heading else { return nil }
        start = block.source.lowerBound
        append(children(of: 0, in: block.inline), of: block.inline)
    }

    private func children(of node: Int32, in tree: borrowing InlineTree) -> [Int32] {
        var children: [Int32] = []
        var next = tree.nodes[Int(node)].firstChild
        while next >= 0 {
            children.append(next)
            next = tree.nodes[Int(next)].next
        }
        return children
    }

    private mutating func append(_ nodes: [Int32], of tree: borrowing InlineTree) {
        // A stack of its own: markup can be nested deeper than calls.
        var open: [(node: Int32, isEnd: Bool, first: Int)] = nodes.reversed().map { ($0, false, 0) }
        while let (index, isEnd, first) = open.popLast() {
            let node = tree.nodes[Int(index)]
            if isEnd {
                rubies.append(Ruby(base: first..<scalars.count, reading: reading(of: node, in: tree)))
                continue
            }
            switch node.kind {
            case .text:
                for at in node.text.indices { append(tree.scalars[at], at: tree.sourceStart + Int(tree.offsets[at])) }
            case .gaiji: append(Self.unknown, at: tree.sourceStart + Int(node.source.lowerBound))
            case .note, .raw, .kaeriten, .okurigana, .image, .lineBreak, .pageReference: continue
            case .ruby: open.append((index, true, scalars.count))
            case .root, .emphasis, .line, .style, .tateChuYoko, .horizontal, .frame, .caption, .warichu, .heading, .link: break
            }
            for child in children(of: index, in: tree).reversed() { open.append((child, false, 0)) }
        }
    }

    private mutating func append(_ scalar: UInt32, at offset: Int) {
        scalars.append(scalar)
        offsets.append(offset)
    }

    private func reading(of node: InlineNode, in tree: borrowing InlineTree) -> [UInt32] {
        guard !node.parts.isEmpty else { return Array(tree.scalars[(node.hasReading ? node.text : node.text2).indices]) }
        var reading: [UInt32] = []
        for part in tree.parts[node.parts.indices] {
            if !reading.isEmpty { reading.append(Self.bar) }
            reading += tree.scalars[part.reading.indices]
        }
        return reading
    }
}

/// The characters as text.
func string(_ scalars: some Sequence<UInt32>) -> String {
    var text = String.UnicodeScalarView()
    for scalar in scalars { text.append(Unicode.Scalar(scalar) ?? "\u{FFFD}") }
    return String(text)
}
