import RubiLayout
import RubiShaping

/// The content stream of one page as it is written: text with its marks, then what is drawn beside it.
final class PDFContent {
    let fonts: [PDFFont]
    let shapedFonts: [Font]
    let document: DocumentRecord
    let scale: PointScale
    let style: DrawingStyle
    /// Lines and pictures, after all text.
    let drawing = ByteSink()
    private let file: PDFFile
    private let sink = ByteSink()
    /// Where the page's top left corner is on the paper, thousandths of a point: coordinates count up from the paper's lower left corner.
    private var left = 0
    private var top = 0
    private var isInText = false
    private var isMarked = false
    /// What is shown stands for a text that was given: the mark's, or that of a span inside it.
    private var isInSpan = false
    private var isSpanNested = false
    private var span = SpanText()
    private var font = (index: -1, isVertical: false, size: -1)
    private var color = Color.black
    private var isBold = false
    /// The number of the next mark on the page.
    private var marks = 0
    private var row = Row()
    /// Where the last matrix put the pen, thousandths of a point, if it only moves: the next such place is given as the way from there.
    private var pen: (x: Int, y: Int)?

    init(document: DocumentRecord, fonts: FontSet, file: PDFFile, style: DrawingStyle) throws(OutputError) {
        self.document = document
        self.file = file
        self.style = style
        shapedFonts = fonts.fonts
        var pdfFonts: [PDFFont] = []
        for font in fonts.fonts { pdfFonts.append(try PDFFont(font)) }
        self.fonts = pdfFonts
        scale = PointScale(fontSize: document.fontSize)
    }

    // MARK: Page

    /// Begins a page whose left edge and top edge are here on the paper, thousandths of a point.
    func begin(left: Int, top: Int) {
        (self.left, self.top) = (left, top)
        font = (-1, false, -1)
        color = .black
        isBold = false
        marks = 0
        row = Row()
        pen = nil
    }

    /// Ends the page; all its content.
    func end() throws(OutputError) -> [UInt8] {
        try endMark()
        if isInText { try sink.write("ET\n") }
        isInText = false
        return sink.takeBytes() + drawing.takeBytes()
    }

    /// Where a raw length from the page's left edge is on the paper.
    func x(_ raw: Int) -> Int { left + scale.thousandths(raw) }

    /// Where a raw length down from the page's top edge is on the paper.
    func y(_ raw: Int) -> Int { top - scale.thousandths(raw) }

    // MARK: Marks

    /// Ends the marked content at hand and begins another that belongs to the structure; its number. With `span`, it stands for that text whatever it shows.
    func beginMark(_ kind: PDFStructure.Kind, _ span: SpanText? = nil) throws(OutputError) -> Int {
        try endMark()
        try enterText()
        var ink = try sink.pen(room: 64)
        ink.byte(0x2F)
        // Poppler looks for a text in a Span alone; what kind the element is, its dictionary says.
        ink.text(span == nil ? kind.name : "Span")
        ink.text("<</MCID ")
        ink.integer(marks)
        sink.commit(ink)
        if let span {
            try sink.write("/ActualText")
            try span.write(to: sink)
            isInSpan = true
        }
        try sink.write(">>BDC\n")
        isMarked = true
        marks += 1
        return marks - 1
    }

    /// Ends the marked content at hand and begins an artifact (14.8.2.2) with these properties.
    func beginArtifact(_ properties: StaticString) throws(OutputError) {
        try endMark()
        try enterText()
        try sink.write("/Artifact<<")
        try sink.write(properties)
        try sink.write(">>BDC\n")
        isMarked = true
    }

    private func enterText() throws(OutputError) {
        if !isInText { try sink.write("BT\n") }
        isInText = true
    }

    /// Begins content, inside the mark at hand, that stands for `text` whatever it shows.
    func beginSpan(_ text: SpanText) throws(OutputError) {
        try closeRow()
        try sink.write("/Span<</ActualText")
        try text.write(to: sink)
        try sink.write(">>BDC\n")
        (isInSpan, isSpanNested) = (true, true)
    }

    /// Ends what `beginSpan` began; the text of a mark goes on to the mark's end.
    func endSpan() throws(OutputError) {
        guard isSpanNested else { return }
        try closeRow()
        try sink.write("EMC\n")
        (isInSpan, isSpanNested) = (false, false)
    }

    private func endMark() throws(OutputError) {
        try endSpan()
        try closeRow()
        if isMarked { try sink.write("EMC\n") }
        (isMarked, isInSpan) = (false, false)
    }

    // MARK: Text

    /// Glyphs in a row, shown by one matrix and, while it is open, one `TJ`.
    private struct Row {
        var run = -1
        var along = 0
        var across = 0
        /// Where the viewer's pen is, in 1/1000 em from the row's start.
        var pen = 0
        var isOpen = false
    }

    /// How far, in 1/1000 em, the pen is moved inside a row. Beyond that it is put down anew, which says to readers of the text that something is between.
    private static let reach = 20_000

    /// Shows glyphs of the run `index` of a line. Where their text is not what their codes stand for in the whole file, it is given beside them.
    func show(_ index: Int, _ glyphs: Range<Int>, of line: borrowing ComposedLine, at place: LinePlace, text: GlyphText) throws(OutputError)
    {
        let run = line.runs[index]
        guard Int(run.font) < fonts.count, !glyphs.isEmpty else { return }
        let setter = PDFSetter(run, document: document, place: place)
        guard setter.em > 0, setter.size > 0 else { return }
        let pdfFont = fonts[Int(run.font)]
        if row.run != index { try leaveRow() }
        try setState(run, setter)
        var next = glyphs.lowerBound
        while next < glyphs.upperBound {
            let end = text.clusterEnd(next, in: glyphs, of: line)
            let isPlain = text.use(next..<end, of: line, font: pdfFont) || isInSpan
            if !isPlain {
                span.removeAll()
                text.append(next..<end, of: line, to: &span)
                try beginSpan(span)
            }
            for glyph in next..<end { try put(glyph, run: index, setter, line, pdfFont) }
            if !isPlain { try endSpan() }
            next = end
        }
    }

    @inline(__always)
    private func put(_ index: Int, run: Int, _ setter: PDFSetter, _ line: borrowing ComposedLine, _ pdfFont: PDFFont) throws(OutputError) {
        let glyph = line.glyph[index]
        let (along, across) = setter.row(index, of: line)
        var move = 0
        if row.run == run, row.across == across { move = setter.thousandths(along - row.along) - row.pen }
        if row.run != run || row.across != across || abs(move) > Self.reach {
            try closeRow()
            try setMatrix(setter, index, glyph: glyph, of: line)
            row = Row(run: run, along: along, across: across)
            move = 0
        }
        var ink = try sink.pen(room: 64)
        if !row.isOpen { ink.byte(0x5B) }
        if move != 0 {
            if row.isOpen { ink.byte(0x29) }
            // The number is subtracted: it moves back in horizontal writing, and down in vertical writing, where the advance is negative.
            ink.integer(setter.isVertical ? move : -move)
            ink.byte(0x28)
        } else if !row.isOpen {
            ink.byte(0x28)
        }
        ink.stringBytes(of: pdfFont.code(of: glyph))
        sink.commit(ink)
        row.isOpen = true
        row.pen += move + pdfFont.advance(of: glyph, isVertical: setter.isVertical)
    }

    private func closeRow() throws(OutputError) {
        if row.isOpen { try sink.write(")]TJ\n") }
        row.isOpen = false
    }

    /// Begins a line: its first place is absolute, so that the beginnings of lines are equal to the last bit where they are level, which tells programs that go
    /// by places that they are.
    func beginLine() throws(OutputError) {
        try leaveRow()
        pen = nil
    }

    /// Ends the row: the next glyph, of another run or line, puts the pen down anew.
    private func leaveRow() throws(OutputError) {
        try closeRow()
        row.run = -1
    }

    /// Shows a blank in the line's own writing, in the size of a run but not smaller than the page's, at a place along the line's axis.
    func showBlank(_ index: Int, of line: borrowing ComposedLine, at place: LinePlace, along: Int) throws(OutputError) {
        var run = line.runs[index]
        (run.isUpright, run.isTurned, run.isItalic, run.condensation) = (document.isVertical, false, false, 65536)
        run.size = max(run.size, 65536)
        let pdfFont = fonts[Int(run.font)]
        guard let blank = shapedFonts[Int(run.font)].glyph(of: 0x3000) ?? shapedFonts[Int(run.font)].glyph(of: 0x20) else { return }
        if !pdfFont.use(blank, for: 0x3000) { pdfFont.use(blank) }
        try leaveRow()
        let setter = PDFSetter(run, document: document, place: place)
        try setState(run, setter)
        try move(setter, x: place.x + (document.isVertical ? 0 : along), y: place.y + (document.isVertical ? along : 0))
        var ink = try sink.pen(room: 64)
        ink.text("[(")
        ink.stringBytes(of: pdfFont.code(of: blank))
        ink.text(")]TJ\n")
        sink.commit(ink)
    }

    // MARK: State

    /// Font, colour and boldness, where they differ from what is set.
    private func setState(_ run: ComposedRun, _ setter: PDFSetter) throws(OutputError) {
        let wanted = (index: Int(run.font), isVertical: setter.isVertical, size: setter.size)
        let ink = run.role == .ruby ? style.rubyColor ?? style.color : style.color
        guard wanted != font || ink != color || run.isBold != isBold else { return }
        try closeRow()
        if wanted != font {
            _ = fonts[wanted.index].object(isVertical: wanted.isVertical, in: file)
            var pen = try sink.pen(room: 128)
            pen.text(wanted.isVertical ? "/V" : "/H")
            pen.integer(wanted.index)
            pen.byte(0x20)
            pen.thousandths(scale.thousandths(wanted.size))
            pen.text(" Tf\n")
            sink.commit(pen)
            font = wanted
        }
        if ink != color {
            try sink.write(string: Self.operands(ink) + " rg\n" + Self.operands(ink) + " RG\n")
            color = ink
        }
        if run.isBold {
            var pen = try sink.pen(room: 128)
            pen.thousandths(scale.thousandths(setter.size / Boldness.divisor))
            pen.text(" w 1 j 2 Tr\n")
            sink.commit(pen)
        } else if isBold {
            try sink.write("0 Tr\n")
        }
        isBold = run.isBold
    }

    /// Puts the pen down at a glyph.
    private func setMatrix(_ setter: PDFSetter, _ index: Int, glyph: UInt32, of line: borrowing ComposedLine) throws(OutputError) {
        let origin = setter.geometry.origin(index, of: line)
        var x = setter.place.x + origin.x
        if setter.isVertical, setter.slant != 0 {
            // The slant leaves the base line where it is, not the top.
            let top = (Int(shapedFonts[setter.font].verticalOrigin(of: glyph).y) * setter.size) >> 16
            x += (top * setter.slant) >> 16
        }
        try move(setter, x: x, y: setter.place.y + origin.y)
    }

    /// Puts the pen down at a place of the page.
    private func move(_ setter: PDFSetter, x: Int, y: Int) throws(OutputError) {
        let place = (x: self.x(x), y: self.y(y))
        var ink = try sink.pen(room: 256)
        if setter.isPlain, let pen {
            ink.thousandths(place.x - pen.x)
            ink.byte(0x20)
            ink.thousandths(place.y - pen.y)
            ink.text(" Td\n")
        } else {
            for value in setter.matrix {
                ink.ratio(value)
                ink.byte(0x20)
            }
            ink.thousandths(place.x)
            ink.byte(0x20)
            ink.thousandths(place.y)
            ink.text(" Tm\n")
        }
        sink.commit(ink)
        pen = setter.isPlain ? place : nil
    }

    /// Red, green and blue, from 0 to 1.
    static func operands(_ color: Color) -> String {
        let (red, green, blue) = color.channels
        return [red, green, blue].map { PDFText.number((Int($0) * 1000 + 127) / 255) }.joined(separator: " ")
    }
}
