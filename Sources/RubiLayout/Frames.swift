import RubiText

/// Puts lines into columns and pages, which are made until all text is set (L60–L66).
///
/// Lengths are raw. *Across* counts from the frame's first edge, the right one of vertical text and the top of horizontal text, towards the following lines.
struct Frames {
    private let isVertical: Bool
    private let isFixed: Bool
    private let gap: Int
    private let columnGap: Int
    private let columns: Int
    private let lineAdvance: Int
    /// Room across a column; nil: no end.
    private let depth: Int?
    /// The frame's top left corner on the page, and its width.
    private let left: Int
    private let top: Int
    private let width: Int
    private let measure: Int

    private(set) var page = 1
    private(set) var column = 1
    private(set) var line = 0
    /// Where the next line may begin, across; and whether the column still is empty.
    private var pen = 0
    private var isEmpty = true
    /// Where the first line of the column begins, across.
    private var lead = 0

    init(style: Style) {
        isVertical = style.isVertical
        isFixed = style.lineHeight == .fixed
        gap = style.lineGap.raw
        columnGap = style.columnGap.raw
        columns = max(1, style.columns)
        measure = style.measure * Em.whole
        lineAdvance = Em.whole + gap
        depth = style.lines > 0 ? style.lines * Em.whole + (style.lines - 1) * gap : nil
        let geometry = PageGeometry(style: style)
        left = geometry.left
        top = geometry.top
        width = geometry.width
    }

    /// Begins a new column (改段); in the last one a new page.
    mutating func breakColumn() {
        if column < columns { enter(page: page, column: column + 1) } else { enter(page: page + 1, column: 1) }
    }

    /// Begins a new page, unless this one is empty.
    mutating func breakPage() {
        if !isPageEmpty { enter(page: page + 1, column: 1) }
    }

    var isColumnEmpty: Bool { isEmpty }
    var isPageEmpty: Bool { column == 1 && isEmpty }

    /// Goes on to the next page whatever this one holds: a blank page (改丁, 改見開き).
    mutating func skipPage() { enter(page: page + 1, column: 1) }

    private mutating func enter(page: Int, column: Int) {
        self.page = page
        self.column = column
        line = 0
        pen = 0
        lead = 0
        isEmpty = true
    }

    /// Where the next line begins, across; and how much room there is from there on, nil: without end.
    var next: Int { isEmpty ? lead : pen + gap }
    var room: Int? { depth.map { $0 - next } }
    var lineGap: Int { gap }

    /// Places a line whose room of `extent` begins at `start`, across, and `along` behind the column's edge, without moving on.
    mutating func place(at start: Int, along: Int = 0, over: Int, under: Int, in extent: Int, frame: LineFrame) -> LinePlace {
        line += 1
        let base = isFixed ? start + (extent - Em.whole) / 2 + frame.over(size: Em.whole) : start + (extent - over - under) / 2 + over
        var place = place(across: base)
        if isVertical { place.y += along } else { place.x += along }
        return place
    }

    /// What was placed without moving on reaches to `end`, across.
    mutating func advance(to end: Int) {
        pen = isEmpty ? end : max(pen, end)
        isEmpty = false
    }

    /// Whether a line, `slots` grid lines deep, has room in this column.
    func hasRoom(over: Int, under: Int, slots: Int) -> Bool {
        guard let depth, !isEmpty else { return true }
        return start(over: over, under: under) + extent(over: over, under: under, slots: slots) <= depth
    }

    /// How deep a line is, with the gap before the next.
    func depth(over: Int, under: Int, slots: Int) -> Int { extent(over: over, under: under, slots: slots) + gap }

    /// Whether lines of `depth` together, gaps included, have room in this column.
    func hasRoom(for depth: Int) -> Bool {
        guard let room = self.depth, !isEmpty else { return true }
        return pen + depth <= room
    }

    /// The next lines, of `depth` together, gaps included, are centred across the column.
    mutating func centre(_ depth: Int) {
        guard let room = self.depth, isEmpty else { return }
        lead = max(0, (room - (depth - gap)) / 2)
    }

    /// R60: in `grow` the clear space between one line's extent and the next is the line gap.
    private func start(over: Int, under: Int) -> Int { isEmpty ? lead : pen + gap }

    func extent(over: Int, under: Int, slots: Int) -> Int {
        isFixed ? slots * Em.whole + (slots - 1) * gap : over + under
    }

    /// Places a line that reaches `over` and `under` its base line; its base line stands `ascent` under its over edge when nothing is beside it.
    mutating func place(over: Int, under: Int, slots: Int, frame: LineFrame) -> LinePlace {
        if !hasRoom(over: over, under: under, slots: slots) { breakColumn() }
        let start = start(over: over, under: under)
        let extent = extent(over: over, under: under, slots: slots)
        isEmpty = false
        pen = start + extent
        line += 1
        // Fixed: centred in its slots (L63). Ruby stands outside (R62).
        let base = isFixed ? start + (extent - Em.whole) / 2 + frame.over(size: Em.whole) : start + over
        return place(across: base)
    }

    private func place(across: Int) -> LinePlace {
        var place = LinePlace()
        place.page = page
        place.column = column
        place.line = line
        let along = (column - 1) * (measure + columnGap)
        if isVertical {
            place.x = left + width - across
            place.y = top + along
        } else {
            place.x = left + along
            place.y = top + across
        }
        return place
    }
}

/// Where the frame (版面) stands on its page (L60), in raw lengths.
struct PageGeometry {
    var left = 0
    var top = 0
    var width = 0
    var height = 0
    var pageWidth = 0
    var pageHeight = 0

    init(style: Style) {
        guard let page = style.page else { return }
        let columns = max(1, style.columns)
        let along = columns * style.measure * Em.whole + (columns - 1) * style.columnGap.raw
        let across = style.lines * Em.whole + (style.lines - 1) * style.lineGap.raw
        width = style.isVertical ? across : along
        height = style.isVertical ? along : across
        pageWidth = Self.raw(page.width, style)
        pageHeight = Self.raw(page.height, style)
        if let margins = style.margins, margins.count == 4 {
            // Top, outer, bottom, inner: the frame stands against the top and the inner margin.
            top = Self.raw(margins[0], style)
            left = Self.raw(margins[3], style)
        } else {
            left = (pageWidth - width) / 2
            top = (pageHeight - height) / 2
        }
    }

    /// 1/65536 pt as a raw length.
    static func raw(_ points: Int, _ style: Style) -> Int { (points * Em.whole + style.fontSize / 2) / style.fontSize }
}
