import RubiText

@testable import RubiMarkup

/// A node of a document as a value, for making random documents and comparing what is read.
indirect enum TestNode: Equatable {
    case text(String)
    case ruby(base: [TestNode], over: String?, under: String?, parts: [(base: String, reading: String)], isMono: Bool)
    /// A node of `kind` around others; `detail`, `number` and `isUnder` as in `InlineNode`.
    case wrap(InlineKind, detail: UInt8, number: Int32, isUnder: Bool, [TestNode])
    /// A node without children: kaeriten, okurigana, gaiji, note.
    case leaf(InlineKind, detail: UInt8, String)
    case image(src: String, alt: String, width: Int32, height: Int32)
    case link(String, [TestNode])
    case pageReference(Int32)
    case lineBreak
    case raw(String, String)

    static func == (a: TestNode, b: TestNode) -> Bool { a.description == b.description }

    /// A form in which equal nodes are the same and others differ.
    var description: String {
        switch self {
        case .text(let text): return "\"\(text)\""
        case .ruby(let base, let over, let under, let parts, let isMono):
            let division = parts.map { "\($0.base)=\($0.reading)" }.joined(separator: ",")
            return "ruby(\(base.map(\.description)) over:\(over ?? "-") under:\(under ?? "-") [\(division)]\(isMono ? " mono" : ""))"
        case .wrap(let kind, let detail, let number, let isUnder, let children):
            return "\(kind)\(detail).\(number)\(isUnder ? "u" : "")\(children.map(\.description))"
        case .leaf(let kind, let detail, let text): return "\(kind)\(detail)<\(text)>"
        case .image(let src, let alt, let width, let height): return "image(\(src) \(alt) \(width) \(height))"
        case .link(let address, let children): return "link(\(address))\(children.map(\.description))"
        case .pageReference(let page): return "page(\(page))"
        case .lineBreak: return "br"
        case .raw(let format, let text): return "raw(\(format) \(text))"
        }
    }

    /// The base text: readings and notes left out.
    var plain: String {
        switch self {
        case .text(let text): text
        case .ruby(let base, _, _, _, _): base.map(\.plain).joined()
        case .wrap(_, _, _, _, let children), .link(_, let children): children.map(\.plain).joined()
        case .leaf(let kind, _, _): kind == .gaiji ? "〓" : ""
        case .image, .pageReference, .lineBreak, .raw: ""
        }
    }
}

/// A block of a document as a value.
indirect enum TestBlock: Equatable {
    case paragraph([TestNode], indent: Int32?, end: Int32?, isJoined: Bool)
    case heading(Int32, [TestNode], indent: Int32?)
    case blank(Int32)
    /// A break, a rule, the centring of a page.
    case mark(Block.Kind)
    case block(BlockKind, n: Int32, m: Int32, [TestBlock])
    case single(Block.Kind, TestNode)

    var description: String {
        switch self {
        case .paragraph(let nodes, let indent, let end, let isJoined):
            "p(\(indent.map(String.init) ?? "-") \(end.map(String.init) ?? "-") \(isJoined))\(nodes.map(\.description))"
        case .heading(let level, let nodes, let indent): "h\(level)(\(indent.map(String.init) ?? "-"))\(nodes.map(\.description))"
        case .blank(let n): "blank\(n)"
        case .mark(let kind): "\(kind)"
        case .block(let kind, let n, let m, let blocks): "\(kind)(\(n) \(m))\(blocks.map(\.description))"
        case .single(let kind, let node): "\(kind):\(node.description)"
        }
    }

    static func == (a: TestBlock, b: TestBlock) -> Bool { a.description == b.description }
}

// MARK: From the tree

extension InlineTree {
    func testNodes(below parent: Int32 = 0) -> [TestNode] {
        var result: [TestNode] = []
        var child = nodes[Int(parent)].firstChild
        while child >= 0 {
            result.append(testNode(child))
            child = nodes[Int(child)].next
        }
        return result
    }

    private func text(_ range: ScalarRange) -> String { string(scalars[range.indices]) }

    private func testNode(_ index: Int32) -> TestNode {
        let node = nodes[Int(index)]
        switch node.kind {
        case .text: return .text(text(node.text))
        case .ruby:
            return .ruby(
                base: testNodes(below: index), over: node.hasReading ? text(node.text) : nil, under: node.hasUnder ? text(node.text2) : nil,
                parts: parts[node.parts.indices].map { (text($0.base), text($0.reading)) },
                isMono: node.detail == RubyKind.mono.rawValue)
        case .kaeriten, .okurigana, .gaiji, .note: return .leaf(node.kind, detail: node.detail, text(node.text))
        case .image: return .image(src: text(node.text), alt: text(node.text2), width: node.number, height: node.number2)
        case .link: return .link(text(node.text), testNodes(below: index))
        case .pageReference: return .pageReference(node.number)
        case .lineBreak: return .lineBreak
        case .raw: return .raw(text(node.text2), text(node.text))
        case .root, .emphasis, .line, .style, .tateChuYoko, .horizontal, .frame, .caption, .warichu, .heading:
            return .wrap(node.kind, detail: node.detail, number: node.number, isUnder: node.side == .under, testNodes(below: index))
        }
    }
}

/// Gathers blocks as values.
struct TestBlockCollector {
    private(set) var blocks: [TestBlock] = []
    private var open: [(kind: BlockKind, n: Int32, m: Int32, blocks: [TestBlock])] = []

    mutating func add(_ block: Block) {
        let nodes = block.inline.testNodes()
        switch block.kind {
        case .paragraph:
            append(.paragraph(nodes, indent: block.indent, end: block.alignsToEnd ? block.offset ?? 0 : nil, isJoined: block.joined))
        case .heading: append(.heading(block.n, nodes, indent: block.indent))
        case .blank: append(.blank(block.n))
        case .open: open.append((block.blockKind, block.n, block.m, []))
        case .close:
            guard let last = open.popLast() else { return append(.mark(.close)) }
            append(.block(last.kind, n: last.n, m: last.m, last.blocks))
        case .image, .raw, .note: if let node = nodes.first { append(.single(block.kind, node)) }
        case .pageBreak, .leafBreak, .spreadBreak, .columnBreak, .centerPage, .rule: append(.mark(block.kind))
        }
    }

    private mutating func append(_ block: TestBlock) {
        if open.isEmpty { blocks.append(block) } else { open[open.count - 1].blocks.append(block) }
    }
}

// MARK: To the tree

/// Makes the blocks that a reader would give.
struct TestBlockMaker {
    private(set) var made: [Block] = []

    static func blocks(_ blocks: [TestBlock]) -> [Block] {
        var maker = TestBlockMaker()
        for block in blocks { maker.add(block) }
        return maker.made
    }

    private mutating func add(_ value: TestBlock) {
        var block = Block()
        switch value {
        case .paragraph(let nodes, let indent, let end, let isJoined):
            (block.indent, block.alignsToEnd, block.joined) = (indent, end != nil, isJoined)
            block.offset = end.flatMap { $0 > 0 ? $0 : nil }
            fill(nodes, &block.inline, 0)
        case .heading(let level, let nodes, let indent):
            (block.kind, block.n, block.indent) = (.heading, level, indent)
            fill(nodes, &block.inline, 0)
        case .blank(let n): (block.kind, block.n) = (.blank, n)
        case .mark(let kind): block.kind = kind
        case .block(let kind, let n, let m, let blocks):
            (block.kind, block.blockKind, block.n, block.m) = (.open, kind, n, m)
            made.append(block)
            for block in blocks { add(block) }
            block.kind = .close
        case .single(let kind, let node):
            block.kind = kind
            fill([node], &block.inline, 0)
        }
        made.append(block)
    }

    private func store(_ text: String, _ tree: inout InlineTree) -> ScalarRange {
        let lower = Int32(tree.scalars.count)
        for scalar in text.unicodeScalars {
            tree.scalars.append(scalar.value)
            tree.offsets.append(0)
        }
        return ScalarRange(lower: lower, upper: Int32(tree.scalars.count))
    }

    private func fill(_ nodes: [TestNode], _ tree: inout InlineTree, _ parent: Int32) {
        for node in nodes { add(node, &tree, parent) }
    }

    private func add(_ value: TestNode, _ tree: inout InlineTree, _ parent: Int32) {
        var node = InlineNode(kind: .text)
        switch value {
        case .text(let text):
            node.text = store(text, &tree)
            tree.append(node, to: parent)
        case .ruby(let base, let over, let under, let parts, let isMono):
            node.kind = .ruby
            let index = tree.append(node, to: parent)
            let start = Int32(tree.scalars.count)
            fill(base, &tree, index)
            setRuby(index, start, over, under, parts, isMono, &tree)
        case .wrap(let kind, let detail, let number, let isUnder, let children):
            (node.kind, node.detail, node.number, node.side) = (kind, detail, number, isUnder ? .under : .over)
            fill(children, &tree, tree.append(node, to: parent))
        case .leaf(let kind, let detail, let text):
            (node.kind, node.detail, node.text) = (kind, detail, store(text, &tree))
            tree.append(node, to: parent)
        case .image(let src, let alt, let width, let height):
            (node.kind, node.text, node.text2) = (.image, store(src, &tree), store(alt, &tree))
            (node.number, node.number2) = (width, height)
            tree.append(node, to: parent)
        case .link(let address, let children):
            (node.kind, node.text) = (.link, store(address, &tree))
            fill(children, &tree, tree.append(node, to: parent))
        case .pageReference(let page):
            (node.kind, node.number) = (.pageReference, page)
            tree.append(node, to: parent)
        case .lineBreak:
            node.kind = .lineBreak
            tree.append(node, to: parent)
        case .raw(let format, let text):
            (node.kind, node.text, node.text2) = (.raw, store(text, &tree), store(format, &tree))
            tree.append(node, to: parent)
        }
    }

    private func setRuby(
        _ index: Int32, _ start: Int32, _ over: String?, _ under: String?, _ parts: [(base: String, reading: String)], _ isMono: Bool,
        _ tree: inout InlineTree
    ) {
        let node = Int(index)
        if let over {
            tree.nodes[node].hasReading = true
            tree.nodes[node].text = store(over, &tree)
        }
        if let under {
            tree.nodes[node].hasUnder = true
            tree.nodes[node].text2 = store(under, &tree)
        }
        tree.nodes[node].detail = (isMono ? RubyKind.mono : parts.isEmpty ? .group : .jukugo).rawValue
        var (base, reading) = (start, tree.nodes[node].text.lower)
        let lower = Int32(tree.parts.count)
        for part in parts {
            let ends = (base + Int32(part.base.unicodeScalars.count), reading + Int32(part.reading.unicodeScalars.count))
            tree.parts.append(
                RubyPart(base: ScalarRange(lower: base, upper: ends.0), reading: ScalarRange(lower: reading, upper: ends.1)))
            (base, reading) = ends
        }
        tree.nodes[node].parts = ScalarRange(lower: lower, upper: Int32(tree.parts.count))
    }
}
