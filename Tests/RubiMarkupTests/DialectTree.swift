import Foundation
import RubiText
import Testing

@testable import RubiMarkup

/// The tree that a reader gives, as the JSON values of markup.md 1, for comparing.
struct DialectTree {
    /// A block that is open: its fields, and its children so far.
    private struct Open {
        var fields: [String: Any]
        var children: [Any] = []
    }

    private var blocks: [Any] = []
    private var open: [Open] = []

    static func blocks(of reader: any DocumentReader) -> [Any] {
        var tree = DialectTree()
        var block = Block()
        while reader.next(into: &block) { tree.add(block) }
        #expect(tree.open.isEmpty, "blocks are closed at the end")
        return tree.blocks
    }

    private mutating func append(_ value: Any) {
        if open.isEmpty { blocks.append(value) } else { open[open.count - 1].children.append(value) }
    }

    private mutating func add(_ block: Block) {
        func inline() -> [Any] { Self.children(of: 0, block.inline) }
        switch block.kind {
        case .paragraph:
            var fields: [String: Any] = ["children": inline()]
            if let indent = block.indent { fields["indent"] = indent }
            if block.alignsToEnd { fields["align"] = "end" }
            if let offset = block.offset { fields["offset"] = offset }
            if block.joined { fields["joined"] = true }
            append(["para": fields])
        case .blank: append(["blank": block.n])
        case .heading:
            var fields: [String: Any] = ["level": block.n, "children": inline()]
            if let indent = block.indent { fields["indent"] = indent }
            append(["heading": fields])
        case .pageBreak: append(["break": "page"])
        case .leafBreak: append(["break": "leaf"])
        case .spreadBreak: append(["break": "spread"])
        case .columnBreak: append(["break": "column"])
        case .centerPage: append(["center_page": true])
        case .open:
            var fields: [String: Any] = ["kind": "\(block.blockKind)"]
            switch block.blockKind {
            case .indent, .end, .measure, .columns, .larger, .smaller: fields["n"] = block.n
            case .hang: (fields["n"], fields["m"]) = (block.n, block.m)
            case .frame, .horizontal, .bold, .italic, .caption, .quote, .gothic, .warichu, .heading: break
            }
            open.append(Open(fields: fields))
        case .close:
            guard var last = open.popLast() else {
                Issue.record("a block is closed that is not open")
                return
            }
            last.fields["children"] = last.children
            append(["block": last.fields])
        case .image, .raw, .note: append(contentsOf: inline())
        case .rule: append(["rule": true])
        }
    }

    private mutating func append(contentsOf values: [Any]) { for value in values { append(value) } }

    private static func children(of parent: Int32, _ tree: InlineTree) -> [Any] {
        var values: [Any] = []
        var child = tree.nodes[Int(parent)].firstChild
        while child >= 0 {
            values.append(value(of: child, tree))
            child = tree.nodes[Int(child)].next
        }
        return values
    }

    private static let marks = [
        "sesame", "open-sesame", "circle", "open-circle", "triangle", "open-triangle", "double-circle", "fisheye", "saltire", "dot",
    ]
    private static let notes = ["mama", "source", "ruby-source", "ruby-mama", "side", "other"]

    private static func value(of index: Int32, _ tree: InlineTree) -> Any {
        let node = tree.nodes[Int(index)]
        func text(_ range: ScalarRange) -> String { string(tree.scalars[range.indices]) }
        var fields: [String: Any] = [:]
        if node.side == .under { fields["side"] = "under" }
        switch node.kind {
        case .root: return [:]
        case .text: return ["text": text(node.text)]
        case .ruby: return ["ruby": ruby(node, index, tree)]
        case .emphasis: fields["mark"] = marks[Int(node.detail)]
        case .line: fields["style"] = "\(LineStyle.allCases[Int(node.detail)])"
        case .style:
            let name = StyleName.allCases[Int(node.detail)]
            fields["name"] = "\(name)"
            if name == .larger || name == .smaller { fields["n"] = node.number }
        case .tateChuYoko, .horizontal, .frame, .caption, .warichu: break
        case .kaeriten: return ["kaeriten": text(node.text)]
        case .okurigana: return ["okurigana": text(node.text)]
        case .heading:
            fields["level"] = node.number
            fields["style"] = node.detail == InlineHeadingStyle.window.rawValue ? "window" : "same-line"
        case .image:
            fields = ["src": text(node.text)]
            if !node.text2.isEmpty { fields["alt"] = text(node.text2) }
            if node.number > 0 { (fields["width"], fields["height"]) = (node.number, node.number2) }
            if node.detail == ImageKind.photo.rawValue { fields["kind"] = "photo" }
            return ["image": fields]
        case .gaiji: return ["gaiji": ["desc": text(node.text)]]
        case .note:
            fields = ["kind": notes[Int(node.detail)], "text": text(node.text)]
            if !node.text2.isEmpty { fields["target"] = text(node.text2) }
            return ["note": fields]
        case .link: fields["href"] = text(node.text)
        case .pageReference: return ["pageref": node.number]
        case .lineBreak: return ["br": true]
        case .raw: return ["raw": ["format": text(node.text2), "text": text(node.text)]]
        }
        fields["children"] = children(of: index, tree)
        let names: [InlineKind: String] = [
            .emphasis: "emphasis", .line: "line", .style: "style", .tateChuYoko: "tcy", .horizontal: "horizontal", .frame: "frame",
            .caption: "caption", .warichu: "warichu", .heading: "heading", .link: "link",
        ]
        return [names[node.kind] ?? "?": fields]
    }

    private static func ruby(_ node: InlineNode, _ index: Int32, _ tree: InlineTree) -> [String: Any] {
        func text(_ range: ScalarRange) -> String { string(tree.scalars[range.indices]) }
        var fields: [String: Any] = ["base": plain(index, tree), "kind": "\(RubyKind(rawValue: node.detail) ?? .mono)"]
        if node.hasReading { fields["reading"] = text(node.text) }
        if node.hasUnder { fields["under"] = text(node.text2) }
        if !node.parts.isEmpty {
            fields["parts"] = tree.parts[node.parts.indices].map { ["base": text($0.base), "reading": text($0.reading)] }
        }
        let nodes = children(of: index, tree)
        if nodes.contains(where: { ($0 as? [String: Any])?["text"] == nil }) { fields["base_nodes"] = nodes }
        return fields
    }

    /// The plain text of a node's children.
    private static func plain(_ index: Int32, _ tree: InlineTree) -> String {
        var result = ""
        var child = tree.nodes[Int(index)].firstChild
        while child >= 0 {
            let node = tree.nodes[Int(child)]
            if node.kind == .text { result += string(tree.scalars[node.text.indices]) } else { result += plain(child, tree) }
            child = node.next
        }
        return result
    }
}
