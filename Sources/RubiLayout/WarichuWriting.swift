import RubiMarkup
import RubiText

extension LineSetter {
    /// The two half lines of each note on the line, without gap, centred across it (L43).
    mutating func writeWarichu(_ plan: LinePlan, indent: Int, _ items: borrowing Items, into line: inout ComposedLine) {
        let origin = items.textRange(of: plan).lowerBound
        var index = items.warichuIndex(from: plan.units.lowerBound)
        while index < items.warichu.count, items.warichu[index].unit < plan.units.upperBound {
            let note = items.warichu[index]
            let start = Int(places[note.unit - plan.units.lowerBound])
            let size = Int(note.items.looks[Int(note.items.look[0])].size)
            let piece = piece(of: note, on: plan, width: plan.room.measure - start)
            write(piece.first, of: note, start: start + indent, isFirst: true, size: size, origin: origin, items, into: &line)
            if let second = piece.second {
                write(second, of: note, start: start + indent, isFirst: false, size: size, origin: origin, items, into: &line)
            }
            index += 1
        }
    }

    /// As much of `note` as stands on the line of `plan`; `width` is what is left of the measure where it begins.
    private func piece(of note: Warichu, on plan: LinePlan, width: Int) -> Warichu.Piece {
        let first = note.unit == plan.units.lowerBound ? plan.used.note : 0
        if plan.noteEnd > 0, note.unit == plan.units.upperBound - 1, let piece = splitter.filled(note.items, from: first, width: width) {
            return piece
        }
        return preparer.rest(of: note.items, from: first)
    }

    private func write(
        _ plan: LinePlan, of note: Warichu, start: Int, isFirst: Bool, size: Int, origin: Int, _ items: borrowing Items,
        into line: inout ComposedLine
    ) {
        var setter = LineSetter(style: style, preparer: preparer, splitter: splitter, frame: frame)
        var half = ComposedLine()
        setter.set(plan, note.items, into: &half)
        let text = note.text + note.items.textRange(of: plan.units).lowerBound
        let byte = items.utf8Count(origin..<text)
        let shift = isFirst ? firstShift(size) : firstShift(size) - size
        let glyphs = line.glyph.count, strings = line.strings.count
        line.glyph.append(contentsOf: half.glyph)
        for index in half.glyph.indices { line.along.append(Int32(clamping: Int(half.along[index]) + start)) }
        for index in half.glyph.indices { line.across.append(Int32(clamping: Int(half.across[index]) + shift)) }
        line.advanceOf.append(contentsOf: half.advanceOf)
        line.strings.append(contentsOf: half.strings)
        line.cluster.append(contentsOf: half.cluster)
        line.rubies += half.rubies
        for run in half.runs {
            var run = run
            let own = run.glyphs
            run.glyphs = own.lowerBound + glyphs..<own.upperBound + glyphs
            run.string = run.string.lowerBound + strings..<run.string.upperBound + strings
            run.base = run.base.lowerBound + byte..<run.base.upperBound + byte
            if run.role == .warichu || run.role == .emphasis || run.role == .tateChuYoko {
                for glyph in run.glyphs { line.cluster[glyph] += UInt32(truncatingIfNeeded: byte) }
            }
            line.runs.append(run)
        }
        for rule in half.rules {
            var rule = rule
            rule.along = Int32(clamping: Int(rule.along.lowerBound) + start)..<Int32(clamping: Int(rule.along.upperBound) + start)
            rule.across += Int32(shift)
            rule.acrossEnd += Int32(shift)
            rule.string = rule.string.lowerBound + strings..<rule.string.upperBound + strings
            rule.string2 = rule.string2.lowerBound + strings..<rule.string2.upperBound + strings
            line.rules.append(rule)
        }
    }

    /// Where the first half line's base line stands against the line's own: its frame ends at the middle of the line's.
    private func firstShift(_ size: Int) -> Int {
        let middle = (frame.over(size: Em.whole) - frame.under(size: Em.whole)) / 2
        return middle + frame.under(size: size)
    }
}
