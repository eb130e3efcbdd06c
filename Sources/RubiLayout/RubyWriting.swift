import RubiMarkup
import RubiShaping
import RubiText

/// The part of `Line` that writes readings, when their places are known.
extension LineSetter {
    func writeRuby(_ piece: RubyPiece, _ plan: LinePlan, indent: Int, _ items: borrowing Items, into line: inout ComposedLine) {
        let first = plan.units.lowerBound
        let whole = items.blocks[piece.index].units
        let units = piece.special < 0 ? whole : specials[piece.special].slice.units
        if units.lowerBound == whole.lowerBound { line.rubies += 1 }
        let end = units.upperBound < plan.units.upperBound ? Int(bytes[units.upperBound - first]) : line.text.count
        var run = ComposedRun()
        run.role = .ruby
        run.ruby = items.blocks[piece.index].number
        run.kind = items.blocks[piece.index].kind
        run.base = Int(bytes[units.lowerBound - first])..<end
        run.size = Int32(Em.scale(style.rubySize, by: Int(items.blocks[piece.index].size)))
        run.condensation = Int32(style.rubyCondensation)
        if units != whole {
            run.part = plan.rubyPart(of: piece.index)
            run.parts = items.blocks[piece.index].lines
        }
        var special = piece.special < 0 ? nil : specials[piece.special]
        if piece.special < 0, items.blocks[piece.index].placement.isByParts {
            let block = items.blocks[piece.index]
            special = SpecialPiece(slice: items.slice(of: block), placement: block.placement, compound: 0..<0)
        }
        run.rules = special?.placement.rules ?? items.blocks[piece.index].placement.rules
        write(.over, piece, special, plan, indent: indent, run: run, items, into: &line)
        write(.under, piece, special, plan, indent: indent, run: run, items, into: &line)
    }

    /// The reading on one side, if there is one.
    private func write(
        _ side: Side, _ piece: RubyPiece, _ special: SpecialPiece?, _ plan: LinePlan, indent: Int, run: ComposedRun, _ items: borrowing Items,
        into line: inout ComposedLine
    ) {
        var run = run
        let size = items.blocks[piece.index].size
        if let special {
            let reading = side == .over ? special.slice.over : special.slice.under
            guard reading.isPresent else { return }
            open(&run, side, reading, piece, items, in: &line)
            writeReading(reading, piece, special, plan, indent: indent, run: run, blockSize: size, items, into: &line)
            return
        }
        let reading = side == .over ? items.blocks[piece.index].over : items.blocks[piece.index].under
        guard reading.isPresent else { return }
        open(&run, side, reading, piece, items, in: &line)
        var row = RubyRow(run: run, textStart: reading.text.lowerBound, blockSize: size)
        let placement = items.blocks[piece.index].placement
        write(
            reading, from: piece.origin + indent + (side == .over ? placement.overStart : placement.underStart),
            spread: side == .over ? placement.over : placement.under, row: &row, items, into: &line)
    }

    /// Gives a reading's run its side and text, and the line the room for it.
    @inline(__always)
    private func open(
        _ run: inout ComposedRun, _ side: Side, _ reading: Reading, _ piece: RubyPiece, _ items: borrowing Items, in line: inout ComposedLine
    ) {
        run.side = side
        let string = line.strings.count
        for index in reading.text { UTF8Text.append(items.rubyScalars[index], to: &line.strings) }
        run.string = string..<line.strings.count
        let size = items.blocks[piece.index].size
        let reach = rubyReach(size)
        if side == .over {
            line.over = max(line.over, frame.over(size: Int(size)) + reach)
        } else {
            line.under = max(line.under, frame.under(size: Int(size)) + reach)
        }
    }

    /// R6, R61: ruby and its gap, across the line.
    func rubyReach(_ blockSize: Int32) -> Int { style.rubyGap.raw + Em.scale(style.rubySize, by: Int(blockSize)) }

    private func writeReading(
        _ reading: Reading, _ piece: RubyPiece, _ special: SpecialPiece, _ plan: LinePlan, indent: Int, run: ComposedRun, blockSize: Int32,
        _ items: borrowing Items, into line: inout ComposedLine
    ) {
        let placement = special.placement
        var row = RubyRow(run: run, textStart: reading.text.lowerBound, blockSize: blockSize)
        guard placement.isByParts else {
            let isOver = run.side == .over
            let start = piece.origin + indent + (isOver ? placement.overStart : placement.underStart)
            write(reading, from: start, spread: isOver ? placement.over : placement.under, row: &row, items, into: &line)
            return
        }
        for (number, part) in special.slice.parts.enumerated() {
            let share = run.side == .over ? items.parts[part].over : items.parts[part].under
            guard share.isPresent else { continue }
            if placement.isCompound {
                let start = piece.origin + indent + compoundParts[special.compound.lowerBound + number].reading
                write(share, from: start, spread: Spread(units: max(1, share.units)), row: &row, items, into: &line)
                continue
            }
            let units = items.parts[part].units
            let none = Row(width: 0, units: 0, isJapanese: true)
            let mono = preparer.placer.place(base: items.base(units), over: share.row, under: none, isMono: true, edges: [])
            let start = Int(places[units.lowerBound - plan.units.lowerBound]) + indent + mono.overStart
            write(share, from: start, spread: mono.over, row: &row, items, into: &line)
        }
    }

    /// A row of small glyphs, solid.
    func write(
        _ reading: Reading, from start: Int, run: ComposedRun, blockSize: Int32, beyond: Int, _ items: borrowing Items,
        into line: inout ComposedLine
    ) {
        var row = RubyRow(run: run, textStart: reading.text.lowerBound, blockSize: blockSize, beyond: beyond)
        write(reading, from: start, spread: Spread(units: max(1, reading.units)), row: &row, items, into: &line)
    }

    /// A reading as it is being written: its open run, and how far its text is counted.
    private struct RubyRow {
        var run: ComposedRun
        var textStart: Int
        var blockSize: Int32
        /// How far it stands outside its place beside the base.
        var beyond = 0
        var byte = 0
        var scalar = 0
        var isOpen = false
        /// The size of glyphs that are not set smaller than the others, and whether the run's are.
        let size: Int32
        var isTall = false

        init(run: ComposedRun, textStart: Int, blockSize: Int32, beyond: Int = 0) {
            (self.run, self.textStart, self.blockSize, self.beyond) = (run, textStart, blockSize, beyond)
            size = run.size
        }
    }

    /// The glyphs of a reading in a row, opened by `spread`; a run for each font and orientation.
    private func write(
        _ reading: Reading, from start: Int, spread: Spread, row: inout RubyRow, _ items: borrowing Items, into line: inout ComposedLine
    ) {
        if isPlainRow(reading, items) {
            turn(&row, to: reading.glyphs.lowerBound, items, in: &line)
            writePlain(reading, from: start, spread: spread, row: &row, items, into: &line)
            close(&row.run, in: &line)
            row.isOpen = false
            return
        }
        var advance = 0
        var unit = -1
        if row.scalar < row.textStart { row.scalar = row.textStart }
        for glyph in reading.glyphs {
            let cluster = Int(items.rubyGlyphs.cluster[glyph])
            while row.scalar < cluster {
                row.byte += UTF8Text.length(items.rubyScalars[row.scalar])
                row.scalar += 1
            }
            if items.rubyUnitStart[glyph] || unit < 0 { unit += 1 }
            turn(&row, to: glyph, items, in: &line)
            let pen = start + spread.before(min(unit, spread.units - 1)) + style.rubyLength(advance, baseSize: row.blockSize)
            line.glyph.append(items.rubyGlyphs.glyph[glyph])
            line.cluster.append(UInt32(truncatingIfNeeded: row.byte))
            line.along.append(Int32(clamping: pen + style.rubyLength(Int(items.rubyGlyphs.along[glyph]), baseSize: row.blockSize)))
            let across =
                axis(of: row) + (row.isTall ? Em.scale(frame.middle, by: Int(row.run.size)) : 0)
                + Em.scale(Int(items.rubyGlyphs.across[glyph]), by: Int(row.run.size))
            line.across.append(Int32(clamping: across))
            line.advanceOf.append(Int32(clamping: style.rubyLength(Int(items.rubyGlyphs.advance[glyph]), baseSize: row.blockSize)))
            advance += Int(items.rubyGlyphs.advance[glyph])
        }
        close(&row.run, in: &line)
        row.isOpen = false
    }

    /// A glyph a character, each a unit of its own (R9), all of one font and orientation.
    @inline(__always)
    private func isPlainRow(_ reading: Reading, _ items: borrowing Items) -> Bool {
        guard reading.glyphs.count == reading.text.count, reading.units == reading.glyphs.count else { return false }
        let first = reading.glyphs.lowerBound
        let font = items.rubyGlyphs.font[first], orientation = items.rubyOrientation[first]
        if orientation != .upright, items.rubyScalars[reading.text].contains(where: TallMarks.contains) { return false }
        for glyph in reading.glyphs.dropFirst()
        where items.rubyOrientation[glyph] != orientation || items.rubyGlyphs.font[glyph] != font { return false }
        return true
    }

    private func writePlain(
        _ reading: Reading, from start: Int, spread: Spread, row: inout RubyRow, _ items: borrowing Items, into line: inout ComposedLine
    ) {
        let axis = axis(of: row)
        let size = Int(row.run.size)
        let whole = Em.whole, em = style.rubyLength(Em.whole, baseSize: row.blockSize)
        var advance = 0
        for (unit, glyph) in reading.glyphs.enumerated() {
            let own = Int(items.rubyGlyphs.advance[glyph])
            let along = Int(items.rubyGlyphs.along[glyph]), across = Int(items.rubyGlyphs.across[glyph])
            var pen = start + spread.before(min(unit, spread.units - 1)) + style.rubyLength(advance, baseSize: row.blockSize)
            if along != 0 { pen += style.rubyLength(along, baseSize: row.blockSize) }
            line.glyph.append(items.rubyGlyphs.glyph[glyph])
            line.cluster.append(UInt32(truncatingIfNeeded: row.byte))
            line.along.append(Int32(clamping: pen))
            line.across.append(Int32(clamping: across == 0 ? axis : axis + Em.scale(across, by: size)))
            line.advanceOf.append(Int32(clamping: own == whole ? em : style.rubyLength(own, baseSize: row.blockSize)))
            row.byte += UTF8Text.length(items.rubyScalars[reading.text.lowerBound + unit])
            advance += own
        }
        row.scalar = reading.text.upperBound
    }

    /// Begins a new run where the font or the orientation changes.
    private func turn(_ row: inout RubyRow, to glyph: Int, _ items: borrowing Items, in line: inout ComposedLine) {
        let font = items.rubyGlyphs.font[glyph]
        let orientation = items.rubyOrientation[glyph]
        let isUpright = orientation == .upright, isTurned = orientation == .turned
        let isTall = !isUpright && TallMarks.contains(items.rubyScalars[Int(items.rubyGlyphs.cluster[glyph])])
        if row.isOpen, row.isTall == isTall, row.run.font == font, row.run.isUpright == isUpright, row.run.isTurned == isTurned { return }
        if row.isOpen { close(&row.run, in: &line) }
        row.run.glyphs = line.glyph.count..<line.glyph.count
        row.isTall = isTall
        row.run.size = isTall ? row.size / 2 : row.size
        row.run.font = font
        row.run.isUpright = isUpright
        row.run.isTurned = isTurned
        row.isOpen = true
    }

    /// R6: the ruby's em box touches the base's, `rubyGap` away. Upright glyphs stand on the box's axis, others on its base line.
    private func axis(of row: RubyRow) -> Int {
        let run = row.run, blockSize = Int(row.blockSize)
        let size = Int(row.size)
        let gap = style.rubyGap.raw + row.beyond
        if run.side == .over {
            let near = frame.over(size: blockSize) + gap
            if run.isUpright { return near + size / 2 }
            return run.isTurned ? near + size / 2 + frame.turnedBaseline(size: size) : near + frame.under(size: size)
        }
        let near = -frame.under(size: blockSize) - gap
        if run.isUpright { return near - size / 2 }
        return run.isTurned ? near - size / 2 + frame.turnedBaseline(size: size) : near - frame.over(size: size)
    }
}
