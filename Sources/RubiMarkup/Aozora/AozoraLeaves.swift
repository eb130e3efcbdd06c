/// The text and gaiji nodes of a paragraph in the order of the text, linked by node: what forward references walk (M53). The links are made only
/// when a line has such a reference; most have none.
struct AozoraLeaves {
    private var previous: [Int32] = []
    private var next: [Int32] = []
    /// The last leaf, −1 for none; right only after `link`.
    private(set) var last: Int32 = -1
    private var isLinked = false
    private(set) var isEmpty = true

    mutating func removeAll() {
        previous.removeAll(keepingCapacity: true)
        next.removeAll(keepingCapacity: true)
        last = -1
        isLinked = false
        isEmpty = true
    }

    /// Makes the links for what the tree holds so far.
    mutating func link(_ tree: borrowing InlineTree) {
        if isLinked { return }
        isLinked = true
        var node = tree.following(0)
        while node > 0 {
            if tree.nodes[Int(node)].kind == .text || tree.nodes[Int(node)].kind == .gaiji { insert(node, after: last) }
            node = tree.following(node)
        }
    }

    /// A leaf behind all others.
    mutating func append(_ node: Int32) {
        isEmpty = false
        if isLinked { insert(node, after: last) }
    }

    mutating func insert(_ node: Int32, after leaf: Int32) {
        guard isLinked else { return }
        while previous.count <= Int(node) {
            previous.append(-1)
            next.append(-1)
        }
        let following = leaf >= 0 ? next[Int(leaf)] : -1
        previous[Int(node)] = leaf
        next[Int(node)] = following
        if leaf >= 0 { next[Int(leaf)] = node }
        if following >= 0 { previous[Int(following)] = node }
        if leaf == last { last = node }
    }

    mutating func remove(_ node: Int32) {
        guard isLinked else { return }
        let (before, after) = (previous[Int(node)], next[Int(node)])
        if before >= 0 { next[Int(before)] = after }
        if after >= 0 { previous[Int(after)] = before } else { last = before }
    }

    /// The leaf before another; −1 for none.
    func before(_ leaf: Int32) -> Int32 { previous[Int(leaf)] }
}
