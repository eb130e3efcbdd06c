import RubiMarkup
import RubiShaping
import RubiText

/// A block as it stands on a line: `origin` is its start (R19).
struct RubyPiece {
    var index: Int
    var origin: Int
    /// In the setter's `specials`; −1 where the block stands whole inside the line, as it was placed there.
    var special = -1
}

/// A block that stands at a line's edge, or is broken, or is set by JLREQ's method.
struct SpecialPiece {
    var slice: BlockSlice
    var placement: BlockPlacement
    /// Set by JLREQ's method: in the setter's `compoundParts`.
    var compound: Range<Int>
}

/// The character frame (仮想ボディ) about a line's base line, in 1/65536 em (R6).
struct LineFrame {
    /// Of the font, above and below its alphabetic base line.
    var ascent: Int
    var descent: Int
    var isVertical: Bool

    init(ascent: Int, descent: Int, isVertical: Bool) { (self.ascent, self.descent, self.isVertical) = (ascent, descent, isVertical) }
    /// That of the first font of the base text (R6).
    init(_ fonts: FontSet, _ style: Style) {
        self.init(ascent: Int(fonts.primary.frame.ascent), descent: -Int(fonts.primary.frame.descent), isVertical: style.isVertical)
    }

    /// How far a frame of `size` reaches to the over and the under side of the base line.
    func over(size: Int) -> Int { isVertical ? size / 2 : Em.scale(ascent, by: size) }
    func under(size: Int) -> Int { isVertical ? size / 2 : Em.scale(descent, by: size) }
    /// Where the middle of a font's frame is above its base line, in 1/65536 em.
    var middle: Int { (ascent - descent) / 2 }
    /// Where the base line of turned glyphs stands, so that their frame is centred on the axis (L50).
    func turnedBaseline(size: Int) -> Int { Em.scale(descent - ascent, by: size) / 2 }
}

/// Sets one line: every glyph in its place, from the plan of the breaker. One a worker; its buffers are reused.
struct LineSetter {
    let style: Style
    let preparer: Preparer
    let splitter: WarichuSplitter
    /// The fonts' character frame above and below the base line, in 1/65536 em (R6).
    let frame: LineFrame
    private var justifier = Justifier()
    /// Where each unit of the line starts, from the line's start.
    var places: [Int32] = []
    /// Beside `places`: where the unit's text begins in the line's.
    var bytes: [Int32] = []
    /// `bytes` was filled with the line's text.
    var hasBytes = false
    private var pieces: [RubyPiece] = []
    /// The paragraph's spans on the line.
    var spansOnLine: [Int32] = []
    private(set) var specials: [SpecialPiece] = []
    private(set) var compoundParts: [CompoundPart] = []

    init(style: Style, preparer: Preparer, splitter: WarichuSplitter, frame: LineFrame) {
        self.style = style
        self.preparer = preparer
        self.splitter = splitter
        self.frame = frame
    }

    /// Fills `line`.
    mutating func set(_ plan: LinePlan, _ items: borrowing Items, into line: inout ComposedLine) {
        let measure = LineMeasure(first: plan.units.lowerBound, used: plan.used, room: plan.room, items: items, preparer: preparer)
        let visible = measure.lastVisible(plan.units.upperBound - 1, items)
        let extent = adjust(plan, measure, visible: visible, items)
        place(plan, measure, visible: visible, items)
        let indent = begin(plan, extent: extent, items, &line)
        writeText(plan, items, into: &line)
        writeBase(plan, indent: indent, items, into: &line)
        for index in pieces.indices { writeRuby(pieces[index], plan, indent: indent, items, into: &line) }
        if !items.warichu.isEmpty { writeWarichu(plan, indent: indent, items, into: &line) }
        if !items.insets.isEmpty { writeInsets(plan, indent: indent, items, into: &line) }
        if !items.spans.isEmpty { writeSpans(plan, visible: visible, indent: indent, items, into: &line) }
    }

    /// Gives `line` its lengths and figures without text or glyphs, as far as they can be known so; the whole of it otherwise.
    mutating func outline(_ plan: LinePlan, _ items: borrowing Items, into line: inout ComposedLine) {
        guard items.hasGlyphsAlone, items.spans.isEmpty, plan.room.align == .start else { return set(plan, items, into: &line) }
        let measure = LineMeasure(first: plan.units.lowerBound, used: plan.used, room: plan.room, items: items, preparer: preparer)
        let extent = adjust(plan, measure, visible: measure.lastVisible(plan.units.upperBound - 1, items), items)
        _ = begin(plan, extent: extent, items, &line)
        line.characters = items.textRange(of: plan).count
        var unit = items.blockStart(from: plan.units.lowerBound, to: plan.units.upperBound)
        while unit < plan.units.upperBound {
            let block = Int(items.blockOf[unit])
            let whole = items.blocks[block].units
            if whole.lowerBound >= plan.units.lowerBound { line.rubies += 1 }
            let reach = rubyReach(items.blocks[block].size), size = Int(items.blocks[block].size)
            var over = items.blocks[block].over.isPresent, under = items.blocks[block].under.isPresent
            let units = whole.clamped(to: plan.units)
            if units != whole {
                let slice = preparer.slice(
                    of: block, units: units, used: whole.lowerBound < units.lowerBound ? plan.used : UsedReading(), in: items)
                (over, under) = (slice.over.isPresent, slice.under.isPresent)
            }
            if over { line.over = max(line.over, frame.over(size: size) + reach) }
            if under { line.under = max(line.under, frame.under(size: size) + reach) }
            unit = items.blockStart(from: whole.upperBound, to: plan.units.upperBound)
        }
    }

    /// Empties `line` and gives it its lengths; returns its indent.
    private func begin(_ plan: LinePlan, extent: Int, _ items: borrowing Items, _ line: inout ComposedLine) -> Int {
        line.removeAll()
        let spare = max(0, plan.room.measure - extent)
        let indent = plan.room.indent + (plan.room.align == .end ? spare : plan.room.align == .center ? spare / 2 : 0)
        line.isLast = plan.isLast
        line.measure = plan.room.measure + plan.room.indent
        line.advance = indent + extent
        // R61: the larger of all characters of the line counts.
        let size = items.largestSize(of: plan.units)
        line.over = frame.over(size: size)
        line.under = frame.under(size: size)
        line.source = items.source(of: plan)
        return indent
    }

    // MARK: Spaces

    /// Shares out what the line lacks or has too much; returns its advance (L24, L30–L36).
    private mutating func adjust(_ plan: LinePlan, _ measure: LineMeasure, visible: Int, _ items: borrowing Items) -> Int {
        let first = plan.units.lowerBound
        justifier.reset(count: plan.units.count)
        let limit = plan.room.measure
        if plan.noteEnd > 0 { return limit }
        let lastSet = plan.hangs ? visible - 1 : visible
        let natural = measure.natural(lastSet, isLast: plan.isLast && !plan.hangs, items)
        let blank = plan.hangs || style.punctuation != .jlreq ? 0 : items.endBlank(visible)
        let kept = natural + blank <= limit ? blank : 0
        if plan.room.align == .jidori, !plan.hangs, natural < limit {
            return justifier.spread(limit - natural, first: first, last: lastSet, items: items) ? limit : natural + kept
        }
        switch plan.fit {
        case .natural:
            return natural + kept
        case .shrunk where natural > limit:
            justifier.shrink(natural - limit, first: first, last: lastSet, items: items)
            return max(limit, natural - measure.shrink(lastSet, items))
        case .shrunk:
            return natural + kept
        case .widened:
            guard style.justify, plan.room.align == .start || plan.room.align == .jidori, lastSet > first else { return natural + kept }
            justifier.widen(limit - kept - natural, first: first, last: lastSet, items: items)
            return limit
        }
    }

    /// Walks over the units and gives each its place; collects the rubies that stand on the line.
    private mutating func place(_ plan: LinePlan, _ measure: LineMeasure, visible: Int, _ items: borrowing Items) {
        places.removeAll(keepingCapacity: true)
        pieces.removeAll(keepingCapacity: true)
        specials.removeAll(keepingCapacity: true)
        compoundParts.removeAll(keepingCapacity: true)
        let units = plan.units
        let first = units.lowerBound
        var pen = plan.room.lead
        if items.lineClass[first] == LineClass.middleDot.rawValue, style.punctuation == .jlreq { pen += Em.quarter }
        // L43: the rest of a cut note is narrower than the note.
        let headExcess =
            plan.used.note > 0 ? preparer.restOfNote(at: first, from: plan.used.note, items).width - Int(items.width[first]) : 0
        places.append(repeating: 0, count: units.count)
        // A mark that hangs stands behind the measure.
        let stop = plan.hangs ? units.upperBound - 1 : units.upperBound
        if plan.hangs { places[stop - first] = Int32(clamping: plan.room.measure) }
        var unit = first
        while unit < stop {
            let next = items.blockStart(from: unit, to: stop)
            if unit < next { placeRun(unit..<next, of: units, headExcess: headExcess, &pen, items) }
            guard next < stop else { return }
            if next > first { pen += Int(items.space[next]) + Int(justifier.adjustment[next - first]) }
            let block = Int(items.blockOf[next])
            placeBlock(block, from: next, plan, measure, visible: visible, pen: &pen, items)
            unit = items.blocks[block].units.upperBound
        }
    }

    /// Units without ruby, one after another.
    @inline(__always)
    private mutating func placeRun(_ run: Range<Int>, of units: Range<Int>, headExcess: Int, _ pen: inout Int, _ items: borrowing Items) {
        let first = units.lowerBound
        var place = pen
        items.space.withUnsafeBufferPointer { space in
            items.width.withUnsafeBufferPointer { width in
                justifier.adjustment.withUnsafeBufferPointer { adjustment in
                    places.withUnsafeMutableBufferPointer { places in
                        for unit in run {
                            if unit > first { place += Int(space[unit]) + Int(adjustment[unit - first]) }
                            places[unit - first] = Int32(clamping: place)
                            place += Int(width[unit])
                            if unit == first { place += headExcess }
                        }
                    }
                }
            }
        }
        pen = place
    }

    /// How long a unit is on the line: of a cut note (L43), its piece. Its place must be known.
    func width(of unit: Int, _ plan: LinePlan, _ items: borrowing Items) -> Int {
        let first = plan.units.lowerBound
        if plan.noteEnd > 0, unit == plan.units.upperBound - 1 { return plan.room.measure - Int(places[unit - first]) }
        if plan.used.note > 0, unit == first { return preparer.restOfNote(at: unit, from: plan.used.note, items).width }
        return Int(items.width[unit])
    }

    private mutating func placeBlock(
        _ index: Int, from unit: Int, _ plan: LinePlan, _ measure: LineMeasure, visible: Int, pen: inout Int, _ items: borrowing Items
    ) {
        let whole = items.blocks[index].units
        let first = plan.units.lowerBound
        let end = min(whole.upperBound, plan.units.upperBound)
        let isHead = unit == first
        let isTail = end == (plan.hangs ? plan.units.upperBound - 1 : visible + 1) && !(plan.isLast && !plan.hangs)
        if !isHead, !isTail, end == whole.upperBound, !items.blocks[index].placement.isCompound {
            pieces.append(
                RubyPiece(index: index, origin: placeWhole(index, first: first, measure, isLast: end >= visible + 1, pen: &pen, items)))
            return
        }
        let block = items.blocks[index]
        let slice = preparer.slice(of: index, units: unit..<end, used: isHead ? plan.used : UsedReading(), in: items)
        var edges: LineEdges = []
        if isHead { edges.insert(.start) }
        if isTail { edges.insert(.end) }
        let before = isHead ? measure.startAllowance(block) : measure.allowanceBefore(block)
        let isAtTextEnd = end >= visible + 1
        let after = isTail ? measure.endAllowance(block) : isAtTextEnd ? Allowance() : block.after
        let placement = preparer.placement(of: slice, in: items, edges: edges, before: before, after: after)
        let compound = placement.isCompound ? preparer.compoundParts(of: slice, in: items, edges: edges, before: before, after: after) : []
        let origin = pen - placement.taken(before: before)
        if placement.isCompound {
            var inner = origin + placement.baseStart
            var part = slice.parts.lowerBound
            for inside in slice.units {
                while items.parts[part].units.upperBound <= inside { part += 1 }
                if items.parts[part].units.lowerBound == inside { inner = origin + compound[part - slice.parts.lowerBound].base }
                places[inside - first] = Int32(clamping: inner)
                inner += Int(items.width[inside])
            }
        } else {
            placeBase(slice.units, origin: origin, placement, first: first, items)
        }
        pen = origin + placement.width - placement.taken(after: after)
        let parts = compoundParts.count..<compoundParts.count + compound.count
        compoundParts.append(contentsOf: compound)
        specials.append(SpecialPiece(slice: slice, placement: placement, compound: parts))
        pieces.append(RubyPiece(index: index, origin: origin, special: specials.count - 1))
    }

    /// A block inside the line, as it was placed there; returns its start.
    @inline(__always)
    private mutating func placeWhole(
        _ index: Int, first: Int, _ measure: LineMeasure, isLast: Bool, pen: inout Int, _ items: borrowing Items
    ) -> Int {
        let units = items.blocks[index].units
        if items.blocks[index].placement.width == items.blocks[index].placement.baseWidth {
            // No reading reaches past the base.
            let origin = pen
            for unit in units {
                if unit > units.lowerBound { pen += Int(items.space[unit]) }
                places[unit - first] = Int32(clamping: pen)
                pen += Int(items.width[unit])
            }
            return origin
        }
        let before = units.lowerBound == first + 1 ? items.blocks[index].beforeFree : items.blocks[index].before
        let after = isLast ? Allowance() : items.blocks[index].after
        let origin = pen - items.blocks[index].placement.taken(before: before)
        placeBase(units, origin: origin, items.blocks[index].placement, first: first, items)
        pen = origin + items.blocks[index].placement.width - items.blocks[index].placement.taken(after: after)
        return origin
    }

    /// The units of a base opened by its spread (R15).
    @inline(__always)
    private mutating func placeBase(_ units: Range<Int>, origin: Int, _ placement: BlockPlacement, first: Int, _ items: borrowing Items) {
        var opened = placement.baseStart
        var inner = origin + opened
        var row = 0
        for unit in units {
            if unit > units.lowerBound {
                inner += Int(items.space[unit])
                if items.beginsRow(unit, in: units) {
                    row += 1
                    let space = placement.base.before(row)
                    inner += space - opened
                    opened = space
                }
            }
            places[unit - first] = Int32(clamping: inner)
            inner += Int(items.width[unit])
        }
    }
}
