import RubiMarkup
import RubiShaping
import RubiText

/// 割り注 (L43): a note in two small lines, one set after the other along the line and centred across it.
struct Warichu {
    /// The note's own text as a paragraph in its size.
    var items = Items()
    /// Where the note's text begins in the paragraph's scalars.
    var text = 0
    /// The pieces it is cut into, a unit of the paragraph each, in order.
    var pieces: [Piece] = []

    /// What of the note stands on one line: its two half lines, the second maybe empty.
    struct Piece {
        var unit: Int
        var first: LinePlan
        var second: LinePlan?
        var width: Int
        /// All of the note from here on is in this piece.
        var isLast: Bool
    }
}

/// Cuts notes into pieces.
struct WarichuSplitter {
    let preparer: Preparer
    let breaker: GreedyBreaker

    /// All of the note from its unit `from` on in two half lines: parted where kinsoku allows so that the first is not the shorter and the difference is least;
    /// a `br` in the note fixes the place.
    func balanced(_ note: Items, from first: Int, unit: Int) -> Warichu.Piece {
        let count = note.count
        let room = LineRoom(measure: .max / 4)
        let measure = LineMeasure(first: first, used: UsedReading(), room: room, items: note, preparer: preparer)
        let fixed = note.forcedBreaks.first { $0 > first && $0 < count }
        var best = count
        if let fixed {
            best = fixed
        } else {
            var least = Int.max
            for candidate in first + 1..<max(first + 1, count) where note.pair[candidate].breaks {
                let before = measure.natural(candidate - 1, isLast: true, note)
                let rest = LineMeasure(first: candidate, used: UsedReading(), room: room, items: note, preparer: preparer)
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
        var piece = Warichu.Piece(unit: unit, first: plan, width: measure.natural(best - 1, isLast: true, note), isLast: true)
        if best < count {
            var second = LinePlan(units: best..<count, room: room)
            second.isLast = true
            piece.second = second
            let rest = LineMeasure(first: best, used: UsedReading(), room: room, items: note, preparer: preparer)
            piece.width = max(piece.width, rest.natural(count - 1, isLast: true, note))
        }
        return piece
    }

    /// Both half lines filled to `width`, the rest left for the next line; nil where less than two characters fit on each.
    func filled(_ note: Items, from first: Int, width: Int, unit: Int) -> Warichu.Piece? {
        let room = LineRoom(measure: width)
        let upper = breaker.line(from: first, to: note.count, used: UsedReading(), room: room, note)
        guard upper.units.count >= Self.fewest, upper.units.upperBound < note.count, upper.problem == nil else { return nil }
        let lower = breaker.line(from: upper.units.upperBound, to: note.count, used: UsedReading(), room: room, note)
        guard lower.units.count >= Self.fewest, lower.units.upperBound < note.count, lower.problem == nil else { return nil }
        return Warichu.Piece(unit: unit, first: upper, second: lower, width: width, isLast: false)
    }

    /// At least two small characters of each half line stand on a line's first piece.
    private static let fewest = 2
}

extension Items {
    /// Inserts a unit behind `unit` that carries the rest of a note; everything that names units behind it moves.
    mutating func insertRest(of note: Int, after unit: Int, textStart: Int) {
        let index = unit + 1
        lineClass.insert(LineClass.ideograph.rawValue, at: index)
        width.insert(0, at: index)
        text.insert(Int32(textStart), at: index)
        glyph.insert(glyph[index], at: index)
        look.insert(look[unit], at: index)
        space.insert(0, at: index)
        pair.insert(Pair(space: .none, widening: .never, breaks: true), at: index)
        shrink.insert(0, at: index)
        for span in spans.indices {
            let units = spans[span].units
            let upper = units.upperBound > unit ? units.upperBound + 1 : units.upperBound
            let lower = units.lowerBound > unit ? units.lowerBound + 1 : units.lowerBound
            spans[span].units = lower..<upper
        }
        for inset in insets.indices where insets[inset].unit > unit { insets[inset].unit += 1 }
        for block in blocks.indices where blocks[block].units.lowerBound > unit {
            blocks[block].units = blocks[block].units.lowerBound + 1..<blocks[block].units.upperBound + 1
            for part in blocks[block].parts { parts[part].units = parts[part].units.lowerBound + 1..<parts[part].units.upperBound + 1 }
        }
        for index in forcedBreaks.indices where forcedBreaks[index] > unit { forcedBreaks[index] += 1 }
        for other in warichu.indices where other > note {
            for piece in warichu[other].pieces.indices { warichu[other].pieces[piece].unit += 1 }
        }
    }

    /// The piece that unit `unit` stands for.
    func warichuPiece(at unit: Int) -> (note: Int, piece: Int)? {
        for note in warichu.indices {
            if let piece = warichu[note].pieces.firstIndex(where: { $0.unit == unit }) { return (note, piece) }
        }
        return nil
    }
}

extension Collector {
    /// Collects the note's content as a paragraph of its own and lets one unit stand for it.
    mutating func appendWarichu(_ index: Int32, of tree: borrowing InlineTree, into items: inout Items) {
        var note = Items()
        note.sourceStart = items.sourceStart
        let outer = (context, saved, lastLook)
        context.size = Int32(Em.scale(Int(context.size), by: style.warichuSize))
        context.role = .warichu
        saved = []
        lastLook = 0
        walkChildren(of: index, of: tree, into: &note)
        note.text.append(Int32(note.scalars.count))
        note.glyph.append(Int32(note.glyphs.count))
        (context, saved, lastLook) = outer
        guard note.count > 0 else { return }
        let start = items.scalars.count
        items.scalars.append(contentsOf: note.scalars)
        items.offsets.append(contentsOf: note.offsets)
        // cl-28, cl-29: the brackets as the manuscript writes them, without blank.
        if let last = items.lineClass.last, last == LineClass.openingBracket.rawValue {
            items.lineClass[items.count - 1] = LineClass.warichuOpen.rawValue
        }
        items.warichu.append(Warichu(items: note, text: start, pieces: [Warichu.Piece(unit: items.count, first: LinePlan(units: 0..<0, room: LineRoom(measure: 0)), width: 0, isLast: true)]))
        items.lineClass.append(LineClass.ideograph.rawValue)
        items.width.append(0)
        items.text.append(Int32(start))
        items.glyph.append(Int32(items.glyphs.count))
        items.look.append(look(style.isVertical ? .upright : .horizontal, in: &items))
    }
}

extension Preparer {
    /// Prepares the notes of a paragraph and gives each its balanced width; a closing bracket behind one is cl-29.
    func prepareWarichu(_ items: inout Items, splitter: WarichuSplitter) {
        for note in items.warichu.indices {
            let unit = items.warichu[note].pieces[0].unit
            if unit + 1 < items.count, items.lineClass[unit + 1] == LineClass.closingBracket.rawValue {
                items.lineClass[unit + 1] = LineClass.warichuClose.rawValue
            }
            prepare(&items.warichu[note].items, measure: .max / 4)
            let piece = splitter.balanced(items.warichu[note].items, from: 0, unit: unit)
            items.warichu[note].pieces[0] = piece
            items.width[unit] = Int32(clamping: piece.width)
        }
    }
}
