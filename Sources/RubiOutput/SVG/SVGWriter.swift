import RubiLayout
import RubiShaping

/// Pages as SVG, one file a page; with `--page none` one file that holds every line.
///
/// A file begins with what is known only at its end: its size, its text and its glyphs. So a page's lines are kept until it is complete.
final class SVGWriter: PageConsumer {
    private let open: SinkFactory
    private let style: DrawingStyle
    private var page: SVGPage?
    private var document = DocumentRecord()
    private var record: PageRecord?
    private var body = ByteSink()
    private var text: [UInt8] = []
    private var lines = 0

    init(style: DrawingStyle, open: @escaping SinkFactory) {
        self.open = open
        self.style = style
    }

    func begin(_ document: DocumentRecord, fonts: FontSet) throws {
        self.document = document
        page = try SVGPage(document: document, fonts: fonts, style: style)
    }

    func beginPage(_ page: PageRecord) throws {
        record = page
        for (index, (line, place)) in zip(page.outside, page.places).enumerated() {
            try self.page?.draw(line, at: place, id: "p\(page.number)-o\(index + 1)", to: body)
        }
    }

    func line(_ line: borrowing ComposedLine, at place: LinePlace) throws {
        lines += 1
        text += line.text
        text.append(0x0A)
        try page?.draw(line, at: place, id: "p\(place.page)-l\(lines)", to: body)
    }

    func endPage() throws {
        guard let record else { return }
        let size = (PointScale.thousandths(points: record.size.width), PointScale.thousandths(points: record.size.height))
        try write(box: (0, 0, size.0, size.1), number: record.number, to: open(record.number))
    }

    func end(_ figures: EndRecord) throws {
        guard record == nil, let extent = page?.extent else { return }
        let scale = PointScale(fontSize: document.fontSize)
        try write(
            box: (
                scale.thousandths(extent.left), scale.thousandths(extent.top), scale.thousandths(extent.width),
                scale.thousandths(extent.height)
            ), number: 1, to: open(nil))
    }

    /// Puts one file together and empties what was kept for it.
    private func write(box: (x: Int, y: Int, width: Int, height: Int), number: Int, to sink: ByteSink) throws {
        guard let page else { return }
        try sink.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" xml:lang=\"ja\" width=\"")
        var pen = try sink.pen(room: 1024)
        pen.thousandths(box.width)
        pen.text("pt\" height=\"")
        pen.thousandths(box.height)
        pen.text("pt\" viewBox=\"")
        for value in [box.x, box.y, box.width, box.height] {
            pen.thousandths(value)
            pen.byte(0x20)
        }
        pen.back()
        pen.text("\">\n<title>")
        sink.commit(pen)
        try XMLText.write(document.meta.title ?? document.source, to: sink)
        if record != nil { try sink.write(string: " (\(number))") }
        try sink.write("</title>\n<desc>")
        try XMLText.write(text, text.indices, to: sink)
        try sink.write("</desc>\n")
        try page.definitions(to: sink)
        if let background = style.background {
            pen = try sink.pen(room: 512)
            pen.text("<rect class=\"background\" x=\"")
            pen.thousandths(box.x)
            pen.text("\" y=\"")
            pen.thousandths(box.y)
            pen.text("\" width=\"")
            pen.thousandths(box.width)
            pen.text("\" height=\"")
            pen.thousandths(box.height)
            pen.text("\" fill=\"")
            sink.commit(pen)
            try sink.write(string: background.hex + "\"/>\n")
        }
        try sink.write(string: "<g id=\"p\(number)\" fill=\"\(style.color.hex)\">\n")
        try sink.write(body.takeBytes())
        try sink.write("</g>\n</svg>\n")
        try sink.finish()
        page.restart()
        text.removeAll(keepingCapacity: true)
        lines = 0
    }
}
