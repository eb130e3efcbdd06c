import RubiLayout
import RubiShaping

/// The pages of a preview that a browser asks for one by one, so that only those which someone looks at are written.
package final class LivePreview: PageConsumer {
    private struct Page {
        var record: PageRecord
        var lines: [ComposedLine] = []
        var places: [LinePlace] = []
    }

    private let style: DrawingStyle
    private var pages: [Page] = []
    private var document = DocumentRecord()
    private var contents = HTMLContents()
    private var fonts: FontSet?
    private let sink = ByteSink()
    /// Draws the pages; it keeps the outlines of glyphs from one to the next.
    private let writer: HTMLWriter

    package init(style: DrawingStyle) {
        self.style = style
        writer = HTMLWriter(sink: sink, style: style)
    }

    // MARK: The text is set

    package func begin(_ document: DocumentRecord, fonts: FontSet) throws {
        (self.document, self.fonts, contents) = (document, fonts, HTMLContents())
        pages.removeAll(keepingCapacity: true)
        try writer.prepare(document, fonts)
    }

    package func beginPage(_ page: PageRecord) { pages.append(Page(record: page)) }

    package func line(_ line: borrowing ComposedLine, at place: LinePlace) {
        guard !pages.isEmpty else { return }
        contents.note(line, page: pages.count - 1)
        pages[pages.count - 1].lines.append(copy line)
        pages[pages.count - 1].places.append(place)
    }

    package func endPage() {}
    package func end(_ figures: EndRecord) {}

    // MARK: The browser asks

    package var pageCount: Int { pages.count }

    /// The file that shows the preview: it asks for all the rest.
    package func shell() throws -> [UInt8] {
        try writer.writeHead()
        try sink.write("<script type=\"application/json\" id=\"data\">null</script>\n")
        try writer.writeFoot()
        return sink.takeBytes()
    }

    /// What the shell asks for first: the document, the contents, and of each page its size and the byte it begins with.
    package func book() throws -> [UInt8] {
        try sink.write("{\"document\":")
        try writer.writeDocument()
        try sink.write(",\"contents\":")
        try writer.writeContents(contents)
        try sink.write(string: ",\"fonts\":\(fonts?.fonts.count ?? 0),\"pages\":[")
        var source = 0
        for (index, page) in pages.enumerated() {
            source = page.lines.first?.source.lowerBound ?? source
            let size = (PointScale.thousandths(points: page.record.size.width), PointScale.thousandths(points: page.record.size.height))
            try sink.write(string: "\(index > 0 ? "," : "")[\(source),\(PDFText.number(size.0)),\(PDFText.number(size.1))]")
        }
        try sink.write("]}")
        return sink.takeBytes()
    }

    /// The page `index`, from 0, with its glyphs' outlines; nil where there is none.
    package func page(_ index: Int) throws -> [UInt8]? {
        guard pages.indices.contains(index) else { return nil }
        let page = pages[index]
        try writer.writePage(page.record) {
            for (line, place) in zip(page.lines, page.places) { try writer.line(line, at: place) }
        }
        return sink.takeBytes()
    }
}
