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
        items.scalars.withUnsafeBufferPointer { scalars in
            bytes.extend(by: range.count) { bytes in
                line.text.append(addingCapacity: range.count * 4) { room in
                    room.withUnsafeMutableBufferPointer { text, end in
                        for index in 0..<range.count {
                            bytes[index] = Int32(truncatingIfNeeded: end)
                            end = UTF8Text.write(scalars[range.lowerBound + index], to: text, at: end)
                        }
                    }
                }
            }
        }
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
        let glyphs = Int(items.glyph[units.lowerBound])..<Int(items.glyph[units.upperBound])
        guard !glyphs.isEmpty else { return }
        if look.size == Int32(Em.whole), look.shift == 0, items.hasGlyphsAlone, items.isOneToOne(units), items.glyphs.arePlain(glyphs) {
            return writePlainRun(units, glyphs, look: look, first: first, indent: indent, items, into: &line)
        }
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
    private func writePlainRun(
        _ units: Range<Int>, _ glyphs: Range<Int>, look: Look, first: Int, indent: Int, _ items: borrowing Items,
        into line: inout ComposedLine
    ) {
        let written = line.glyph.count
        items.glyphs.glyph.withUnsafeBufferPointer { line.glyph.append(contentsOf: UnsafeBufferPointer(rebasing: $0[glyphs])) }
        items.glyphs.advance.withUnsafeBufferPointer { line.advanceOf.append(contentsOf: UnsafeBufferPointer(rebasing: $0[glyphs])) }
        let across = look.orientation == .turned ? Int32(frame.turnedBaseline(size: Int(look.size))) : 0
        line.across.append(repeating: across, count: units.count)
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
                    var seen: UInt32 = 0
                    for index in 0..<units.count {
                        along[index] = places[line0 + index] &+ Int32(truncatingIfNeeded: indent)
                        seen |= ClassSet.bit(classes[units.lowerBound + index])
                    }
                    guard seen & shifted != 0 else { return }
                    for index in 0..<units.count where ClassSet.bit(classes[units.lowerBound + index]) & shifted != 0 {
                        along[index] &+= Int32(truncatingIfNeeded: shift(of: units.lowerBound + index, items))
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
