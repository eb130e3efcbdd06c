import RubiText

/// Jukugo ruby as JLREQ's appendix F has it (`--jukugo jlreq`, R90–R97): a part's reading may lie over the neighbouring characters of its compound before anything is
/// spaced out.
extension Preparer {
    func compound(of slice: BlockSlice, in items: borrowing Items, edges: LineEdges) -> Compound {
        let r = style.rubyEm(baseSize: slice.size)
        var compound = Compound(r: r, alignsToStart: style.rubyAlign == .start && style.isVertical)
        for part in slice.parts {
            compound.widths.append(items.base(items.parts[part].units).width)
            compound.readings.append(items.parts[part].over.width)
        }
        // R97: at a line's edge the outer half share of a first or last character goes to its inner side.
        if style.rubyEdge == .base, edges == .start { compound.keepsStart = true }
        if style.rubyEdge == .base, edges == .end { compound.keepsEnd = true }
        return compound
    }

    /// Where the parts of a compound stand, from the start of the block's room.
    func compoundParts(of slice: BlockSlice, in items: borrowing Items, edges: LineEdges, before: Allowance, after: Allowance)
        -> [CompoundPart]
    {
        compound(of: slice, in: items, edges: edges).placed(before: before.over, after: after.over).parts
    }
}

/// The characters and readings of a compound, and the search for their places.
struct Compound {
    /// One ruby em.
    let r: Int
    let alignsToStart: Bool
    var keepsStart = false
    var keepsEnd = false
    /// Advance of each character, and width of each reading set solid.
    var widths: [Int] = []
    var readings: [Int] = []

    init(r: Int, alignsToStart: Bool) {
        self.r = r
        self.alignsToStart = alignsToStart
    }

    /// Where the characters stand with some space among them, from the block's start to its end.
    private struct Opening {
        var places: [Range<Int>] = []
        var end = 0
    }

    /// What the readings may reach over outside the block.
    private struct Reach {
        var before: Int
        var after: Int
    }

    /// R93, R94: the first of the four ways that works with the base solid, else the least space that makes the last of them work.
    func placed(before: Int, after: Int) -> (placement: BlockPlacement, parts: [CompoundPart]) {
        let solid = opening(0)
        for reach in [Reach(before: 0, after: 0), Reach(before: 0, after: after), Reach(before: before, after: 0)] where fits(solid, reach)
        {
            return placement(solid, reach)
        }
        let reach = Reach(before: before, after: after)
        if fits(solid, reach) { return placement(solid, reach) }
        var low = 0, high = readings.reduce(0, +)
        while high - low > 1 {
            let middle = (low + high) / 2
            if fits(opening(middle), reach) { high = middle } else { low = middle }
        }
        var opened = placement(opening(high), reach)
        opened.placement.rules.insert(94)
        return opened
    }

    /// R94: only characters with wider readings get space, in proportion to their readings, half of a share before and half after.
    private func opening(_ space: Int) -> Opening {
        let isWide = zip(widths, readings).map { $0 < $1 }
        let whole = zip(readings, isWide).reduce(0) { $0 + ($1.1 ? $1.0 : 0) }
        var opening = Opening()
        var shared = 0
        for index in widths.indices {
            let before = whole > 0 ? (2 * space * shared + whole) / (2 * whole) : 0
            if isWide[index] { shared += readings[index] }
            let share = (whole > 0 ? (2 * space * shared + whole) / (2 * whole) : 0) - before
            var half = share / 2
            if keepsStart, index == 0 { half = 0 }
            if keepsEnd, index == widths.count - 1 { half = share }
            let start = opening.end + half
            opening.places.append(start..<start + widths[index])
            opening.end += share + widths[index]
        }
        return opening
    }

    /// R92, R95: how early and how late reading `index` may begin.
    private func bounds(_ index: Int, _ opening: Opening, _ reach: Reach) -> ClosedRange<Int>? {
        let own = opening.places[index], reading = readings[index]
        guard reading > r else { return own.lowerBound...max(own.lowerBound, own.upperBound - reading) }
        let earliest = index == 0 ? -reach.before : opening.places[index - 1].upperBound - r
        let latest = index == opening.places.count - 1 ? opening.end + reach.after : opening.places[index + 1].lowerBound + r
        // At least one ruby em stays over its own character.
        let low = max(earliest, own.lowerBound + r - reading), high = min(latest - reading, own.upperBound - r)
        return low <= high ? low...high : nil
    }

    private func fits(_ opening: Opening, _ reach: Reach) -> Bool {
        var pen = Int.min
        for index in readings.indices {
            guard let bounds = bounds(index, opening, reach) else { return false }
            let start = max(pen, bounds.lowerBound)
            if start > bounds.upperBound { return false }
            pen = start + readings[index]
        }
        return true
    }

    /// R96, R97: the readings' final places, and the block around them.
    private func placement(_ opening: Opening, _ reach: Reach) -> (placement: BlockPlacement, parts: [CompoundPart]) {
        var starts: [Int] = []
        for index in readings.indices {
            let own = opening.places[index]
            // R91.
            let wanted = alignsToStart ? own.lowerBound : own.lowerBound + (own.count - readings[index]) / 2
            let bound = bounds(index, opening, reach)?.lowerBound ?? own.lowerBound
            starts.append(max(wanted, max(bound, index > 0 ? starts[index - 1] + readings[index - 1] : .min)))
        }
        for index in readings.indices.reversed() {
            if let bound = bounds(index, opening, reach)?.upperBound { starts[index] = min(starts[index], bound) }
            if index + 1 < starts.count { starts[index] = min(starts[index], starts[index + 1] - readings[index]) }
        }
        let first = starts.first ?? 0
        let last = (starts.last ?? 0) + (readings.last ?? 0)
        let shift = max(0, -first)
        var placement = BlockPlacement()
        placement.compoundBefore = shift
        placement.compoundAfter = max(0, last - opening.end)
        placement.width = shift + opening.end + placement.compoundAfter
        placement.baseWidth = widths.reduce(0, +)
        placement.overStart = shift + first
        placement.overWidth = last - first
        placement.isByParts = true
        placement.isCompound = true
        placement.compoundStart = shift + (opening.places.first?.lowerBound ?? 0)
        placement.compoundEnd = shift + (opening.places.last?.upperBound ?? 0)
        placement.rules = RuleSet(90, 92, 93, 96)
        let parts = zip(opening.places, starts).map { place, start in
            CompoundPart(base: shift + place.lowerBound, baseEnd: shift + place.upperBound, reading: shift + start)
        }
        return (placement, parts)
    }
}
