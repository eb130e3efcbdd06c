import RubiMarkup
import RubiText

/// One line as the breaker decides it.
struct LinePlan {
    enum Fit: UInt8 { case natural, shrunk, widened }
    var units: Range<Int>
    var used = UsedReading()
    var fit = Fit.natural
    /// The last unit hangs past the measure (L25).
    var hangs = false
    /// Last line of its paragraph, or before a forced end.
    var isLast = false
    var room: LineRoom
    var problem: DiagnosticCode?
    /// A ruby that began on an earlier line: which part of it this line holds, from 1.
    var headPart = 1
    var headBlock = -1
    /// The line ends inside the note that its last unit stands for, before this unit of the note (L43); 0: it does not.
    var noteEnd = 0

    /// Where the next line begins: with the same unit again where a note is cut.
    var next: Int { noteEnd > 0 ? units.upperBound - 1 : units.upperBound }

    /// Which part of a broken block stands on this line.
    func rubyPart(of block: Int) -> Int { block == headBlock ? headPart : 1 }
}

/// Breaks a paragraph, the next line at a time, as soon as it can be known (L30): nothing before the line is looked at again.
struct GreedyBreaker {
    let preparer: Preparer
    let style: Style

    init(preparer: Preparer) {
        self.preparer = preparer
        style = preparer.style
    }

    /// The widest a line can be set, in raw lengths: glyph places are 32 bits. What is unbreakable beyond it is broken all the same.
    static let widest = 16_000 * Em.whole

    /// The line from unit `first` on; `end`: where the text must end (a forced break or the paragraph's end).
    func line(from first: Int, to end: Int, used: UsedReading, room: LineRoom, _ items: borrowing Items) -> LinePlan {
        var plan = LinePlan(units: first..<end, used: used, room: room)
        let measure = LineMeasure(first: first, used: used, room: room, items: items, preparer: preparer)
        let limit = room.measure
        let last = end - 1
        let reach = min(measure.reach(limit, items), last)

        // (1) The rest fits. The sums may say too much by a space or a U+3000 that takes no room at the end.
        if last - reach <= 2, measure.natural(last, isLast: true, items) <= limit {
            plan.isLast = true
            return plan
        }
        // (2) The last break within the measure.
        var best = min(reach + 2, last - 1)
        while best > first, !(items.mayBreak(after: best) && width(best, measure, items) <= limit) { best -= 1 }
        // No break is before the last unit alone.
        let hasBest = best >= first && items.mayBreak(after: best) && width(best, measure, items) <= limit && best < last
        if hasBest {
            let natural = width(best, measure, items)
            let visible = measure.lastVisible(best, items)
            if natural == limit || !forcesHang(visible, items) && natural + blank(visible, items) == limit {
                return finish(
                    plan, at: best, hangs: forcesHang(best, items), fit: forcesHang(best, items) ? .widened : .natural, measure, items)
            }
        }
        let next = nextBreak(after: hasBest ? best : first - 1, last: last, items)
        let isMarkNext = isMark(next, items) && next > first && style.hang != .none
        let beforeMark = isMarkNext ? measure.natural(next - 1, isLast: false, items) : .max
        // (3) Hanging, where what stands before the mark fills the measure.
        if isMarkNext, beforeMark == limit { return finish(plan, at: next, hangs: true, fit: .widened, measure, items) }
        // (4) The next break, shrunk.
        let isEnd = next == last
        let nextWidth = measure.natural(next, isLast: isEnd, items)
        if nextWidth - measure.shrink(next, items) <= limit, !(style.hang == .force && isMarkNext && beforeMark <= limit) {
            return finish(plan, at: next, hangs: false, fit: .shrunk, measure, items)
        }
        // (5) Hanging, what stands before it widened.
        if isMarkNext, beforeMark <= limit { return finish(plan, at: next, hangs: true, fit: .widened, measure, items) }
        // (6) Widened.
        if hasBest { return finish(plan, at: best, hangs: forcesHang(best, items), fit: .widened, measure, items) }
        // (7) Nothing fits.
        return overfull(plan, next: next, measure, items)
    }

    /// L22, L35: a word wider than the line breaks at clusters; anything else is set as it is.
    private func overfull(_ plan: LinePlan, next: Int, _ measure: LineMeasure, _ items: borrowing Items) -> LinePlan {
        var plan = plan
        let first = plan.units.lowerBound
        var fits = first
        let isTooWide = measure.natural(next, isLast: false, items) > Self.widest
        let limit = isTooWide ? max(plan.room.measure, Em.whole) : plan.room.measure
        var unit = min(measure.reach(limit, items), next)
        while unit > first {
            let isInside =
                unit < next && items.isWestern(unit) && items.isWestern(unit + 1) && (items.blocks.isEmpty || items.blockOf[unit] < 0)
            if (isInside || isTooWide) && measure.natural(unit, isLast: false, items) <= limit { break }
            unit -= 1
        }
        if unit > first || isTooWide || wordBreaks(at: first, next: next, items) {
            fits = unit
            plan.problem = .wordWiderThanLine
            plan.fit = .natural
        } else {
            fits = next
            plan.problem = items.blocks.isEmpty || items.blockOf[first] < 0 ? .widerThanLine : .rubyWiderThanLine
            plan.fit = .shrunk
        }
        let isEnd = next == plan.units.upperBound - 1
        if fits == next, measure.natural(next, isLast: isEnd, items) - measure.shrink(next, items) <= plan.room.measure {
            plan.problem = nil
        }
        return finish(plan, at: fits, hangs: false, fit: plan.fit, measure, items)
    }

    private func wordBreaks(at first: Int, next: Int, _ items: borrowing Items) -> Bool {
        first < next && items.isWestern(first) && items.isWestern(first + 1) && (items.blocks.isEmpty || items.blockOf[first] < 0)
    }

    private func finish(
        _ plan: LinePlan, at last: Int, hangs: Bool, fit: LinePlan.Fit, _ measure: LineMeasure, _ items: borrowing Items
    ) -> LinePlan {
        var plan = plan
        plan.isLast = last == plan.units.upperBound - 1
        plan.units = plan.units.lowerBound..<last + 1
        plan.hangs = hangs
        plan.fit = plan.isLast && fit == .widened && !hangs ? .natural : fit
        return plan
    }

    /// A line's width for choosing: with `--hang force` a mark at its end always hangs.
    private func width(_ last: Int, _ measure: LineMeasure, _ items: borrowing Items) -> Int {
        measure.natural(forcesHang(last, items) && last > measure.first ? last - 1 : last, isLast: false, items)
    }

    func forcesHang(_ last: Int, _ items: borrowing Items) -> Bool { style.hang == .force && isMark(last, items) }

    /// L25: only 。 、 ． ，.
    func isMark(_ unit: Int, _ items: borrowing Items) -> Bool {
        items.lineClass[unit] == LineClass.fullStop.rawValue || items.lineClass[unit] == LineClass.comma.rawValue
    }

    func blank(_ unit: Int, _ items: borrowing Items) -> Int { style.punctuation == .jlreq ? items.endBlank(unit) : 0 }

    private func nextBreak(after unit: Int, last: Int, _ items: borrowing Items) -> Int {
        var unit = unit + 1
        while unit < last, !items.mayBreak(after: unit) { unit += 1 }
        return unit
    }
}
