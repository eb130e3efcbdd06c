/// Writes a document in a dialect, a block at a time.
protocol DialectWriter {
    mutating func begin(_ meta: DocumentMeta)
    mutating func write(_ block: Block)
    mutating func finish(_ meta: DocumentMeta)
}

/// Writes the nodes of a tree as they are passed on a walk through it.
protocol InlineVisitor {
    /// Comes to a node; returns whether to go to its children, and then to `leave`.
    mutating func enter(_ node: Int32, _ tree: InlineTree) -> Bool
    mutating func leave(_ node: Int32, _ tree: InlineTree)
}

extension InlineVisitor {
    /// Walks below `root`, without recursion: trees may be deep.
    mutating func walk(_ tree: InlineTree, below root: Int32 = 0) {
        var node = tree.nodes[Int(root)].firstChild
        while node >= 0 {
            if enter(node, tree) {
                if tree.nodes[Int(node)].firstChild >= 0 {
                    node = tree.nodes[Int(node)].firstChild
                    continue
                }
                leave(node, tree)
            }
            while tree.nodes[Int(node)].next < 0 {
                node = tree.nodes[Int(node)].parent
                if node == root || node < 0 { return }
                leave(node, tree)
            }
            node = tree.nodes[Int(node)].next
        }
    }
}

extension InlineTree {
    /// Byte offset in the input at which a node begins.
    func sourceOffset(_ node: Int32) -> Int { sourceStart + Int(nodes[Int(node)].source.lowerBound) }

    /// Whether all that is below a node is text.
    func isPlain(_ node: Int32) -> Bool {
        var child = nodes[Int(node)].firstChild
        while child >= 0 {
            guard nodes[Int(child)].kind == .text else { return false }
            child = nodes[Int(child)].next
        }
        return true
    }

    /// Whether every node below `node` is of one of the kinds.
    func holdsOnly(_ kinds: Set<InlineKind>, below node: Int32) -> Bool {
        var child = following(node)
        while child > 0, isInside(child, node) {
            guard kinds.contains(nodes[Int(child)].kind) else { return false }
            child = following(child)
        }
        return true
    }

    /// Whether a ruby with an over reading stands below `node`.
    func holdsReading(below node: Int32) -> Bool {
        var child = following(node)
        while child > 0, isInside(child, node) {
            if nodes[Int(child)].kind == .ruby, nodes[Int(child)].hasReading { return true }
            child = following(child)
        }
        return false
    }

    private func isInside(_ child: Int32, _ node: Int32) -> Bool {
        var parent = nodes[Int(child)].parent
        while parent > 0, parent != node { parent = nodes[Int(parent)].parent }
        return parent == node
    }

    /// The plain text below a node: readings and notes left out.
    func projection(of node: Int32, into run: inout CharacterRun) {
        var collector = ProjectionCollector(run: run)
        run = CharacterRun()
        collector.walk(self, below: node)
        run = collector.run
    }
}

/// Gathers plain text; an unknown character is 〓.
private struct ProjectionCollector: InlineVisitor {
    var run: CharacterRun

    mutating func enter(_ node: Int32, _ tree: InlineTree) -> Bool {
        switch tree.nodes[Int(node)].kind {
        case .text: run.append(tree, tree.nodes[Int(node)].text)
        case .gaiji: run.append(scalar("〓"), at: tree.sourceOffset(node))
        case .note, .kaeriten, .okurigana, .image, .raw, .pageReference, .lineBreak: break
        case .root, .ruby, .emphasis, .line, .style, .tateChuYoko, .horizontal, .frame, .caption, .warichu, .heading, .link: return true
        }
        return false
    }

    mutating func leave(_ node: Int32, _ tree: InlineTree) {}
}
