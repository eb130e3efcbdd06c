import RubiMarkup
import RubiShaping
import RubiText

/// The part of `Line` that writes glyphs, when their places are known.
extension LineSetter {
    mutating func writeText(_ plan: LinePlan, _ items: borrowing Items, into line: inout ComposedLine) {
        let range = items.textRange(of: plan)
        hasBytes = items.hasGlyphsAlone && range.count == plan.units.count && items.isOneToOne(plan.units)
        if hasBytes { return writePlainText(range, items, into: &line) }
        var size = 0
        for index in range { size += UTF8Text.length(items.scalars[index]) }
        line.text.extend(by: size) { bytes in
            var end = 0
            for index in range { end = UTF8Text.write(items.scalars[index], to: bytes, at: end) }
        }
        line.characters = range.count
    }

    /// A unit a character: writes the text and notes where each begins.
    private mutating func writePlainText(_ range: Range<Int>, _ items: borrowing Items, into line: inout ComposedLine) {
        bytes.removeAll(keepingCapacity: true)
        bytes.appendZeros(range.count)
        line.text.appendZeros(range.count * 4)
        let first = range.lowerBound
        let end = bytes.withUnsafeMutableBufferPointer { bytes in
            line.text.withUnsafeMutableBufferPointer { text in
                items.scalars.withUnsafeBufferPointer { scalars in
                    var end = 0
                    for index in 0..<range.count {
                        bytes[index] = Int32(truncatingIfNeeded: end)
                        end = UTF8Text.write(scalars[first + index], to: text, at: end)
                    }
                    return end
                }
            }
        }
        line.text.removeLast(range.count * 4 - end)
        line.characters = range.count
    }

    /// Base glyphs, a run of one font and look at a time.
    mutating func writeBase(_ plan: LinePlan, indent: Int, _ items: borrowing Items, into line: inout ComposedLine) {
        let units = plan.units
        if !hasBytes { measureText(plan, items) }
        var unit = units.lowerBound
        while unit < units.upperBound {
            let look = items.looks[Int(items.look[unit])]
            if frame.isVertical, look.orientation == .horizontal {
                writeSideBySide(unit, first: units.lowerBound, indent: indent, items, into: &line)
                unit += 1
                continue
            }
            var end = unit + 1
            while end < units.upperBound, items.look[end] == items.look[unit] { end += 1 }
            writeRuns(unit..<end, look: look, first: units.lowerBound, indent: indent, items, into: &line)
            unit = end
        }
    }

    /// Where each unit's text begins in the line's.
    private mutating func measureText(_ plan: LinePlan, _ items: borrowing Items) {
        bytes.removeAll(keepingCapacity: true)
        let units = plan.units
        let start = items.textRange(of: plan).lowerBound
        bytes.extend(by: units.count) { bytes in
            var byte = 0, scalar = start
            for index in 0..<units.count {
                let begins = Int(items.text[units.lowerBound + index])
                while scalar < begins {
                    byte += UTF8Text.length(items.scalars[scalar])
                    scalar += 1
                }
                bytes[index] = Int32(truncatingIfNeeded: byte)
            }
        }
    }

    /// Units of one look: a run of the output for each font. What is the same for all glyphs is copied as a whole.
    private func writeRuns(
        _ units: Range<Int>, look: Look, first: Int, indent: Int, _ items: borrowing Items, into line: inout ComposedLine
    ) {
        if items.isSimple, items.isOneToOne(units) { return writePlainRun(units, look: look, first: first, indent: indent, items, into: &line) }
        let glyphs = Int(items.glyph[units.lowerBound])..<Int(items.glyph[units.upperBound])
        guard !glyphs.isEmpty else { return }
        let written = line.glyph.count
        line.glyph.append(contentsOf: items.glyphs.glyph[glyphs])
        let shift = look.shift + Int32(look.orientation == .turned ? frame.turnedBaseline(size: Int(look.size)) : 0)
        let size = Int(look.size)
        line.across.extend(by: glyphs.count) { across in
            for index in 0..<glyphs.count {
                let own = items.glyphs.across[glyphs.lowerBound + index]
                across[index] = own == 0 ? shift : shift + Int32(clamping: Em.scale(Int(own), by: size))
            }
        }
        if size == Em.whole {
            line.advanceOf.append(contentsOf: items.glyphs.advance[glyphs])
        } else {
            line.advanceOf.extend(by: glyphs.count) { advances in
                for index in 0..<glyphs.count {
                    advances[index] = Int32(clamping: Em.scale(Int(items.glyphs.advance[glyphs.lowerBound + index]), by: size))
                }
            }
        }
        line.cluster.extend(by: glyphs.count) { clusters in
            var index = 0
            for unit in units {
                for _ in Int(items.glyph[unit])..<Int(items.glyph[unit + 1]) {
                    clusters[index] = UInt32(bitPattern: bytes[unit - first])
                    index += 1
                }
            }
        }
        line.along.extend(by: glyphs.count) { along in
            var index = 0
            for unit in units {
                var pen = Int(places[unit - first]) + indent + self.shift(of: unit, items)
                for glyph in Int(items.glyph[unit])..<Int(items.glyph[unit + 1]) {
                    along[index] = Int32(clamping: pen + Em.scale(Int(items.glyphs.along[glyph]), by: size))
                    pen += Em.scale(Int(items.glyphs.advance[glyph]), by: size)
                    index += 1
                }
            }
        }
        var run = begin(look, font: items.glyphs.font[glyphs.lowerBound], at: written)
        for glyph in glyphs where items.glyphs.font[glyph] != run.font {
            run.glyphs = run.glyphs.lowerBound..<written + glyph - glyphs.lowerBound
            line.runs.append(run)
            run = begin(look, font: items.glyphs.font[glyph], at: run.glyphs.upperBound)
        }
        run.glyphs = run.glyphs.lowerBound..<line.glyph.count
        line.runs.append(run)
    }

    /// The same where a unit is a glyph and a character.
    private func writePlainRun(_ units: Range<Int>, look: Look, first: Int, indent: Int, _ items: borrowing Items, into line: inout ComposedLine) {
        let written = line.glyph.count
        let glyphs = Int(items.glyph[units.lowerBound])..<Int(items.glyph[units.upperBound])
        items.glyphs.glyph.withUnsafeBufferPointer { line.glyph.append(contentsOf: UnsafeBufferPointer(rebasing: $0[glyphs])) }
        items.glyphs.advance.withUnsafeBufferPointer { line.advanceOf.append(contentsOf: UnsafeBufferPointer(rebasing: $0[glyphs])) }
        let across = look.orientation == .turned ? Int32(frame.turnedBaseline(size: Int(look.size))) : 0
        if across == 0 { line.across.appendZeros(units.count) } else { line.across.append(contentsOf: repeatElement(across, count: units.count)) }
        let line0 = units.lowerBound - first
        bytes.withUnsafeBufferPointer { bytes in
            line.cluster.extend(by: units.count) { clusters in
                for index in 0..<units.count { clusters[index] = UInt32(bitPattern: bytes[line0 + index]) }
            }
        }
        let shifted = ClassSet.bit(.openingBracket) | ClassSet.bit(.warichuOpen) | ClassSet.bit(.middleDot)
        places.withUnsafeBufferPointer { places in
            items.lineClass.withUnsafeBufferPointer { classes in
                line.along.extend(by: units.count) { along in
                    for index in 0..<units.count {
                        let unit = units.lowerBound + index
                        var place = Int(places[line0 + index]) + indent
                        if ClassSet.bit(classes[unit]) & shifted != 0 { place += shift(of: unit, items) }
                        along[index] = Int32(clamping: place)
                    }
                }
            }
        }
        var run = begin(look, font: items.glyphs.font[glyphs.lowerBound], at: written)
        run.glyphs = written..<line.glyph.count
        line.runs.append(run)
    }

    /// L10: a mark's glyph is drawn so that its body stands where the unit does.
    @inline(__always)
    private func shift(of unit: Int, _ items: borrowing Items) -> Int {
        let lineClass = items.lineClass[unit]
        guard ClassSet.bit(lineClass) & (ClassSet.bit(.openingBracket) | ClassSet.bit(.warichuOpen) | ClassSet.bit(.middleDot)) != 0 else {
            return 0
        }
        let advance = Em.scale(Int(items.glyphs.advance[Int(items.glyph[unit])]), by: Int(items.looks[Int(items.look[unit])].size))
        let blank = advance - Int(items.width[unit])
        return lineClass == LineClass.middleDot.rawValue ? -blank / 2 : -blank
    }

    private func begin(_ look: Look, font: UInt8, at glyph: Int) -> ComposedRun {
        var run = ComposedRun()
        run.role = look.role
        run.font = font
        run.isUpright = look.orientation == .upright
        run.isTurned = look.orientation == .turned
        run.size = look.size
        run.condensation = look.condensation
        run.isBold = look.isBold
        run.isItalic = look.isItalic
        run.glyphs = glyph..<glyph
        return run
    }

    func close(_ run: inout ComposedRun, in line: inout ComposedLine) {
        guard line.glyph.count > run.glyphs.lowerBound else { return }
        run.glyphs = run.glyphs.lowerBound..<line.glyph.count
        line.runs.append(run)
    }

    /// A tate-chu-yoko (L44): glyphs on a base line of their own across the line, all of them centred on the axis.
    private func writeSideBySide(_ unit: Int, first: Int, indent: Int, _ items: borrowing Items, into line: inout ComposedLine) {
        let look = items.looks[Int(items.look[unit])]
        let glyphs = Int(items.glyph[unit])..<Int(items.glyph[unit + 1])
        guard !glyphs.isEmpty else { return }
        let squeeze = Em.scale(Int(look.size), by: Int(look.condensation))
        let pen = Int(places[unit - first]) + indent + Em.scale(frame.ascent, by: Int(look.size))
        var side = glyphs.reduce(0) { $0 - Em.scale(Int(items.glyphs.advance[$1]), by: squeeze) } / 2
        var run = begin(look, font: items.glyphs.font[glyphs.lowerBound], at: line.glyph.count)
        for glyph in glyphs {
            if items.glyphs.font[glyph] != run.font {
                close(&run, in: &line)
                run = begin(look, font: items.glyphs.font[glyph], at: line.glyph.count)
            }
            let advance = Em.scale(Int(items.glyphs.advance[glyph]), by: squeeze)
            line.glyph.append(items.glyphs.glyph[glyph])
            line.cluster.append(UInt32(bitPattern: bytes[unit - first]))
            line.along.append(Int32(clamping: pen - Em.scale(Int(items.glyphs.across[glyph]), by: Int(look.size))))
            line.across.append(Int32(clamping: side + Em.scale(Int(items.glyphs.along[glyph]), by: squeeze)))
            line.advanceOf.append(Int32(clamping: advance))
            side += advance
        }
        close(&run, in: &line)
    }

    // MARK: Ruby

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
        if piece.special >= 0 {
            let special = specials[piece.special]
            run.rules = special.placement.rules
            if special.slice.over.isPresent { write(.over, special.slice.over, piece, special, plan, indent: indent, run: run, items, into: &line) }
            if special.slice.under.isPresent { write(.under, special.slice.under, piece, special, plan, indent: indent, run: run, items, into: &line) }
            return
        }
        run.rules = items.blocks[piece.index].placement.rules
        if items.blocks[piece.index].placement.isByParts {
            let block = items.blocks[piece.index]
            let special = SpecialPiece(slice: items.slice(of: block), placement: block.placement, compound: 0..<0)
            if block.over.isPresent { write(.over, block.over, piece, special, plan, indent: indent, run: run, items, into: &line) }
            if block.under.isPresent { write(.under, block.under, piece, special, plan, indent: indent, run: run, items, into: &line) }
            return
        }
        let start = piece.origin + indent
        if items.blocks[piece.index].over.isPresent {
            open(&run, .over, items.blocks[piece.index].over, piece, items, in: &line)
            var row = RubyRow(run: run, textStart: items.blocks[piece.index].over.text.lowerBound, blockSize: items.blocks[piece.index].size)
            write(
                items.blocks[piece.index].over, from: start + items.blocks[piece.index].placement.overStart,
                spread: items.blocks[piece.index].placement.over, row: &row, items, into: &line)
        }
        if items.blocks[piece.index].under.isPresent {
            open(&run, .under, items.blocks[piece.index].under, piece, items, in: &line)
            var row = RubyRow(run: run, textStart: items.blocks[piece.index].under.text.lowerBound, blockSize: items.blocks[piece.index].size)
            write(
                items.blocks[piece.index].under, from: start + items.blocks[piece.index].placement.underStart,
                spread: items.blocks[piece.index].placement.under, row: &row, items, into: &line)
        }
    }

    private func write(
        _ side: Side, _ reading: Reading, _ piece: RubyPiece, _ special: SpecialPiece, _ plan: LinePlan, indent: Int, run: ComposedRun,
        _ items: borrowing Items, into line: inout ComposedLine
    ) {
        var run = run
        open(&run, side, reading, piece, items, in: &line)
        writeReading(
            reading, piece, special, plan, indent: indent, run: run, blockSize: items.blocks[piece.index].size, items, into: &line)
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
                axis(of: row) + (row.isTall ? Int(row.run.size) * frame.middle >> 16 : 0)
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

extension Items {
    /// The scalars of units, with break hints and controls behind them.
    func textRange(of units: Range<Int>) -> Range<Int> {
        let lower = units.lowerBound == 0 ? 0 : Int(text[units.lowerBound])
        return lower..<max(lower, Int(text[units.upperBound]))
    }

    /// The scalars of a line, which may begin and end inside a note (L43).
    func textRange(of plan: LinePlan) -> Range<Int> {
        let range = textRange(of: plan.units)
        guard plan.used.note > 0 || plan.noteEnd > 0 else { return range }
        let lower = plan.used.note > 0 ? noteText(at: plan.units.lowerBound, plan.used.note) : range.lowerBound
        let upper = plan.noteEnd > 0 ? noteText(at: plan.units.upperBound - 1, plan.noteEnd) : range.upperBound
        return lower..<upper
    }

    /// Where the unit `inner` of the note at `unit` begins in the paragraph's scalars.
    private func noteText(at unit: Int, _ inner: Int) -> Int {
        let note = warichu[warichuIndex(from: unit)]
        return note.text + Int(note.items.text[inner])
    }

    /// The largest em among the units' looks, no less than the page's.
    func largestSize(of units: Range<Int>) -> Int {
        guard Int(largestSize) > Em.whole else { return Em.whole }
        return units.reduce(Em.whole) { max($0, Int(looks[Int(look[$1])].size)) }
    }

    func utf8Count(_ range: Range<Int>) -> Int { range.reduce(0) { $0 + UTF8Text.length(scalars[$1]) } }

    /// The bytes of the input that units came from; a paragraph's first and last line hold its outer markup too.
    func source(of plan: LinePlan) -> Range<Int> {
        let text = textRange(of: plan)
        let begins = plan.units.lowerBound == 0 && plan.used.note == 0, ends = plan.units.upperBound >= count && plan.noteEnd == 0
        let lower = begins ? source.lowerBound : sourceStart + Int(offsets[text.lowerBound])
        let upper = ends ? source.upperBound : sourceStart + Int(offsets[text.upperBound])
        return lower..<max(lower, upper)
    }
}
