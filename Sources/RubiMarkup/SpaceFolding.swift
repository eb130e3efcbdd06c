/// White space in dialects where it collapses (html, latex, typst): one space for a run of it, none at the ends of a line, none for a line end
/// between two CJK characters (M117).
struct SpaceFolding {
    enum Space { case none, space, lineEnd }

    /// White space that was read and not yet set.
    private(set) var pending = Space.none
    /// The last character of the text; U+000A at the start of a line.
    var lastCharacter: UInt32 = 0x0A
    /// The text node that ends in a space which vanishes if nothing follows.
    private var trailing: Int32 = -1

    /// Stands for a node that is no text, as the last character.
    static let object: UInt32 = 0xFFFC

    /// Begins a paragraph.
    mutating func begin() { (pending, lastCharacter, trailing) = (.none, 0x0A, -1) }

    mutating func addSpace() { if pending == .none { pending = .space } }
    mutating func addLineEnd() { pending = .lineEnd }
    /// Leaves out the white space that was read last.
    mutating func drop() { pending = .none }

    /// Sets the space that is due before `character`, at the byte `source`.
    mutating func set(before character: UInt32, source: UInt32, to parent: Int32, _ tree: inout InlineTree) {
        defer { (pending, trailing) = (.none, -1) }
        guard pending != .none, lastCharacter != 0x0A, trailing < 0 else { return }
        if pending == .lineEnd, joinsAcrossLines(lastCharacter), joinsAcrossLines(character) { return }
        tree.appendCharacter(0x20, source: source..<source, to: parent)
    }

    /// Sets a space where a node begins or ends, so that it is on its side of it. It vanishes if nothing follows on the line.
    mutating func setAtBoundary(source: UInt32, to parent: Int32, _ tree: inout InlineTree) {
        guard pending == .space else { return }
        pending = .none
        guard lastCharacter != 0x0A, trailing < 0 else { return }
        tree.appendCharacter(0x20, source: source..<source, to: parent)
        trailing = tree.nodes[Int(parent)].lastChild
    }

    /// A node that is no text stands here.
    mutating func setObject() { (pending, trailing, lastCharacter) = (.none, -1, Self.object) }

    /// Ends a line: takes back a space at its end.
    mutating func endLine(_ tree: inout InlineTree) {
        (pending, lastCharacter) = (.none, 0x0A)
        guard trailing >= 0 else { return }
        let node = Int(trailing)
        trailing = -1
        tree.nodes[node].text.upper -= 1
        if tree.nodes[node].text.isEmpty { tree.unlink(Int32(node)) }
    }
}
