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
        run.condensation = Int32(style.rubyCondensation)
        if units != whole {
            run.part = plan.rubyPart(of: piece.index)
            run.parts = items.blocks[piece.index].lines
        }
        if piece.special >= 0 {
            writeParts(specials[piece.special], piece, plan, indent: indent, run: &run, items, into: &line)
        } else if items.blocks[piece.index].placement.isByParts {
            let block = items.blocks[piece.index]
            let special = SpecialPiece(slice: items.slice(of: block), placement: block.placement, compound: 0..<0)
            writeParts(special, piece, plan, indent: indent, run: &run, items, into: &line)
        } else {
            run.rules = items.blocks[piece.index].placement.rules
            writeWhole(.over, piece, indent: indent, run: &run, items, into: &line)
            writeWhole(.under, piece, indent: indent, run: &run, items, into: &line)
        }
    }

    /// The reading on one side, if there is one, of a block that stands inside the line as it was placed there.
    @inline(__always)
    private func writeWhole(
        _ side: Side, _ piece: RubyPiece, indent: Int, run: inout ComposedRun, _ items: borrowing Items, into line: inout ComposedLine
    ) {
        let isOver = side == .over
        guard isOver ? items.blocks[piece.index].over.isPresent : items.blocks[piece.index].under.isPresent else { return }
        let reading = isOver ? items.blocks[piece.index].over : items.blocks[piece.index].under
        open(&run, side, reading, piece, items, in: &line)
        var row = RubyRow(size: run.size, textStart: reading.text.lowerBound, blockSize: items.blocks[piece.index].size)
        let start = isOver ? items.blocks[piece.index].placement.overStart : items.blocks[piece.index].placement.underStart
        write(
            reading, from: piece.origin + indent + start,
            spread: isOver ? items.blocks[piece.index].placement.over : items.blocks[piece.index].placement.under, row: &row, run: &run,
            items, into: &line)
    }

    /// The readings of a block at a line's edge, broken, or set part by part.
    private func writeParts(
        _ special: SpecialPiece, _ piece: RubyPiece, _ plan: LinePlan, indent: Int, run: inout ComposedRun, _ items: borrowing Items,
        into line: inout ComposedLine
    ) {
        run.rules = special.placement.rules
        if special.slice.over.isPresent {
            open(&run, .over, special.slice.over, piece, items, in: &line)
            writeReading(special.slice.over, piece, special, plan, indent: indent, run: &run, items, into: &line)
        }
        if special.slice.under.isPresent {
            open(&run, .under, special.slice.under, piece, items, in: &line)
            writeReading(special.slice.under, piece, special, plan, indent: indent, run: &run, items, into: &line)
        }
    }

    /// Gives a reading's run its side, text and size, and the line the room for it.
    @inline(__always)
    private func open(
        _ run: inout ComposedRun, _ side: Side, _ reading: Reading, _ piece: RubyPiece, _ items: borrowing Items,
        in line: inout ComposedLine
    ) {
        run.side = side
        let string = line.strings.count
        for index in reading.text { UTF8Text.append(items.rubyScalars[index], to: &line.strings) }
        run.string = string..<line.strings.count
        let size = items.blocks[piece.index].size
        run.size = Int32(Em.scale(style.rubySize, by: Int(size)))
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
        _ reading: Reading, _ piece: RubyPiece, _ special: SpecialPiece, _ plan: LinePlan, indent: Int, run: inout ComposedRun,
        _ items: borrowing Items, into line: inout ComposedLine
    ) {
        let placement = special.placement
        var row = RubyRow(size: run.size, textStart: reading.text.lowerBound, blockSize: items.blocks[piece.index].size)
        guard placement.isByParts else {
            let isOver = run.side == .over
            let start = piece.origin + indent + (isOver ? placement.overStart : placement.underStart)
            write(reading, from: start, spread: isOver ? placement.over : placement.under, row: &row, run: &run, items, into: &line)
            return
        }
        for (number, part) in special.slice.parts.enumerated() {
            let share = run.side == .over ? items.parts[part].over : items.parts[part].under
            guard share.isPresent else { continue }
            if placement.isCompound {
                let start = piece.origin + indent + compoundParts[special.compound.lowerBound + number].reading
                write(share, from: start, spread: Spread(units: max(1, share.units)), row: &row, run: &run, items, into: &line)
                continue
            }
            let units = items.parts[part].units
            let none = Row(width: 0, units: 0, isJapanese: true)
            let mono = preparer.placer.place(base: items.base(units), over: share.row, under: none, isMono: true, edges: [])
            let start = Int(places[units.lowerBound - plan.units.lowerBound]) + indent + mono.overStart
            write(share, from: start, spread: mono.over, row: &row, run: &run, items, into: &line)
        }
    }

    /// A row of small glyphs, solid.
    func write(
        _ reading: Reading, from start: Int, run: ComposedRun, blockSize: Int32, beyond: Int, _ items: borrowing Items,
        into line: inout ComposedLine
    ) {
        var run = run
        var row = RubyRow(size: run.size, textStart: reading.text.lowerBound, blockSize: blockSize, beyond: beyond)
        write(reading, from: start, spread: Spread(units: max(1, reading.units)), row: &row, run: &run, items, into: &line)
    }

    /// A reading as it is being written: how far its text is counted, and whether its run is open.
    private struct RubyRow {
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

        init(size: Int32, textStart: Int, blockSize: Int32, beyond: Int = 0) {
            (self.size, self.textStart, self.blockSize, self.beyond) = (size, textStart, blockSize, beyond)
        }
    }

    /// The glyphs of a reading in a row, opened by `spread`; a run for each font and orientation.
    private func write(
        _ reading: Reading, from start: Int, spread: Spread, row: inout RubyRow, run: inout ComposedRun, _ items: borrowing Items,
        into line: inout ComposedLine
    ) {
        if isPlainRow(reading, items) {
            turn(&row, &run, to: reading.glyphs.lowerBound, items, in: &line)
            writePlain(reading, from: start, spread: spread, row: &row, run, items, into: &line)
            close(&run, in: &line)
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
            turn(&row, &run, to: glyph, items, in: &line)
            let pen = start + spread.before(min(unit, spread.units - 1)) + style.rubyLength(advance, baseSize: row.blockSize)
            line.glyph.append(items.rubyGlyphs.glyph[glyph])
            line.cluster.append(UInt32(truncatingIfNeeded: row.byte))
            line.along.append(Int32(clamping: pen + style.rubyLength(Int(items.rubyGlyphs.along[glyph]), baseSize: row.blockSize)))
            let across =
                axis(of: row, run) + (row.isTall ? Em.scale(frame.middle, by: Int(run.size)) : 0)
                + Em.scale(Int(items.rubyGlyphs.across[glyph]), by: Int(run.size))
            line.across.append(Int32(clamping: across))
            line.advanceOf.append(Int32(clamping: style.rubyLength(Int(items.rubyGlyphs.advance[glyph]), baseSize: row.blockSize)))
            advance += Int(items.rubyGlyphs.advance[glyph])
        }
        close(&run, in: &line)
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
        _ reading: Reading, from start: Int, spread: Spread, row: inout RubyRow, _ run: borrowing ComposedRun, _ items: borrowing Items,
        into line: inout ComposedLine
    ) {
        let count = reading.glyphs.count, first = reading.glyphs.lowerBound
        let axis = axis(of: row, run)
        let size = Int(run.size), blockSize = row.blockSize
        let whole = Em.whole, em = style.rubyLength(Em.whole, baseSize: blockSize)
        items.rubyGlyphs.glyph.withUnsafeBufferPointer { glyphs in
            line.glyph.extend(by: count) { for index in 0..<count { $0[index] = glyphs[first + index] } }
        }
        items.rubyScalars.withUnsafeBufferPointer { scalars in
            line.cluster.extend(by: count) {
                for index in 0..<count {
                    $0[index] = UInt32(truncatingIfNeeded: row.byte)
                    row.byte += UTF8Text.length(scalars[reading.text.lowerBound + index])
                }
            }
        }
        items.rubyGlyphs.across.withUnsafeBufferPointer { own in
            line.across.extend(by: count) {
                for index in 0..<count {
                    let across = Int(own[first + index])
                    $0[index] = Int32(clamping: across == 0 ? axis : axis + Em.scale(across, by: size))
                }
            }
        }
        items.rubyGlyphs.advance.withUnsafeBufferPointer { advances in
            line.advanceOf.extend(by: count) {
                for index in 0..<count {
                    let own = Int(advances[first + index])
                    $0[index] = Int32(clamping: own == whole ? em : style.rubyLength(own, baseSize: blockSize))
                }
            }
            items.rubyGlyphs.along.withUnsafeBufferPointer { own in
                line.along.extend(by: count) {
                    var advance = 0
                    for index in 0..<count {
                        var pen = start + spread.before(min(index, spread.units - 1)) + style.rubyLength(advance, baseSize: blockSize)
                        let along = Int(own[first + index])
                        if along != 0 { pen += style.rubyLength(along, baseSize: blockSize) }
                        $0[index] = Int32(clamping: pen)
                        advance += Int(advances[first + index])
                    }
                }
            }
        }
        row.scalar = reading.text.upperBound
    }

    /// Begins a new run where the font or the orientation changes.
    private func turn(_ row: inout RubyRow, _ run: inout ComposedRun, to glyph: Int, _ items: borrowing Items, in line: inout ComposedLine)
    {
        let font = items.rubyGlyphs.font[glyph]
        let orientation = items.rubyOrientation[glyph]
        let isUpright = orientation == .upright, isTurned = orientation == .turned
        let isTall = !isUpright && TallMarks.contains(items.rubyScalars[Int(items.rubyGlyphs.cluster[glyph])])
        if row.isOpen, row.isTall == isTall, run.font == font, run.isUpright == isUpright, run.isTurned == isTurned { return }
        if row.isOpen { close(&run, in: &line) }
        run.glyphs = line.glyph.count..<line.glyph.count
        row.isTall = isTall
        run.size = isTall ? row.size / 2 : row.size
        run.font = font
        run.isUpright = isUpright
        run.isTurned = isTurned
        row.isOpen = true
    }

    /// R6: the ruby's em box touches the base's, `rubyGap` away. Upright glyphs stand on the box's axis, others on its base line.
    @inline(__always)
    private func axis(of row: RubyRow, _ run: borrowing ComposedRun) -> Int {
        let blockSize = Int(row.blockSize)
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
