import RubiLayout
import RubiShaping

/// The base text, one composed line a line, a form feed between pages (output.md).
public final class TextWriter: PageConsumer {
    private let sink: ByteSink
    private var pages = 0

    public init(sink: ByteSink) { self.sink = sink }

    public func begin(_ document: DocumentRecord, fonts: FontSet) throws {}

    public func beginPage(_ page: PageRecord) throws {
        if pages > 0 { try sink.write("\u{0C}") }
        pages += 1
    }

    public func line(_ line: borrowing ComposedLine, at place: LinePlace) throws {
        try sink.write(line.text)
        try sink.write("\n")
    }

    public func endPage() throws {}

    public func end(_ figures: EndRecord) throws { try sink.finish() }
}
