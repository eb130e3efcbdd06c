import RubiLayout
import RubiMarkup
import RubiShaping

/// The text of a PDF in the order of reading: lines become marked content of paragraphs, and each reading follows its base, whatever its place on the page.
final class PDFTextFlow {
    let structure: PDFStructure
    let forms: PDFForms
    private(set) var outline = PDFOutline()
    private let content: PDFContent
    private let file: PDFFile
    private let options: PDFOptions
    private let document: DocumentRecord
    private let scale: PointScale
    private var page = 0
    private var boxes: PDFBoxes?
    private var annotations: [Int] = []
    /// The paragraph at hand, and what of it is a heading's title.
    private var paragraph: PDFStructure.Element?
    private var paragraphNumber = 0
    private var heading: (level: Int, title: String, page: Int, top: Int)?
    /// A ruby that goes on in the next line.
    private var ruby: Ruby?
    /// The element that marked content at hand belongs to; 0: none.
    private var marked = 0
    private var flow = LineFlow()
    private let column: PDFColumn
    private var isAtLineStart = false
    /// Where along the line what has been shown of it ends.
    private var lineEnd = 0
    private var isInRubyBase = false
    /// What the base of a ruby that begins stands for: itself and its readings.
    private var spanText: String?

    /// An open ruby: its elements.
    private struct Ruby {
        var number: Int
        var element: PDFStructure.Element
        var base: PDFStructure.Element
        /// Readings over and under.
        var texts: [(side: Side, element: PDFStructure.Element)]
    }

    init(document: DocumentRecord, fonts: FontSet, file: PDFFile, style: DrawingStyle, options: PDFOptions) throws {
        self.document = document
        self.file = file
        self.options = options
        column = PDFColumn(isVertical: document.isVertical)
        structure = PDFStructure(file: file)
        forms = try PDFForms(fonts: fonts)
        content = try PDFContent(document: document, fonts: fonts, file: file, style: style)
        scale = PointScale(fontSize: document.fontSize)
    }

    var fonts: [PDFFont] { content.fonts }

    // MARK: Pages

    func beginPage(_ page: Int, boxes: PDFBoxes) {
        self.page = page
        self.boxes = boxes
        annotations.removeAll(keepingCapacity: true)
        content.begin(left: boxes.origin, top: boxes.media.height - boxes.origin)
        marked = 0
    }

    /// The page's content, its key in the parent tree, and its annotations.
    func endPage() throws -> (content: [UInt8], structParents: Int, annotations: [Int]) {
        let bytes = try content.end()
        return (bytes, try structure.closePage(), annotations)
    }

    /// Folio and running head.
    func outside(_ line: borrowing ComposedLine, at place: LinePlace) throws {
        for index in line.runs.indices {
            let run = line.runs[index]
            let kind = run.role == .folio ? "/Footer" : "/Header"
            try content.beginMark("Artifact", "<</Type/Pagination/Subtype\(kind)>>")
            marked = 0
            try content.leaveRow()
            try content.show(index, run.glyphs, of: line, at: place, text: GlyphText(run, run.glyphs, textEnd: line.text.count))
        }
    }

    // MARK: Lines

    func line(_ line: borrowing ComposedLine, at place: LinePlace) throws {
        try content.leaveRow()
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
    private func show(_ index: Int, of line: borrowing ComposedLine, at place: LinePlace) throws -> Int {
        switch flow.pieces[index] {
        case .beginRuby(let runs): try beginRuby(runs, at: index, line)
        case .endRuby(let runs): try endRuby(runs, of: line, at: place)
        case .text(let run, let glyphs, let textEnd):
            let part = PDFColumn.Part(run: run, glyphs: glyphs, text: GlyphText(line.runs[run], glyphs, textEnd: textEnd))
            if isInRubyBase {
                try showBase(part, isLast: isEndOfRuby(index + 1), of: line, at: place)
            } else {
                try mark(.paragraph)
                return try showJoined(part, index, of: line, at: place)
            }
        }
        return index + 1
    }

    private func isEndOfRuby(_ index: Int) -> Bool {
        if index < flow.pieces.count, case .endRuby = flow.pieces[index] { true } else { false }
    }

    /// The piece `index` as a part, if it is text outside ruby.
    private func part(_ index: Int, _ line: borrowing ComposedLine) -> PDFColumn.Part? {
        guard index < flow.pieces.count, case .text(let run, let glyphs, let textEnd) = flow.pieces[index] else { return nil }
        return PDFColumn.Part(run: run, glyphs: glyphs, text: GlyphText(line.runs[run], glyphs, textEnd: textEnd))
    }

    private func enterParagraph(of line: borrowing ComposedLine, at place: LinePlace) throws {
        if line.paragraph != paragraphNumber || paragraph == nil {
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

    private func leaveParagraph() throws {
        if let ruby { try close(ruby) }
        if let paragraph { try structure.closeParagraph(paragraph) }
        if let heading { outline.add(heading.title, level: heading.level, page: heading.page, top: heading.top) }
        (paragraph, heading, ruby) = (nil, nil, nil)
        marked = 0
    }

    /// Shows a piece of the base of a ruby. In vertical lines what is taken for the base begins and ends on the line's axis (`PDFColumn`).
    private func showBase(_ part: PDFColumn.Part, isLast: Bool, of line: borrowing ComposedLine, at place: LinePlace) throws {
        if options.ruby == .tagged { try mark(.rubyBase) }
        let run = line.runs[part.run]
        let along = Int(line.along[part.glyphs.lowerBound])
        let isOnAxis = column.isOnAxis(part, of: line)
        if let text = spanText {
            let indent = isAtLineStart ? column.indent(of: run, part.glyphs.lowerBound, in: line) : 0
            try content.beginSpan(PDFColumn.blanks(indent, size: Int(run.size)) + text)
            let hasGap = !isAtLineStart && along - lineEnd > PDFColumn.gap
            if document.isVertical, !isOnAxis || indent != 0 || hasGap {
                try content.showBlank(
                    part.run, of: line, at: place, along: isAtLineStart ? PDFColumn.start(of: run) : hasGap ? lineEnd : along)
            }
        }
        (spanText, isAtLineStart) = (nil, false)
        lineEnd = PDFColumn.end(of: part, line)
        try content.show(part.run, part.glyphs, of: line, at: place, text: part.text)
        if document.isVertical, isLast, !isOnAxis {
            try content.showBlank(part.run, of: line, at: place, along: PDFColumn.end(of: part, line) - Int(run.size))
        }
    }

    /// Shows a piece of a line outside ruby, with its neighbours where it needs them; the next piece that is left.
    private func showJoined(_ part: PDFColumn.Part, _ index: Int, of line: borrowing ComposedLine, at place: LinePlace) throws -> Int {
        var part = part
        var indent = 0
        let wasAtLineStart = isAtLineStart
        lineEnd = PDFColumn.end(of: part, line)
        if isAtLineStart {
            isAtLineStart = false
            indent = column.indent(of: line.runs[part.run], part.glyphs.lowerBound, in: line)
        }
        var next = index + 1
        if column.isRegular(part, of: line) {
            if indent != 0 {
                let head = PDFColumn.head(part, of: line)
                try show([PDFColumn.Part(run: part.run, glyphs: head, text: part.text)], indent: indent, of: line, at: place)
                part.glyphs = head.upperBound..<part.glyphs.upperBound
                indent = 0
                if part.glyphs.isEmpty { return next }
            }
            guard let follower = self.part(next, line), column.isJoined(part, follower, of: line) else {
                try content.show(part.run, part.glyphs, of: line, at: place, text: part.text)
                return next
            }
            let tail = PDFColumn.tail(part, of: line)
            try content.show(part.run, part.glyphs.lowerBound..<tail.lowerBound, of: line, at: place, text: part.text)
            part.glyphs = tail
        }
        // What is to be joined, up to and with the first glyph that needs nothing.
        var group = [part]
        var rest: PDFColumn.Part?
        while rest == nil, let follower = self.part(next, line), column.isJoined(group[group.count - 1], follower, of: line) {
            next += 1
            if column.isRegular(follower, of: line) {
                let head = PDFColumn.head(follower, of: line)
                group.append(PDFColumn.Part(run: follower.run, glyphs: head, text: follower.text))
                if head.upperBound < follower.glyphs.upperBound {
                    rest = PDFColumn.Part(run: follower.run, glyphs: head.upperBound..<follower.glyphs.upperBound, text: follower.text)
                }
            } else {
                group.append(follower)
            }
        }
        try show(group, indent: indent, of: line, at: place)
        lineEnd = PDFColumn.end(of: group[group.count - 1], line)
        // A blank before a ruby is no beginning.
        isAtLineStart = wasAtLineStart && group.count == 1 && column.isOnAxis(part, of: line)
        guard let rest else { return next }
        return try showJoined(rest, next - 1, of: line, at: place)
    }

    /// Shows parts as one piece of text that begins and ends on the line's axis.
    private func show(_ group: [PDFColumn.Part], indent: Int, of line: borrowing ComposedLine, at place: LinePlace) throws {
        guard let first = group.first, let last = group.last else { return }
        let run = line.runs[first.run]
        var text = PDFColumn.blanks(indent, size: Int(run.size))
        var end = Int(line.along[first.glyphs.lowerBound])
        for part in group {
            let gap = Int(line.along[part.glyphs.lowerBound]) - end
            if gap > PDFColumn.gap { text += PDFColumn.blanks(gap, size: Int(line.runs[part.run].size)) }
            text += part.text.string(part.glyphs, of: line)
            end = PDFColumn.end(of: part, line)
        }
        try content.beginSpan(text)
        if indent != 0 {
            try content.showBlank(first.run, of: line, at: place, along: PDFColumn.start(of: run))
        } else if document.isVertical, !column.isOnAxis(first, of: line) {
            try content.showBlank(first.run, of: line, at: place, along: Int(line.along[first.glyphs.lowerBound]))
        }
        for part in group { try content.show(part.run, part.glyphs, of: line, at: place, text: part.text) }
        if document.isVertical, !column.isOnAxis(last, of: line) {
            try content.showBlank(last.run, of: line, at: place, along: PDFColumn.end(of: last, line) - Int(line.runs[last.run].size))
        }
        try content.endSpan()
    }

    /// Marks what is shown next as content of the paragraph or of the base of the ruby at hand.
    private func mark(_ kind: PDFStructure.Kind) throws {
        switch kind {
        case .rubyBase:
            guard var base = ruby?.base, marked != base.number else { return }
            structure.add(mark: try content.beginMark(.rubyBase), page: page, to: &base)
            ruby?.base = base
            marked = base.number
        default:
            guard var element = paragraph, marked != element.number else { return }
            structure.add(mark: try content.beginMark(element.kind), page: page, to: &element)
            paragraph = element
            marked = element.number
        }
    }

    // MARK: Ruby

    /// The base from the piece `index` on, and its readings, as one text, which stands for the base: programs that put text together by its place on the page
    /// find the reading in one piece.
    private func textWithReadings(_ runs: [Int], from index: Int, _ line: borrowing ComposedLine) -> String {
        var text = ""
        var next = index
        while let part = self.part(next, line) {
            text += part.text.string(part.glyphs, of: line)
            next += 1
        }
        var strings: [Range<Int>] = []
        // A reading in several fonts has several runs.
        for index in runs where !strings.contains(line.runs[index].string) {
            strings.append(line.runs[index].string)
            text += String(decoding: line.strings[line.runs[index].string], as: UTF8.self)
        }
        return text
    }

    private func beginRuby(_ runs: [Int], at index: Int, _ line: borrowing ComposedLine) throws {
        guard options.ruby != .artifact, let first = runs.first, let paragraph else { return }
        isInRubyBase = true
        spanText = textWithReadings(runs, from: index + 1, line)
        guard options.ruby == .tagged else {
            try mark(.paragraph)
            return
        }
        let number = line.runs[first].ruby
        if let ruby {
            if ruby.number == number { return }
            try close(ruby)
        }
        let element = structure.element(.ruby, in: paragraph.number)
        var texts: [(side: Side, element: PDFStructure.Element)] = []
        for index in runs where !texts.contains(where: { $0.side == line.runs[index].side }) {
            texts.append((line.runs[index].side, structure.element(.rubyText, in: element.number)))
        }
        ruby = Ruby(number: number, element: element, base: structure.element(.rubyBase, in: element.number), texts: texts)
        if var owner = self.paragraph {
            structure.add(element, to: &owner)
            self.paragraph = owner
        }
    }

    private func endRuby(_ runs: [Int], of line: borrowing ComposedLine, at place: LinePlace) throws {
        try content.endSpan()
        isInRubyBase = false
        spanText = nil
        for index in runs {
            let run = line.runs[index]
            switch options.ruby {
            case .tagged:
                guard let text = ruby?.texts.firstIndex(where: { $0.side == run.side }), var element = ruby?.texts[text].element else {
                    continue
                }
                if marked != element.number {
                    structure.add(mark: try content.beginMark(.rubyText), page: page, to: &element)
                    ruby?.texts[text].element = element
                    marked = element.number
                    try content.beginSpan("")
                }
            case .after:
                try mark(.paragraph)
                if index == runs.first { try content.beginSpan("") }
            case .artifact:
                try content.beginMark("Artifact", "<</ActualText()>>")
                marked = 0
            }
            try content.show(index, run.glyphs, of: line, at: place, text: GlyphText(run, run.glyphs, textEnd: line.text.count))
        }
        try content.endSpan()
        guard let last = runs.last, let ruby else { return }
        // A ruby that was broken goes on in the next line.
        if line.runs[last].part == line.runs[last].parts {
            try close(ruby)
            self.ruby = nil
        }
    }

    private func close(_ ruby: Ruby) throws {
        var ruby = ruby
        structure.add(ruby.base, to: &ruby.element)
        try structure.close(ruby.base)
        for text in ruby.texts {
            structure.add(text.element, to: &ruby.element)
            try structure.close(text.element)
        }
        try structure.close(ruby.element)
    }

    // MARK: Beside the text

    /// Emphasis marks are drawn, not written: they are no characters of the text.
    private func drawMarks(_ run: ComposedRun, of line: borrowing ComposedLine, at place: LinePlace) throws {
        for index in run.glyphs {
            let form = forms.form(font: Int(run.font), glyph: line.glyph[index])
            try content.draw(form: form, run, index, of: line, at: place)
        }
    }

    private func draw(_ rule: ComposedRule, of line: borrowing ComposedLine, at place: LinePlace) throws {
        switch rule.kind {
        case .sideLine, .underline, .strike, .frame: try content.draw(rule, at: place)
        case .link: try link(rule, of: line, at: place)
        case .image: try figure(rule, of: line, at: place)
        }
    }

    private func link(_ rule: ComposedRule, of line: borrowing ComposedLine, at place: LinePlace) throws {
        guard var element = paragraph else { return }
        let target = String(decoding: line.strings[rule.string], as: UTF8.self)
        let annotation = file.reserve()
        var link = structure.element(.link, in: element.number)
        let key = structure.add(annotation: annotation, page: page, to: &link)
        structure.add(link, to: &element)
        paragraph = element
        try structure.close(link)
        annotations.append(annotation)
        try file.write(
            annotation,
            "<</Type/Annot/Subtype/Link/F 4/Rect\(content.box(rule, at: place))/Border[0 0 0]/StructParent \(key)/Contents\(PDFText.string(target))"
                + "/A<</S/URI/URI\(PDFText.bytes(target))>>>>")
    }

    private func figure(_ rule: ComposedRule, of line: borrowing ComposedLine, at place: LinePlace) throws {
        guard var element = paragraph else { return }
        var figure = structure.element(.figure, in: element.number)
        let alternative = String(decoding: line.strings[rule.string2], as: UTF8.self)
        figure.entries = "/Alt\(PDFText.string(alternative))/A<</O/Layout/BBox\(content.box(rule, at: place))>>"
        structure.add(mark: try content.beginMark(.figure), page: page, to: &figure)
        marked = 0
        structure.add(figure, to: &element)
        paragraph = element
        try structure.close(figure)
    }

    /// Closes what is open at the end of the text.
    func finish() throws {
        try leaveParagraph()
        try structure.finish()
    }
}
