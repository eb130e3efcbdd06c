import RubiLayout
import RubiShaping

/// The records of schema rubi/1 as one JSON document: `{"document":{…},"pages":[{…,"lines":[…]}],"end":{…}}` (output.md). With `--page none` there is one
/// page without a size.
final class JSONWriter: PageConsumer {
    private let sink: ByteSink
    private var encoder: RecordEncoder
    private var isEndless = false
    private var pages = 0
    private var lines = 0

    init(sink: ByteSink) {
        self.sink = sink
        encoder = RecordEncoder(sink: sink, document: DocumentRecord())
    }

    func begin(_ document: DocumentRecord, fonts: FontSet) throws {
        encoder = RecordEncoder(sink: sink, document: document)
        try sink.write("{\"document\":")
        try encoder.document(document, fonts: fonts)
        try sink.write(",\n\"pages\":[")
        isEndless = document.page == nil
        if isEndless { try sink.write("{\"lines\":[") }
    }

    func beginPage(_ page: PageRecord) throws {
        if pages > 0 { try sink.write(",\n") }
        pages += 1
        lines = 0
        try encoder.openPage(page)
        try sink.write(",\"lines\":[")
    }

    func line(_ line: borrowing ComposedLine, at place: LinePlace) throws {
        try sink.write(lines > 0 ? ",\n" : "\n")
        lines += 1
        try encoder.line(line, at: place)
    }

    func endPage() throws { try sink.write("]}") }

    func end(_ figures: EndRecord) throws {
        if isEndless { try sink.write("]}") }
        try sink.write("],\n\"end\":")
        try encoder.end(figures)
        try sink.write("}\n")
        try sink.finish()
    }
}
