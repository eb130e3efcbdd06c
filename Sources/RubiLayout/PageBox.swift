import RubiText

/// A 罫囲み over several lines, as far as its lines in one column are placed. Lengths are raw.
struct PageBox {
    private(set) var isOpen = false
    private var width = 0
    /// It began inside the columns of a 段組み, and ends with each of them.
    private var isInColumns = false
    /// From the over edge of its first line to the furthest under edge, across; where its lines begin, along; nil: no line yet.
    private var extent: (start: Int, end: Int, along: Int)?

    /// Distance of the frame from what it holds: a quarter em.
    private static let margin = Em.quarter

    mutating func open(width: Int, isInColumns: Bool) {
        self = PageBox()
        (self.width, self.isInColumns, isOpen) = (width, isInColumns, true)
    }

    mutating func close() { self = PageBox() }

    /// Whether the column ends between two lines, whose starts are `along`.
    func ends(between before: LinePlace, and after: LinePlace, along: (Int, Int)) -> Bool {
        (before.page, before.column) != (after.page, after.column) || isInColumns && along.0 != along.1
    }

    mutating func hold(across: Int, along: Int, over: Int, under: Int) {
        extent = (
            min(extent?.start ?? .max, across - over), max(extent?.end ?? .min, across + under), min(extent?.along ?? .max, along)
        )
    }

    /// The frame about the lines so far, as a rule of the line at `across` and `along`; what follows begins anew.
    mutating func rule(from across: Int, along: Int) -> ComposedRule? {
        guard isOpen, let extent else { return nil }
        self.extent = nil
        var rule = ComposedRule()
        rule.kind = .frame
        let start = extent.along - along - Self.margin
        rule.along = Int32(clamping: start)..<Int32(clamping: start + width + 2 * Self.margin)
        rule.across = Int32(clamping: across - extent.end - Self.margin)
        rule.acrossEnd = Int32(clamping: across - extent.start + Self.margin)
        return rule
    }
}
