/// Space shared out before, between and after the units of a row: the arithmetic of R10–R16 and R31, exact, each place rounded once (R9).
struct Spread: Equatable {
    enum Rule: UInt8 {
        /// n + 1 equal gaps (R11, R15).
        case even
        /// 1 : 2 : … : 2 : 1 (R12).
        case around
        /// `cap` at both ends, the rest between (R12).
        case capped
        /// n − 1 gaps between, none at the ends (R14).
        case between
        case center, start, end
        /// n gaps, one after each unit (R31, at a line's start), or one before each (at its end).
        case afterEach, beforeEach
    }

    var space = 0
    var units = 1
    var rule = Rule.start
    var cap = 0

    /// The space that stands before unit `index`, all gaps up to it together. `space` × k ÷ g, never negative.
    @inline(__always)
    func before(_ index: Int) -> Int { space == 0 && rule != .capped ? 0 : shared(before: index) }

    private func shared(before index: Int) -> Int {
        switch rule {
        case .even: return share(index + 1, of: units + 1)
        case .around: return share(2 * index + 1, of: 2 * units)
        case .capped: return cap + ((space - 2 * cap) * index * 2 + units - 1) / (2 * (units - 1))
        case .between: return share(index, of: units - 1)
        case .center: return share(1, of: 2)
        case .start: return 0
        case .end: return space
        case .afterEach: return share(index, of: units)
        case .beforeEach: return share(index + 1, of: units)
        }
    }

    /// What stands after the last unit.
    var after: Int { space - before(units - 1) }

    private func share(_ part: Int, of parts: Int) -> Int { (2 * space * part + parts) / (2 * parts) }
}

/// A row of units as placement sees it: its width set solid, how many units, and whether it may be opened (R16).
struct Row {
    var width: Int
    var units: Int
    var isJapanese: Bool
}

/// Where a block's base and readings stand, from the block's start (R19): the readings' full room is inside.
struct BlockPlacement: Equatable {
    /// The larger of base and readings.
    var width = 0
    /// Width of the base set solid.
    var baseWidth = 0
    var base = Spread()
    /// Where the row of each reading begins, before its own spread.
    var overStart = 0
    var over = Spread()
    var overWidth = 0
    var underStart = 0
    var under = Spread()
    var underWidth = 0
    /// Each part of a jukugo is set over its own base (R18) as far as `RubyBlock.parts` has readings.
    var isByParts = false
    /// JLREQ's method for jukugo (R90–R97): neighbours have had their say already, the block's own edges lie `compoundBefore` and `compoundAfter` inside
    /// its room, and its base from `compoundStart` to `compoundEnd`. Where its parts stand, `Preparer.compoundParts` tells.
    var isCompound = false
    var compoundBefore = 0
    var compoundAfter = 0
    var compoundStart = 0
    var compoundEnd = 0
    var rules = RuleSet()

    /// The base from its first glyph's start to its last glyph's end.
    var baseStart: Int { isCompound ? compoundStart : base.before(0) }
    var baseEnd: Int { isCompound ? compoundEnd : width - base.after }
    /// First and last ink of each reading; the base's where there is none.
    var overEdges: (start: Int, end: Int) {
        if isCompound { return (overStart, overStart + overWidth) }
        return overWidth == 0 ? (baseStart, baseEnd) : (overStart + over.before(0), overStart + overWidth + over.space - over.after)
    }
    var underEdges: (start: Int, end: Int) {
        underWidth == 0 ? (baseStart, baseEnd) : (underStart + under.before(0), underStart + underWidth + under.space - under.after)
    }

    /// R19, R27, R28: how much of the block's room lies over what stands before: its edge is the outermost of base and readings after each took its own.
    func taken(before allowance: Allowance) -> Int {
        if isCompound { return compoundBefore }
        let start = baseStart
        var outermost = start
        if overWidth > 0 {
            let own = overStart + over.before(0)
            outermost = min(outermost, own + min(max(0, start - own), allowance.over))
        }
        if underWidth > 0 {
            let own = underStart + under.before(0)
            outermost = min(outermost, own + min(max(0, start - own), allowance.under))
        }
        return outermost
    }

    /// The same at the block's end.
    func taken(after allowance: Allowance) -> Int {
        if isCompound { return compoundAfter }
        let end = baseEnd
        var outermost = end
        if overWidth > 0 {
            let own = overEdges.end
            outermost = max(outermost, own - min(max(0, own - end), allowance.over))
        }
        if underWidth > 0 {
            let own = underEdges.end
            outermost = max(outermost, own - min(max(0, own - end), allowance.under))
        }
        return width - outermost
    }
}

/// One part of a compound set by JLREQ's method, from the start of the block's room.
struct CompoundPart: Equatable {
    var base: Int
    var baseEnd: Int
    var reading: Int
}

/// Where on its line a block stands (R30–R34, R44).
struct LineEdges: OptionSet {
    let rawValue: UInt8
    static let start = LineEdges(rawValue: 1)
    /// The end of a line that is not its paragraph's last.
    static let end = LineEdges(rawValue: 2)
}

/// Places ruby against its base: pure arithmetic, neighbours play no part (R9–R19, R31, R70–R72).
struct RubyPlacer {
    var align: Style.RubyAlign
    var endCap: Int?
    var edge: Style.RubyEdge
    var isVertical: Bool

    init(style: Style) {
        align = style.rubyAlign
        endCap = style.rubyEndCap?.raw
        edge = style.rubyEdge
        isVertical = style.isVertical
    }

    /// Places `over` and `under` (a width of zero: absent) against `base`. `isMono`: R17, else as a group.
    func place(base: Row, over: Row, under: Row, isMono: Bool, edges: LineEdges) -> BlockPlacement {
        var placement = BlockPlacement()
        placement.baseWidth = base.width
        placement.overWidth = over.width
        placement.underWidth = under.width
        let widest = max(over.width, under.width)
        placement.width = max(base.width, widest)
        let surplus = placement.width - base.width
        placement.base = baseSpread(base, surplus: surplus, isMono: isMono, edges: edges)
        placement.rules = RuleSet(isMono ? 17 : rule(base: base.width, widest: widest))
        if over.width > 0, under.width > 0 { placement.rules.insert(70) }

        if isMono || widest <= base.width {
            // R17; R71: each reading against the base as it stands.
            let room = isMono ? (placement.baseStart, base.width) : (0, base.width)
            (placement.overStart, placement.over) = fit(over, into: room, isMono: isMono)
            (placement.underStart, placement.under) = fit(under, into: room, isMono: isMono)
            if isMono { keepInside(&placement) }
            return placement
        }
        // R72: the wider reading is solid over the whole block; the other is set against the spread base.
        let overLeads = over.width >= under.width
        let room = (placement.baseStart, placement.baseEnd - placement.baseStart)
        placement.over = Spread(units: max(1, over.units))
        placement.under = Spread(units: max(1, under.units))
        if overLeads {
            if under.width > 0 { (placement.underStart, placement.under) = fit(under, into: room, isMono: false) }
        } else if over.width > 0 {
            (placement.overStart, placement.over) = fit(over, into: room, isMono: false)
        }
        if over.width > 0, under.width > 0 { placement.rules.insert(72) }
        return placement
    }

    private func rule(base: Int, widest: Int) -> Int {
        if widest > base { return 15 }
        if widest == base { return 10 }
        switch align {
        case .even: return 11
        case .jis: return 12
        case .center, .start, .end: return 13
        case .justify: return 14
        }
    }

    /// The row over or under `room` (start, width): by mode if it is narrower, else solid and centred.
    private func fit(_ row: Row, into room: (start: Int, width: Int), isMono: Bool) -> (Int, Spread) {
        guard row.width > 0 else { return (room.start, Spread()) }
        let space = room.width - row.width
        // Wider than its room: solid and centred over it; the shift rounds towards the start, as `Spread.center` rounds away from it.
        guard space > 0 else { return (room.start + (space >> 1), Spread(units: max(1, row.units))) }
        return (room.start, spread(row, space: space, isMono: isMono))
    }

    /// R10–R14, R17 for a reading narrower than its base.
    private func spread(_ row: Row, space: Int, isMono: Bool) -> Spread {
        if isMono { return Spread(space: space, units: max(1, row.units), rule: align == .start && isVertical ? .start : .center) }
        guard row.isJapanese else { return Spread(space: space, units: max(1, row.units), rule: .center) }
        return byMode(space: space, units: row.units, cap: endCap)
    }

    private func byMode(space: Int, units: Int, cap: Int?) -> Spread {
        switch align {
        case .even, .jis:
            let spread = Spread(space: space, units: units, rule: align == .even ? .even : .around)
            guard let cap, spread.before(0) > cap else { return spread }
            return units == 1 ? Spread(space: space, units: 1, rule: .center) : Spread(space: space, units: units, rule: .capped, cap: cap)
        case .justify: return Spread(space: space, units: units, rule: units == 1 ? .center : .between)
        case .center: return Spread(space: space, units: units, rule: .center)
        case .start: return Spread(space: space, units: units, rule: .start)
        case .end: return Spread(space: space, units: units, rule: .end)
        }
    }

    /// R15–R17, R31: the base under a wider reading.
    private func baseSpread(_ base: Row, surplus: Int, isMono: Bool, edges: LineEdges) -> Spread {
        let units = max(1, base.units)
        let atEdge = edge == .base && surplus > 0 && (edges == .start || edges == .end)
        if isMono || !base.isJapanese {
            guard atEdge else { return Spread(space: surplus, units: units, rule: .center) }
            return Spread(space: surplus, units: units, rule: edges == .start ? .start : .end)
        }
        guard atEdge else { return byMode(space: surplus, units: units, cap: nil) }
        switch align {
        case .even, .jis: return Spread(space: surplus, units: units, rule: edges == .start ? .afterEach : .beforeEach)
        case .justify: return byMode(space: surplus, units: units, cap: nil)
        case .center, .start, .end: return Spread(space: surplus, units: units, rule: edges == .start ? .start : .end)
        }
    }

    /// R17 at a line's edge: a reading centred over a base that was moved to the edge stays inside the block.
    private func keepInside(_ placement: inout BlockPlacement) {
        placement.overStart = min(max(0, placement.overStart), max(0, placement.width - placement.overWidth - placement.over.space))
        placement.underStart = min(max(0, placement.underStart), max(0, placement.width - placement.underWidth - placement.under.space))
    }
}
