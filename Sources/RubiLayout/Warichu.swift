import RubiMarkup
import RubiShaping
import RubiText

/// 割り注 (L43): a note in two small lines, one set after the other along the line and centred across it. One unit of the paragraph stands for it, on each of the
/// lines that it is cut over.
struct Warichu {
    /// The note's own text as a paragraph in its size.
    var items = Items()
    /// Where the note's text begins in the paragraph's scalars.
    var text = 0
    /// The unit that stands for it.
    var unit = 0

    /// What of the note stands on one line: its two half lines, the second maybe empty.
    struct Piece {
        var first: LinePlan
        var second: LinePlan?
        var width: Int

        /// The note's unit that follows.
        var end: Int { second?.units.upperBound ?? first.units.upperBound }
    }
}

/// Cuts notes at the end of a line.
struct WarichuSplitter {
    let preparer: Preparer
    let breaker: GreedyBreaker

    /// A note that does not fit on the line of `plan` is cut there, if enough of it fits (L43); the line then ends with its piece.
    func cut(_ plan: inout LinePlan, end: Int, _ items: borrowing Items) {
        let first = plan.units.lowerBound, upper = plan.units.upperBound
        let index = items.warichuIndex(from: max(first, plan.problem == nil ? upper : first))
        guard index < items.warichu.count else { return }
        let measure = LineMeasure(first: first, used: plan.used, room: plan.room, items: items, preparer: preparer)
        if let cut = cut(index, plan, measure, end: end, items) { plan = cut }
    }

    /// `plan`'s line ended inside the note `index`; nil where that cannot be.
    func cut(_ index: Int, _ plan: LinePlan, _ measure: LineMeasure, end: Int, _ items: borrowing Items) -> LinePlan? {
        let first = plan.units.lowerBound, unit = items.warichu[index].unit
        guard unit < end, items.blocks.isEmpty || items.blockOf[unit] < 0 else { return nil }
        let pen = unit > first ? measure.natural(unit, isLast: true, items) - Int(items.width[unit]) : plan.room.lead
        let from = unit > first ? 0 : plan.used.note
        guard pen < plan.room.measure, let piece = filled(items.warichu[index].items, from: from, width: plan.room.measure - pen) else {
            return nil
        }
        var cut = plan
        cut.units = first..<unit + 1
        cut.isLast = false
        cut.hangs = false
        cut.fit = .natural
        cut.problem = nil
        cut.noteEnd = piece.end
        return cut
    }

    /// Both half lines filled to `width`, the rest left for the next line; nil where less than two characters fit on each.
    func filled(_ note: Items, from first: Int, width: Int) -> Warichu.Piece? {
        let room = LineRoom(measure: width)
        let upper = breaker.line(from: first, to: note.count, used: UsedReading(), room: room, note)
        guard upper.units.count >= Self.fewest, upper.units.upperBound < note.count, upper.problem == nil else { return nil }
        let lower = breaker.line(from: upper.units.upperBound, to: note.count, used: UsedReading(), room: room, note)
        guard lower.units.count >= Self.fewest, lower.units.upperBound < note.count, lower.problem == nil else { return nil }
        return Warichu.Piece(first: upper, second: lower, width: width)
    }

    /// At least two small characters of each half line stand on a line's first piece.
    private static let fewest = 2
}

extension Preparer {
    /// Prepares the notes of a paragraph and gives each its balanced width; a closing bracket behind one is cl-29.
    func prepareWarichu(_ items: inout Items) {
        for note in items.warichu.indices {
            let unit = items.warichu[note].unit
            if unit + 1 < items.count, items.lineClass[unit + 1] == LineClass.closingBracket.rawValue {
                items.lineClass[unit + 1] = LineClass.warichuClose.rawValue
            }
            prepare(&items.warichu[note].items, measure: .max / 4)
            items.width[unit] = Int32(clamping: rest(of: items.warichu[note].items, from: 0).width)
        }
    }

    /// The rest of the note that `unit` stands for, from its own unit `first` on.
    func restOfNote(at unit: Int, from first: Int, _ items: borrowing Items) -> Warichu.Piece {
        rest(of: items.warichu[items.warichuIndex(from: unit)].items, from: first)
    }

    /// All of the note from its unit `first` on in two half lines: parted where kinsoku allows so that the first is not the shorter and the difference is least;
    /// a `br` in the note fixes the place.
    func rest(of note: Items, from first: Int) -> Warichu.Piece {
        let count = note.count
        let room = LineRoom(measure: .max / 4)
        let measure = LineMeasure(first: first, used: UsedReading(), room: room, items: note, preparer: self)
        var best = count
        if let fixed = note.forcedBreak(after: first), fixed < count {
            best = fixed
        } else {
            var least = Int.max
            let start = note.middle(from: first)
            for candidate in start..<min(max(start, count), start + searched) where note.pair[candidate].breaks {
                let before = measure.natural(candidate - 1, isLast: true, note)
                let rest = LineMeasure(first: candidate, used: UsedReading(), room: room, items: note, preparer: self)
                let after = rest.natural(count - 1, isLast: true, note)
                if before >= after, before - after < least {
                    least = before - after
                    best = candidate
                }
                if before > after, least < .max { break }
            }
        }
        var plan = LinePlan(units: first..<best, room: room)
        plan.isLast = true
        var piece = Warichu.Piece(first: plan, width: measure.natural(best - 1, isLast: true, note))
        if best < count {
            var second = LinePlan(units: best..<count, room: room)
            second.isLast = true
            piece.second = second
            let rest = LineMeasure(first: best, used: UsedReading(), room: room, items: note, preparer: self)
            piece.width = max(piece.width, rest.natural(count - 1, isLast: true, note))
        }
        return piece
    }

    /// How many units behind its middle a note is searched for a place to part it: what finds none within two lines does not fit on one.
    private var searched: Int { 4 * max(style.measure, 16) }
}

extension Items {
    /// The first note that stands at `unit` or behind it; their number if there is none.
    func warichuIndex(from unit: Int) -> Int {
        var low = 0, high = warichu.count
        while low < high {
            let middle = (low + high) / 2
            if warichu[middle].unit < unit { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The first forced end of a line behind unit `first`.
    func forcedBreak(after first: Int) -> Int? {
        var low = 0, high = forcedBreaks.count
        while low < high {
            let middle = (low + high) / 2
            if forcedBreaks[middle] <= first { low = middle + 1 } else { high = middle }
        }
        return low < forcedBreaks.count ? forcedBreaks[low] : nil
    }

    /// A unit that is surely before the middle of what follows `first`, by the sums: within two em of it; at least the one after `first`.
    fileprivate func middle(from first: Int) -> Int {
        let target = (start[first] + end(of: count - 1)) / 2 - 2 * Em.whole
        var low = first + 1, high = count
        while low < high {
            let middle = (low + high) / 2
            if start[middle] < target { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension Collector {
    /// Collects the note's content as a paragraph of its own and lets one unit stand for it.
    mutating func appendWarichu(_ index: Int32, of tree: borrowing InlineTree, into items: inout Items) {
        var note = Items()
        note.sourceStart = items.sourceStart
        let outer = (context, saved, lastLook, openSpans, kanbun)
        context.size = Int32(Em.scale(Int(context.size), by: style.warichuSize))
        context.role = .warichu
        (saved, lastLook, openSpans, kanbun) = ([], 0, OpenSpans(), KanbunRoom())
        walkChildren(of: index, of: tree, into: &note)
        note.text.append(Int32(note.scalars.count))
        note.glyph.append(Int32(note.glyphs.count))
        (context, saved, lastLook, openSpans, kanbun) = outer
        guard note.count > 0 else { return }
        let start = items.scalars.count
        items.scalars.append(contentsOf: note.scalars)
        items.offsets.append(contentsOf: note.offsets)
        // cl-28, cl-29: the brackets as the manuscript writes them, without blank.
        if let last = items.lineClass.last, last == LineClass.openingBracket.rawValue {
            items.lineClass[items.count - 1] = LineClass.warichuOpen.rawValue
        }
        items.warichu.append(Warichu(items: note, text: start, unit: items.count))
        items.lineClass.append(LineClass.ideograph.rawValue)
        items.width.append(0)
        items.text.append(Int32(start))
        items.glyph.append(Int32(items.glyphs.count))
        items.look.append(look(style.isVertical ? .upright : .horizontal, in: &items))
    }
}
