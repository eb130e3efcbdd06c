import RubiMarkup
import RubiShaping
import RubiText

/// A problem of composition (cli.md), by the byte of the input it stands at.
package struct CompositionProblem: Sendable, Equatable {
    package var code: DiagnosticCode
    package var offset: Int
    package var arguments: [String] = []
}

/// Composes one paragraph after another: the stages in order, with their buffers. One a worker.
struct Composer {
    let style: Style
    let shaper: Shaper
    private var collector: Collector
    private let preparer: Preparer
    private let breaker: GreedyBreaker
    private var optimal: OptimalBreaker
    private let splitter: WarichuSplitter
    private var setter: LineSetter
    private var items = Items()
    private var plans: [LinePlan] = []
    /// Problems since the caller last took them.
    var problems: [CompositionProblem] = []
    /// The number of rubies of the paragraph composed last.
    private(set) var rubies = 0
    /// Lines are wanted for their lengths alone, without text and glyphs.
    var isMeasuring = false

    init(style: Style, fonts: FontSet) {
        self.style = style
        shaper = Shaper(fonts: fonts)
        collector = Collector(style: style, shaper: shaper)
        preparer = Preparer(style: style)
        breaker = GreedyBreaker(preparer: preparer)
        splitter = WarichuSplitter(preparer: preparer, breaker: breaker)
        optimal = OptimalBreaker(greedy: breaker, splitter: splitter)
        let frame = fonts.primary.frame
        setter = LineSetter(
            style: style, preparer: preparer, splitter: splitter,
            frame: LineFrame(ascent: Int(frame.ascent), descent: -Int(frame.descent), isVertical: style.isVertical))
    }

    /// Composes `block` and puts its lines into `lines` from `start` on, whose elements are reused; returns their number.
    mutating func compose(
        _ block: borrowing Block, part: BlockPart = .whole, shape: ParagraphShape, into lines: inout [ComposedLine], from start: Int = 0
    ) -> Int {
        collector.nextRubyNumber = 1
        collector.collect(block, part, shape: shape, into: &items)
        rubies = collector.nextRubyNumber - 1
        takeMissing()
        guard items.count > 0 else {
            if items.scalars.isEmpty { return 0 }
            if lines.count == start { lines.append(ComposedLine()) }
            composeInvisible(into: &lines[start])
            return 1
        }
        if !items.warichu.isEmpty { preparer.prepareWarichu(&items) }
        preparer.prepare(&items, measure: shape.measure)
        breakLines(shape)
        for (index, plan) in plans.enumerated() {
            let place = start + index
            if lines.count == place { lines.append(ComposedLine()) }
            if isMeasuring { setter.outline(plan, items, into: &lines[place]) } else { setter.set(plan, items, into: &lines[place]) }
            lines[place].isFirst = index == 0
            lines[place].heading = shape.heading
            if let problem = plan.problem { report(problem, at: plan.units.lowerBound) }
        }
        return plans.count
    }

    /// A paragraph of controls and break hints alone: a line with its text and no glyph, so that no character is lost.
    private func composeInvisible(into line: inout ComposedLine) {
        line.removeAll()
        for scalar in items.scalars { UTF8Text.append(scalar, to: &line.text) }
        line.characters = items.scalars.count
        line.source = items.source
        line.advance = 0
        line.measure = 0
        line.over = setter.frame.over(size: Em.whole)
        line.under = setter.frame.under(size: Em.whole)
        line.isFirst = true
        line.isLast = true
    }

    private mutating func breakLines(_ shape: ParagraphShape) {
        plans.removeAll(keepingCapacity: true)
        var first = 0
        var forced = 0
        while first < items.count {
            while forced < items.forcedBreaks.count, items.forcedBreaks[forced] <= first { forced += 1 }
            let stop = forced < items.forcedBreaks.count ? items.forcedBreaks[forced] : items.count
            let start = plans.count
            breakSegment(from: first, to: min(stop, items.count), shape)
            if style.widows >= 2 { lengthenLast(from: start) }
            first = plans.last?.units.upperBound ?? items.count
        }
        guard !items.blocks.isEmpty else { return }
        for plan in plans { countParts(plan) }
    }

    /// The lines up to a forced end.
    private mutating func breakSegment(from start: Int, to stop: Int, _ shape: ParagraphShape) {
        if style.breaker == .optimal { return optimal.lines(from: start, to: stop, shape, items, into: &plans) }
        var first = start
        var used = UsedReading()
        var part = 1
        while first < stop {
            var plan = breaker.line(
                from: first, to: stop, used: used, room: LineRoom(of: shape, from: first, line: plans.count, items, style: style), items)
            if !items.warichu.isEmpty { splitter.cut(&plan, end: stop, items) }
            plan.headPart = part
            plan.headBlock = items.blocks.isEmpty ? -1 : Int(items.blockOf[first])
            plans.append(plan)
            first = plan.next
            (used, part) = preparer.rest(plan, items)
        }
    }

    /// L64: the last line has at least so many characters, by moving the break before it one earlier.
    private mutating func lengthenLast(from start: Int) {
        guard plans.count - start >= 2, let last = plans.last, last.units.count < style.widows, last.used == UsedReading() else { return }
        let before = plans[plans.count - 2]
        guard before.noteEnd == 0 else { return }
        var unit = last.units.upperBound - style.widows
        while unit > before.units.lowerBound,
            !items.pair[unit].breaks || !items.blocks.isEmpty && items.blockOf[unit] >= 0 && items.blockOf[unit] == items.blockOf[unit - 1]
        { unit -= 1 }
        guard unit > before.units.lowerBound, unit < last.units.lowerBound else { return }
        plans[plans.count - 2].units = before.units.lowerBound..<unit
        plans[plans.count - 2].fit = .widened
        plans[plans.count - 2].hangs = false
        plans[plans.count - 1].units = unit..<last.units.upperBound
        plans[plans.count - 1].fit = .natural
        plans[plans.count - 1].headBlock = items.blocks.isEmpty ? -1 : Int(items.blockOf[unit])
    }

    /// On how many lines each broken ruby stands.
    private mutating func countParts(_ plan: LinePlan) {
        let next = plan.next
        guard next < items.count, next > 0, items.blockOf[next] >= 0, items.blockOf[next - 1] == items.blockOf[next] else { return }
        items.blocks[Int(items.blockOf[next])].lines += 1
    }

    private mutating func report(_ code: DiagnosticCode, at unit: Int) {
        problems.append(CompositionProblem(code: code, offset: items.sourceStart + Int(items.offsets[Int(items.text[unit])])))
    }

    /// Characters that no font has, with the place of each.
    private mutating func takeMissing() {
        guard !shaper.missing.isEmpty else { return }
        for missing in shaper.missing {
            let offset = missing.index < items.offsets.count ? Int(items.offsets[missing.index]) : 0
            let hex = String(missing.scalar, radix: 16, uppercase: true)
            let code = "U+" + String(repeating: "0", count: max(0, 4 - hex.count)) + hex
            let character = Unicode.Scalar(missing.scalar).map { String(Character($0)) } ?? "\u{FFFD}"
            problems.append(CompositionProblem(code: .missingGlyph, offset: items.sourceStart + offset, arguments: [code, character]))
        }
        shaper.missing.removeAll(keepingCapacity: true)
    }
}
