import RubiMarkup
import RubiShaping
import RubiText

/// Composes a document: the stages of this folder in order. Read this file first.
///
/// Blocks come one at a time from the reader; each paragraph is composed to lines (`Composer`: collect, prepare, break, set), lines are put into frames (`Frames`), and the
/// consumer is told of each at once. What spans paragraphs — open blocks, numbers, the page — is state of this class.
public final class Layout {
    private let style: Style
    private let fonts: FontSet
    private var composer: Composer
    private var frames: Frames
    private let frame: LineFrame
    private var lines: [ComposedLine] = []
    private var blocks: [OpenBlock] = []
    private var figures = EndRecord()
    private var paragraph = 0
    private var rubies = 0
    private var openPage = 0
    private var reportedGlyphs: Set<String> = []
    /// Problems of composition, in the order they were met.
    package private(set) var problems: [CompositionProblem] = []

    /// An open block annotation.
    private struct OpenBlock {
        var kind: BlockKind
        var n: Int
        var m: Int
    }

    public init(style: Style, fonts: FontSet) {
        self.style = style
        self.fonts = fonts
        composer = Composer(style: style, fonts: fonts)
        frames = Frames(style: style)
        let characterFrame = fonts.primary.frame
        frame = LineFrame(ascent: Int(characterFrame.ascent), descent: -Int(characterFrame.descent), isVertical: style.isVertical)
    }

    /// Composes the whole of `manuscript` and tells `consumer`; returns its figures, without the diagnostics of reading.
    public func run(_ manuscript: Manuscript, to consumer: any PageConsumer) throws -> EndRecord {
        try run(record(of: manuscript), to: consumer) { manuscript.next(into: &$0) }
    }

    /// The same for any source of blocks; `next` fills its argument with the next one, and returns false at the end.
    func run(_ record: DocumentRecord, to consumer: any PageConsumer, next: (inout Block) -> Bool) throws -> EndRecord {
        try consumer.begin(record, fonts: fonts)
        var block = Block()
        while next(&block) { try add(block, to: consumer) }
        if style.page != nil {
            if openPage == 0 { try beginPage(1, consumer) }
            try consumer.endPage()
            figures.pages = openPage
        } else {
            figures.pages = 1
        }
        return figures
    }

    private func record(of manuscript: Manuscript) -> DocumentRecord {
        var record = DocumentRecord()
        record.source = manuscript.name
        record.dialect = manuscript.dialect.rawValue
        record.encoding = manuscript.encoding.rawValue
        record.meta = manuscript.meta
        record.isVertical = style.isVertical
        record.page = style.page
        record.measure = style.measure
        record.fontSize = style.fontSize
        return record
    }

    // MARK: Blocks

    private func add(_ block: borrowing Block, to consumer: any PageConsumer) throws {
        switch block.kind {
        case .paragraph, .heading: try addParagraph(block, to: consumer)
        case .blank: for _ in 0..<block.n { try addBlank(source: block.source, to: consumer) }
        case .pageBreak: if style.page != nil { frames.breakPage() }
        case .leafBreak: breakTo(odd: true)
        case .spreadBreak: breakTo(odd: !style.isVertical)
        case .columnBreak: if style.page != nil { frames.breakColumn() }
        case .open: blocks.append(OpenBlock(kind: block.blockKind, n: Int(block.n), m: Int(block.m)))
        case .close: _ = blocks.popLast()
        case .centerPage, .image, .rule, .raw, .note: break
        }
    }

    /// 改丁 begins on an odd page, 改見開き on an even one of a vertical book (L62).
    private func breakTo(odd: Bool) {
        guard style.page != nil else { return }
        frames.breakPage()
        if (frames.page % 2 == 1) != odd { frames.skipPage() }
    }

    private func addParagraph(_ block: borrowing Block, to consumer: any PageConsumer) throws {
        let shape = self.shape(of: block)
        let count = composer.compose(block, shape: shape, into: &lines)
        takeProblems()
        guard count > 0 else { return }
        paragraph += 1
        for index in 0..<count {
            try emit(&lines[index], slots: slots(lines[index], shape), to: consumer)
        }
        rubies += composer.rubies
    }

    private func addBlank(source: Range<Int>, to consumer: any PageConsumer) throws {
        var line = ComposedLine()
        line.source = source
        line.over = frame.over(size: Em.whole)
        line.under = frame.under(size: Em.whole)
        line.measure = style.measure * Em.whole
        line.isFirst = true
        line.isLast = true
        paragraph += 1
        try emit(&line, slots: 1, to: consumer)
    }

    /// L63: how many grid lines a line takes.
    private func slots(_ line: borrowing ComposedLine, _ shape: ParagraphShape) -> Int {
        shape.size > 65536 ? 2 : 1
    }

    private func emit(_ line: inout ComposedLine, slots: Int, to consumer: any PageConsumer) throws {
        line.paragraph = paragraph
        if rubies > 0 {
            for run in line.runs.indices where line.runs[run].ruby > 0 { line.runs[run].ruby += rubies }
        }
        let place = frames.place(over: line.over, under: line.under, slots: slots, frame: frame)
        if style.page != nil, place.page != openPage {
            while openPage < place.page {
                if openPage > 0 { try consumer.endPage() }
                try beginPage(openPage + 1, consumer)
            }
        }
        figures.lines += 1
        figures.glyphs += line.glyph.count
        figures.characters += line.characters
        figures.rubies += line.rubies
        try consumer.line(line, at: place)
    }

    private func beginPage(_ number: Int, _ consumer: any PageConsumer) throws {
        openPage = number
        var record = PageRecord()
        record.number = number
        record.size = style.page ?? record.size
        try consumer.beginPage(record)
    }

    private func takeProblems() {
        guard !composer.problems.isEmpty else { return }
        for problem in composer.problems {
            if problem.code == .missingGlyph, !reportedGlyphs.insert(problem.arguments[0]).inserted { continue }
            problems.append(problem)
        }
        composer.problems.removeAll(keepingCapacity: true)
    }

    // MARK: Shapes

    /// Heading sizes (L42): 大 1.5 em, 中 1.25, 小 1.
    private static let headingSizes: [Int32] = [98304, 81920, 65536]

    private func shape(of block: borrowing Block) -> ParagraphShape {
        var shape = ParagraphShape()
        var measure = style.measure
        var first = 0, following = 0, end = 0
        for open in blocks {
            switch open.kind {
            case .indent: (first, following) = (open.n, open.n)
            case .hang: (first, following) = (open.n, open.m)
            case .end:
                shape.align = .end
                end = open.n
            case .measure: measure = min(measure, max(1, open.n))
            case .larger: shape.size = Sizes.stepped(shape.size, by: open.n)
            case .smaller: shape.size = Sizes.stepped(shape.size, by: -open.n)
            case .bold, .gothic: shape.isBold = true
            case .quote: (first, following) = (first + 2, following + 2)
            case .columns, .frame, .horizontal, .italic, .caption, .warichu, .heading: break
            }
        }
        if let indent = block.indent { (first, following) = (Int(indent), Int(indent)) }
        if block.alignsToEnd {
            shape.align = .end
            end = Int(block.offset ?? 0)
        }
        if style.align != .start, shape.align == .start { shape.align = style.align }
        if block.kind == .heading {
            shape.heading = Int(block.n)
            shape.size = Self.headingSizes[min(max(shape.heading, 1), 3) - 1]
            shape.isBold = true
        }
        shape.measure = measure * Em.whole
        shape.firstIndent = first * Em.whole + (block.kind == .paragraph && block.indent == nil && blocks.isEmpty ? style.indent.raw : 0)
        shape.indent = following * Em.whole
        shape.endIndent = end * Em.whole
        return shape
    }
}
