import RubiLayout
import RubiMarkup
import RubiShaping

/// The text of a PDF in the order of reading: lines become marked content of paragraphs, and each reading follows its base, whatever its place on the page.
struct PDFTextFlow: ~Copyable {
    var structure: PDFStructure
    let forms: PDFForms
    var pictures: PDFPictures
    var content: PDFContent
    let file: PDFFile
    let isVertical: Bool
    let column: PDFColumn
    private(set) var outline = PDFOutline()
    private let options: PDFOptions
    private(set) var page = 0
    var annotations: [Int] = []
    private var paragraphNumber = 0
    private var heading: (level: Int, title: String, page: Int, top: Int)?
    /// The ruby at hand; one that was broken goes on in the next line.
    private var ruby = PDFStructure.Ruby()
    /// The warichu at hand, which may go on in the next line.
    var warichu = PDFWarichu()
    /// The element that marked content at hand belongs to; 0: none.
    var marked = 0
    private var flow = LineFlow()
    private var isInRubyBase = false
    /// What the base of a ruby that begins stands for: itself and its readings.
    var rubyText = SpanText()
    private let noText = SpanText()
    var isRubyTextDue = false
    var isAtLineStart = false
    /// Where along the line what has been shown of it ends.
    var lineEnd = 0
    /// The text of what is joined.
    var joinedText = SpanText()

    init(document: DocumentRecord, fonts: FontSet, file: PDFFile, style: DrawingStyle, options: PDFOptions) throws {
        isVertical = document.isVertical
        self.file = file
        self.options = options
        column = PDFColumn(isVertical: document.isVertical)
        structure = PDFStructure(file: file)
        forms = try PDFForms(fonts: fonts)
        pictures = PDFPictures(folder: style.pictures, file: file)
        content = PDFContent(document: document, fonts: fonts, file: file, style: style)
    }

    // MARK: Pages

    mutating func beginPage(_ page: Int, boxes: PDFBoxes, background: String) {
        self.page = page
        annotations.removeAll(keepingCapacity: true)
        content.begin(left: boxes.origin, top: boxes.media.height - boxes.origin, background: background)
        marked = 0
    }

    /// Folio and running head.
    mutating func outside(_ line: LineView, at place: LinePlace) throws(OutputError) {
        for index in line.runs.indices {
            let run = line.runs[index]
            content.beginArtifact(run.role == .folio ? "/Type/Pagination/Subtype/Footer" : "/Type/Pagination/Subtype/Header")
            marked = 0
            content.beginLine()
            try content.show(index, run.glyphs, of: line, at: place, text: GlyphText(index, run.glyphs, of: line, textEnd: line.text.count))
        }
        for index in line.rules.indices where line.rules[index].kind == .grid { content.draw(line.rules[index], at: place) }
    }

    /// Closes what is open at the end of the text.
    mutating func finish() throws(OutputError) {
        try leaveParagraph()
        try structure.finish()
    }

    // MARK: Lines

    mutating func line(_ line: LineView, at place: LinePlace) throws(OutputError) {
        content.beginLine()
        try enterParagraph(of: line, at: place)
        flow.read(line, withReadings: options.ruby != .artifact)
        isAtLineStart = true
        var index = 0
        while index < flow.pieces.count { index = try show(index, of: line, at: place) }
        if options.ruby == .artifact { try showReadingsAsArtifacts(of: line, at: place) }
        for index in line.runs.indices where line.runs[index].role == .emphasis { drawMarks(line.runs[index], of: line, at: place) }
        for index in line.rules.indices { try draw(line.rules[index], of: line, at: place) }
        if line.isLast { try leaveParagraph() }
    }

    /// Shows the piece `index` of the line, and those that belong to it; the next that is left.
    private mutating func show(_ index: Int, of line: LineView, at place: LinePlace) throws(OutputError) -> Int {
        let piece = flow.pieces[index]
        switch piece.kind {
        case .beginRuby: try beginRuby(piece.range, at: index, line)
        case .endRuby: try endRuby(piece.range, of: line, at: place)
        case .text:
            let part = Self.part(piece, line)
            if isInRubyBase {
                if options.ruby == .tagged { markRubyBase() }
                try showBase(part, isLast: isEndOfRuby(index + 1), of: line, at: place)
            } else {
                return try showJoined(part, index, of: line, at: place)
            }
        }
        return index + 1
    }

    @inline(__always)
    private func isEndOfRuby(_ index: Int) -> Bool { index < flow.pieces.count && flow.pieces[index].kind == .endRuby }

    /// The piece `index` as a part, if it is text.
    @inline(__always)
    func part(_ index: Int, _ line: LineView) -> PDFColumn.Part? {
        guard index < flow.pieces.count, flow.pieces[index].kind == .text else { return nil }
        return Self.part(flow.pieces[index], line)
    }

    private static func part(_ piece: LineFlow.Piece, _ line: LineView) -> PDFColumn.Part {
        PDFColumn.Part(
            run: piece.run, glyphs: piece.range, text: GlyphText(piece.run, piece.range, of: line, textEnd: piece.textEnd))
    }

    // MARK: Paragraphs

    private mutating func enterParagraph(of line: LineView, at place: LinePlace) throws(OutputError) {
        if line.paragraph != paragraphNumber || structure.paragraph.number == 0 {
            try leaveParagraph()
            paragraphNumber = line.paragraph
            let kind = line.heading > 0 ? try structure.openSection(headingLevel: line.heading) : .paragraph
            structure.openParagraph(kind)
            let top = isVertical ? place.y : place.y - line.over
            if line.heading > 0 { heading = (line.heading, "", page, content.y(top)) }
        }
        if heading != nil { heading?.title += String(decoding: line.text, as: UTF8.self) }
    }

    private mutating func leaveParagraph() throws(OutputError) {
        try closeRuby()
        try closeWarichu()
        try structure.closeParagraph()
        if let heading { outline.add(heading.title, level: heading.level, page: heading.page, top: heading.top) }
        heading = nil
        marked = 0
    }

    /// Marks what is shown next as content of the paragraph.
    mutating func markParagraph() throws(OutputError) {
        let number = structure.paragraph.number
        guard marked != number else { return }
        try closeWarichu()
        structure.addToParagraph(mark: content.beginMark(structure.paragraph.kind), page: page)
        marked = number
    }

    /// Marks what is shown next as content of the base of the ruby at hand, and as standing for the base with its readings if that is due.
    private mutating func markRubyBase() {
        let object = ruby.baseObject
        guard marked != object else { return }
        let mark = isRubyTextDue ? content.beginMark(standingFor: rubyText) : content.beginMark(.rubyBase)
        structure.add(mark: mark, page: page, to: .base, of: &ruby, as: object)
        marked = object
    }

    // MARK: Ruby

    /// Makes `rubyText` the base from the piece `index` on, and its readings: programs that put text together by its place on the page find the reading in one
    /// piece.
    private mutating func readRubyText(_ runs: Range<Int>, from index: Int, _ line: LineView) {
        rubyText.removeAll()
        if let first = part(index, line) {
            let glyph = first.glyphs.lowerBound
            // What the text stands for begins where the line did, or where a gap begins.
            let gap = isAtLineStart ? column.indent(of: first.run, glyph, in: line) : Int(line.along[glyph]) - lineEnd
            if isAtLineStart || gap > PDFColumn.gap { rubyText.append(blanks: PDFColumn.blanks(gap, size: Int(line.runs[first.run].size))) }
        }
        var next = index
        while let part = self.part(next, line) {
            part.text.append(part.glyphs, of: line, to: &rubyText)
            next += 1
        }
        // A reading in several fonts has several runs, one after another.
        var last = -1
        for place in runs {
            let string = line.runs[flow.rubyRuns[place]].string
            if string.lowerBound == last { continue }
            last = string.lowerBound
            rubyText.append(line.strings, string)
        }
        isRubyTextDue = true
    }

    private mutating func beginRuby(_ runs: Range<Int>, at index: Int, _ line: LineView) throws(OutputError) {
        isInRubyBase = true
        readRubyText(runs, from: index + 1, line)
        guard options.ruby == .tagged else {
            try markParagraph()
            content.beginSpan(rubyText)
            return
        }
        let number = line.runs[flow.rubyRuns[runs.lowerBound]].ruby
        if ruby.number == number { return }
        try closeRuby()
        var (hasOver, hasUnder) = (false, false)
        for place in runs {
            switch line.runs[flow.rubyRuns[place]].side {
            case .over: hasOver = true
            case .under: hasUnder = true
            }
        }
        ruby = structure.openRuby(number, hasOver: hasOver, hasUnder: hasUnder)
    }

    private mutating func endRuby(_ runs: Range<Int>, of line: LineView, at place: LinePlace) throws(OutputError) {
        content.endSpan()
        (isInRubyBase, isRubyTextDue) = (false, false)
        for position in runs {
            let index = flow.rubyRuns[position]
            let run = line.runs[index]
            if options.ruby == .tagged {
                markReading(run.side)
            } else {
                try markParagraph()
                if position == runs.lowerBound { content.beginSpan(noText) }
            }
            try content.show(index, run.glyphs, of: line, at: place, text: GlyphText(index, run.glyphs, of: line, textEnd: line.text.count))
        }
        content.endSpan()
        // A ruby that was broken goes on in the next line.
        let last = line.runs[flow.rubyRuns[runs.upperBound - 1]]
        if last.part == last.parts { try closeRuby() }
    }

    /// Shows the readings of a line as what is no part of its text.
    private mutating func showReadingsAsArtifacts(of line: LineView, at place: LinePlace) throws(OutputError) {
        for index in line.runs.indices where line.runs[index].role == .ruby {
            let run = line.runs[index]
            content.beginArtifact("")
            // Poppler looks for a text in a Span alone.
            content.beginSpan(noText)
            marked = 0
            try content.show(index, run.glyphs, of: line, at: place, text: GlyphText(index, run.glyphs, of: line, textEnd: line.text.count))
        }
        content.endSpan()
    }

    /// Marks what is shown next as a reading, which stands for nothing: its text was given with the base.
    private mutating func markReading(_ side: Side) {
        switch side {
        case .over where ruby.hasOver && marked != ruby.overObject:
            structure.add(mark: content.beginMark(standingFor: noText), page: page, to: .over, of: &ruby, as: ruby.overObject)
            marked = ruby.overObject
        case .under where ruby.hasUnder && marked != ruby.underObject:
            structure.add(mark: content.beginMark(standingFor: noText), page: page, to: .under, of: &ruby, as: ruby.underObject)
            marked = ruby.underObject
        case .over, .under: break
        }
    }

    private mutating func closeRuby() throws(OutputError) {
        guard ruby.number != 0 else { return }
        try structure.close(ruby)
        ruby = PDFStructure.Ruby()
    }
}
