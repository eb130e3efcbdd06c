import RubiLayout
import RubiShaping

/// A preview in one HTML file that needs nothing else: the pages as data, their glyphs' outlines, and a script that shows them.
///
/// The data is a JSON document, written as it is made: `document`, `pages` with their lines and runs, `contents`, and at the end `glyphs`, the outlines by font.
/// In a run `x` and `y` are where each glyph's own origin is on the page, in points; a number instead of an array holds for all.
final class HTMLWriter: PageConsumer {
    private let sink: ByteSink
    private let style: DrawingStyle
    private var document = DocumentRecord()
    private var scale = PointScale(fontSize: 0)
    private var fonts: [Font] = []
    private var outlines: OutlineCache?
    private var used: [Set<UInt32>] = []
    private var contents = HTMLContents()
    private var pages = 0
    private var lines = 0
    private var extent = TextExtent(fonts: [], isVertical: true)

    init(sink: ByteSink, style: DrawingStyle) {
        self.sink = sink
        self.style = style
    }

    // MARK: Document

    func begin(_ document: DocumentRecord, fonts: FontSet) throws {
        try prepare(document, fonts)
        try writeHead()
        try sink.write("<script type=\"application/json\" id=\"data\">{\"document\":")
        try writeDocument()
        try sink.write(",\n\"pages\":[")
        if document.page == nil { try sink.write("{\"lines\":[") }
    }

    /// Takes what lines are drawn by.
    func prepare(_ document: DocumentRecord, _ fonts: FontSet) throws {
        self.document = document
        self.fonts = fonts.fonts
        extent = TextExtent(fonts: fonts.fonts, isVertical: document.isVertical)
        scale = PointScale(fontSize: document.fontSize)
        outlines = try outlines ?? OutlineCache(fonts)
        used = fonts.fonts.map { _ in [] }
    }

    /// The file up to the data.
    func writeHead() throws {
        try sink.write("<!DOCTYPE html>\n<html lang=\"ja\">\n<head>\n<meta charset=\"utf-8\">\n<title>")
        try XMLText.write(document.meta.title ?? document.source, to: sink)
        try sink.write(
            "</title>\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"generator\" content=\"rubi\">\n<style>\n"
        )
        try sink.write(
            string:
                ":root { --ink: \(style.color.hex); --ruby: \((style.rubyColor ?? style.color).hex); --paper: \((style.background ?? .white).hex); }\n"
        )
        try sink.write(HTMLTemplate.style)
        try sink.write("</style>\n</head>\n")
        try sink.write(HTMLTemplate.body)
    }

    /// What is known of the document before its first page, as JSON.
    func writeDocument() throws {
        try sink.write("{\"title\":")
        try text(document.meta.title ?? document.source)
        try sink.write(",\"author\":")
        try text(document.meta.author ?? "")
        try sink.write(document.isVertical ? ",\"vertical\":true" : ",\"vertical\":false")
        try sink.write(document.page == nil ? ",\"endless\":true}" : ",\"endless\":false}")
    }

    /// One page by itself, as `beginPage` and the rest write it, with the outlines of its glyphs behind it: `{"page":{…},"glyphs":[…]}`.
    func writePage(_ page: PageRecord, _ body: () throws -> Void) throws {
        used = fonts.map { _ in [] }
        pages = 0
        try sink.write("{\"page\":")
        try beginPage(page)
        try body()
        try endPage()
        try sink.write(",\"glyphs\":[")
        for font in used.indices { try glyphs(of: font) }
        try sink.write("]}")
    }

    func beginPage(_ page: PageRecord) throws {
        try sink.write(pages == 0 ? "\n{" : ",\n{")
        pages += 1
        lines = 0
        try number("\"width\":", PointScale.thousandths(points: page.size.width))
        try number(",\"height\":", PointScale.thousandths(points: page.size.height))
        try sink.write(",\"outside\":[")
        for (index, (line, place)) in zip(page.outside, page.places).enumerated() {
            if index > 0 { try sink.write(",") }
            try write(line, at: place)
        }
        try sink.write("],\"lines\":[")
    }

    func line(_ line: borrowing ComposedLine, at place: LinePlace) throws {
        try sink.write(lines == 0 ? "\n" : ",\n")
        lines += 1
        if document.page == nil { extent.add(line, at: place) }
        contents.note(line, page: max(0, pages - 1))
        try write(line, at: place)
    }

    func endPage() throws { try sink.write("]}") }

    func end(_ figures: EndRecord) throws {
        if document.page == nil {
            try number("],\"left\":", scale.thousandths(extent.left))
            try number(",\"top\":", scale.thousandths(extent.top))
            try number(",\"width\":", scale.thousandths(extent.width))
            try number(",\"height\":", scale.thousandths(extent.height))
            try sink.write("}")
        }
        try sink.write("],\n\"contents\":")
        try writeContents(contents)
        try sink.write(",\n\"glyphs\":[")
        for font in used.indices { try glyphs(of: font) }
        try sink.write("]}</script>\n")
        try writeFoot()
    }

    /// The list of headings, as JSON.
    func writeContents(_ contents: HTMLContents) throws(OutputError) {
        try sink.write("[")
        for (index, entry) in contents.entries.enumerated() {
            try sink.write(string: "\(index > 0 ? "," : "")[\(entry.level),")
            try text(entry.title)
            try sink.write(string: ",\(entry.page),\(entry.source)]")
        }
        try sink.write("]")
    }

    /// The file from the data on.
    func writeFoot() throws {
        try sink.write("<script>\n")
        try sink.write(HTMLTemplate.script)
        try sink.write("</script>\n</body>\n</html>\n")
        try sink.finish()
    }

    private func glyphs(of font: Int) throws(OutputError) {
        try sink.write(font == 0 ? "\n{\"upem\":" : ",\n{\"upem\":")
        try sink.write(string: "\(fonts[font].unitsPerEm)")
        for glyph in used[font].sorted() {
            try sink.write(string: ",\"\(glyph)\":\"")
            if let outline = outlines?.outline(font: font, glyph: glyph) { try SVGPath.write(outline, to: sink) }
            try sink.write("\"")
        }
        try sink.write("}")
    }

    // MARK: Lines

    private func write(_ line: borrowing ComposedLine, at place: LinePlace) throws(OutputError) {
        try sink.write(string: "{\"source\":\(line.source.lowerBound),\"paragraph\":\(line.paragraph)")
        try number(",\"x\":", scale.thousandths(place.x))
        try number(",\"y\":", scale.thousandths(place.y))
        try sink.write(",\"text\":")
        try text(line.text, line.text.indices)
        try sink.write(",\"runs\":[")
        var isFirst = true
        for index in line.runs.indices where !line.runs[index].glyphs.isEmpty && Int(line.runs[index].font) < fonts.count {
            if !isFirst { try sink.write(",") }
            isFirst = false
            try write(line.runs[index], of: line, at: place)
        }
        try sink.write("]")
        if !line.rules.isEmpty {
            try rules(of: line, at: place)
            try pictures(of: line, at: place)
        }
        try sink.write("}")
    }

    private func write(_ run: ComposedRun, of line: borrowing ComposedLine, at place: LinePlace) throws(OutputError) {
        let font = fonts[Int(run.font)]
        let geometry = RunGeometry(run, isVertical: document.isVertical)
        try sink.write("{\"role\":\"")
        try sink.write(SVGPage.className(of: run.role))
        try sink.write(string: "\",\"font\":\(run.font)")
        try number(",\"width\":", scale.thousandths(geometry.width))
        try number(",\"height\":", scale.thousandths(geometry.height))
        if geometry.setting == .turned { try sink.write(",\"turned\":1") }
        if run.isBold { try sink.write(",\"bold\":1") }
        if run.isItalic { try sink.write(",\"italic\":1") }
        switch run.role {
        case .base, .tateChuYoko, .warichu: try places(of: run, in: line)
        case .ruby, .emphasis, .note, .kaeriten, .okurigana, .folio, .header: break
        }
        try sink.write(",\"g\":[")
        var x: [Int] = []
        var y: [Int] = []
        for index in run.glyphs {
            let glyph = line.glyph[index]
            used[Int(run.font)].insert(glyph)
            var pen = try sink.pen(room: 2 * Pen.numberRoom)
            if index > run.glyphs.lowerBound { pen.byte(0x2C) }
            pen.natural(UInt(glyph))
            sink.commit(pen)
            let origin = geometry.origin(along: line.along[index], across: line.across[index])
            var (left, base) = (place.x + origin.x, place.y + origin.y)
            if geometry.setting == .upright {
                let top = font.verticalOrigin(of: glyph)
                left -= (Int(top.x) * geometry.width) >> 16
                base += (Int(top.y) * geometry.height) >> 16
            }
            x.append(scale.thousandths(left))
            y.append(scale.thousandths(base))
        }
        try numbers("],\"x\":", x)
        try numbers(",\"y\":", y)
        try sink.write("}")
    }

    /// Where in the line's text, in UTF-16, the cluster of each glyph begins.
    private func places(of run: ComposedRun, in line: borrowing ComposedLine) throws(OutputError) {
        try sink.write(",\"k\":[")
        var (byte, unit) = (0, 0)
        for index in run.glyphs {
            let cluster = Int(line.cluster[index])
            if cluster < byte { (byte, unit) = (0, 0) }
            while byte < min(cluster, line.text.count) {
                // A scalar of four bytes is two units; the others are one.
                let first = line.text[byte]
                if first & 0xC0 != 0x80 { unit += first >= 0xF0 ? 2 : 1 }
                byte += 1
            }
            try sink.write(string: index > run.glyphs.lowerBound ? ",\(unit)" : "\(unit)")
        }
        try sink.write("]")
    }

    private func rules(of line: borrowing ComposedLine, at place: LinePlace) throws(OutputError) {
        try sink.write(",\"rules\":[")
        var isFirst = true
        for rule in line.rules {
            for stroke in RuleStroke.strokes(of: rule) {
                if !isFirst { try sink.write(",") }
                isFirst = false
                try number("{\"width\":", scale.thousandths(stroke.width))
                try sink.write(",\"dash\":\"")
                for dash in stroke.dashes { try sink.write(string: PDFText.number(scale.thousandths(dash)) + " ") }
                try sink.write("\",\"d\":\"")
                for (index, point) in stroke.points.enumerated() {
                    let (x, y) = document.isVertical ? (point.across, point.along) : (point.along, -point.across)
                    let letter = index == 0 ? "M" : index > 1 ? " " : stroke.isCurved ? "C" : "L"
                    let place = (scale.thousandths(place.x + x), scale.thousandths(place.y + y))
                    try sink.write(string: letter + PDFText.number(place.0) + " " + PDFText.number(place.1))
                }
                try sink.write(stroke.isClosed ? "Z\"}" : "\"}")
            }
        }
        try sink.write("]")
    }

    /// Pictures whose files are there: the box that each has, its alternative text and its address, which holds it.
    private func pictures(of line: borrowing ComposedLine, at place: LinePlace) throws(OutputError) {
        var isFirst = true
        for rule in line.rules where rule.kind == .image {
            guard let picture = style.pictures?.picture(String(decoding: line.strings[rule.string], as: UTF8.self)) else { continue }
            try sink.write(isFirst ? ",\"pictures\":[{\"alt\":" : ",{\"alt\":")
            isFirst = false
            try text(line.strings, rule.string2)
            let box = rule.box(isVertical: document.isVertical)
            try number(",\"x\":", scale.thousandths(place.x + box.x.lowerBound))
            try number(",\"y\":", scale.thousandths(place.y + box.y.lowerBound))
            try number(",\"width\":", scale.thousandths(box.x.count))
            try number(",\"height\":", scale.thousandths(box.y.count))
            try sink.write(",\"href\":\"")
            try picture.writeAddress(to: sink)
            try sink.write("\"}")
        }
        if !isFirst { try sink.write("]") }
    }

    // MARK: Small things

    private func text(_ text: String) throws(OutputError) {
        let bytes = Array(text.utf8)
        try self.text(bytes, bytes.indices)
    }

    /// A JSON string inside a script element, where `<` would be read as markup.
    private func text(_ bytes: [UInt8], _ range: Range<Int>) throws(OutputError) {
        let inner = ByteSink()
        try JSONText.write(bytes, range, to: inner)
        for byte in inner.takeBytes() {
            if byte == 0x3C { try sink.write("\\u003c") } else { try sink.write([byte]) }
        }
    }

    private func number(_ name: StaticString, _ thousandths: Int) throws(OutputError) {
        var pen = try sink.pen(room: 64 + Pen.numberRoom)
        pen.text(name)
        pen.thousandths(thousandths)
        sink.commit(pen)
    }

    private func numbers(_ name: StaticString, _ values: [Int]) throws(OutputError) {
        guard let first = values.first, values.contains(where: { $0 != first }) else {
            try number(name, values.first ?? 0)
            return
        }
        try sink.write(name)
        try sink.write("[")
        for (index, value) in values.enumerated() { try number(index > 0 ? "," : "", value) }
        try sink.write("]")
    }
}
