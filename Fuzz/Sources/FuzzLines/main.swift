import FuzzSupport
import Rubi

/// Typesets arbitrary text with arbitrary options to every output, in memory. The first bytes of an input choose the options. What must hold besides not crashing: every
/// character of the base text comes out once and in order (L30); a line that passes its measure is reported (L35, R42) or ends in a mark that hangs (L25); places rise;
/// a whole number of pages is opened and closed.
let optionBytes = 24
let fonts = try FontSet(chain: ["Tests/Fonts/RubiTest.ttf"])

fuzz { input in
    guard input.count > optionBytes else { return }
    var choices = Choices(input.prefix(optionBytes))
    var reading = ReadingOptions()
    reading.dialect = choices.any(Dialect.self)
    reading.encoding = .utf8
    let style = style(&choices)
    let bytes = Array(input.dropFirst(optionBytes))
    let manuscript = try Manuscript(name: "fuzz", bytes: bytes, options: reading)
    let expected = baseText(of: manuscript)
    manuscript.rewind()
    let format = choices.any(OutputFormat.self)
    var png = PNGOptions()
    png.dpi = 20
    var sinks: [ByteSink] = []
    var pdf = PDFOptions()
    pdf.cropMarks = choices.flag()
    let writer = try makeWriter(format, png: png, pdf: pdf) { _ in
        sinks.append(ByteSink())
        return sinks[sinks.count - 1]
    }
    let checker = LineChecker(writer: writer, style: style)
    let result = try manuscript.typeset(style, fonts: fonts, to: checker)
    precondition(checker.text == expected, "the lines spell another text (L30)")
    let wide: Set<DiagnosticCode> = [.wordWiderThanLine, .widerThanLine, .rubyWiderThanLine, .tooMany]
    precondition(checker.wideLines == 0 || result.diagnostics.contains { wide.contains($0.code) }, "a line passes its measure unsaid (L35)")
    precondition(checker.openPages == 0, "a page is left open")
    precondition(sinks.contains { !$0.takeBytes().isEmpty } || checker.lines == 0, "nothing is written")
}

/// Small measures and pages, so that few characters meet many rules.
func style(_ choices: inout Choices) -> Style {
    var style = Style()
    style.direction = choices.any()
    style.measure = 1 + choices.below(24)
    style.ruby = choices.any()
    style.rubyAlign = choices.any()
    style.rubyOverhang = choices.any()
    style.rubyEdge = choices.any()
    style.rubyBreak = choices.any()
    style.jukugo = choices.any()
    style.breaker = choices.any()
    style.hang = choices.any()
    style.kinsoku = choices.any()
    style.align = choices.any()
    style.punctuation = choices.any()
    style.bracketIndent = choices.any()
    style.quotes = choices.any()
    style.orientation = choices.any()
    style.autoTateChuYoko = choices.below(5)
    style.widows = 1 + choices.below(2)
    style.justify = choices.flag()
    if choices.flag() {
        style.page = PageSize(width: 1 << 23, height: 1 << 23)
        style.lines = 1 + choices.below(6)
        style.columns = 1 + choices.below(3)
        style.lineHeight = .fixed
        style.matter = choices.any()
        style.runningHead = choices.any()
        style.grid = choices.flag()
    }
    return style
}

/// Hands all on to a writer, and looks at it.
final class LineChecker: PageConsumer {
    private let writer: any PageConsumer
    private let style: Style
    private var page = 0
    private(set) var text: [UInt8] = []
    private(set) var wideLines = 0
    private(set) var openPages = 0
    private(set) var lines = 0

    init(writer: any PageConsumer, style: Style) { (self.writer, self.style) = (writer, style) }

    func begin(_ document: DocumentRecord, fonts: FontSet) throws { try writer.begin(document, fonts: fonts) }
    func beginPage(_ page: PageRecord) throws {
        openPages += 1
        precondition(page.number == self.page + 1 && openPages == 1, "pages are not in order")
        self.page = page.number
        try writer.beginPage(page)
    }
    func endPage() throws {
        openPages -= 1
        try writer.endPage()
    }
    func end(_ figures: EndRecord) throws { try writer.end(figures) }

    func line(_ line: borrowing ComposedLine, at place: LinePlace) throws {
        lines += 1
        precondition(place.page == max(page, 1), "a line is on another page")
        for run in line.runs {
            precondition(run.glyphs.upperBound <= line.glyph.count, "a run passes the glyphs")
            precondition(run.string.upperBound <= line.strings.count && run.base.upperBound <= line.text.count, "a run passes the text")
        }
        if place.matter == .body {
            text += line.text
            if style.hang == .none, line.advance > line.measure + 1 { wideLines += 1 }
        }
        try writer.line(line, at: place)
    }
}

/// What the lines must spell: the text of paragraphs and headings, tabs as U+3000, 〓 for characters that no code has.
func baseText(of manuscript: Manuscript) -> [UInt8] {
    var block = Block()
    var text: [UInt8] = []
    func add(_ index: Int32) {
        let node = block.inline.nodes[Int(index)]
        if node.kind == .text {
            for scalar in block.inline.scalars[node.text.indices] { append(scalar == 0x09 ? 0x3000 : scalar, to: &text) }
        }
        if node.kind == .gaiji { append(0x3013, to: &text) }
        var child = node.firstChild
        while child >= 0 {
            add(child)
            child = block.inline.nodes[Int(child)].next
        }
    }
    while manuscript.next(into: &block) {
        if block.kind == .paragraph || block.kind == .heading { add(0) }
    }
    return text
}

func append(_ scalar: UInt32, to text: inout [UInt8]) {
    if let scalar = Unicode.Scalar(scalar) { text += Array(String(Character(scalar)).utf8) }
}
