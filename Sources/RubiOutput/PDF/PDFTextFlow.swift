import RubiLayout
import RubiMarkup
import RubiShaping

/// The text of a PDF in the order of reading: lines become marked content of paragraphs, and each reading follows its base, whatever its place on the page.
final class PDFTextFlow {
    let structure: PDFStructure
    let forms: PDFForms
    let content: PDFContent
    let file: PDFFile
    let document: DocumentRecord
    let column: PDFColumn
    private(set) var outline = PDFOutline()
    private let options: PDFOptions
    private(set) var page = 0
    var annotations: [Int] = []
    /// The paragraph at hand, and what of it is a heading's title.
    var paragraph = PDFStructure.Element()
    private var paragraphNumber = 0
    private var heading: (level: Int, title: String, page: Int, top: Int)?
    /// The ruby at hand; one that was broken goes on in the next line.
    private var ruby = Ruby()
    /// The element that marked content at hand belongs to; 0: none.
    var marked = 0
    private var flow = LineFlow()
    private var isInRubyBase = false
    /// What the base of a ruby that begins stands for: itself and its readings.
    var rubyText = SpanText()
    var isRubyTextDue = false
    var isAtLineStart = false
    /// Where along the line what has been shown of it ends.
    var lineEnd = 0
    /// The text of what is joined.
    var joinedText = SpanText()

    /// A ruby's elements.
    private struct Ruby {
        /// 0: none is open.
        var number = 0
        var element = PDFStructure.Element()
        var base = PDFStructure.Element()
        var over = PDFStructure.Element()
        var under = PDFStructure.Element()
    }

    init(document: DocumentRecord, fonts: FontSet, file: PDFFile, style: DrawingStyle, options: PDFOptions) throws {
        self.document = document
        self.file = file
        self.options = options
        column = PDFColumn(isVertical: document.isVertical)
        structure = PDFStructure(file: file)
        forms = try PDFForms(fonts: fonts)
        content = try PDFContent(document: document, fonts: fonts, file: file, style: style)
    }

    var fonts: [PDFFont] { content.fonts }

    // MARK: Pages

    func beginPage(_ page: Int, boxes: PDFBoxes) {
        self.page = page
        annotations.removeAll(keepingCapacity: true)
        content.begin(left: boxes.origin, top: boxes.media.height - boxes.origin)
        marked = 0
    }

    /// The page's content, its key in the parent tree, and its annotations.
    func endPage() throws(OutputError) -> (content: [UInt8], structParents: Int, annotations: [Int]) {
        let bytes = try content.end()
        return (bytes, try structure.closePage(), annotations)
    }

    /// Folio and running head.
    func outside(_ line: borrowing ComposedLine, at place: LinePlace) throws(OutputError) {
        for index in line.runs.indices {
            let run = line.runs[index]
            try content.beginArtifact(run.role == .folio ? "/Type/Pagination/Subtype/Footer" : "/Type/Pagination/Subtype/Header")
            marked = 0
            try content.beginLine()
            try content.show(index, run.glyphs, of: line, at: place, text: GlyphText(run, run.glyphs, textEnd: line.text.count))
        }
    }

    /// Closes what is open at the end of the text.
    func finish() throws(OutputError) {
        try leaveParagraph()
        try structure.finish()
    }

    // MARK: Lines

    func line(_ line: borrowing ComposedLine, at place: LinePlace) throws(OutputError) {
        try content.beginLine()
        try enterParagraph(of: line, at: place)
        flow.read(line)
        isAtLineStart = true
        var index = 0
        while index < flow.pieces.count { index = try show(index, of: line, at: place) }
        for index in line.runs.indices where line.runs[index].role == .emphasis { try drawMarks(line.runs[index], of: line, at: place) }
        for index in line.rules.indices { try draw(line.rules[index], of: line, at: place) }
        if line.isLast { try leaveParagraph() }
    }

    /// Shows the piece `index` of the line, and those that belong to it; the next that is left.
    private func show(_ index: Int, of line: borrowing ComposedLine, at place: LinePlace) throws(OutputError) -> Int {
        switch flow.pieces[index] {
        case .beginRuby(let runs): try beginRuby(runs, at: index, line)
        case .endRuby(let runs): try endRuby(runs, of: line, at: place)
        case .text:
            guard let part = part(index, line) else { return index + 1 }
            if isInRubyBase {
                if options.ruby == .tagged { try markRubyBase() }
                try showBase(part, isLast: isEndOfRuby(index + 1), of: line, at: place)
            } else {
                try markParagraph()
                return try showJoined(part, index, of: line, at: place)
            }
        }
        return index + 1
    }

    private func isEndOfRuby(_ index: Int) -> Bool {
        if index < flow.pieces.count, case .endRuby = flow.pieces[index] { true } else { false }
    }

    /// The piece `index` as a part, if it is text.
    func part(_ index: Int, _ line: borrowing ComposedLine) -> PDFColumn.Part? {
        guard index < flow.pieces.count, case .text(let run, let glyphs, let textEnd) = flow.pieces[index] else { return nil }
        return PDFColumn.Part(run: run, glyphs: glyphs, text: GlyphText(line.runs[run], glyphs, textEnd: textEnd))
    }

    // MARK: Paragraphs

    private func enterParagraph(of line: borrowing ComposedLine, at place: LinePlace) throws(OutputError) {
        if line.paragraph != paragraphNumber || paragraph.number == 0 {
            try leaveParagraph()
            paragraphNumber = line.paragraph
            let kind: PDFStructure.Kind =
                switch line.heading {
                case 1: .heading1
                case 2: .heading2
                case 3: .heading3
                default: .paragraph
                }
            try structure.openSection(headingLevel: line.heading)
            paragraph = structure.element(kind, in: structure.innermost)
            let top = document.isVertical ? place.y : place.y - line.over
            if line.heading > 0 { heading = (line.heading, "", page, content.y(top)) }
        }
        if heading != nil { heading?.title += String(decoding: line.text, as: UTF8.self) }
    }

    private func leaveParagraph() throws(OutputError) {
        try closeRuby()
        if paragraph.number != 0 { try structure.closeParagraph(paragraph) }
        if let heading { outline.add(heading.title, level: heading.level, page: heading.page, top: heading.top) }
        paragraph = PDFStructure.Element()
        heading = nil
        marked = 0
    }

    /// Marks what is shown next as content of the paragraph.
    private func markParagraph() throws(OutputError) {
        guard marked != paragraph.number else { return }
        try structure.add(mark: content.beginMark(paragraph.kind), page: page, to: &paragraph)
        marked = paragraph.number
    }

    /// Marks what is shown next as content of the base of the ruby at hand, and as standing for the base with its readings if that is due.
    private func markRubyBase() throws(OutputError) {
        guard marked != ruby.base.number else { return }
        try structure.add(mark: content.beginMark(.rubyBase, isRubyTextDue ? rubyText : nil), page: page, to: &ruby.base)
        marked = ruby.base.number
    }

    // MARK: Ruby

    /// Makes `rubyText` the base from the piece `index` on, and its readings: programs that put text together by its place on the page find the reading in one
    /// piece.
    private func readRubyText(_ runs: [Int], from index: Int, _ line: borrowing ComposedLine) {
        rubyText.removeAll()
        if isAtLineStart, let first = part(index, line) {
            let run = line.runs[first.run]
            rubyText.append(blanks: PDFColumn.blanks(column.indent(of: run, first.glyphs.lowerBound, in: line), size: Int(run.size)))
        }
        var next = index
        while let part = self.part(next, line) {
            part.text.append(part.glyphs, of: line, to: &rubyText)
            next += 1
        }
        // A reading in several fonts has several runs, one after another.
        var last = -1
        for index in runs where line.runs[index].string.lowerBound != last {
            last = line.runs[index].string.lowerBound
            rubyText.append(line.strings, line.runs[index].string)
        }
        isRubyTextDue = true
    }

    private func beginRuby(_ runs: [Int], at index: Int, _ line: borrowing ComposedLine) throws(OutputError) {
        guard options.ruby != .artifact, let first = runs.first else { return }
        isInRubyBase = true
        readRubyText(runs, from: index + 1, line)
        guard options.ruby == .tagged else {
            try markParagraph()
            try content.beginSpan(rubyText)
            return
        }
        if ruby.number == line.runs[first].ruby { return }
        try closeRuby()
        ruby = Ruby(number: line.runs[first].ruby, element: structure.element(.ruby, in: paragraph.number))
        ruby.base = structure.element(.rubyBase, in: ruby.element.number)
        for index in runs {
            switch line.runs[index].side {
            case .over where ruby.over.number == 0: ruby.over = structure.element(.rubyText, in: ruby.element.number)
            case .under where ruby.under.number == 0: ruby.under = structure.element(.rubyText, in: ruby.element.number)
            case .over, .under: break
            }
        }
        structure.add(ruby.element, to: &paragraph)
    }

    private func endRuby(_ runs: [Int], of line: borrowing ComposedLine, at place: LinePlace) throws(OutputError) {
        try content.endSpan()
        (isInRubyBase, isRubyTextDue) = (false, false)
        rubyText.removeAll()
        for index in runs {
            let run = line.runs[index]
            switch options.ruby {
            case .tagged:
                switch run.side {
                case .over: try markReading(&ruby.over)
                case .under: try markReading(&ruby.under)
                }
            case .after:
                try markParagraph()
                if index == runs.first { try content.beginSpan(rubyText) }
            case .artifact:
                // Poppler looks for a text in a Span alone.
                try content.beginArtifact("")
                try content.beginSpan(rubyText)
                marked = 0
            }
            try content.show(index, run.glyphs, of: line, at: place, text: GlyphText(run, run.glyphs, textEnd: line.text.count))
        }
        try content.endSpan()
        // A ruby that was broken goes on in the next line.
        if let last = runs.last, line.runs[last].part == line.runs[last].parts { try closeRuby() }
    }

    /// Marks what is shown next as a reading, which stands for nothing: its text was given with the base.
    private func markReading(_ element: inout PDFStructure.Element) throws(OutputError) {
        guard element.number != 0, marked != element.number else { return }
        try structure.add(mark: content.beginMark(.rubyText, rubyText), page: page, to: &element)
        marked = element.number
    }

    private func closeRuby() throws(OutputError) {
        guard ruby.number != 0 else { return }
        structure.add(ruby.base, to: &ruby.element)
        try structure.close(ruby.base)
        if ruby.over.number != 0 {
            structure.add(ruby.over, to: &ruby.element)
            try structure.close(ruby.over)
        }
        if ruby.under.number != 0 {
            structure.add(ruby.under, to: &ruby.element)
            try structure.close(ruby.under)
        }
        try structure.close(ruby.element)
        ruby = Ruby()
    }
}
