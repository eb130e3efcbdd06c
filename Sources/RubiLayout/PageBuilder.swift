import RubiMarkup
import RubiShaping
import RubiText

/// Puts composed lines into frames and pages and tells the consumer, in order. The last line is held back, since what follows may still change it.
///
/// Lines are swapped in, not copied: the caller's line gets the buffers of one that is done.
final class PageBuilder: LineFlow {
    private let style: Style
    let consumer: any PageConsumer
    /// Takes what the consumer would be told of, for the time being.
    var batch: LineBatch?
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
    /// A heading in a window, and the lines beside it (L42).
    private var window: Held?
    private var beside: [Held] = []
    /// 段組み: its columns, and the lines that are not yet placed in them.
    private var grid: ColumnGrid?
    private var inColumns: [Held] = []
    private var beginsColumn = false
    private var box = PageBox()
    /// A 罫囲み begins with the next line.
    private var opensBox = false
    /// It was opened before the columns that its first line stands in.
    private var opensOuterBox = false
    private var lastUnder = 0
    /// The first place where ruby reaches into a neighbouring line.
    private(set) var overlap: CompositionProblem?

    private struct Held {
        var line = ComposedLine()
        var place = LinePlace()
        var slots = 1
        var keepsNext = false
        var beginsColumn = false
        var opensBox = false
        var closesBox = false
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
        if window == nil, grid == nil, !keepsNext, held.isEmpty, !isCentering {
            return try place(&line, slots: slots, matter: matter)
        }
        var entry = Held(slots: slots, keepsNext: keepsNext, beginsColumn: beginsColumn, opensBox: opensBox, matter: matter)
        (beginsColumn, opensBox) = (false, false)
        swap(&entry.line, &line)
        if window != nil {
            beside.append(entry)
            if beside.count == Self.windowLines { try endWindow() }
        } else if grid != nil {
            inColumns.append(entry)
            try fillColumns(isEnd: false)
        } else {
            held.append(entry)
            if !isCentering, !keepsNext || held.count > Self.longestGroup { try releaseHeld() }
        }
    }

    /// More lines than this are not kept together, so that a run of headings cannot fill memory.
    private static let longestGroup = 16
    /// A window is two lines deep.
    private static let windowLines = 2

    private func releaseHeld() throws {
        let depth = held.reduce(0) { $0 + frames.depth(over: $1.line.over, under: $1.line.under, slots: $1.slots) }
        if !held.isEmpty, !frames.hasRoom(for: depth) { frames.breakColumn() }
        for index in held.indices { try place(&held[index]) }
        held.removeAll(keepingCapacity: true)
    }

    private func place(_ entry: inout Held) throws {
        opensBox = opensBox || entry.opensBox
        try place(&entry.line, slots: entry.slots, matter: entry.matter)
        if entry.closesBox { closeBox() }
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
        let place = frames.place(over: line.over, under: line.under, slots: slots, frame: frame)
        try put(&line, at: place, matter: matter)
    }

    /// The line is the next; the one before it is done.
    private func put(_ line: inout ComposedLine, at place: LinePlace, matter: Matter, column: ColumnGrid? = nil) throws {
        var place = place
        place.matter = matter
        if opensBox {
            drawBox()
            let inner = opensOuterBox ? nil : column
            box.open(width: (inner?.measure ?? style.measure) * Em.whole, isInColumns: inner != nil)
            (opensBox, opensOuterBox) = (false, false)
        }
        if box.isOpen {
            if hasPending, box.ends(between: pending.place, and: place, along: (along(pending.place), along(place))) { drawBox() }
            box.hold(across: across(place), along: along(place), over: line.over, under: line.under)
        }
        try emitPending()
        swap(&pending.line, &line)
        pending.place = place
        hasPending = true
    }

    private func along(_ place: LinePlace) -> Int { style.isVertical ? place.y : place.x }
    private func across(_ place: LinePlace) -> Int { style.isVertical ? -place.x : place.y }

    private func emitPending() throws {
        guard hasPending else { return }
        hasPending = false
        let place = pending.place
        if style.page != nil {
            while openPage < place.page {
                if openPage > 0 { try endPage() }
                try beginPage(openPage + 1)
            }
        }
        figures.lines += 1
        figures.glyphs += pending.line.glyph.count
        figures.characters += pending.line.characters
        figures.rubies += pending.line.rubies
        if pending.line.heading > 0 { furniture.noteHeading(pending.line) }
        if let batch { return batch.take(&pending.line, at: place) }
        // Out of the property, so that nothing is copied.
        var line = ComposedLine()
        swap(&line, &pending.line)
        defer { swap(&line, &pending.line) }
        try consumer.line(line, at: place)
    }

    private func beginPage(_ number: Int) throws {
        openPage = number
        if pending.line.heading > 0, pending.place.page == number, pending.place.line == 1 { furniture.noteHeading(pending.line) }
        var record = PageRecord()
        record.number = number
        record.size = style.page ?? record.size
        furniture.fill(&record)
        if let batch { return batch.beginPage(record) }
        try consumer.beginPage(record)
    }

    private func endPage() throws {
        if let batch { return batch.endPage() }
        try consumer.endPage()
    }

    func addJoined(_ line: inout ComposedLine, slots: Int, keepsNext: Bool) throws {
        if !join(line) { try add(&line, slots: slots, keepsNext: keepsNext) }
    }

    /// L41: what shares the line of the paragraph before it is put on that line, if at least one em stays between them.
    private func join(_ line: borrowing ComposedLine) -> Bool {
        guard held.isEmpty, !isCentering else { return false }
        if let last = beside.indices.last { return Self.join(line, to: &beside[last].line) }
        if window != nil { return false }
        if grid != nil { return inColumns.indices.last.map { Self.join(line, to: &inColumns[$0].line) } ?? false }
        return hasPending && Self.join(line, to: &pending.line)
    }

    private static func join(_ line: borrowing ComposedLine, to before: inout ComposedLine) -> Bool {
        guard before.isLast, line.start - before.advance >= Em.whole else { return false }
        before.append(line)
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
        if grid != nil {
            beginsColumn = true
            return
        }
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
        try endWindow()
        if grid != nil { try fillColumns(isEnd: true) }
        if isCentering {
            isCentering = false
            let depth = held.reduce(0) { $0 + frames.depth(over: $1.line.over, under: $1.line.under, slots: $1.slots) }
            frames.centre(depth)
        }
        try releaseHeld()
    }

    // MARK: Windows and columns

    func addWindow(_ line: inout ComposedLine) throws {
        try endWindow()
        try releaseHeld()
        var entry = Held(slots: Self.windowLines, opensBox: opensBox)
        opensBox = false
        swap(&entry.line, &line)
        window = entry
    }

    /// L42: the heading is centred in two lines' depth, and the lines that follow stand beside it.
    func endWindow() throws {
        guard var heading = window else { return }
        window = nil
        let own = frames.extent(over: heading.line.over, under: heading.line.under, slots: Self.windowLines)
        let gap = frames.lineGap
        let deep = beside.reduce(-gap) { $0 + gap + frames.extent(over: $1.line.over, under: $1.line.under, slots: $1.slots) }
        let depth = max(own, deep)
        if !frames.hasRoom(for: depth + gap) { frames.breakColumn() }
        let start = frames.next
        opensBox = opensBox || heading.opensBox
        let place = frames.place(at: start, over: heading.line.over, under: heading.line.under, in: depth, frame: frame)
        try put(&heading.line, at: place, matter: .body)
        for index in beside.indices { try self.place(&beside[index]) }
        frames.advance(to: start + depth)
        beside.removeAll(keepingCapacity: true)
        if heading.closesBox { closeBox() }
    }

    func openColumns(_ count: Int) throws {
        try settle()
        grid = ColumnGrid(count, style: style)
        opensOuterBox = opensBox
    }

    func closeColumns() throws {
        try fillColumns(isEnd: true)
        grid = nil
        beginsColumn = false
    }

    /// No more lines than this are held where no page ends.
    private static let longestColumns = 4096

    /// Places lines in the columns of a 段組み: as many as the page holds once there are more, the rest in columns of one depth at the end.
    private func fillColumns(isEnd: Bool) throws {
        guard let grid, !isCentering else { return }
        while !inColumns.isEmpty {
            let entries = inColumns.map {
                ColumnFiller.Entry(
                    extent: frames.extent(over: $0.line.over, under: $0.line.under, slots: $0.slots), keepsNext: $0.keepsNext,
                    beginsColumn: $0.beginsColumn)
            }
            let filler = ColumnFiller(count: grid.count, gap: frames.lineGap)
            let room = frames.room
            let isFull = room.map { filler.fill(entries, depth: $0).last != entries.count } ?? (entries.count > Self.longestColumns)
            guard isEnd || isFull else { return }
            if let room, entries[0].extent > room, !frames.isColumnEmpty {
                frames.breakColumn()
                continue
            }
            let ends = (isFull ? nil : filler.balance(entries, within: room)) ?? filler.fill(entries, depth: room ?? .max / 4)
            try placeColumns(ends, entries, grid)
            if !inColumns.isEmpty { frames.breakColumn() }
        }
    }

    private func placeColumns(_ ends: [Int], _ entries: [ColumnFiller.Entry], _ grid: ColumnGrid) throws {
        let start = frames.next
        var first = 0, deepest = start
        for (column, end) in ends.enumerated() {
            var pen = start
            for index in first..<end {
                let line = inColumns[index].line
                let place = frames.place(
                    at: pen, along: column * grid.step, over: line.over, under: line.under, in: entries[index].extent, frame: frame)
                opensBox = opensBox || inColumns[index].opensBox
                try put(&inColumns[index].line, at: place, matter: inColumns[index].matter, column: grid)
                if inColumns[index].closesBox { closeBox() }
                pen += entries[index].extent
                deepest = max(deepest, pen)
                pen += frames.lineGap
            }
            first = end
        }
        frames.advance(to: deepest)
        inColumns.removeFirst(first)
    }

    // MARK: Boxes

    func openBox() { opensBox = true }

    func endBox() throws {
        // The last line that is still to be placed ends it.
        if !beside.isEmpty {
            beside[beside.count - 1].closesBox = true
        } else if window != nil {
            window?.closesBox = true
        } else if !inColumns.isEmpty {
            inColumns[inColumns.count - 1].closesBox = true
        } else if isCentering, !held.isEmpty {
            held[held.count - 1].closesBox = true
        } else {
            try releaseHeld()
            closeBox()
        }
        opensBox = false
    }

    private func closeBox() {
        drawBox()
        box.close()
    }

    /// A 罫囲み over several lines is drawn with its last line in the column.
    private func drawBox() {
        guard hasPending, let rule = box.rule(from: across(pending.place), along: along(pending.place)) else { return }
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
