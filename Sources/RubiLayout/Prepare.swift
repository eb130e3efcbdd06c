import RubiMarkup
import RubiText

/// Second stage: classes, break opportunities and spaces between units, and what every ruby needs of its neighbours.
final class Preparer: Sendable {
    let style: Style
    let placer: RubyPlacer
    private let table: PairTable
    /// Natural space of each kind of pair in a 1 em size.
    private let naturals: [Int32]

    init(style: Style) {
        self.style = style
        placer = RubyPlacer(style: style)
        table = PairTable(style: style)
        let quarter = Int32(Em.quarter)
        naturals = [0, 2 * quarter, 2 * quarter, quarter, 2 * quarter, 3 * quarter, 3 * quarter, quarter, 0]
    }

    /// `measure`: the paragraph's, in raw lengths; a group wider than it may break (R41).
    func prepare(_ items: inout Items, measure: Int) {
        guard items.count > 0 else { return }
        if !items.spans.isEmpty { items.markUnits() }
        if items.hasWestern { resolveNeighbours(&items) }
        spaces(&items)
        if items.hasWestern { western(&items) }
        exceptions(&items)
        if items.looks.count > 1 { scaleSpaces(&items) }
        limits(&items)
        place(&items, measure: measure)
    }

    /// Places rubies inside a line and sums up, once the spaces are known.
    func place(_ items: inout Items, measure: Int) {
        if items.blocks.isEmpty {
            sums(&items)
        } else {
            ruby(&items, measure: measure)
        }
    }

    func pair(_ before: UInt8, _ after: UInt8) -> Pair { table.pair(before, after) }

    // MARK: Spaces by classes

    /// L11, L12, L20–L22, L32, L33 by the table of pairs: one look-up a unit.
    private func spaces(_ items: inout Items) {
        let count = items.count
        items.pair.removeAll(keepingCapacity: true)
        items.space.removeAll(keepingCapacity: true)
        items.pair.extend(by: count) { pairs in
            pairs[0] = .none
            var before = items.lineClass[0]
            for unit in 1..<max(1, count) {
                let after = items.lineClass[unit]
                pairs[unit] = table.pair(before, after)
                before = after
            }
        }
        items.space.extend(by: count) { spaces in
            for unit in 0..<count { spaces[unit] = naturals[Int(items.pair[unit].space.rawValue)] }
        }
        if items.lineClass.contains(LineClass.inseparable.rawValue) { inseparable(&items) }
    }

    /// L21: no break between two of the same sign of cl-08, and 〳 or 〴 and 〵; different signs may part.
    private func inseparable(_ items: inout Items) {
        let sign = LineClass.inseparable.rawValue
        for unit in 1..<max(1, items.count) where items.lineClass[unit] == sign && items.lineClass[unit - 1] == sign {
            let before = items.scalars[Int(items.text[unit - 1])], after = items.scalars[Int(items.text[unit])]
            if before == after || after == 0x3035 { items.pair[unit] = items.pair[unit].joined }
        }
    }

    /// Spaces of marks and between scripts are fractions of the size they are set in.
    private func scaleSpaces(_ items: inout Items) {
        for unit in 1..<items.count where items.space[unit] != 0 && items.pair[unit].space != .word {
            let owner = items.lineClass[unit] == LineClass.openingBracket.rawValue ? unit : unit - 1
            let size = Int(items.looks[Int(items.look[owner])].size)
            if size != Em.whole { items.space[unit] = Int32(Em.scale(Int(items.space[unit]), by: size)) }
        }
    }

    /// L32: how far each space may shrink.
    private func limits(_ items: inout Items) {
        items.shrink.removeAll(keepingCapacity: true)
        let keepsQuarter = style.punctuationMinimum == .quarter
        items.shrink.extend(by: items.count) { shrinks in
            for unit in 0..<shrinks.count {
                let space = items.space[unit]
                shrinks[unit] = 0
                guard space != 0 else { continue }
                switch items.pair[unit].space {
                case .none, .stop: break
                case .mark: shrinks[unit] = keepsQuarter ? space / 2 : space
                case .dot, .dots: shrinks[unit] = space
                case .stopDot: shrinks[unit] = space / 3
                case .commaDot: shrinks[unit] = keepsQuarter ? space / 3 * 2 : space
                case .western: shrinks[unit] = space / 2
                case .word: shrinks[unit] = max(0, space - Int32(Em.quarter))
                }
            }
        }
    }

    // MARK: What single characters decide

    /// Break hints (L22), no-break spaces, and a U+3000 after ！？ (L26), which stays with what precedes it.
    private func exceptions(_ items: inout Items) {
        let blank = LineClass.ideographicSpace.rawValue, dividing = LineClass.dividing.rawValue
        for unit in 1..<max(1, items.count) where items.lineClass[unit] == blank && items.lineClass[unit - 1] == dividing {
            items.pair[unit] = Pair(space: items.pair[unit].space, widening: items.pair[unit].widening, breaks: false)
        }
        for hint in items.breakHints where hint.unit > 0 && hint.unit < items.count {
            let pair = items.pair[hint.unit]
            items.pair[hint.unit] = hint.allows ? Pair(space: pair.space, widening: pair.widening, breaks: true) : pair.joined
        }
    }

    // MARK: Sums

    private func sums(_ items: inout Items) {
        items.rubySpace.removeAll(keepingCapacity: true)
        items.start.removeAll(keepingCapacity: true)
        items.shrinkSum.removeAll(keepingCapacity: true)
        items.start.extend(by: items.count) { starts in
            var pen = 0
            for unit in 0..<starts.count {
                pen += Int(items.space[unit])
                starts[unit] = pen
                pen += Int(items.width[unit])
            }
        }
        sumShrink(&items)
    }

    private func sumShrink(_ items: inout Items) {
        items.shrinkSum.extend(by: items.count) { sums in
            var sum = 0
            for unit in 0..<sums.count {
                sum += Int(items.shrink[unit])
                sums[unit] = sum
            }
        }
    }

    /// Places every block inside a line, in order, and sums up (R9–R28).
    private func ruby(_ items: inout Items, measure: Int) {
        items.rubySpace.removeAll(keepingCapacity: true)
        items.rubySpace.append(repeating: 0, count: items.count + 1)
        items.blockOf.removeAll(keepingCapacity: true)
        items.blockOf.append(repeating: -1, count: items.count)
        items.start.removeAll(keepingCapacity: true)
        items.shrinkSum.removeAll(keepingCapacity: true)
        var neighbours = RubyNeighbours()
        var pen = 0
        for index in items.blocks.indices {
            let units = items.blocks[index].units
            sumStarts(to: units.lowerBound, &pen, &items)
            for inner in units { items.blockOf[inner] = Int32(index) }
            close(index, in: &items, measure: measure)
            allow(index, in: &items, pen: pen, neighbours: &neighbours)
            sumStarts(to: units.upperBound, &pen, &items)
        }
        sumStarts(to: items.count, &pen, &items)
        sumShrink(&items)
    }

    /// Notes where the units that have no start yet begin, up to `end`.
    @inline(__always)
    private func sumStarts(to end: Int, _ pen: inout Int, _ items: inout Items) {
        let first = items.start.count
        guard first < end else { return }
        var place = pen
        items.start.extend(by: end - first) { starts in
            for index in 0..<end - first {
                place += Int(items.space[first + index]) + Int(items.rubySpace[first + index])
                starts[index] = place
                place += Int(items.width[first + index])
            }
        }
        pen = place
    }

    private func measureExtent(of index: Int, in items: inout Items) {
        let width = items.blocks[index].placement.width
        guard width > items.blocks[index].placement.baseWidth else { return items.blocks[index].extent = width }
        let placement = items.blocks[index].placement
        items.blocks[index].extent = width - placement.baseStart - placement.taken(after: Allowance())
    }

    /// Nothing gives or takes inside a block (R50); a line may end there only as R40 and R41 say.
    private func close(_ index: Int, in items: inout Items, measure: Int) {
        if items.blocks[index].parts.isEmpty {
            items.blocks[index].placement = placer.place(
                base: items.base(items.blocks[index].units), over: items.blocks[index].over.row, under: items.blocks[index].under.row,
                isMono: items.blocks[index].kind == .mono, edges: [])
            measureExtent(of: index, in: &items)
            if items.blocks[index].units.count == 1 { return }
        } else {
            items.blocks[index].placement = placement(
                of: items.slice(of: items.blocks[index]), in: items, edges: [], before: Allowance(), after: Allowance())
            measureExtent(of: index, in: &items)
        }
        let units = items.blocks[index].units, parts = items.blocks[index].parts
        let isWide = items.blocks[index].placement.width > measure
        let isJukugo = !parts.isEmpty
        let mayBreak = isJukugo || units.count > 1 && (isWide || style.rubyBreak == .split)
        items.blocks[index].mayBreak = mayBreak
        var part = parts.lowerBound
        for unit in units.dropFirst() {
            let pair = items.pair[unit]
            var breaks = mayBreak && pair.breaks
            if isJukugo {
                while part < parts.upperBound, items.parts[part].units.upperBound < unit { part += 1 }
                if part >= parts.upperBound || items.parts[part].units.upperBound != unit { breaks = false }
            } else if isWide, items.isWestern(unit), items.isWestern(unit - 1) {
                breaks = true  // R41: a Western base, when nothing else helps, between any two letters.
            }
            items.pair[unit] = Pair(space: pair.space, widening: .never, breaks: breaks)
            items.shrink[unit] = 0
        }
    }
}

extension Items {
    /// Western letters, digits and the spaces between them: one unit of a base or reading (R9).
    @inline(__always)
    func isWestern(_ unit: Int) -> Bool { ClassSet.western & ClassSet.bit(lineClass[unit]) != 0 }

    /// A base set solid by the line rules, and its units (R9).
    func base(_ units: Range<Int>) -> Row {
        var row = Row(width: 0, units: 0, isJapanese: false)
        for unit in units {
            if unit > units.lowerBound { row.width += Int(space[unit]) }
            row.width += Int(width[unit])
            if !isWestern(unit) { row.isJapanese = true }
            if beginsRow(unit, in: units) { row.units += 1 }
        }
        return row
    }

    /// Whether a unit of R9 begins with this unit of the line.
    @inline(__always)
    func beginsRow(_ unit: Int, in units: Range<Int>) -> Bool {
        unit == units.lowerBound || !(isWestern(unit) && isWestern(unit - 1))
    }
}
