import RubiLayout
import RubiShaping

/// The content stream of one page as it is written: text with its marks, then what is drawn beside it.
final class PDFContent {
    let fonts: [PDFFont]
    private let shapedFonts: [Font]
    private let file: PDFFile
    private let document: DocumentRecord
    private let scale: PointScale
    private let style: DrawingStyle
    private let sink = ByteSink()
    /// Lines and pictures, after all text.
    private let drawing = ByteSink()
    /// Where the page's top left corner is on the paper, thousandths of a point: coordinates count up from the paper's lower left corner.
    private var left = 0
    private var top = 0
    private var isInText = false
    private var isMarked = false
    private var isInSpan = false
    private var font = (index: -1, isVertical: false, size: -1)
    private var color = Color.black
    private var isBold = false
    /// The number of the next mark on the page.
    private var marks = 0
    private var row = Row()

    init(document: DocumentRecord, fonts: FontSet, file: PDFFile, style: DrawingStyle) throws {
        self.document = document
        self.file = file
        self.style = style
        shapedFonts = fonts.fonts
        self.fonts = try fonts.fonts.map { font throws(OutputError) in try PDFFont(font) }
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
    }

    /// Ends the page; all its content.
    func end() throws -> [UInt8] {
        try endMark()
        if isInText { try sink.write("ET\n") }
        isInText = false
        return sink.takeBytes() + drawing.takeBytes()
    }

    /// Where a raw length from the page's left edge is on the paper.
    private func x(_ raw: Int) -> Int { left + scale.thousandths(raw) }

    /// Where a raw length down from the page's top edge is on the paper.
    func y(_ raw: Int) -> Int { top - scale.thousandths(raw) }

    // MARK: Marks

    /// Ends the marked content at hand and begins another that belongs to the structure; its number.
    func beginMark(_ tag: PDFStructure.Kind) throws -> Int {
        try beginMark(tag.rawValue, "<</MCID \(marks)>>")
        marks += 1
        return marks - 1
    }

    /// Ends the marked content at hand and begins another.
    func beginMark(_ tag: String, _ properties: String) throws {
        try endMark()
        if !isInText { try sink.write("BT\n") }
        isInText = true
        isMarked = true
        try sink.write(string: "/\(tag)\(properties)BDC\n")
    }

    /// Begins content, inside the mark at hand, that stands for `text` whatever it shows.
    func beginSpan(_ text: String) throws {
        try closeRow()
        try sink.write(string: "/Span<</ActualText<FEFF\(PDFText.hexadecimal(text))>>>BDC\n")
        isInSpan = true
    }

    func endSpan() throws {
        try closeRow()
        if isInSpan { try sink.write("EMC\n") }
        isInSpan = false
    }

    /// Shows a blank in vertical writing, in the size of a run, at a place along the line's axis.
    func showBlank(_ index: Int, of line: borrowing ComposedLine, at place: LinePlace, along: Int) throws {
        var run = line.runs[index]
        (run.isUpright, run.isTurned, run.isItalic, run.condensation) = (true, false, false, 65536)
        let pdfFont = fonts[Int(run.font)]
        guard let blank = shapedFonts[Int(run.font)].glyph(of: 0x3000) ?? shapedFonts[Int(run.font)].glyph(of: 0x20) else { return }
        if !pdfFont.use(blank, for: 0x3000) { pdfFont.use(blank) }
        try leaveRow()
        let setter = Setter(run, of: line, document: document, place: place)
        try setState(run, setter)
        var pen = try sink.pen(room: 256)
        pen.text("1 0 0 1 ")
        pen.thousandths(x(place.x))
        pen.byte(0x20)
        pen.thousandths(y(place.y + along))
        pen.text(" Tm[(")
        pen.stringBytes(of: pdfFont.code(of: blank))
        pen.text(")]TJ\n")
        sink.commit(pen)
    }

    private func endMark() throws {
        try endSpan()
        if isMarked { try sink.write("EMC\n") }
        isMarked = false
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
    func show(_ index: Int, _ glyphs: Range<Int>, of line: borrowing ComposedLine, at place: LinePlace, text: GlyphText) throws {
        let run = line.runs[index]
        guard Int(run.font) < fonts.count, !glyphs.isEmpty else { return }
        let setter = Setter(run, of: line, document: document, place: place)
        guard setter.em > 0, setter.size > 0 else { return }
        let pdfFont = fonts[Int(run.font)]
        if row.run != index { try leaveRow() }
        try setState(run, setter)
        var next = glyphs.lowerBound
        while next < glyphs.upperBound {
            let end = text.clusterEnd(next, in: glyphs, of: line)
            let isPlain = text.use(next..<end, of: line, font: pdfFont) || isInSpan
            if !isPlain { try beginSpan(text.string(next..<end, of: line)) }
            for glyph in next..<end { try put(glyph, run: index, setter, line, pdfFont) }
            if !isPlain { try endSpan() }
            next = end
        }
    }

    @inline(__always)
    private func put(_ index: Int, run: Int, _ setter: Setter, _ line: borrowing ComposedLine, _ pdfFont: PDFFont) throws {
        let glyph = line.glyph[index]
        let (along, across) = setter.row(index)
        var move = 0
        if row.run == run, row.across == across { move = setter.thousandths(along - row.along) - row.pen }
        if row.run != run || row.across != across || abs(move) > Self.reach {
            try closeRow()
            try setMatrix(setter, index, glyph: glyph)
            row = Row(run: run, along: along, across: across)
            move = 0
        }
        var pen = try sink.pen(room: 64)
        if !row.isOpen { pen.byte(0x5B) }
        if move != 0 {
            if row.isOpen { pen.byte(0x29) }
            // The number is subtracted: it moves back in horizontal writing, and down in vertical writing, where the advance is negative.
            pen.integer(setter.isVertical ? move : -move)
            pen.byte(0x28)
        } else if !row.isOpen {
            pen.byte(0x28)
        }
        pen.stringBytes(of: pdfFont.code(of: glyph))
        sink.commit(pen)
        row.isOpen = true
        row.pen += move + pdfFont.advance(of: glyph, isVertical: setter.isVertical)
    }

    private func closeRow() throws {
        if row.isOpen { try sink.write(")]TJ\n") }
        row.isOpen = false
    }

    /// Ends the row: the next glyph, of another run or line, puts the pen down anew.
    func leaveRow() throws {
        try closeRow()
        row.run = -1
    }

    /// Font, colour and boldness, where they differ from what is set.
    private func setState(_ run: ComposedRun, _ setter: Setter) throws {
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
    private func setMatrix(_ setter: Setter, _ index: Int, glyph: UInt32) throws {
        let origin = setter.geometry.origin(index)
        var x = setter.place.x + origin.x
        if setter.isVertical, setter.slant != 0 {
            // The slant leaves the base line where it is, not the top.
            let top = (Int(shapedFonts[setter.font].verticalOrigin(of: glyph).y) * setter.size) >> 16
            x += (top * setter.slant) >> 16
        }
        var pen = try sink.pen(room: 256)
        for value in setter.matrix {
            pen.ratio(value)
            pen.byte(0x20)
        }
        pen.thousandths(self.x(x))
        pen.byte(0x20)
        pen.thousandths(y(setter.place.y + origin.y))
        pen.text(" Tm\n")
        sink.commit(pen)
    }

    /// Red, green and blue, from 0 to 1.
    static func operands(_ color: Color) -> String {
        let (red, green, blue) = color.channels
        let thousandths = [red, green, blue].map { (Int($0) * 1000 + 127) / 255 }
        return thousandths.map { $0 == 1000 ? "1" : $0 == 0 ? "0" : "." + String(1000 + $0).dropFirst() }.joined(separator: " ")
    }

    // MARK: Drawing

    /// Draws side lines, strikes and frames, which are no part of the text.
    func draw(_ rule: ComposedRule, at place: LinePlace) throws {
        for stroke in RuleStroke.strokes(of: rule) {
            try drawing.write(string: "/Artifact BMC q \(Self.operands(style.color)) RG ")
            var pen = try drawing.pen(room: 256 + (stroke.points.count + stroke.dashes.count) * 2 * Pen.numberRoom)
            pen.thousandths(scale.thousandths(stroke.width))
            pen.text(" w 1 j ")
            if !stroke.dashes.isEmpty {
                pen.byte(0x5B)
                for dash in stroke.dashes {
                    pen.thousandths(scale.thousandths(dash))
                    pen.byte(0x20)
                }
                pen.text("]0 d ")
            }
            for (index, point) in stroke.points.enumerated() {
                let (x, y) = document.isVertical ? (point.across, point.along) : (point.along, -point.across)
                pen.thousandths(self.x(place.x + x))
                pen.byte(0x20)
                pen.thousandths(self.y(place.y + y))
                pen.text(index == 0 ? " m " : !stroke.isCurved ? " l " : index % 3 == 0 ? " c " : " ")
            }
            pen.text(stroke.isClosed ? "s Q EMC\n" : "S Q EMC\n")
            drawing.commit(pen)
        }
    }

    /// What a rule covers, as a rectangle of PDF.
    func box(_ rule: ComposedRule, at place: LinePlace) -> String {
        let along = (Int(rule.along.lowerBound), Int(rule.along.upperBound))
        let across = (Int(rule.across), Int(rule.acrossEnd))
        let (x, y) = document.isVertical ? (across, along) : (along, (-across.1, -across.0))
        let corners = [self.x(place.x + x.0), self.y(place.y + y.1), self.x(place.x + x.1), self.y(place.y + y.0)]
        return "[" + corners.map(PDFText.number).joined(separator: " ") + "]"
    }

    /// Draws an outline that is an object of its own, `/E` and its number, with its origin at a glyph's: no program takes it for text.
    func draw(form: Int, _ run: ComposedRun, _ index: Int, of line: borrowing ComposedLine, at place: LinePlace) throws {
        let setter = Setter(run, of: line, document: document, place: place)
        let origin = setter.geometry.origin(index)
        var (x, y) = (place.x + origin.x, place.y + origin.y)
        if setter.isVertical {
            let top = shapedFonts[Int(run.font)].verticalOrigin(of: line.glyph[index])
            x -= (Int(top.x) * setter.geometry.width) >> 16
            y += (Int(top.y) * setter.geometry.height) >> 16
        }
        var pen = try drawing.pen(room: 512)
        pen.text("/Artifact BMC q ")
        drawing.commit(pen)
        if style.color != .black { try drawing.write(string: Self.operands(style.color) + " rg ") }
        pen = try drawing.pen(room: 512)
        for value in setter.matrix {
            // The form's unit is its em.
            pen.ratio(value * scale.thousandths(setter.size) / 1000)
            pen.byte(0x20)
        }
        pen.thousandths(self.x(x))
        pen.byte(0x20)
        pen.thousandths(self.y(y))
        pen.text(" cm /E")
        pen.integer(form)
        pen.text(" Do Q EMC\n")
        drawing.commit(pen)
    }
}

/// How the glyphs of one run are set, in the terms of PDF.
private struct Setter {
    let geometry: RunGeometry
    let place: LinePlace
    let font: Int
    /// Vertical writing in the sense of PDF: upright glyphs, with their origin at the top.
    let isVertical: Bool
    /// The font's size, and the length of an em along the glyphs' writing, raw `Length`s.
    let size: Int
    let em: Int
    let slant: Int

    init(_ run: ComposedRun, of line: borrowing ComposedLine, document: DocumentRecord, place: LinePlace) {
        geometry = RunGeometry(run, in: line, isVertical: document.isVertical)
        self.place = place
        font = Int(run.font)
        isVertical = geometry.setting == .upright
        size = Int(run.size)
        em = isVertical ? geometry.height : geometry.width
        slant = run.isItalic ? Slant.tangent : 0
    }

    /// Along the glyphs' own direction of writing, and across it.
    @inline(__always)
    func row(_ index: Int) -> (along: Int, across: Int) {
        let origin = geometry.ownOrigin(index)
        return isVertical ? (origin.y, origin.x) : (origin.x, origin.y)
    }

    /// 1/1000 em of a length along the writing.
    @inline(__always)
    func thousandths(_ length: Int) -> Int {
        let product = length * 1000
        return (product >= 0 ? product + em / 2 : product - em / 2) / em
    }

    /// The text matrix without its place, in 1/65536.
    var matrix: [Int] {
        let ratio = em * 65536 / size
        switch geometry.setting {
        case .horizontal: return [ratio, 0, slant, 65536]
        case .upright: return [65536, 0, slant, ratio]
        case .turned: return [0, -ratio, 65536, -slant * ratio / 65536]
        }
    }
}

extension Pen {
    /// A number of 1/65536 with as many decimals as it takes.
    fileprivate mutating func ratio(_ value: Int) {
        if value < 0 { byte(0x2D) }
        billionths((Int(value.magnitude) * 1_000_000_000 + 32768) >> 16)
    }
}
