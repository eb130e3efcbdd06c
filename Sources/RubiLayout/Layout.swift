import RubiMarkup
import RubiShaping
import RubiText

/// Composes a document: the stages of this folder in order. Read this file first.
///
/// Blocks come one at a time from the reader; each paragraph is composed to lines (`Composer`: collect, prepare, break, set), lines are put into frames and pages
/// (`PageBuilder`), and the consumer is told of each at once. What spans paragraphs (open blocks, numbers) is state of this class.
public final class Layout {
    let style: Style
    let fonts: FontSet
    var composer: Composer
    private let frame: LineFrame
    private var lines: [ComposedLine] = []
    /// What was composed before its turn of the paragraph that is being added.
    private var ahead = PreparedParagraph()
    /// The lines that were composed ahead, of that paragraph and those around it.
    var aheadLines: [ComposedLine] = []
    /// What was composed in a run before and can be taken as it is; with it one thread composes.
    package var cache: ParagraphCache?
    /// Threads that compose; the result is the same for any number.
    package var jobs = 1
    private var blocks: [OpenBlock] = []
    private var paragraph = 0
    /// A heading in a window: the room it takes of the lines beside it, and how many of these are left (L42).
    private var window = (indent: 0, lines: 0)
    private var isCentring = false
    private var rubies = 0
    private var paragraphRubies = 0
    private var reportedGlyphs: Set<String> = []
    /// Problems of composition, in the order they were met.
    package private(set) var problems: [CompositionProblem] = []

    /// Composes in `style`, with `fonts`.
    public init(style: Style, fonts: FontSet) {
        self.style = style
        self.fonts = fonts
        composer = Composer(style: style, fonts: fonts)
        frame = LineFrame(fonts, style)
    }

    /// Composes the whole of `manuscript` and tells `consumer`; returns its figures, without the diagnostics of reading.
    public func run(_ manuscript: Manuscript, to consumer: any PageConsumer) throws -> EndRecord {
        try consumer.begin(record(of: manuscript), fonts: fonts)
        let pages = PageBuilder(style: style, fonts: fonts, frame: frame, title: manuscript.meta.title, consumer: consumer)
        try addAll(of: manuscript, to: pages)
        try pages.finish()
        if let overlap = pages.overlap { problems.append(overlap) }
        return pages.figures
    }

    /// Composes the whole of `manuscript` and hands its lines to `flow`, which puts them nowhere yet.
    func compose(_ manuscript: Manuscript, into flow: any LineFlow) throws -> DocumentRecord {
        try addAll(of: manuscript, to: flow)
        return record(of: manuscript)
    }

    private func addAll(of manuscript: Manuscript, to pages: any LineFlow) throws {
        if style.matter != .none { try addFrontMatter(manuscript.meta, to: pages) }
        if jobs > 1 {
            try addAhead(manuscript, jobs: jobs, to: pages)
        } else {
            var block = Block()
            while manuscript.next(into: &block) { try add(block, to: pages) }
        }
        if style.matter == .all { try addBackMatter(manuscript.meta, to: pages) }
    }

    func record(of manuscript: Manuscript) -> DocumentRecord {
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

    /// Adds a block whose paragraph has been composed already.
    func add(_ block: borrowing Block, ahead paragraph: inout PreparedParagraph, to pages: any LineFlow) throws {
        swap(&ahead, &paragraph)
        defer {
            ahead.isReady = false
            swap(&ahead, &paragraph)
        }
        try add(block, to: pages)
    }

    /// Composes a paragraph into `lines`, or takes it as it was composed ahead in the same shape; returns the number of lines.
    private func compose(_ block: borrowing Block, _ part: BlockPart, _ shape: ParagraphShape) -> Int {
        if part == .whole, let cache { return compose(block, shape, with: cache) }
        guard ahead.isReady, part == .whole, ahead.shape == shape else {
            let count = composer.compose(block, part: part, shape: shape, into: &lines)
            takeProblems(&composer.problems)
            paragraphRubies = composer.rubies
            return count
        }
        for (index, line) in ahead.lines.enumerated() {
            if lines.count == index { lines.append(ComposedLine()) }
            swap(&lines[index], &aheadLines[line])
        }
        takeProblems(&ahead.problems)
        paragraphRubies = ahead.rubies
        return ahead.lines.count
    }

    private func compose(_ block: borrowing Block, _ shape: ParagraphShape, with cache: ParagraphCache) -> Int {
        let key = cache.key(of: block, shape)
        let start = block.source.lowerBound
        let known = cache.take(key, start: start, into: &lines, &composer.problems)
        let count = known?.count ?? composer.compose(block, part: .whole, shape: shape, into: &lines)
        paragraphRubies = known?.rubies ?? composer.rubies
        if known == nil { cache.note(key, start: start, lines[..<count], rubies: composer.rubies, composer.problems) }
        takeProblems(&composer.problems)
        return count
    }

    func add(_ block: borrowing Block, to pages: any LineFlow) throws {
        switch block.kind {
        case .paragraph, .heading: return try addParagraph(block, to: pages)
        case .blank:
            for _ in 0..<block.n { try addBlank(source: block.source, to: pages) }
            return
        case .open: return try open(block, to: pages)
        case .close: return try closeBlock(to: pages)
        case .raw, .note: return
        case .pageBreak, .leafBreak, .spreadBreak, .columnBreak, .centerPage: isCentring = block.kind == .centerPage
        case .image, .rule: break
        }
        try endWindow(pages)
        switch block.kind {
        case .pageBreak: try pages.breakPage()
        case .leafBreak: try pages.breakPage(toOdd: true)
        case .spreadBreak: try pages.breakPage(toOdd: !style.isVertical)
        case .columnBreak: try pages.breakColumn()
        case .centerPage: try pages.beginCentering()
        case .image: try addImage(block, to: pages)
        case .rule: try addRule(source: block.source, to: pages)
        case .paragraph, .heading, .blank, .open, .close, .raw, .note: break
        }
    }

    private func open(_ block: borrowing Block, to pages: any LineFlow) throws {
        let isInColumns = blocks.contains { $0.kind == .columns }
        blocks.append(OpenBlock(kind: block.blockKind, n: Int(block.n), m: Int(block.m)))
        if block.blockKind == .frame { try pages.openBox() }
        // Columns inside columns would be too narrow for text: the inner ones are left out.
        if block.blockKind == .columns, !isInColumns {
            try endWindow(pages)
            try pages.openColumns(Int(block.n))
        }
    }

    private func closeBlock(to pages: any LineFlow) throws {
        guard let block = blocks.popLast() else { return }
        if block.kind == .frame { try pages.endBox() }
        if block.kind == .columns, !blocks.contains(where: { $0.kind == .columns }) { try pages.closeColumns() }
    }

    private func endWindow(_ pages: any LineFlow) throws {
        guard window.lines > 0 else { return }
        window.lines = 0
        try pages.endWindow()
    }

    private func addParagraph(_ block: borrowing Block, to pages: any LineFlow) throws {
        var shape = ParagraphShape(of: block, in: blocks, style: style)
        if let heading = block.inline.windowHeading {
            try addWindow(heading, of: block, shape: shape, to: pages)
            guard block.inline.nodes[Int(heading)].next >= 0 else { return }
            shape.firstIndent = shape.indent
            try addLines(of: block, part: .after(heading), shape: shape, to: pages)
            return
        }
        paragraph += 1
        if try !addLines(of: block, part: .whole, shape: shape, to: pages) { paragraph -= 1 }
    }

    /// L42: a heading in a window two lines deep. Where it leaves too little room beside it, it is set on lines of its own.
    private func addWindow(_ heading: Int32, of block: borrowing Block, shape: ParagraphShape, to pages: any LineFlow) throws {
        try endWindow(pages)
        var shape = shape
        shape.setHeading(level: Int(block.inline.nodes[Int(heading)].number), style.theme)
        let count = compose(block, .through(heading), shape)
        paragraph += 1
        for index in 0..<count { number(&lines[index]) }
        rubies += paragraphRubies
        guard count > 0 else { return }
        let length = (lines[0].advance + Em.whole - 1) / Em.whole * Em.whole + Em.whole
        let isWindow =
            count == 1 && shape.align != .end && length <= shape.measure / 2 && !isCentring && !blocks.contains { $0.kind == .columns }
        guard isWindow else {
            for index in 0..<count { try pages.add(&lines[index], slots: shape.size > 65536 ? 2 : 1, keepsNext: true) }
            return
        }
        window = (length, 2)
        try pages.addWindow(&lines[0])
    }

    /// Composes a block, or a part of one, and adds its lines; false where it has none.
    @discardableResult
    private func addLines(of block: borrowing Block, part: BlockPart, shape: ParagraphShape, to pages: any LineFlow) throws -> Bool {
        var shape = shape
        if shape.heading > 0 || shape.size > 65536 { try endWindow(pages) }
        if window.lines > 0 { (shape.windowIndent, shape.windowLines) = window }
        let count = compose(block, part, shape)
        guard count > 0 else { return false }
        window.lines = max(0, window.lines - (block.joined ? 0 : count))
        for index in 0..<count { number(&lines[index]) }
        rubies += paragraphRubies
        let slots = shape.size > 65536 ? 2 : 1
        if block.joined, count == 1 {
            try pages.addJoined(&lines[0], slots: slots, keepsNext: shape.heading > 0)
            return true
        }
        for index in 0..<count {
            // L42, L64: a heading stands with the text after it; with widows, a paragraph's first and last two lines stand together.
            let isWidow = style.widows >= 2 && count > 1 && (index == 0 || index == count - 2)
            try pages.add(&lines[index], slots: slots, keepsNext: shape.heading > 0 || isWidow)
        }
        return true
    }

    /// The composer counts rubies from 1 in each paragraph; here they get their numbers in the document.
    private func number(_ line: inout ComposedLine) {
        line.paragraph = paragraph
        guard rubies > 0 else { return }
        for run in line.runs.indices where line.runs[run].ruby > 0 { line.runs[run].ruby += rubies }
    }

    /// A line without glyphs.
    private func emptyLine(source: Range<Int>) -> ComposedLine {
        var line = ComposedLine()
        line.source = source
        line.over = frame.over(size: Em.whole)
        line.under = frame.under(size: Em.whole)
        line.measure = style.measure * Em.whole
        line.isFirst = true
        line.isLast = true
        paragraph += 1
        line.paragraph = paragraph
        return line
    }

    private func addBlank(source: Range<Int>, to pages: any LineFlow) throws {
        var line = emptyLine(source: source)
        window.lines = max(0, window.lines - 1)
        try pages.add(&line, slots: 1)
    }

    /// A thematic break: a line across the middle of the measure.
    private func addRule(source: Range<Int>, to pages: any LineFlow) throws {
        var line = emptyLine(source: source)
        var rule = ComposedRule()
        rule.kind = .strike
        rule.along = Int32(clamping: line.measure / 3)..<Int32(clamping: line.measure * 2 / 3)
        rule.across = Int32((line.over - line.under) / 2)
        line.rules.append(rule)
        try pages.add(&line, slots: 1)
    }

    /// A picture alone on its line: as large as it says, at most the frame; it takes whole grid lines (L63). One with a caption leaves a line for it, and is not parted
    /// from it.
    private func addImage(_ block: borrowing Block, to pages: any LineFlow) throws {
        guard block.inline.nodes.count > 1 else { return }
        let node = block.inline.nodes[1]
        var line = emptyLine(source: block.source)
        let hasCaption = block.inline.scalars[node.text2.indices].contains(Self.withCaption)
        let box = PictureBox(node, lines: style.lines - (hasCaption ? 1 : 0), style: style)
        var rule = ComposedRule()
        rule.kind = .image
        let start = max(0, (line.measure - box.along) / 2)
        rule.along = Int32(clamping: start)..<Int32(clamping: start + box.along)
        let middle = (line.over - line.under) / 2
        rule.across = Int32(clamping: middle - box.across / 2)
        rule.acrossEnd = Int32(clamping: middle + box.across / 2)
        for scalar in block.inline.scalars[node.text.indices] { UTF8Text.append(scalar, to: &line.strings) }
        rule.string = 0..<line.strings.count
        for scalar in block.inline.scalars[node.text2.indices] { UTF8Text.append(scalar, to: &line.strings) }
        rule.string2 = rule.string.upperBound..<line.strings.count
        line.rules.append(rule)
        if style.lineHeight == .grow {
            line.over = max(line.over, Int(rule.acrossEnd))
            line.under = max(line.under, -Int(rule.across))
        }
        let slot = Em.whole + style.lineGap.raw
        try pages.add(&line, slots: max(1, (box.across + style.lineGap.raw + slot - 1) / slot), keepsNext: hasCaption)
    }

    /// What the alternative text of such a picture says (M73).
    private static let withCaption = "のキャプション付きの".unicodeScalars.map(\.value)

    private func takeProblems(_ new: inout [CompositionProblem]) {
        guard !new.isEmpty else { return }
        for problem in new {
            if problem.code == .missingGlyph, !reportedGlyphs.insert(problem.arguments[0]).inserted { continue }
            problems.append(problem)
        }
        new.removeAll(keepingCapacity: true)
    }

    // MARK: Matter (L66)

    private func addFrontMatter(_ meta: DocumentMeta, to pages: any LineFlow) throws {
        guard meta.title != nil || meta.author != nil else { return }
        for title in [meta.title, meta.originalTitle, meta.subtitle, meta.originalSubtitle].compactMap({ $0 }) {
            // A title stands in by two em, what goes with it by three.
            let isTitle = title == meta.title
            try addMatter(
                title, size: isTitle ? 98304 : 65536, indent: isTitle ? 2 : 3, align: .start, slots: isTitle ? 2 : 1, .front, to: pages)
        }
        for person in [meta.author, meta.editor, meta.translator].compactMap({ $0 }) {
            try addMatter(person, size: 65536, indent: 0, align: .end, slots: 1, .front, to: pages)
        }
        var blank = emptyLine(source: 0..<0)
        blank.paragraph = 1
        paragraph = 0
        try pages.add(&blank, slots: 1, keepsNext: false, matter: .front)
    }

    private func addBackMatter(_ meta: DocumentMeta, to pages: any LineFlow) throws {
        guard !meta.colophon.isEmpty else { return }
        try pages.breakPage()
        for text in meta.colophon { try addMatter(text, size: 52429, indent: 0, align: .start, slots: 1, .back, to: pages) }
    }

    private func addMatter(
        _ text: String, size: Int32, indent: Int, align: Style.Align, slots: Int, _ matter: Matter, to pages: any LineFlow
    ) throws {
        var block = Block()
        var node = InlineNode(kind: .text)
        block.inline.scalars = text.unicodeScalars.map(\.value)
        block.inline.offsets = [UInt32](repeating: 0, count: block.inline.scalars.count)
        node.text = ScalarRange(lower: 0, upper: Int32(block.inline.scalars.count))
        block.inline.append(node)
        var shape = ParagraphShape()
        shape.measure = style.measure * Em.whole
        shape.size = size
        shape.align = align
        (shape.firstIndent, shape.indent) = (indent * Em.whole, indent * Em.whole)
        // A name ends an em before the end.
        if align == .end { shape.endIndent = Em.whole }
        let count = compose(block, .whole, shape)
        for index in 0..<count {
            lines[index].paragraph = 1
            try pages.add(&lines[index], slots: slots, keepsNext: false, matter: matter)
        }
    }
}
