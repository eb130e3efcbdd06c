import RubiLayout
import RubiShaping

/// Positioned glyphs as JSON Lines, schema rubi/1 (output.md): one record a line, written as soon as it is known.
final class JSONLinesWriter: DivisibleConsumer {
    private let sink: ByteSink
    private var encoder: RecordEncoder

    init(sink: ByteSink) {
        self.sink = sink
        encoder = RecordEncoder(sink: sink, document: DocumentRecord())
    }

    func begin(_ document: DocumentRecord, fonts: FontSet) throws {
        encoder = RecordEncoder(sink: sink, document: document)
        try encoder.document(document, fonts: fonts)
        try sink.write("\n")
    }

    func beginPage(_ page: PageRecord) throws {
        try encoder.openPage(page)
        try sink.write("}\n")
    }

    func line(_ line: borrowing ComposedLine, at place: LinePlace) throws {
        try encoder.line(line, at: place)
        try sink.write("\n")
    }

    func endPage() throws {}

    func end(_ figures: EndRecord) throws {
        try encoder.end(figures)
        try sink.write("\n")
        try sink.finish()
    }

    func makePart() -> any PageConsumer {
        let part = JSONLinesWriter(sink: ByteSink())
        part.encoder = encoder.writing(to: part.sink)
        return part
    }

    func add(_ part: any PageConsumer) throws {
        if let part = part as? JSONLinesWriter { try sink.write(from: part.sink) }
    }
}
