import RubiMarkup
import RubiText

/// What a line has to work with.
struct LineRoom {
    /// The line's measure less its indents.
    var measure: Int
    /// What the first unit is moved in by beyond the indent: a paragraph's opening bracket (L23).
    var lead = 0
    /// The line's own indent at its start, which ruby may reach into (R32).
    var indent = 0
    /// How the line stands in its measure (L36, L41); lines that are moved are not justified.
    var align = Style.Align.start
}

extension LineRoom {
    /// The room of the paragraph's line `number`, from 0, that begins with unit `first` (L23, L40, L42).
    init(of shape: ParagraphShape, from first: Int, line number: Int, _ items: borrowing Items, style: Style) {
        let own = first == 0 ? shape.firstIndent : shape.indent
        let indent = own + (number < shape.windowLines ? shape.windowIndent : 0)
        // L40 where the manuscript was written for longer lines: however deep the indents, a quarter of the measure is left, and four em where there are as many.
        let least = min(shape.measure, max(4 * Em.whole, shape.measure / 4))
        self.indent = min(indent, shape.measure - least)
        measure = max(least, shape.measure - self.indent - shape.endIndent)
        align = shape.align
        guard first == 0, own == 0, style.punctuation == .jlreq, items.lineClass[0] == LineClass.openingBracket.rawValue else { return }
        // L23: a paragraph that begins with an opening bracket and has no indent of its own.
        switch style.bracketIndent {
        case .half: lead = Em.half
        case .flush: lead = 0
        case .full: lead = Em.whole
        }
    }
}

/// How much of what a line begins with stands on earlier lines: of the readings of a broken group (R41, R43), in glyphs; of a note (L43), in its units.
struct UsedReading: Equatable {
    var over = 0
    var under = 0
    var note = 0
}

/// Widths of a line that begins at one unit, by its last unit: from running sums, with what changes where a ruby stands at a line's edge (R30–R34, R42).
struct LineMeasure {
    let preparer: Preparer
    let first: Int
    let used: UsedReading
    let room: LineRoom
    /// Added to `Items.start`: of the first unit, and of what follows it (or the block it is in).
    private var headShift = 0
    private(set) var shift = 0
    /// End of the block that the line begins in; `first` where it begins in none.
    private(set) var headEnd: Int
    private(set) var headBlock = -1

    init(first: Int, used: UsedReading, room: LineRoom, items: borrowing Items, preparer: Preparer) {
        self.preparer = preparer
        self.first = first
        self.used = used
        self.room = room
        headEnd = first
        headShift = room.lead - items.start[first]
        shift = headShift
        if !items.blocks.isEmpty { begin(items) }
        if used.note > 0 {
            let rest = preparer.restOfNote(at: first, from: used.note, items).width - Int(items.width[first])
            headShift += rest
            shift += rest
        }
        if items.lineClass[first] == LineClass.middleDot.rawValue, preparer.style.punctuation == .jlreq {
            // L23: a line start of 05 keeps its quarter em.
            headShift += Em.quarter
            shift += Em.quarter
        }
    }

    private mutating func begin(_ items: borrowing Items) {
        if items.blockOf[first] >= 0 {
            headBlock = Int(items.blockOf[first])
            headEnd = items.blocks[headBlock].units.upperBound
            if used == UsedReading(), items.blocks[headBlock].keepsToBase { return }
            let block = items.blocks[headBlock]
            // What follows a block that fills this line and more is not asked for.
            if items.end(of: headEnd - 1) - items.start[first] > 2 * room.measure { return }
            let placement = headPlacement(upTo: headEnd, edges: .start, after: block.after, items)
            let end = room.lead + placement.width - placement.taken(before: startAllowance(block)) - placement.taken(after: block.after)
            let inside = block.placement
            shift = end - items.end(of: headEnd - 1) - (inside.width - inside.baseEnd - inside.taken(after: block.after))
        } else if first + 1 < items.count, items.blockOf[first + 1] >= 0 {
            let next = Int(items.blockOf[first + 1])
            let before = items.blocks[next].before, free = items.blocks[next].beforeFree
            if items.blocks[next].units.lowerBound == first + 1, before != free {
                shift -= items.blocks[next].placement.taken(before: free) - items.blocks[next].placement.taken(before: before)
            }
        }
    }

    /// R30, R32, R33: what a reading may reach over at the line's start.
    func startAllowance(_ block: RubyBlock) -> Allowance {
        let r = preparer.style.rubyEm(baseSize: block.size)
        let reach = preparer.style.rubyEdge == .protrude ? r : min(r, room.indent)
        return Allowance(over: reach, under: reach)
    }

    /// R33 at a line's end.
    func endAllowance(_ block: RubyBlock) -> Allowance {
        guard preparer.style.rubyEdge == .protrude else { return Allowance() }
        let r = preparer.style.rubyEm(baseSize: block.size)
        return Allowance(over: r, under: r)
    }

    /// What may lie over the neighbour before a block inside this line: R25 has nothing to say if its neighbour begins the line.
    func allowanceBefore(_ block: RubyBlock) -> Allowance {
        block.units.lowerBound == first + 1 ? block.beforeFree : block.before
    }

    private func headPlacement(upTo end: Int, edges: LineEdges, after: Allowance, _ items: borrowing Items) -> BlockPlacement {
        let slice = preparer.slice(of: headBlock, units: first..<end, used: used, in: items)
        let before = startAllowance(items.blocks[headBlock])
        return preparer.placement(of: slice, in: items, edges: edges, before: before, after: after)
    }

    /// The last unit that shows: spaces, and a U+3000 that stays behind ！？ (L26), take no room at a line's end.
    func lastVisible(_ last: Int, _ items: borrowing Items) -> Int {
        var last = last
        while last > first, items.isInvisibleAtEnd(last) { last -= 1 }
        return last
    }

    /// Natural width up to and with unit `last`, without the last mark's blank. `isLast`: the paragraph ends there (R44).
    func natural(_ last: Int, isLast: Bool, _ items: borrowing Items) -> Int {
        let last = lastVisible(last, items)
        let edges: LineEdges = isLast ? [] : .end
        if headBlock >= 0, last < headEnd {
            let block = items.blocks[headBlock]
            let after = isLast ? Allowance() : endAllowance(block)
            let placement = headPlacement(upTo: last + 1, edges: edges.union(.start), after: after, items)
            return room.lead + placement.width - placement.taken(before: startAllowance(block)) - placement.taken(after: after)
        }
        if let end = items.lineEnd(last, isLast: isLast, edge: preparer.style.rubyEdge) {
            return end + (last == first ? headShift : shift)
        }
        let index = Int(items.blockOf[last])
        let block = items.blocks[index]
        let isWhole = last == block.units.upperBound - 1
        var placement = block.placement
        let before = allowanceBefore(block)
        let pen = items.start[block.units.lowerBound] + shift - placement.baseStart + placement.taken(before: before)
        let after = isLast ? Allowance() : endAllowance(block)
        if !isWhole || preparer.style.rubyEdge == .base && !isLast || placement.isCompound {
            let units = block.units.lowerBound..<last + 1
            let slice = preparer.slice(of: index, units: units, used: UsedReading(), in: items)
            placement = preparer.placement(of: slice, in: items, edges: edges, before: before, after: after)
        }
        return pen + placement.width - placement.taken(before: before) - placement.taken(after: after)
    }

    /// How much of the spaces inside the line may be taken away (L32).
    func shrink(_ last: Int, _ items: borrowing Items) -> Int {
        items.shrinkSum[lastVisible(last, items)] - items.shrinkSum[first]
    }

    /// The last unit whose end, by the sums alone, is within `limit`; at least `first`.
    func reach(_ limit: Int, _ items: borrowing Items) -> Int {
        // Gallop, then halve: lines are short against paragraphs.
        let target = limit - shift
        var step = 32
        var low = first
        while low + step < items.count, items.end(of: low + step) <= target {
            low += step
            step *= 2
        }
        var high = min(items.count, low + step)
        while high - low > 1 {
            let middle = (low + high) / 2
            if items.end(of: middle) <= target { low = middle } else { high = middle }
        }
        return low
    }
}

extension Items {
    /// Where a line that ends with unit `last` ends, its beginning's shift left out; nil where a ruby there is set anew for the line's end. Not for a line within one
    /// ruby.
    @inline(__always)
    func lineEnd(_ last: Int, isLast: Bool, edge: Style.RubyEdge) -> Int? {
        guard !blocks.isEmpty, blockOf[last] >= 0 else { return end(of: last) }
        let index = Int(blockOf[last])
        let units = blocks[index].units
        let isInside = edge == .ruby || edge == .base && isLast
        guard last == units.upperBound - 1, isInside, !blocks[index].placement.isCompound else { return nil }
        // R30, R44: what may lie over the unit before moves the readings' room, and its end with it.
        return start[units.lowerBound] + blocks[index].extent
    }

    /// Whether the unit takes no room at a line's end: U+0020, and a U+3000 after ！？ (L26).
    @inline(__always)
    func isInvisibleAtEnd(_ unit: Int) -> Bool {
        if lineClass[unit] == LineClass.wordSpace.rawValue { return true }
        return lineClass[unit] == LineClass.ideographicSpace.rawValue && unit > 0 && lineClass[unit - 1] == LineClass.dividing.rawValue
    }

    /// The blank after a mark at a line's end (L24).
    func endBlank(_ unit: Int) -> Int {
        switch lineClass[unit] {
        case LineClass.closingBracket.rawValue, LineClass.fullStop.rawValue, LineClass.comma.rawValue: return Em.half
        case LineClass.middleDot.rawValue: return Em.quarter
        default: return 0
        }
    }

    /// A line may end after the unit.
    @inline(__always)
    func mayBreak(after unit: Int) -> Bool { unit + 1 >= count || pair[unit + 1].breaks }
}
