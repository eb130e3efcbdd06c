import RubiMarkup
import RubiText

/// The plain text of a paragraph, and where each of its characters stands in the tree; used again for the next.
struct Sentence {
    /// A ruby of the author's: its base in `scalars`, and its node.
    struct Authored {
        var base: Range<Int>
        var node: Int32
    }

    private(set) var scalars: [UInt32] = []
    /// The index of each character in the tree's `scalars`.
    private(set) var places: [Int32] = []
    /// The text node of each character; −1 where no ruby may be put.
    private(set) var nodes: [Int32] = []
    private(set) var authored: [Authored] = []
    /// The paragraph is Chinese with marks for reading it as Japanese (漢文): no morphological analysis reads that.
    private(set) var isKanbun = false
    private let characters = CharacterTable.shared

    /// Takes the text of a paragraph.
    /// - Parameter marked: whether text with emphasis marks may have ruby too.
    mutating func fill(_ tree: InlineTree, marked: Bool) {
        scalars.removeAll(keepingCapacity: true)
        places.removeAll(keepingCapacity: true)
        nodes.removeAll(keepingCapacity: true)
        authored.removeAll(keepingCapacity: true)
        isKanbun = false
        var node = tree.following(0)
        while node > 0 {
            let value = tree.nodes[Int(node)]
            switch value.kind {
            case .text: append(tree, node, value.text, marked)
            case .gaiji: append(0x3013, -1, -1)
            case .lineBreak: append(0x0A, -1, -1)
            case .kaeriten, .okurigana: isKanbun = true
            case .root, .ruby, .emphasis, .line, .style, .tateChuYoko, .horizontal, .frame, .caption, .warichu, .heading, .image, .note,
                .link,
                .pageReference, .raw:
                break
            }
            node = tree.following(node)
        }
    }

    private mutating func append(_ scalar: UInt32, _ place: Int32, _ node: Int32) {
        scalars.append(scalar)
        places.append(place)
        nodes.append(node)
    }

    private mutating func append(_ tree: InlineTree, _ node: Int32, _ text: ScalarRange, _ marked: Bool) {
        let start = scalars.count
        let (holder, isFree) = surroundings(tree, node, marked)
        for index in text.indices {
            // Variation selectors and the like say nothing of the reading.
            if characters.traits(of: tree.scalars[index]).contains(.extends), !scalars.isEmpty { continue }
            append(tree.scalars[index], Int32(index), isFree ? node : -1)
        }
        guard holder > 0 else { return }
        if let last = authored.last, last.node == holder {
            authored[authored.count - 1].base = last.base.lowerBound..<scalars.count
        } else {
            authored.append(Authored(base: start..<scalars.count, node: holder))
        }
    }

    /// The ruby around a text node, 0 for none, and whether ruby may be put in it.
    private func surroundings(_ tree: InlineTree, _ node: Int32, _ marked: Bool) -> (ruby: Int32, isFree: Bool) {
        var (ruby, isFree) = (Int32(0), true)
        var parent = tree.nodes[Int(node)].parent
        while parent > 0 {
            let value = tree.nodes[Int(parent)]
            switch value.kind {
            case .ruby: (ruby, isFree) = (parent, false)
            case .emphasis: if !marked { isFree = false }
            case .style: if value.detail == StyleName.code.rawValue { isFree = false }
            case .tateChuYoko, .image, .note, .raw, .gaiji, .kaeriten, .okurigana, .link, .pageReference: isFree = false
            case .root, .text, .line, .horizontal, .frame, .caption, .warichu, .heading, .lineBreak: break
            }
            parent = tree.nodes[Int(parent)].parent
        }
        return (ruby, isFree)
    }
}
