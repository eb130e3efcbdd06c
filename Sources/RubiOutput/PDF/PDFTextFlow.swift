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
            try content.show(index, run.glyphs, of: line, at: place, text: GlyphText(run, textEnd: line.text.count))
        }
    }

    // MARK: Lines

    func line(_ line: borrowing ComposedLine, at place: LinePlace) throws {
        try content.leaveRow()
        try enterParagraph(of: line, at: place)
        var flow = LineFlow(line)
        var next = flow.next(line)
        while let piece = next {
            switch piece {
            case .text(let run, let glyphs): try show(run, glyphs, of: line, at: place, textEnd: flow.textEnd(of: run, line))
            case .beginRuby(let runs): try beginRuby(runs, line)
            case .endRuby(let runs): try endRuby(runs, of: line, at: place)
            }
            next = flow.next(line)
        }
        for index in line.runs.indices where line.runs[index].role == .emphasis { try drawMarks(line.runs[index], of: line, at: place) }
        for index in line.rules.indices { try draw(line.rules[index], of: line, at: place) }
        if line.isLast { try leaveParagraph() }
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

    private func show(_ index: Int, _ glyphs: Range<Int>, of line: borrowing ComposedLine, at place: LinePlace, textEnd: Int) throws {
        if ruby != nil, isInRubyBase {
            try mark(.rubyBase)
        } else {
            try mark(.paragraph)
        }
        try content.show(index, glyphs, of: line, at: place, text: GlyphText(line.runs[index], textEnd: textEnd))
    }

    private var isInRubyBase = false

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

    private func beginRuby(_ runs: [Int], _ line: borrowing ComposedLine) throws {
        guard options.ruby == .tagged, let first = runs.first, let paragraph else { return }
        isInRubyBase = true
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
        isInRubyBase = false
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
                }
            case .after: try mark(.paragraph)
            case .artifact:
                try content.beginMark("Artifact", "<</ActualText()>>")
                marked = 0
            }
            try content.show(index, run.glyphs, of: line, at: place, text: GlyphText(run, textEnd: line.text.count))
        }
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
