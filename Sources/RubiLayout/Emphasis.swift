import RubiMarkup
import RubiText

/// What stands beside characters: emphasis marks (R80–R83, R85), side lines (R84), frames, kanbun marks and pictures.
extension LineSetter {
    mutating func writeSpans(_ plan: LinePlan, visible: Int, indent: Int, _ items: borrowing Items, into line: inout ComposedLine) {
        items.spans(on: plan.units, into: &spansOnLine)
        for index in spansOnLine {
            let span = items.spans[Int(index)]
            let lower = max(span.units.lowerBound, plan.units.lowerBound), upper = min(span.units.upperBound, visible + 1)
            guard lower < upper else { continue }
            let units = lower..<upper
            switch span.kind {
            case .emphasis: writeMarks(span, index, units: units, plan, indent: indent, items, into: &line)
            case .sideLine, .underline, .strike, .frame, .link:
                line.rules.append(rule(of: span, units: units, plan, indent: indent, items, in: &line))
            }
        }
    }

    // MARK: Marks

    /// Half the base size (R80).
    private static let markScale = 32768

    private func writeMarks(
        _ span: Span, _ index: Int32, units: Range<Int>, _ plan: LinePlan, indent: Int, _ items: borrowing Items,
        into line: inout ComposedLine
    ) {
        guard let mark = items.markGlyphs[Int(span.detail)] else { return }
        var run = ComposedRun()
        var isOpen = false
        for unit in units where items.mark(of: unit, side: span.side) == index && takesMark(unit, items) {
            let size = Int(items.looks[Int(items.look[unit])].size)
            var side = span.side
            // R82: ruby stays nearest the base, marks go outside it, or to the other side.
            let ruby = rubyReach(at: unit, side: side, items)
            if ruby > 0, style.emphasisWithRuby == .otherSide { side = side == .over ? .under : .over }
            let reach = style.emphasisWithRuby == .otherSide ? rubyReach(at: unit, side: side, items) : ruby
            let markSize = Em.scale(size, by: Self.markScale)
            if !isOpen || run.side != side || Int(run.size) != markSize {
                if isOpen { close(&run, in: &line) }
                run = ComposedRun()
                run.role = .emphasis
                run.side = side
                run.font = mark.font
                run.isUpright = style.isVertical
                run.size = Int32(markSize)
                run.glyphs = line.glyph.count..<line.glyph.count
                isOpen = true
            }
            // Centred on the character's frame.
            let center = Int(places[unit - plan.units.lowerBound]) + indent + min(Int(items.width[unit]), max(size, 1)) / 2
            append(
                mark, at: center, size: size, markSize: markSize, reach: reach, side: side, byte: bytes[unit - plan.units.lowerBound],
                into: &line)
        }
        if isOpen { close(&run, in: &line) }
    }

    /// R81: over everything but brackets, stops, commas and blanks.
    private func takesMark(_ unit: Int, _ items: borrowing Items) -> Bool {
        switch LineClass(rawValue: items.lineClass[unit]) {
        case .ideographicSpace, .wordSpace, .picture: return false
        case .openingBracket, .closingBracket, .fullStop, .comma: return style.emphasisSkip == .none
        case .hyphen, .dividing, .middleDot, .inseparable: return style.emphasisSkip != .punctuation
        default: return true
        }
    }

    /// How far ruby on that side reaches beyond the unit's frame; 0 where there is none.
    private func rubyReach(at unit: Int, side: Side, _ items: borrowing Items) -> Int {
        guard !items.blocks.isEmpty, items.blockOf[unit] >= 0 else { return 0 }
        let block = items.blocks[Int(items.blockOf[unit])]
        guard side == .over ? block.over.isPresent : block.under.isPresent else { return 0 }
        return rubyReach(block.size)
    }

    private func append(
        _ mark: MarkGlyph, at center: Int, size: Int, markSize: Int, reach: Int, side: Side, byte: Int32, into line: inout ComposedLine
    ) {
        let advance = Em.scale(Int(mark.advance), by: markSize)
        let across: Int
        switch side {
        case .over:
            let near = frame.over(size: size) + reach
            across = style.isVertical ? near + markSize / 2 : near + frame.under(size: markSize)
            line.over = max(line.over, near + markSize)
        case .under:
            let near = frame.under(size: size) + reach
            across = style.isVertical ? -near - markSize / 2 : -near - frame.over(size: markSize)
            line.under = max(line.under, near + markSize)
        }
        line.glyph.append(mark.glyph)
        line.cluster.append(UInt32(truncatingIfNeeded: byte))
        line.along.append(Int32(clamping: center - advance / 2 + Em.scale(Int(mark.along), by: markSize)))
        line.across.append(Int32(clamping: across + Em.scale(Int(mark.across), by: markSize)))
        line.advanceOf.append(Int32(clamping: advance))
    }

    // MARK: Lines and frames

    /// Distance of a side line from the character frame: a sixteenth of an em.
    private static let sideLineGap = 4096

    private func rule(
        of span: Span, units: Range<Int>, _ plan: LinePlan, indent: Int, _ items: borrowing Items, in line: inout ComposedLine
    ) -> ComposedRule {
        let first = plan.units.lowerBound
        let last = units.upperBound - 1
        let size = Int(items.looks[Int(items.look[units.lowerBound])].size)
        let reach = units.reduce(0) { max($0, rubyReach(at: $1, side: span.side, items)) }
        var rule = ComposedRule()
        rule.style = LineStyle(rawValue: span.detail) ?? .solid
        let start = Int(places[units.lowerBound - first]) + indent
        rule.along = Int32(clamping: start)..<Int32(clamping: max(start, Int(places[last - first]) + indent + width(of: last, plan, items)))
        switch span.kind {
        case .frame:
            rule.kind = .frame
            rule.across = Int32(-frame.under(size: size) - units.reduce(0) { max($0, rubyReach(at: $1, side: .under, items)) })
            rule.acrossEnd = Int32(frame.over(size: size) + reach)
        case .strike:
            rule.kind = .strike
            rule.across = Int32((frame.over(size: size) - frame.under(size: size)) / 2)
        case .link:
            rule.kind = .link
            rule.across = Int32(-frame.under(size: size))
            rule.acrossEnd = Int32(frame.over(size: size))
            let string = line.strings.count
            line.strings.append(contentsOf: items.strings[span.string])
            rule.string = string..<line.strings.count
        case .sideLine, .underline, .emphasis:
            rule.kind = span.kind == .underline ? .underline : .sideLine
            let isOver = span.side == .over
            let distance = (isOver ? frame.over(size: size) : frame.under(size: size)) + reach + Self.sideLineGap
            rule.across = Int32(isOver ? distance : -distance)
            if isOver { line.over = max(line.over, distance) } else { line.under = max(line.under, distance) }
        }
        return rule
    }

    // MARK: Kanbun and pictures

    func writeInsets(_ plan: LinePlan, indent: Int, _ items: borrowing Items, into line: inout ComposedLine) {
        // Ascending by unit.
        var low = 0, high = items.insets.count
        while low < high {
            let middle = (low + high) / 2
            if items.insets[middle].unit < plan.units.lowerBound { low = middle + 1 } else { high = middle }
        }
        for inset in items.insets[low...].prefix(while: { $0.unit < plan.units.upperBound }) {
            let size = Int(items.looks[Int(items.look[inset.unit])].size)
            let start = Int(places[inset.unit - plan.units.lowerBound]) + indent
            switch inset.kind {
            case .image:
                var rule = ComposedRule()
                rule.kind = .image
                rule.along = Int32(clamping: start)..<Int32(clamping: start + Int(items.width[inset.unit]))
                rule.across = Int32(-frame.under(size: size))
                rule.acrossEnd = Int32(frame.over(size: size))
                let string = line.strings.count
                line.strings.append(contentsOf: items.strings[inset.string])
                rule.string = string..<line.strings.count
                line.strings.append(contentsOf: items.strings[inset.string2])
                rule.string2 = rule.string.upperBound..<line.strings.count
                line.rules.append(rule)
            case .kaeriten, .okurigana:
                // Several on one character stand one after another.
                writeKanbun(
                    inset, start: start + size / 2 + inset.shift, size: size, byte: bytes[inset.unit - plan.units.lowerBound], items,
                    into: &line)
            }
        }
    }

    /// L45: kaeriten at the lower left, okurigana at the lower right of their character, from its middle on.
    private func writeKanbun(_ inset: Inset, start: Int, size: Int, byte: Int32, _ items: borrowing Items, into line: inout ComposedLine) {
        var run = ComposedRun()
        run.role = inset.kind == .kaeriten ? .kaeriten : .okurigana
        run.side = inset.kind == .kaeriten ? .under : .over
        run.size = Int32(Em.scale(style.rubySize, by: size))
        run.condensation = Int32(style.rubyCondensation)
        let string = line.strings.count
        for scalar in items.rubyScalars[inset.marks.text] { UTF8Text.append(scalar, to: &line.strings) }
        run.string = string..<line.strings.count
        // Inside the base of a ruby on their side they stand outside it.
        let isInNote = items.looks[Int(items.look[inset.unit])].role == .warichu
        let beyond = isInNote ? -rubyReach(Int32(size)) : rubyReach(at: inset.unit, side: run.side, items)
        write(inset.marks, from: start, run: run, blockSize: Int32(size), beyond: beyond, items, into: &line)
        let reach = rubyReach(Int32(size)) + beyond
        if run.side == .over {
            line.over = max(line.over, frame.over(size: size) + reach)
        } else {
            line.under = max(line.under, frame.under(size: size) + reach)
        }
        guard let beside = inset.beside else { return }
        // R82: outside the okurigana, as outside a reading; half as large as they are.
        if beside.kind == .emphasis, let mark = items.markGlyphs[Int(beside.detail)] {
            var dots = ComposedRun()
            dots.role = .emphasis
            dots.side = run.side
            dots.font = mark.font
            dots.isUpright = style.isVertical
            dots.size = Int32(Em.scale(Int(run.size), by: Self.markScale))
            dots.glyphs = line.glyph.count..<line.glyph.count
            let count = inset.marks.units
            for index in 0..<count {
                let center = start + inset.marks.width * (2 * index + 1) / (2 * count)
                append(mark, at: center, size: size, markSize: Int(dots.size), reach: reach, side: run.side, byte: byte, into: &line)
            }
            close(&dots, in: &line)
        } else if beside.kind == .sideLine {
            let isOver = run.side == .over
            let distance = (isOver ? frame.over(size: size) : frame.under(size: size)) + reach + Self.sideLineGap
            var rule = ComposedRule()
            rule.style = LineStyle(rawValue: beside.detail) ?? .solid
            rule.along = Int32(clamping: start)..<Int32(clamping: start + inset.marks.width)
            rule.across = Int32(isOver ? distance : -distance)
            line.rules.append(rule)
            if isOver { line.over = max(line.over, distance) } else { line.under = max(line.under, distance) }
        }
    }
}
