import RubiMarkup

/// The document tree as JSON, as `rubi parse` prints it (markup.md, 1): written block by block, so that a manuscript of any length streams.
///
/// `meta` comes last, for the colophon is known only then. Trees are walked without recursion: no depth of nesting is too deep.
public struct ParseWriter {
    let sink: ByteSink
    /// Blocks that are open: whether something stands in them yet, and where their source begins.
    private var open: [(isEmpty: Bool, start: Int)] = [(true, 0)]

    private init(_ sink: ByteSink) { self.sink = sink }

    /// Writes the tree of `manuscript`, from the block in hand to its end, to `sink`, and a line end.
    public static func write(_ manuscript: Manuscript, to sink: ByteSink) throws(OutputError) {
        var writer = ParseWriter(sink)
        try sink.write("{\"dialect\":\"")
        try sink.write(string: manuscript.dialect.rawValue)
        try sink.write("\",\"encoding\":\"")
        try sink.write(string: manuscript.encoding.rawValue)
        try sink.write("\",\"blocks\":[")
        var block = Block()
        while manuscript.next(into: &block) { try writer.write(block) }
        try sink.write("],\n\"meta\":")
        try writer.write(manuscript.meta)
        try sink.write("}\n")
    }

    // MARK: Blocks

    private mutating func write(_ block: borrowing Block) throws(OutputError) {
        if block.kind == .close {
            guard open.count > 1, let last = open.popLast() else { return }
            try sink.write("]")
            try source(last.start..<max(last.start, block.source.upperBound))
            try sink.write("}}")
            return
        }
        try sink.write(open[open.count - 1].isEmpty ? "\n" : ",\n")
        open[open.count - 1].isEmpty = false
        switch block.kind {
        case .paragraph, .heading: try paragraph(block)
        case .blank: try number("blank", Int(block.n), block.source)
        case .pageBreak: try constant("{\"break\":\"page\"", block.source)
        case .leafBreak: try constant("{\"break\":\"leaf\"", block.source)
        case .spreadBreak: try constant("{\"break\":\"spread\"", block.source)
        case .columnBreak: try constant("{\"break\":\"column\"", block.source)
        case .centerPage: try constant("{\"center_page\":true", block.source)
        case .rule: try constant("{\"rule\":true", block.source)
        case .open: try openBlock(block)
        case .close: break
        case .image, .raw, .note: try nodes(block.inline)
        }
    }

    func constant(_ text: StaticString, _ range: Range<Int>) throws(OutputError) {
        try sink.write(text)
        try source(range)
        try sink.write("}")
    }

    func number(_ key: StaticString, _ value: Int, _ range: Range<Int>) throws(OutputError) {
        try sink.write("{\"")
        try sink.write(key)
        try sink.write("\":")
        try integer(value)
        try source(range)
        try sink.write("}")
    }

    private func paragraph(_ block: borrowing Block) throws(OutputError) {
        if block.kind == .heading {
            try sink.write("{\"heading\":{\"level\":")
            try integer(Int(block.n))
            try sink.write(",")
        } else {
            try sink.write("{\"para\":{")
        }
        if let indent = block.indent {
            try sink.write("\"indent\":")
            try integer(Int(indent))
            try sink.write(",")
        }
        if block.alignsToEnd, block.kind == .paragraph {
            try sink.write("\"align\":\"end\",")
            if let offset = block.offset {
                try sink.write("\"offset\":")
                try integer(Int(offset))
                try sink.write(",")
            }
        }
        if block.joined, block.kind == .paragraph { try sink.write("\"joined\":true,") }
        try sink.write("\"children\":[")
        try nodes(block.inline)
        try sink.write("]")
        try source(block.source)
        try sink.write("}}")
    }

    private mutating func openBlock(_ block: borrowing Block) throws(OutputError) {
        try sink.write("{\"block\":{\"kind\":\"")
        try sink.write(Self.name(block.blockKind))
        try sink.write("\"")
        switch block.blockKind {
        case .indent, .end, .measure, .columns, .larger, .smaller, .hang:
            try sink.write(",\"n\":")
            try integer(Int(block.n))
        case .frame, .horizontal, .bold, .italic, .caption, .quote, .gothic, .warichu, .heading: break
        }
        if block.blockKind == .hang {
            try sink.write(",\"m\":")
            try integer(Int(block.m))
        }
        try sink.write(",\"children\":[")
        open.append((true, block.source.lowerBound))
    }

    private static func name(_ kind: BlockKind) -> StaticString {
        switch kind {
        case .indent: "indent"
        case .hang: "hang"
        case .end: "end"
        case .measure: "measure"
        case .columns: "columns"
        case .frame: "frame"
        case .horizontal: "horizontal"
        case .bold: "bold"
        case .italic: "italic"
        case .larger: "larger"
        case .smaller: "smaller"
        case .caption: "caption"
        case .quote: "quote"
        case .gothic: "gothic"
        case .warichu: "warichu"
        case .heading: "heading"
        }
    }

    // MARK: Meta

    private func write(_ meta: DocumentMeta) throws(OutputError) {
        try sink.write("{")
        var isFirst = true
        let fields: [(StaticString, String?)] = [
            ("title", meta.title), ("original_title", meta.originalTitle), ("subtitle", meta.subtitle),
            ("original_subtitle", meta.originalSubtitle),
            ("author", meta.author), ("editor", meta.editor), ("translator", meta.translator),
        ]
        for case (let key, let text?) in fields {
            try self.key(key, &isFirst)
            try JSONText.write(text, to: sink)
        }
        let lists: [(StaticString, [String])] = [("legend", meta.legend), ("colophon", meta.colophon)]
        for (key, lines) in lists where !lines.isEmpty {
            try self.key(key, &isFirst)
            for (k, line) in lines.enumerated() {
                try sink.write(k == 0 ? "[" : ",")
                try JSONText.write(line, to: sink)
            }
            try sink.write("]")
        }
        try sink.write("}")
    }

    private func key(_ key: StaticString, _ isFirst: inout Bool) throws(OutputError) {
        try sink.write(isFirst ? "\"" : ",\"")
        isFirst = false
        try sink.write(key)
        try sink.write("\":")
    }

    // MARK: Values

    func source(of node: InlineNode, _ tree: borrowing InlineTree) -> Range<Int> {
        tree.sourceStart + Int(node.source.lowerBound)..<tree.sourceStart + Int(node.source.upperBound)
    }

    func source(_ range: Range<Int>) throws(OutputError) {
        var pen = try sink.pen(room: 16 + 2 * Pen.numberRoom)
        source(range, with: &pen)
        sink.commit(pen)
    }

    @inline(__always)
    func source(_ range: Range<Int>, with pen: inout Pen) {
        pen.text(",\"source\":[")
        pen.integer(range.lowerBound)
        pen.byte(0x2C)
        pen.integer(range.upperBound)
        pen.byte(0x5D)
    }

    func integer(_ value: Int) throws(OutputError) {
        var pen = try sink.pen(room: Pen.numberRoom)
        pen.integer(value)
        sink.commit(pen)
    }

    func string(_ range: ScalarRange, _ tree: borrowing InlineTree) throws(OutputError) {
        try sink.write("\"")
        try characters(range, tree)
        try sink.write("\"")
    }

    func characters(_ range: ScalarRange, _ tree: borrowing InlineTree) throws(OutputError) {
        try tree.scalars.withUnsafeBufferPointer { scalars throws(OutputError) in
            try JSONText.writeCharacters(UnsafeBufferPointer(rebasing: scalars[range.indices]), to: sink)
        }
    }
}
