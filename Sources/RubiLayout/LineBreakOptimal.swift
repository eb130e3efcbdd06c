import RubiMarkup
import RubiText

/// Breaks a whole paragraph at once (L31): the lines whose squared adjustment ratios, with the penalties, have the least sum. Integers, so every run gives the same.
struct OptimalBreaker {
    let greedy: GreedyBreaker
    let splitter: WarichuSplitter
    private var nodes: [Node] = []
    /// The best node at each place a line may begin: after a line that does not hang, after one that does, and inside the note there (L43); −1: none.
    private var best: [Int32] = []
    private var stretch: [Int] = []
    /// The unit that `stretch` begins with.
    private var origin = 0

    private struct Node {
        var unit: Int
        var cost: Int
        var previous: Int32
        var plan: LinePlan
        /// Of the line that begins here.
        var used: UsedReading
        var part: Int
    }

    /// Ratios are in thousandths; a line adjusted by all its places may give costs this much.
    private static let whole = 1000
    /// Two lines in a row that end in hanging marks: as much as a line at half its adjustment.
    private static let hangingPenalty = 250_000
    /// A ruby broken over a line's end: as much as a line at its limit.
    private static let brokenRubyPenalty = 1_000_000
    /// A last line shorter than two em: as much as a line at half its adjustment.
    private static let shortLastPenalty = 250_000
    /// Lines shorter by more than this are not looked at where a longer one is to be had.
    private static let slack = 3 * Em.whole

    private static let kinds = 3

    init(greedy: GreedyBreaker, splitter: WarichuSplitter) { (self.greedy, self.splitter) = (greedy, splitter) }

    /// The lines of the units `first` ..< `end`.
    mutating func lines(from first: Int, to end: Int, _ shape: ParagraphShape, _ items: borrowing Items, into plans: inout [LinePlan]) {
        sumStretch(from: first, to: end, items)
        nodes.removeAll(keepingCapacity: true)
        best.removeAll(keepingCapacity: true)
        best.append(repeating: -1, count: Self.kinds * (end - first + 1))
        let origin = LinePlan(units: first..<first, room: LineRoom(of: shape, from: first, line: plans.count, items, style: greedy.style))
        nodes.append(Node(unit: first, cost: 0, previous: -1, plan: origin, used: UsedReading(), part: 1))
        best[0] = 0
        for unit in first..<end {
            for kind in 0..<Self.kinds {
                var index = best[Self.kinds * (unit - first) + kind]
                guard index >= 0 else { continue }
                let room = LineRoom(of: shape, from: unit, line: plans.count + lines(before: index), items, style: greedy.style)
                while let deeper = lineInsideNote(index, end: end, items, room: room) { index = deeper }
                extend(index, first: first, end: end, items, room: room)
            }
        }
        let last = best.suffix(Self.kinds).filter { $0 >= 0 }
        guard var index = last.min(by: { nodes[Int($0)].cost < nodes[Int($1)].cost }) else { return }
        let start = plans.count
        while nodes[Int(index)].previous >= 0 {
            plans.append(nodes[Int(index)].plan)
            index = nodes[Int(index)].previous
        }
        plans[start...].reverse()
    }

    /// How many lines lie before a node, counted no further than two (L42 asks for no more).
    private func lines(before index: Int32) -> Int { index == 0 ? 0 : nodes[Int(index)].previous == 0 ? 1 : 2 }

    /// What the places up to each unit may take, counted from the first.
    private mutating func sumStretch(from first: Int, to end: Int, _ items: borrowing Items) {
        stretch.removeAll(keepingCapacity: true)
        origin = first
        var sum = 0
        for unit in first..<end {
            switch items.pair[unit].widening {
            case .word, .western: sum += max(0, Em.half - Int(items.space[unit]))
            case .solid: sum += Em.quarter
            case .never, .last: break
            }
            stretch.append(sum)
        }
    }

    /// Every line that may begin at a node: around the last break within the measure, and what hangs or can be brought in.
    private mutating func extend(
        _ index: Int32, first: Int, end: Int, _ items: borrowing Items, room: LineRoom
    ) {
        let node = nodes[Int(index)]
        let measure = LineMeasure(first: node.unit, used: node.used, room: room, items: items, preparer: greedy.preparer)
        let last = end - 1
        var found = false
        var plan = LinePlan(units: node.unit..<node.unit, used: node.used, room: room)
        plan.headPart = node.part
        plan.headBlock = items.blocks.isEmpty ? -1 : Int(items.blockOf[node.unit])
        let reach = min(measure.reach(room.measure, items), last)
        var unit = min(reach + 2, last)
        // From the widest that fits downwards.
        while unit >= node.unit {
            defer { unit -= 1 }
            guard unit == last || items.mayBreak(after: unit) else { continue }
            let isLast = unit == last
            let natural = measure.natural(unit, isLast: isLast, items)
            guard natural <= room.measure else { continue }
            if isLast {
                plan.isLast = true
                let isShort = measure.natural(unit, isLast: true, items) < 2 * Em.whole
                offer(unit, isShort ? Self.shortLastPenalty : 0, .natural, plan, from: index, first: first, items)
                plan.isLast = false
            } else {
                let hangs = greedy.forcesHang(unit, items) && unit > node.unit
                let set = hangs ? measure.natural(unit - 1, isLast: false, items) : natural
                let blank = hangs ? 0 : greedy.blank(measure.lastVisible(unit, items), items)
                let lacking = room.measure - set - (set + blank <= room.measure ? blank : 0)
                let cost = ratio(lacking, of: stretch[unit - origin] - stretch[node.unit - origin])
                offer(unit, cost, lacking == 0 ? .natural : .widened, hangs: hangs, plan, from: index, first: first, items)
            }
            found = true
            if natural < room.measure - Self.slack { break }
        }
        // What can be brought in, or hangs.
        unit = reach + 1
        while unit <= last {
            defer { unit += 1 }
            guard unit == last || items.mayBreak(after: unit) else { continue }
            let natural = measure.natural(unit, isLast: unit == last, items)
            let shrink = measure.shrink(unit, items)
            if natural > room.measure, natural - shrink <= room.measure {
                plan.isLast = unit == last
                let isShort = plan.isLast && measure.natural(unit, isLast: true, items) < 2 * Em.whole
                let cost = ratio(natural - room.measure, of: shrink) + (isShort ? Self.shortLastPenalty : 0)
                offer(unit, cost, .shrunk, plan, from: index, first: first, items)
                plan.isLast = false
                found = true
            }
            if natural > room.measure, greedy.style.hang != .none, greedy.isMark(unit, items), unit > node.unit {
                let before = measure.natural(unit - 1, isLast: false, items)
                if before <= room.measure {
                    plan.isLast = unit == last
                    let isShort = plan.isLast && measure.natural(unit, isLast: true, items) < 2 * Em.whole
                    let cost = ratio(room.measure - before, of: stretch[unit - origin] - stretch[node.unit - origin])
                    offer(unit, cost + (isShort ? Self.shortLastPenalty : 0), .widened, hangs: true, plan, from: index, first: first, items)
                    plan.isLast = false
                    found = true
                }
            }
            if natural - shrink > room.measure { break }
        }
        if !items.warichu.isEmpty, let plan = cut(node, measure, reach: reach, end: end, items) {
            reachNode(plan, cost: 0, from: index, first: first, items)
            found = true
        }
        if !found {
            var plan = greedy.line(from: node.unit, to: end, used: node.used, room: room, items)
            plan.headPart = node.part
            plan.headBlock = items.blocks.isEmpty ? -1 : Int(items.blockOf[node.unit])
            reachNode(plan, cost: 4 * Self.whole * Self.whole, from: index, first: first, items)
        }
    }

    /// A line up to and with `unit`, made only where no cheaper one ends there.
    @inline(__always)
    private mutating func offer(
        _ unit: Int, _ cost: Int, _ fit: LinePlan.Fit, hangs: Bool = false, _ head: LinePlan, from index: Int32, first: Int,
        _ items: borrowing Items
    ) {
        let cost = cost + (hangs && nodes[Int(index)].plan.hangs ? Self.hangingPenalty : 0)
        let known = best[Self.kinds * (unit + 1 - first) + (hangs ? 1 : 0)]
        if known >= 0, nodes[Int(known)].cost <= nodes[Int(index)].cost + cost { return }
        var plan = head
        plan.units = head.units.lowerBound..<unit + 1
        plan.fit = fit
        plan.hangs = hangs
        reachNode(plan, cost: cost, from: index, first: first, items)
    }

    /// The line that ends inside the first note that does not fit on it.
    private func cut(_ node: Node, _ measure: LineMeasure, reach: Int, end: Int, _ items: borrowing Items) -> LinePlan? {
        let index = items.warichuIndex(from: reach)
        guard index < items.warichu.count, items.warichu[index].unit > node.unit || node.used.note == 0 else { return nil }
        let unit = items.warichu[index].unit
        guard unit < end, measure.natural(unit, isLast: unit == end - 1, items) > measure.room.measure else { return nil }
        var plan = LinePlan(units: node.unit..<unit + 1, used: node.used, room: measure.room)
        plan.headPart = node.part
        plan.headBlock = items.blocks.isEmpty ? -1 : Int(items.blockOf[node.unit])
        return splitter.cut(index, plan, measure, end: end, items)
    }

    /// A line inside a note whose rest is longer than it: there is but one way to set it.
    private mutating func lineInsideNote(_ index: Int32, end: Int, _ items: borrowing Items, room: LineRoom) -> Int32? {
        let node = nodes[Int(index)]
        guard node.used.note > 0 else { return nil }
        let measure = LineMeasure(first: node.unit, used: node.used, room: room, items: items, preparer: greedy.preparer)
        guard measure.natural(node.unit, isLast: true, items) > room.measure else { return nil }
        let plan = LinePlan(units: node.unit..<node.unit + 1, used: node.used, room: room)
        guard let plan = splitter.cut(items.warichuIndex(from: node.unit), plan, measure, end: end, items) else { return nil }
        nodes.append(Node(unit: node.unit, cost: node.cost, previous: index, plan: plan, used: UsedReading(note: plan.noteEnd), part: 1))
        return Int32(nodes.count - 1)
    }

    private mutating func reachNode(
        _ plan: LinePlan, cost: Int, from index: Int32, first: Int, _ items: borrowing Items
    ) {
        let unit = plan.next
        let (used, part) = items.blocks.isEmpty && plan.noteEnd == 0 ? (UsedReading(), 1) : greedy.preparer.rest(plan, items)
        let total = nodes[Int(index)].cost + cost + (part > 1 ? Self.brokenRubyPenalty : 0)
        let slot = Self.kinds * (unit - first) + (plan.noteEnd > 0 ? 2 : plan.hangs ? 1 : 0)
        if best[slot] >= 0, nodes[Int(best[slot])].cost <= total { return }
        let node = Node(unit: unit, cost: total, previous: index, plan: plan, used: used, part: part)
        if best[slot] >= 0 {
            nodes[Int(best[slot])] = node
        } else {
            best[slot] = Int32(nodes.count)
            nodes.append(node)
        }
    }

    /// The squared ratio of `amount` to what the line's places can take; a line without places counts as one with a quarter em.
    private func ratio(_ amount: Int, of capacity: Int) -> Int {
        let ratio = min(20 * Self.whole, Self.whole * max(0, amount) / max(capacity, Em.quarter))
        return ratio * ratio
    }
}
