import RubiMarkup

/// Inline nodes as JSON.
extension ParseWriter {
    /// Writes the children of the root, one after another.
    func nodes(_ tree: borrowing InlineTree) throws(OutputError) {
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

    private func end(_ node: InlineNode, _ tree: borrowing InlineTree) throws(OutputError) {
        try sink.write("]")
        try source(source(of: node, tree))
        try sink.write("}}")
    }

    func value(_ key: StaticString, _ node: InlineNode, _ tree: borrowing InlineTree) throws(OutputError) {
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
}
