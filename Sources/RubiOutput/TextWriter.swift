import RubiLayout
import RubiShaping

/// The base text, one composed line a line, a form feed between pages (output.md).
final class TextWriter: PageConsumer {
    private let sink: ByteSink
    private var pages = 0

    init(sink: ByteSink) { self.sink = sink }

    func begin(_ document: DocumentRecord, fonts: FontSet) throws {}

    func beginPage(_ page: PageRecord) throws {
        if pages > 0 { try sink.write("\u{0C}") }
        pages += 1
    }

    func line(_ line: borrowing ComposedLine, at place: LinePlace) throws {
        try sink.write(line.text)
        try sink.write("\n")
    }

    func endPage() throws {}

    func end(_ figures: EndRecord) throws { try sink.finish() }
}
