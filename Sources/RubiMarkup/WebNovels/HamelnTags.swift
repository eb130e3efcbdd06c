/// The tags of hameln (M105): which of them belong together; the rest is text.
struct HamelnTags {
    private var open: [Int] = []
    /// How many tags of each style are open, by the raw value of `StyleName`.
    private var counts = [Int](repeating: 0, count: StyleName.allCases.count)

    mutating func removeAll() {
        open.removeAll(keepingCapacity: true)
        for index in counts.indices { counts[index] = 0 }
    }

    private static let names: [(name: StaticString, style: StyleName)] = [
        ("b", .bold), ("i", .italic), ("s", .strike), ("u", .underline), ("small", .smaller), ("big", .larger),
    ]

    /// The tag that begins with the `<` at `index`.
    static func tag(at index: Int, _ scalars: [UInt32]) -> (style: StyleName, closes: Bool, end: Int)? {
        let closes = index + 1 < scalars.count && scalars[index + 1] == scalar("/")
        let start = index + (closes ? 2 : 1)
        for (name, style) in names {
            let end = start + name.utf8CodeUnitCount
            if end < scalars.count, scalars[end] == scalar(">"), matches(name, at: start, in: scalars) { return (style, closes, end + 1) }
        }
        return nil
    }

    /// Makes text of the tags that no other belongs to.
    mutating func pair(_ events: inout [LineEvents.Event]) {
        for index in events.indices {
            switch events[index].kind {
            case .openStyle:
                open.append(index)
                counts[Int(events[index].detail)] += 1
            case .close: close(index, &events)
            case .text, .ruby, .emphasis, .image, .pageReference, .openLink, .pageBreak, .openChapter, .closeChapter: break
            }
        }
        for index in open { events[index].kind = .text }
    }

    private mutating func close(_ index: Int, _ events: inout [LineEvents.Event]) {
        let style = events[index].detail
        guard counts[Int(style)] > 0 else {
            events[index].kind = .text
            return
        }
        while let last = open.popLast() {
            counts[Int(events[last].detail)] -= 1
            if events[last].detail == style { return }
            events[last].kind = .text
        }
    }
}
