import RubiLayout
import RubiShaping

/// The content stream of one page as it is written: text with its marks, then what is drawn beside it.
struct PDFContent: ~Copyable {
    let shapedFonts: [Font]
    /// The fonts of the file; made when they are first used.
    private(set) var fonts: [PDFFont?]
    /// What their glyphs are, for what is shown without the font itself.
    private var glyphs: [PDFFont.Glyphs?]
    /// Whether the fonts' first faces were used: across the page in the lowest bit, down it in the next.
    private var uses: [UInt8]
    let isVertical: Bool
    let scale: PointScale
    let style: DrawingStyle
    /// Lines and pictures, after all text.
    var drawing = ByteBuffer()
    private let file: PDFFile
    private var sink = ByteBuffer(capacity: 1 << 15)
    /// Where the page's top left corner is on the paper, thousandths of a point: coordinates count up from the paper's lower left corner.
    private var left = 0
    private var top = 0
    private var isInText = false
    private var isMarked = false
    /// What is shown stands for a text that was given: the mark's, or that of a span inside it.
    private var isInSpan = false
    private var isSpanNested = false
    private var span = SpanText()
    private var font = (index: -1, face: 0, isVertical: false, size: -1)
    private var color = Color.black
    private var isBold = false
    /// The number of the next mark on the page.
    private var marks = 0
    private var row = Row()
    /// Where the last matrix put the pen, thousandths of a point, if it only moves: the next such place is given as the way from there.
    private var pen = (x: 0, y: 0)
    private var isPenKnown = false

    init(document: DocumentRecord, fonts: FontSet, file: PDFFile, style: DrawingStyle) {
        isVertical = document.isVertical
        self.file = file
        self.style = style
        shapedFonts = fonts.fonts
        self.fonts = Array(repeating: nil, count: fonts.fonts.count)
        glyphs = Array(repeating: nil, count: fonts.fonts.count)
        uses = Array(repeating: 0, count: fonts.fonts.count)
        scale = PointScale(fontSize: document.fontSize)
    }

    // MARK: Page

    /// Begins a page whose left edge and top edge are here on the paper, thousandths of a point; `background` is content that comes first.
    mutating func begin(left: Int, top: Int, background: String) {
        (self.left, self.top) = (left, top)
        sink.removeAll()
        sink.append(string: background)
        drawing.removeAll()
        font = (-1, 0, false, -1)
        color = .black
        isBold = false
        marks = 0
        row = Row()
        isPenKnown = false
    }

    /// Ends the page; all its content, until the next begins. `foreground` comes last.
    mutating func end(foreground: String) -> UnsafeRawBufferPointer {
        endMark()
        if isInText { sink.append("ET\n") }
        isInText = false
        sink.append(drawing.bytes)
        sink.append(string: foreground)
        return sink.bytes
    }

    // A method of a struct that is never copied works on a copy of its bits all the same, where it is called by one that changes the struct, unless it is inlined.

    /// Where a raw length from the page's left edge is on the paper.
    @inline(__always)
    func x(_ raw: Int) -> Int { left + scale.thousandths(raw) }

    /// Where a raw length down from the page's top edge is on the paper.
    @inline(__always)
    func y(_ raw: Int) -> Int { top - scale.thousandths(raw) }

    /// The font with an index of the document's list.
    private mutating func pdfFont(_ index: Int) throws(OutputError) -> PDFFont {
        if let font = fonts[index] { return font }
        let font = try PDFFont(shapedFonts[index])
        fonts[index] = font
        glyphs[index] = font.glyphs
        return font
    }

    // MARK: Marks

    /// Ends the marked content at hand and begins another that belongs to the structure; its number.
    mutating func beginMark(_ kind: PDFStructure.Kind) -> Int {
        openMark(kind.name)
        sink.append(">>BDC\n")
        return marks - 1
    }

    /// The same, for what stands for a text whatever it shows. Poppler looks for a text in a Span alone; what kind the element is, its dictionary says.
    mutating func beginMark(standingFor text: borrowing SpanText) -> Int {
        openMark("Span")
        sink.append("/ActualText")
        text.write(to: &sink)
        sink.append(">>BDC\n")
        isInSpan = true
        return marks - 1
    }

    private mutating func openMark(_ tag: StaticString) {
        endMark()
        var ink = sink.pen(room: 64)
        if !isInText { ink.text("BT\n") }
        isInText = true
        ink.byte(0x2F)
        ink.text(tag)
        ink.text("<</MCID ")
        ink.integer(marks)
        sink.commit(ink)
        isMarked = true
        marks += 1
    }

    /// Shows a picture, `/I` and its number, in a box on the page as marked content of its own, outside text; nil: nothing is shown. The mark's number.
    mutating func showFigure(_ picture: Int?, _ box: (x: Range<Int>, y: Range<Int>), at place: LinePlace) -> Int {
        endMark()
        leaveRow()
        if isInText { sink.append("ET\n") }
        (isInText, isPenKnown) = (false, false)
        var ink = sink.pen(room: 512)
        ink.text("/Figure<</MCID ")
        ink.integer(marks)
        ink.text(">>BDC\n")
        if let picture {
            let (left, right) = (x(place.x + box.x.lowerBound), x(place.x + box.x.upperBound))
            let (bottom, top) = (y(place.y + box.y.upperBound), y(place.y + box.y.lowerBound))
            ink.text("q ")
            ink.thousandths(right - left)
            ink.text(" 0 0 ")
            ink.thousandths(top - bottom)
            ink.byte(0x20)
            ink.thousandths(left)
            ink.byte(0x20)
            ink.thousandths(bottom)
            ink.text(" cm /I")
            ink.integer(picture)
            ink.text(" Do Q ")
        }
        ink.text("EMC\n")
        sink.commit(ink)
        marks += 1
        return marks - 1
    }

    /// Ends the marked content at hand and begins an artifact (14.8.2.2) with these properties.
    mutating func beginArtifact(_ properties: StaticString) {
        endMark()
        if !isInText { sink.append("BT\n") }
        isInText = true
        sink.append("/Artifact<<")
        sink.append(properties)
        sink.append(">>BDC\n")
        isMarked = true
    }

    /// Begins content, inside the mark at hand, that stands for `text` whatever it shows.
    mutating func beginSpan(_ text: borrowing SpanText) {
        closeRow()
        sink.append("/Span<</ActualText")
        text.write(to: &sink)
        sink.append(">>BDC\n")
        (isInSpan, isSpanNested) = (true, true)
    }

    /// Ends what `beginSpan` began; the text of a mark goes on to the mark's end.
    mutating func endSpan() {
        guard isSpanNested else { return }
        closeRow()
        sink.append("EMC\n")
        (isInSpan, isSpanNested) = (false, false)
    }

    private mutating func endMark() {
        endSpan()
        closeRow()
        if isMarked { sink.append("EMC\n") }
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
    mutating func show(_ index: Int, _ glyphs: Range<Int>, of line: LineView, at place: LinePlace, text: GlyphText) throws(OutputError) {
        guard Int(line.runs[index].font) < fonts.count, !glyphs.isEmpty else { return }
        let setter = PDFSetter(line.runs[index], isVertical: isVertical, place: place)
        guard setter.em > 0, setter.size > 0 else { return }
        if row.run != index { leaveRow() }
        var next = glyphs.lowerBound
        if let known = self.glyphs[setter.font] {
            setState(setter)
            next = showKnown(glyphs, run: index, setter, line, known, text)
            if next == glyphs.upperBound { return }
        }
        let pdfFont = try pdfFont(setter.font)
        setState(setter)
        while next < glyphs.upperBound {
            next = showKnown(next..<glyphs.upperBound, run: index, setter, line, pdfFont.glyphs, text)
            if next == glyphs.upperBound { break }
            let end = text.clusterEnd(next, in: glyphs, of: line)
            let (texts, areExact) = text.texts(of: next..<end, of: line)
            let faces = zip(next..<end, texts).map { pdfFont.face(of: line.glyph[$0], for: $1) }
            let isBeside = !isInSpan && (!areExact || faces.contains(nil))
            if isBeside {
                span.removeAll()
                text.append(next..<end, of: line, to: &span)
                closeRow()
                sink.append("/Span<</ActualText")
                span.write(to: &sink)
                sink.append(">>BDC\n")
                (isInSpan, isSpanNested) = (true, true)
            }
            for (glyph, face) in zip(next..<end, faces) {
                setState(setter, face: face ?? 0)
                put(glyph, run: index, setter, line, pdfFont.glyphs)
            }
            setState(setter)
            if isBeside { endSpan() }
            next = end
        }
    }

    /// Shows glyphs that are known to stand for their character, as long as they stand in one row; the first that is left.
    private mutating func showKnown(
        _ glyphs: Range<Int>, run: Int, _ setter: PDFSetter, _ line: LineView, _ known: PDFFont.Glyphs, _ text: GlyphText
    ) -> Int {
        var next = glyphs.lowerBound
        guard let first = text.scalar(next, of: line), known.isKnown(line.glyph[next], for: first) else { return next }
        // A cluster of several glyphs has one text for all.
        func isAlone(_ index: Int) -> Bool { index + 1 == glyphs.upperBound || line.cluster[index + 1] != line.cluster[index] }
        guard isAlone(next) else { return next }
        put(next, run: run, setter, line, known)
        next += 1
        var pen = row.pen
        let (along, across) = (row.along, row.across)
        while next < glyphs.upperBound {
            let end = min(next + 1024, glyphs.upperBound)
            var ink = sink.pen(room: (end - next) * 40)
            while next < end {
                let place = setter.row(next, of: line)
                let move = setter.thousandths(place.along - along, beyond: pen)
                guard place.across == across, abs(move) <= Self.reach, isAlone(next), let scalar = text.scalar(next, of: line),
                    known.isKnown(line.glyph[next], for: scalar)
                else {
                    sink.commit(ink)
                    row.pen = pen
                    return next
                }
                if move != 0 {
                    ink.byte(0x29)
                    ink.integer(setter.isVertical ? move : -move)
                    ink.byte(0x28)
                }
                let glyph = known[line.glyph[next]]
                ink.bytes(glyph.code, count: Int(glyph.codeLength))
                pen += move + Int(setter.isVertical ? glyph.height : glyph.width)
                next += 1
            }
            sink.commit(ink)
        }
        row.pen = pen
        return next
    }

    private mutating func put(_ index: Int, run: Int, _ setter: PDFSetter, _ line: LineView, _ known: PDFFont.Glyphs) {
        let glyph = known[line.glyph[index]]
        let (along, across) = setter.row(index, of: line)
        var move = 0
        if row.run == run, row.across == across { move = setter.thousandths(along - row.along, beyond: row.pen) }
        if row.run != run || row.across != across || abs(move) > Self.reach {
            closeRow()
            setMatrix(setter, index, glyph: line.glyph[index], of: line)
            row = Row(run: run, along: along, across: across)
            move = 0
        }
        var ink = sink.pen(room: 64)
        if !row.isOpen { ink.byte(0x5B) }
        if move != 0 {
            if row.isOpen { ink.byte(0x29) }
            // The number is subtracted: it moves back in horizontal writing, and down in vertical writing, where the advance is negative.
            ink.integer(setter.isVertical ? move : -move)
            ink.byte(0x28)
        } else if !row.isOpen {
            ink.byte(0x28)
        }
        ink.bytes(glyph.code, count: Int(glyph.codeLength))
        sink.commit(ink)
        row.isOpen = true
        row.pen += move + Int(setter.isVertical ? glyph.height : glyph.width)
    }

    private mutating func closeRow() {
        if row.isOpen { sink.append(")]TJ\n") }
        row.isOpen = false
    }

    /// Begins a line: its first place is absolute, so that the beginnings of lines are equal to the last bit where they are level, which tells programs that go
    /// by places that they are.
    mutating func beginLine() {
        leaveRow()
        isPenKnown = false
    }

    /// Ends the row: the next glyph, of another run or line, puts the pen down anew.
    private mutating func leaveRow() {
        closeRow()
        row.run = -1
    }

    /// Shows a blank in the line's own writing, in the size of a run but not smaller than the page's, at a place along the line's axis.
    mutating func showBlank(_ index: Int, of line: LineView, at place: LinePlace, along: Int) throws(OutputError) {
        var run = line.runs[index]
        (run.isUpright, run.isTurned, run.isItalic, run.condensation) = (isVertical, false, false, 65536)
        run.size = max(run.size, 65536)
        let pdfFont = try pdfFont(Int(run.font))
        guard let blank = shapedFonts[Int(run.font)].glyph(of: 0x3000) ?? shapedFonts[Int(run.font)].glyph(of: 0x20) else { return }
        let face = pdfFont.face(of: blank, for: [0x3000]) ?? 0
        leaveRow()
        let setter = PDFSetter(run, isVertical: isVertical, place: place)
        setState(setter, face: face)
        move(setter, x: place.x + (isVertical ? 0 : along), y: place.y + (isVertical ? along : 0))
        var ink = sink.pen(room: 64)
        let glyph = pdfFont.glyphs[blank]
        ink.text("(")
        ink.bytes(glyph.code, count: Int(glyph.codeLength))
        ink.text(")Tj\n")
        sink.commit(ink)
    }

    // MARK: State

    /// Font, colour and boldness, where they differ from what is set.
    private mutating func setState(_ setter: PDFSetter, face: Int = 0) {
        let wanted = (index: setter.font, face: face, isVertical: setter.isVertical, size: setter.size)
        let ink = setter.isRuby ? style.rubyColor ?? style.color : style.color
        guard wanted != font || ink != color || setter.isBold != isBold else { return }
        closeRow()
        if wanted != font {
            let use: UInt8 = wanted.isVertical ? 2 : 1
            if face != 0 || uses[wanted.index] & use == 0 {
                fonts[wanted.index]?.use(face: face, isVertical: wanted.isVertical, in: file)
                if face == 0 { uses[wanted.index] |= use }
            }
            var pen = sink.pen(room: 128)
            pen.text(wanted.isVertical ? "/V" : "/H")
            pen.integer(wanted.index)
            if face != 0 { pen.byte(UInt8(0x60 + face)) }
            pen.byte(0x20)
            pen.thousandths(scale.thousandths(wanted.size))
            pen.text(" Tf\n")
            sink.commit(pen)
            font = wanted
        }
        if ink != color {
            sink.append(string: Self.operands(ink) + " rg\n" + Self.operands(ink) + " RG\n")
            color = ink
        }
        if setter.isBold {
            var pen = sink.pen(room: 128)
            pen.thousandths(scale.thousandths(setter.size / Boldness.divisor))
            pen.text(" w 1 j 2 Tr\n")
            sink.commit(pen)
        } else if isBold {
            sink.append("0 Tr\n")
        }
        isBold = setter.isBold
    }

    /// Puts the pen down at a glyph.
    private mutating func setMatrix(_ setter: PDFSetter, _ index: Int, glyph: UInt32, of line: LineView) {
        let origin = setter.geometry.origin(along: line.along[index], across: line.across[index])
        var x = setter.x + origin.x
        if setter.isVertical, setter.slant != 0 {
            // The slant leaves the base line where it is, not the top.
            let top = (Int(shapedFonts[setter.font].verticalOrigin(of: glyph).y) * setter.size) >> 16
            x += (top * setter.slant) >> 16
        }
        move(setter, x: x, y: setter.y + origin.y)
    }

    /// Puts the pen down at a place of the page.
    private mutating func move(_ setter: PDFSetter, x: Int, y: Int) {
        let place = (x: self.x(x), y: self.y(y))
        var ink = sink.pen(room: 256)
        if setter.isPlain, isPenKnown {
            ink.thousandths(place.x - pen.x)
            ink.byte(0x20)
            ink.thousandths(place.y - pen.y)
            ink.text(" Td\n")
        } else {
            setter.writeMatrix(to: &ink)
            ink.thousandths(place.x)
            ink.byte(0x20)
            ink.thousandths(place.y)
            ink.text(" Tm\n")
        }
        sink.commit(ink)
        (pen, isPenKnown) = (place, setter.isPlain)
    }

    /// Red, green and blue, from 0 to 1.
    static func operands(_ color: Color) -> String {
        let (red, green, blue) = color.channels
        return [red, green, blue].map { PDFText.number((Int($0) * 1000 + 127) / 255) }.joined(separator: " ")
    }
}
