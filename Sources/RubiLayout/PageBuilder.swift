import RubiMarkup
import RubiShaping
import RubiText

/// Puts composed lines into frames and pages and tells the consumer, in order. The last line is held back, since what follows may still change it.
///
/// Lines are swapped in, not copied: the caller's line gets the buffers of one that is done.
final class PageBuilder: LineFlow {
    private let style: Style
    private let consumer: any PageConsumer
    private let frame: LineFrame
    private var frames: Frames
    private var furniture: PageFurniture
    private(set) var figures = EndRecord()
    /// The page that the consumer has been told of last; 0: none.
    private var openPage = 0

    private var pending = Held()
    private var hasPending = false
    /// Lines that must stand with the one after them (headings, widows), or are centred on their page.
    private var held: [Held] = []
    private var isCentering = false
    /// Across place of the first line of an open 罫囲み in this column; nil: none is open.
    private var boxStart: Int?
    private var isBoxOpen = false
    private var lastUnder = 0
    /// The first place where ruby reaches into a neighbouring line.
    private(set) var overlap: CompositionProblem?

    private struct Held {
        var line = ComposedLine()
        var place = LinePlace()
        var slots = 1
        var matter = Matter.body
    }

    init(style: Style, fonts: FontSet, frame: LineFrame, title: String?, consumer: any PageConsumer) {
        self.style = style
        self.consumer = consumer
        self.frame = frame
        frames = Frames(style: style)
        furniture = PageFurniture(style: style, fonts: fonts, frame: frame, title: title)
    }

    // MARK: Lines

    /// Adds a line `slots` grid lines deep. `keepsNext`: it does not stand at the end of a column without the line after it.
    func add(_ line: inout ComposedLine, slots: Int, keepsNext: Bool, matter: Matter) throws {
        guard keepsNext || !held.isEmpty || isCentering else {
            return try place(&line, slots: slots, matter: matter)
        }
        var entry = Held(slots: slots, matter: matter)
        swap(&entry.line, &line)
        held.append(entry)
        if !isCentering, !keepsNext || held.count > Self.longestGroup { try releaseHeld() }
    }

    /// More lines than this are not kept together, so that a run of headings cannot fill memory.
    private static let longestGroup = 16

    private func releaseHeld() throws {
        let depth = held.reduce(0) { $0 + frames.depth(over: $1.line.over, under: $1.line.under, slots: $1.slots) }
        if !held.isEmpty, !frames.hasRoom(for: depth) { frames.breakColumn() }
        for index in held.indices { try place(&held[index].line, slots: held[index].slots, matter: held[index].matter) }
        held.removeAll(keepingCapacity: true)
    }

    /// R60, R63: in fixed lines, what stands beside this line and the one before it must fit the gap between them.
    private func checkOverlap(_ line: borrowing ComposedLine, slots: Int) {
        defer { lastUnder = slots == 1 ? line.under - frame.under(size: Em.whole) : 0 }
        guard style.lineHeight == .fixed, overlap == nil else { return }
        let over = slots == 1 ? line.over - frame.over(size: Em.whole) : 0
        if over > style.lineGap.raw || !frames.isColumnEmpty && over + lastUnder > style.lineGap.raw {
            overlap = CompositionProblem(code: .rubyOverlapsLine, offset: line.source.lowerBound)
        }
    }

    private func place(_ line: inout ComposedLine, slots: Int, matter: Matter) throws {
        checkOverlap(line, slots: slots)
        var place = frames.place(over: line.over, under: line.under, slots: slots, frame: frame)
        place.matter = matter
        if isBoxOpen, boxStart == nil || hasPending && (place.page, place.column) != (pending.place.page, pending.place.column) {
            closeBox()
            boxStart = across(place) - line.over
        }
        try emitPending()
        swap(&pending.line, &line)
        pending.place = place
        hasPending = true
    }

    private func across(_ place: LinePlace) -> Int { style.isVertical ? -place.x : place.y }

    private func emitPending() throws {
        guard hasPending else { return }
        hasPending = false
        let place = pending.place
        if style.page != nil {
            while openPage < place.page {
                if openPage > 0 { try consumer.endPage() }
                try beginPage(openPage + 1)
            }
        }
        figures.lines += 1
        figures.glyphs += pending.line.glyph.count
        figures.characters += pending.line.characters
        figures.rubies += pending.line.rubies
        if pending.line.heading > 0 { furniture.noteHeading(pending.line) }
        try consumer.line(pending.line, at: place)
    }

    private func beginPage(_ number: Int) throws {
        openPage = number
        if pending.line.heading > 0, pending.place.page == number, pending.place.line == 1 { furniture.noteHeading(pending.line) }
        var record = PageRecord()
        record.number = number
        record.size = style.page ?? record.size
        furniture.fill(&record)
        try consumer.beginPage(record)
    }

    func addJoined(_ line: inout ComposedLine, slots: Int, keepsNext: Bool) throws {
        if !join(line) { try add(&line, slots: slots, keepsNext: keepsNext) }
    }

    /// L41: what shares the line of the paragraph before it is put on that line, if at least one em stays between them.
    private func join(_ line: borrowing ComposedLine) -> Bool {
        guard hasPending, held.isEmpty, !isCentering, pending.line.isLast else { return false }
        let begins = line.start
        guard begins - pending.line.advance >= Em.whole else { return false }
        pending.line.append(line)
        return true
    }

    // MARK: Breaks

    func breakPage() throws {
        try settle()
        if style.page != nil { frames.breakPage() }
    }

    /// 改丁 begins on an odd page, 改見開き where a spread does (L62).
    func breakPage(toOdd odd: Bool) throws {
        try breakPage()
        if style.page != nil, (frames.page % 2 == 1) != odd { frames.skipPage() }
    }

    func breakColumn() throws {
        try settle()
        if style.page != nil { frames.breakColumn() }
    }

    /// ページの左右中央: what follows, up to the next break, is centred on a page of its own.
    func beginCentering() throws {
        guard style.page != nil else { return }
        try breakPage()
        isCentering = true
    }

    private func settle() throws {
        if isCentering {
            isCentering = false
            let depth = held.reduce(0) { $0 + frames.depth(over: $1.line.over, under: $1.line.under, slots: $1.slots) }
            frames.centre(depth)
        }
        try releaseHeld()
    }

    // MARK: Boxes

    func openBox() { isBoxOpen = true }

    func endBox() throws {
        try releaseHeld()
        closeBox()
        isBoxOpen = false
    }

    /// A 罫囲み over several lines: drawn with its last line in the column, from its first line's over edge.
    private func closeBox() {
        guard let start = boxStart, hasPending else { return }
        boxStart = nil
        var rule = ComposedRule()
        rule.kind = .frame
        let margin = Em.quarter
        rule.along = Int32(-margin)..<Int32(clamping: style.measure * Em.whole + margin)
        rule.across = Int32(clamping: -pending.line.under - margin)
        rule.acrossEnd = Int32(clamping: across(pending.place) - start + margin)
        pending.line.rules.append(rule)
    }

    /// Everything that is held is set; the last page ends.
    func finish() throws {
        try settle()
        try emitPending()
        guard style.page != nil else {
            figures.pages = 1
            return
        }
        if openPage == 0 { try beginPage(1) }
        try consumer.endPage()
        figures.pages = openPage
    }
}

extension ComposedLine {
    /// Where the first glyph's room begins.
    var start: Int { along.first.map(Int.init) ?? 0 }

    /// Puts the glyphs of `other`, which stands on the same line, behind.
    mutating func append(_ other: borrowing ComposedLine) {
        let glyphs = glyph.count, bytes = text.count, strings = self.strings.count
        glyph.append(contentsOf: other.glyph)
        along.append(contentsOf: other.along)
        across.append(contentsOf: other.across)
        advanceOf.append(contentsOf: other.advanceOf)
        cluster.append(contentsOf: other.cluster)
        text.append(contentsOf: other.text)
        self.strings.append(contentsOf: other.strings)
        for run in other.runs {
            var run = run
            run.glyphs = run.glyphs.lowerBound + glyphs..<run.glyphs.upperBound + glyphs
            run.string = run.string.lowerBound + strings..<run.string.upperBound + strings
            run.base = run.base.lowerBound + bytes..<run.base.upperBound + bytes
            switch run.role {
            case .base, .tateChuYoko, .warichu, .emphasis: for glyph in run.glyphs { cluster[glyph] += UInt32(truncatingIfNeeded: bytes) }
            case .ruby, .note, .kaeriten, .okurigana, .folio, .header: break
            }
            runs.append(run)
        }
        for rule in other.rules {
            var rule = rule
            rule.string = rule.string.lowerBound + strings..<rule.string.upperBound + strings
            rule.string2 = rule.string2.lowerBound + strings..<rule.string2.upperBound + strings
            rules.append(rule)
        }
        source = source.lowerBound..<max(source.upperBound, other.source.upperBound)
        advance = other.advance
        over = max(over, other.over)
        under = max(under, other.under)
        characters += other.characters
        rubies += other.rubies
    }
}
