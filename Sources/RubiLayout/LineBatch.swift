/// A consumer whose records can be made apart from each other and joined in their order, so that each thread makes those of its own lines.
package protocol DivisibleConsumer: PageConsumer {
    /// A consumer of the same document that keeps what it makes. It is told neither of the document's begin nor of its end.
    func makePart() -> any PageConsumer
    /// Adds what `part`, made by `makePart`, has made since it was last added.
    func add(_ part: any PageConsumer) throws
}

/// Lines in their places and the pages they stand on, kept until a consumer is told of them.
final class LineBatch {
    private enum Event {
        case page(PageRecord)
        case line(LinePlace)
        case endPage
    }

    private var events: [Event] = []
    /// Elements are reused, with their buffers.
    private var lines: [ComposedLine] = []
    private var count = 0

    func beginPage(_ page: PageRecord) { events.append(.page(page)) }
    func endPage() { events.append(.endPage) }

    /// Takes `line` and leaves one that is done.
    func take(_ line: inout ComposedLine, at place: LinePlace) {
        events.append(.line(place))
        if lines.count == count { lines.append(ComposedLine()) }
        swap(&lines[count], &line)
        count += 1
    }

    /// Tells `consumer` of all, and forgets it.
    func tell(_ consumer: any PageConsumer) throws {
        var next = 0
        // Out of the array, so that nothing is copied.
        var line = ComposedLine()
        for event in events {
            switch event {
            case .page(let page): try consumer.beginPage(page)
            case .endPage: try consumer.endPage()
            case .line(let place):
                swap(&line, &lines[next])
                try consumer.line(line, at: place)
                swap(&line, &lines[next])
                next += 1
            }
        }
        events.removeAll(keepingCapacity: true)
        count = 0
    }
}
