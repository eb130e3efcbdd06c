import RubiMarkup

/// The document tree as JSON, as `rubi parse` prints it (markup.md, 1): written block by block, so that a manuscript of any length streams.
///
/// `meta` comes last, for the colophon is known only then. Trees are walked without recursion: no depth of nesting is too deep.
public struct ParseWriter {
    private let sink: ByteSink
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
            try source(last.start..<block.source.upperBound)
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

    private func constant(_ text: StaticString, _ range: Range<Int>) throws(OutputError) {
        try sink.write(text)
        try source(range)
        try sink.write("}")
    }

    private func number(_ key: StaticString, _ value: Int, _ range: Range<Int>) throws(OutputError) {
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

    // MARK: Nodes

    /// Writes the children of the root, one after another.
    private func nodes(_ tree: borrowing InlineTree) throws(OutputError) {
        var node = tree.nodes[0].firstChild
        while node > 0 {
            let fields = tree.nodes[Int(node)]
            if fields.previous >= 0 { try sink.write(",") }
            let goesIn = try begin(fields, node, tree)
            if goesIn, fields.firstChild >= 0 {
                node = fields.firstChild
                continue
            }
            if goesIn { try end(fields, tree) }
            while tree.nodes[Int(node)].next < 0 {
                node = tree.nodes[Int(node)].parent
                if node <= 0 { return }
                try end(tree.nodes[Int(node)], tree)
            }
            node = tree.nodes[Int(node)].next
        }
    }

    /// Writes a node up to its children; false where it has none and is written as a whole.
    private func begin(_ node: InlineNode, _ index: Int32, _ tree: borrowing InlineTree) throws(OutputError) -> Bool {
        switch node.kind {
        case .root: return false
        case .text: try text(node, tree)
        case .kaeriten: try value("{\"kaeriten\":", node, tree)
        case .okurigana: try value("{\"okurigana\":", node, tree)
        case .lineBreak: try constant("{\"br\":true", source(of: node, tree))
        case .pageReference: try number("pageref", Int(node.number), source(of: node, tree))
        case .gaiji: try object("{\"gaiji\":{\"desc\":", node, tree)
        case .note: try note(node, tree)
        case .raw: try raw(node, tree)
        case .image: try image(node, tree)
        case .ruby:
            if try quickRuby(node, tree) { return false }
            return try ruby(node, index, tree)
        case .emphasis: try opening("{\"emphasis\":{\"mark\":\"", InlineNames.mark(node.detail), node)
        case .line: try opening("{\"line\":{\"style\":\"", InlineNames.line(node.detail), node)
        case .style: try style(node)
        case .tateChuYoko: try sink.write("{\"tcy\":{\"children\":[")
        case .horizontal: try sink.write("{\"horizontal\":{\"children\":[")
        case .frame: try sink.write("{\"frame\":{\"children\":[")
        case .caption: try sink.write("{\"caption\":{\"children\":[")
        case .warichu: try sink.write("{\"warichu\":{\"children\":[")
        case .heading: try heading(node)
        case .link:
            try sink.write("{\"link\":{\"href\":")
            try string(node.text, tree)
            try sink.write(",\"children\":[")
        }
        switch node.kind {
        case .emphasis, .line, .style, .tateChuYoko, .horizontal, .frame, .caption, .warichu, .heading, .link: return true
        case .root, .text, .ruby, .kaeriten, .okurigana, .image, .gaiji, .note, .pageReference, .lineBreak, .raw: return false
        }
    }

    // Text and plain ruby are nearly all there is: each is written in one go.

    /// Characters that are written with one pen; longer text is written piece by piece.
    private static let quickLength = 1 << 12

    private func text(_ node: InlineNode, _ tree: borrowing InlineTree) throws(OutputError) {
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
    private func quickRuby(_ node: InlineNode, _ tree: borrowing InlineTree) throws(OutputError) -> Bool {
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

    private func end(_ node: InlineNode, _ tree: borrowing InlineTree) throws(OutputError) {
        try sink.write("]")
        try source(source(of: node, tree))
        try sink.write("}}")
    }

    private func value(_ key: StaticString, _ node: InlineNode, _ tree: borrowing InlineTree) throws(OutputError) {
        try sink.write(key)
        try string(node.text, tree)
        try source(source(of: node, tree))
        try sink.write("}")
    }

    private func object(_ key: StaticString, _ node: InlineNode, _ tree: borrowing InlineTree) throws(OutputError) {
        try value(key, node, tree)
        try sink.write("}")
    }

    private func opening(_ key: StaticString, _ name: StaticString, _ node: InlineNode) throws(OutputError) {
        try sink.write(key)
        try sink.write(name)
        try sink.write(node.side == .under ? "\",\"side\":\"under\",\"children\":[" : "\",\"children\":[")
    }

    private func style(_ node: InlineNode) throws(OutputError) {
        try sink.write("{\"style\":{\"name\":\"")
        try sink.write(InlineNames.style(node.detail))
        try sink.write("\"")
        if node.detail == StyleName.larger.rawValue || node.detail == StyleName.smaller.rawValue {
            try sink.write(",\"n\":")
            try integer(Int(node.number))
        }
        try sink.write(",\"children\":[")
    }

    private func heading(_ node: InlineNode) throws(OutputError) {
        try sink.write("{\"heading\":{\"level\":")
        try integer(Int(node.number))
        try sink.write(",\"style\":\"")
        try sink.write(node.detail == InlineHeadingStyle.window.rawValue ? "window" : "same-line")
        try sink.write("\",\"children\":[")
    }

    private func note(_ node: InlineNode, _ tree: borrowing InlineTree) throws(OutputError) {
        try sink.write("{\"note\":{\"kind\":\"")
        try sink.write(InlineNames.note(node.detail))
        try sink.write("\",\"text\":")
        try string(node.text, tree)
        if !node.text2.isEmpty {
            try sink.write(",\"target\":")
            try string(node.text2, tree)
        }
        try source(source(of: node, tree))
        try sink.write("}}")
    }

    private func raw(_ node: InlineNode, _ tree: borrowing InlineTree) throws(OutputError) {
        try sink.write("{\"raw\":{\"format\":")
        try string(node.text2, tree)
        try sink.write(",\"text\":")
        try string(node.text, tree)
        try source(source(of: node, tree))
        try sink.write("}}")
    }

    private func image(_ node: InlineNode, _ tree: borrowing InlineTree) throws(OutputError) {
        try sink.write("{\"image\":{\"src\":")
        try string(node.text, tree)
        try sink.write(",\"alt\":")
        try string(node.text2, tree)
        if node.number > 0 {
            try sink.write(",\"width\":")
            try integer(Int(node.number))
        }
        if node.number2 > 0 {
            try sink.write(",\"height\":")
            try integer(Int(node.number2))
        }
        try sink.write(",\"kind\":\"")
        try sink.write(node.detail == ImageKind.photo.rawValue ? "photo" : "figure")
        try sink.write("\"")
        try source(source(of: node, tree))
        try sink.write("}}")
    }

    // MARK: Ruby

    /// Writes a ruby; true where its base is more than text, and follows as `base_nodes` (M15).
    private func ruby(_ node: InlineNode, _ index: Int32, _ tree: borrowing InlineTree) throws(OutputError) -> Bool {
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

    private func source(of node: InlineNode, _ tree: borrowing InlineTree) -> Range<Int> {
        tree.sourceStart + Int(node.source.lowerBound)..<tree.sourceStart + Int(node.source.upperBound)
    }

    private func source(_ range: Range<Int>) throws(OutputError) {
        var pen = try sink.pen(room: 16 + 2 * Pen.numberRoom)
        source(range, with: &pen)
        sink.commit(pen)
    }

    @inline(__always)
    private func source(_ range: Range<Int>, with pen: inout Pen) {
        pen.text(",\"source\":[")
        pen.integer(range.lowerBound)
        pen.byte(0x2C)
        pen.integer(range.upperBound)
        pen.byte(0x5D)
    }

    private func integer(_ value: Int) throws(OutputError) {
        var pen = try sink.pen(room: Pen.numberRoom)
        pen.integer(value)
        sink.commit(pen)
    }

    private func string(_ range: ScalarRange, _ tree: borrowing InlineTree) throws(OutputError) {
        try sink.write("\"")
        try characters(range, tree)
        try sink.write("\"")
    }

    private func characters(_ range: ScalarRange, _ tree: borrowing InlineTree) throws(OutputError) {
        try tree.scalars.withUnsafeBufferPointer { scalars throws(OutputError) in
            try JSONText.writeCharacters(UnsafeBufferPointer(rebasing: scalars[range.indices]), to: sink)
        }
    }
}
