/// HTML within a paragraph of Markdown: the elements that mean something for a manuscript, as html has them (HTML/). Other tags are raw.
struct MarkdownTags {
    struct Tag {
        var element: HTMLElement
        /// What the element makes, without its place; nil: nothing.
        var node: InlineNode?
        /// The title of an unknown character.
        var title: Range<Int>?
    }

    private(set) var tags: [Tag] = []
    private var open: [Int] = []
    private var counts = [Int](repeating: 0, count: HTMLElement.allCases.count)
    /// Where in `open` the link at hand begins.
    private var floor = 0

    mutating func removeAll() { tags.removeAll(keepingCapacity: true) }

    /// Keeps a start tag; its number.
    mutating func add(_ tag: HTMLTag, _ scalars: [UInt32]) -> Int32 {
        let element = HTMLElement(tag.name)
        var node: InlineNode?
        if !tag.closes, !element.isBlock, element != .a {
            let classes = tag.value(of: "class").map { string(scalars[$0]) } ?? ""
            let style = tag.value(of: "style").map { string(scalars[$0]) } ?? ""
            node = HTMLVocabulary.node(element, classes: classes[...], style: style[...])
        }
        tags.append(Tag(element: element, node: node, title: tag.value(of: "title")))
        return Int32(tags.count - 1)
    }

    /// Pairs the tags; those without a partner, and what is in no pair of its link, become raw.
    mutating func pair(_ events: inout [MarkdownEvent]) {
        open.removeAll(keepingCapacity: true)
        for index in counts.indices { counts[index] = 0 }
        floor = 0
        var outer: [(floor: Int, counts: [Int])] = []
        for index in events.indices {
            switch events[index].kind {
            case .tagOpen:
                open.append(index)
                counts[Int(tags[Int(events[index].link)].element.rawValue)] += 1
            case .tagClose: close(index, &events)
            case .linkOpen:
                outer.append((floor, counts))
                floor = open.count
                for index in counts.indices { counts[index] = 0 }
            case .linkClose:
                dropOpen(to: floor, &events)
                if let last = outer.popLast() { (floor, counts) = last }
            default: break
            }
        }
        dropOpen(to: 0, &events)
    }

    private mutating func close(_ index: Int, _ events: inout [MarkdownEvent]) {
        let element = tags[Int(events[index].link)].element
        guard counts[Int(element.rawValue)] > 0 else {
            events[index].kind = .raw
            return
        }
        while let last = open.popLast() {
            let opened = tags[Int(events[last].link)].element
            counts[Int(opened.rawValue)] -= 1
            if opened == element { return }
            events[last].kind = .raw
        }
    }

    private mutating func dropOpen(to count: Int, _ events: inout [MarkdownEvent]) {
        for index in open[count...] { events[index].kind = .raw }
        open.removeLast(open.count - count)
    }
}
