import RubiMarkup
import RubiText

/// As much of a ruby block as stands on one line: its units and the share of the readings that goes with them.
struct BlockSlice {
    var units: Range<Int>
    var over: Reading
    var under: Reading
    var parts: Range<Int>
    var isMono: Bool
    var size: Int32
}

/// The last block, and where its room begins in the paragraph as one line, for R25.
struct RubyNeighbours {
    var lastBlock = -1
    var origin = 0

    /// Where the readings of the last block end, if one character stands between it and a block that begins with `unit`.
    func ends(before unit: Int, in items: borrowing Items) -> (over: Int?, under: Int?) {
        guard lastBlock >= 0, items.blocks[lastBlock].units.upperBound + 1 == unit else { return (nil, nil) }
        let placement = items.blocks[lastBlock].placement
        return (
            placement.overWidth > 0 ? origin + placement.overEdges.end : nil,
            placement.underWidth > 0 ? origin + placement.underEdges.end : nil
        )
    }
}

extension RubyBlock {
    /// No reading is wider than the base, and no line may end inside: neighbours play no part.
    var keepsToBase: Bool {
        !mayBreak && !placement.isCompound && placement.overWidth <= placement.baseWidth && placement.underWidth <= placement.baseWidth
    }
}

extension Items {
    func slice(of block: RubyBlock) -> BlockSlice {
        BlockSlice(
            units: block.units, over: block.over, under: block.under, parts: block.parts, isMono: block.kind == .mono, size: block.size)
    }
}

extension Preparer {
    /// R9–R19 for a slice: by parts where every part's reading fits its own characters (R18), else as one.
    func placement(
        of slice: BlockSlice, in items: borrowing Items, edges: LineEdges, before: Allowance, after: Allowance
    ) -> BlockPlacement {
        let base = items.base(slice.units)
        if style.jukugo == .jlreq, slice.parts.count > 1, !slice.under.isPresent {
            return compound(of: slice, in: items, edges: edges).placed(before: before.over, after: after.over).placement
        }
        if slice.parts.count > 1, let placement = placementByParts(of: slice, base: base, in: items) { return placement }
        return placer.place(base: base, over: slice.over.row, under: slice.under.row, isMono: slice.isMono, edges: edges)
    }

    /// R18: each part as mono, if no reading is wider than its own characters.
    private func placementByParts(of slice: BlockSlice, base: Row, in items: borrowing Items) -> BlockPlacement? {
        guard !slice.under.isPresent || !slice.over.isPresent else { return nil }
        for part in slice.parts {
            let width = items.base(items.parts[part].units).width
            if items.parts[part].over.width > width || items.parts[part].under.width > width { return nil }
        }
        var placement = BlockPlacement()
        placement.width = base.width
        placement.baseWidth = base.width
        placement.base = Spread(units: base.units)
        placement.isByParts = true
        placement.rules = RuleSet(17, 18)
        return placement
    }

    /// Second step: how far a block's readings reach over its neighbours (R20–R28), and the space it opens around its base.
    func allow(_ index: Int, in items: inout Items, pen: Int, neighbours: inout RubyNeighbours) {
        let units = items.blocks[index].units
        if items.blocks[index].keepsToBase {
            neighbours.lastBlock = index
            neighbours.origin = pen + Int(items.space[units.lowerBound]) + Int(items.rubySpace[units.lowerBound])
            return
        }
        let block = items.blocks[index]
        var placement = block.placement
        var free = Allowance(), before = Allowance(), after = Allowance()
        let r = style.rubyEm(baseSize: block.size)
        let hasUnder = block.under.isPresent
        let isForced = !items.forcedBreaks.isEmpty && items.forcedBreak(after: units.lowerBound - 1) == units.lowerBound
        if units.lowerBound > 0, !isForced {
            free.over = allowance(before: units.lowerBound, r: r, side: .over, in: items)
            if hasUnder { free.under = allowance(before: units.lowerBound, r: r, side: .under, in: items) }
        }
        let isBeforeBlock = index + 1 < items.blocks.count && items.blocks[index + 1].units.lowerBound == units.upperBound
        if units.upperBound < items.count, !isBeforeBlock {
            after.over = allowance(after: units.upperBound, r: r, side: .over, in: items)
            if hasUnder { after.under = allowance(after: units.upperBound, r: r, side: .under, in: items) }
        }
        // R25: at least one ruby em between the readings of two blocks with one character between them.
        before = free
        let ends = neighbours.ends(before: units.lowerBound, in: items)
        let origin0 = pen + Int(items.space[units.lowerBound]) + Int(items.rubySpace[units.lowerBound])
        let overEnd = placement.overWidth > 0 ? ends.over : nil
        let underEnd = placement.underWidth > 0 ? ends.under : nil
        if let overEnd { before.over = max(0, min(free.over, origin0 + placement.overEdges.start - overEnd - r)) }
        if let underEnd { before.under = max(0, min(free.under, origin0 + placement.underEdges.start - underEnd - r)) }
        if style.jukugo == .jlreq, block.parts.count > 1 {
            // R93: this method takes its allowances before it places anything.
            if let overEnd { before.over = max(0, min(free.over, origin0 - overEnd - r)) }
            placement = self.placement(of: items.slice(of: block), in: items, edges: [], before: before, after: after)
            items.blocks[index].placement = placement
        }
        items.blocks[index].before = before
        items.blocks[index].beforeFree = free
        items.blocks[index].after = after
        let takenBefore = placement.taken(before: before), takenAfter = placement.taken(after: after)
        items.rubySpace[units.lowerBound] += Int32(placement.baseStart - takenBefore)
        items.rubySpace[units.upperBound] += Int32(placement.width - placement.baseEnd - takenAfter)
        openBase(index, placement: placement, in: &items)
        keepBlank(units, takenBefore: placement.taken(before: free), takenAfter: takenAfter, in: &items)

        // Where the readings end in the paragraph as one line.
        let origin = pen + Int(items.space[units.lowerBound]) + Int(items.rubySpace[units.lowerBound]) - placement.baseStart
        if overEnd != nil || underEnd != nil {
            let overSlack = overEnd.map { origin + placement.overEdges.start - $0 - r } ?? .max
            let underSlack = underEnd.map { origin + placement.underEdges.start - $0 - r } ?? .max
            keepApart(units.lowerBound, slack: max(0, min(overSlack, underSlack)), in: &items)
        }
        neighbours.lastBlock = index
        neighbours.origin = origin
    }

    /// The spread of a base inside its block (R15), as space before its units.
    private func openBase(_ index: Int, placement: BlockPlacement, in items: inout Items) {
        let block = items.blocks[index]
        let units = block.units
        if placement.isCompound {
            let compound = compoundParts(
                of: items.slice(of: block), in: items, edges: [], before: items.blocks[index].before, after: items.blocks[index].after)
            for part in compound.indices.dropFirst() {
                let unit = items.parts[block.parts.lowerBound + part].units.lowerBound
                items.rubySpace[unit] += Int32(compound[part].base - compound[part - 1].baseEnd - Int(items.space[unit]))
            }
            return
        }
        guard placement.base.space > 0, units.count > 1 else { return }
        var row = 0
        var last = placement.baseStart
        for unit in units.dropFirst() where items.beginsRow(unit, in: units) {
            row += 1
            let space = placement.base.before(row)
            items.rubySpace[unit] += Int32(space - last)
            last = space
        }
    }

    /// R51: blank that ruby lies over is not shrunk below the overhang.
    private func keepBlank(_ units: Range<Int>, takenBefore: Int, takenAfter: Int, in items: inout Items) {
        if takenBefore > 0 {
            let unit = units.lowerBound
            items.shrink[unit] = min(items.shrink[unit], max(0, items.space[unit] - Int32(takenBefore)))
        }
        if takenAfter > 0, units.upperBound < items.count {
            let unit = units.upperBound
            items.shrink[unit] = min(items.shrink[unit], max(0, items.space[unit] - Int32(takenAfter)))
        }
    }

    /// R51: what keeps two readings one ruby em apart (R25) is not shrunk away: the spaces around the character between give `slack` together at most.
    private func keepApart(_ unit: Int, slack: Int, in items: inout Items) {
        items.shrink[unit] = min(items.shrink[unit], Int32(clamping: slack))
        items.shrink[unit - 1] = min(items.shrink[unit - 1], Int32(clamping: slack - Int(items.shrink[unit])))
    }

    // MARK: Allowances

    /// What a reading may lie over before the block that begins with `unit` (R20–R24, R26).
    private func allowance(before unit: Int, r: Int, side: Side, in items: borrowing Items) -> Int {
        let neighbour = unit - 1
        if items.blockOf[neighbour] >= 0 { return 0 }
        if items.hasMarks(neighbour, side: side) { return 0 }
        let lineClass = ClassSet.bit(items.lineClass[neighbour])
        let blank = Int(items.space[unit])
        let body = Int(items.width[neighbour])
        if lineClass & ClassSet.blankAfter != 0 { return min(r, blank) }
        if lineClass & ClassSet.bit(.ideographicSpace) != 0 { return min(r, body) }
        if lineClass & ClassSet.bit(.middleDot) != 0 {
            return min(r, blank) + (overhangsKana ? min(r / 2, body) : 0)
        }
        guard overhangsKana else {
            return style.rubyOverhang == .full && lineClass & ClassSet.kanaAndKanji != 0 ? min(r / 2, body) : 0
        }
        if lineClass & ClassSet.bit(.openingBracket) != 0 { return min(r, body) }
        if lineClass & ClassSet.latin != 0 { return min(blank, r / 2) }
        return coversKana(neighbour, lineClass, in: items) ? min(r, body) : 0
    }

    /// The same after the block, over `neighbour`.
    private func allowance(after neighbour: Int, r: Int, side: Side, in items: borrowing Items) -> Int {
        if items.hasMarks(neighbour, side: side) { return 0 }
        let lineClass = ClassSet.bit(items.lineClass[neighbour])
        let blank = Int(items.space[neighbour])
        let body = Int(items.width[neighbour])
        if lineClass & ClassSet.bit(.openingBracket) != 0 { return min(r, blank) }
        if lineClass & ClassSet.bit(.ideographicSpace) != 0 { return min(r, body) }
        if lineClass & ClassSet.bit(.middleDot) != 0 {
            return min(r, blank) + (overhangsKana ? min(r / 2, body) : 0)
        }
        guard overhangsKana else {
            return style.rubyOverhang == .full && lineClass & ClassSet.kanaAndKanji != 0 ? min(r / 2, body) : 0
        }
        if lineClass & ClassSet.blankAfter != 0 { return min(r, body) }
        if lineClass & ClassSet.latin != 0 { return min(blank, r / 2) }
        return coversKana(neighbour, lineClass, in: items) ? min(r, body) : 0
    }

    private var overhangsKana: Bool { style.rubyOverhang == .kana || style.rubyOverhang == .jis }

    private func coversKana(_ unit: Int, _ lineClass: UInt32, in items: borrowing Items) -> Bool {
        if style.rubyOverhang == .kana { return lineClass & ClassSet.kana != 0 }
        guard lineClass & ClassSet.kanaOfJIS != 0 else { return false }
        let scalar = items.scalars[Int(items.text[unit])]
        return !(0x30A0...0x31FF ~= scalar && lineClass & ClassSet.bit(.smallKana) != 0)
    }
}

extension Reading {
    var row: Row { Row(width: width, units: units, isJapanese: isJapanese) }
}
