import RubiMarkup
import RubiText

/// Breaks a whole paragraph at once (L31): the lines whose squared adjustment ratios, with the penalties, have the least sum. Integers, so every run gives the same.
struct OptimalBreaker {
    let greedy: GreedyBreaker
    let splitter: WarichuSplitter
    private var nodes: [Node] = []
    /// What nodes inside a ruby or a note begin with; the first is what all others begin with.
    private var heads = [Head()]
    /// The lines of nodes that are not made by the sums alone: cut in a note, or what cannot be set otherwise.
    private var made: [LinePlan] = []
    /// The best node at each place a line may begin: after a line that does not hang, after one that does, and inside the note there (L43); −1: none.
    private var best: [Int32] = []
    private var stretch: [Int] = []
    /// The unit that `stretch` begins with.
    private var origin = 0
    private var places: [Place] = []
    /// In `places`: the first that is not before the node, and the first that is not within the measure from there by the sums. Both move on with the nodes.
    private var low = 0
    private var high = 0

    /// A place where a line may begin, and the line that ends before it. Small, for there are nearly as many as characters: lines are written out only where they
    /// are taken.
    private struct Node {
        var cost: Int
        var unit: Int32
        var previous: Int32
        /// In `heads`.
        var head: Int32 = 0
        /// In `made`; −1: the line is what its units and the two below say.
        var made: Int32 = -1
        var fit = LinePlan.Fit.natural
        var hangs = false
    }

    /// A place where a line may end, with what is the same wherever that line began.
    private struct Place {
        var unit: Int32
        /// The last unit that shows up to here.
        var visible: Int32
        var blank: Int32
        var forcesHang: Bool
        /// Where the unit ends by the sums.
        var sum: Int
        /// Where a line up to here ends, for `LineMeasure.shift`; nil where that depends on its beginning.
        var end: Int?
    }

    private struct Head {
        var used = UsedReading()
        var part = 1
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
        notePlaces(from: first, to: end, items)
        nodes.removeAll(keepingCapacity: true)
        heads.removeSubrange(1...)
        made.removeAll(keepingCapacity: true)
        best.removeAll(keepingCapacity: true)
        best.append(repeating: -1, count: Self.kinds * (end - first + 1))
        nodes.append(Node(cost: 0, unit: Int32(first), previous: -1))
        best[0] = 0
        let start = plans.count
        for unit in first..<end {
            for kind in 0..<Self.kinds {
                var index = best[Self.kinds * (unit - first) + kind]
                guard index >= 0 else { continue }
                let room = LineRoom(of: shape, from: unit, line: start + lines(before: index), items, style: greedy.style)
                while !items.warichu.isEmpty, let deeper = lineInsideNote(index, end: end, items, room: room) { index = deeper }
                extend(index, first: first, end: end, items, room: room)
            }
        }
        let last = best.suffix(Self.kinds).filter { $0 >= 0 }
        guard var index = last.min(by: { nodes[Int($0)].cost < nodes[Int($1)].cost }) else { return }
        while nodes[Int(index)].previous >= 0 {
            plans.append(plan(of: index, end: end, shape, items, line: start))
            index = nodes[Int(index)].previous
        }
        plans[start...].reverse()
    }

    /// The line that ends before a node; `start`: the number of the first line.
    private func plan(of index: Int32, end: Int, _ shape: ParagraphShape, _ items: borrowing Items, line start: Int) -> LinePlan {
        let node = nodes[Int(index)]
        if node.made >= 0 { return made[Int(node.made)] }
        let from = Int(nodes[Int(node.previous)].unit)
        let room = LineRoom(of: shape, from: from, line: start + lines(before: node.previous), items, style: greedy.style)
        var plan = line(from: node.previous, to: Int(node.unit), room: room, items)
        plan.fit = node.fit
        plan.hangs = node.hangs
        plan.isLast = Int(node.unit) == end
        return plan
    }

    /// The units from a node to `upper` as a line.
    private func line(from index: Int32, to upper: Int, room: LineRoom, _ items: borrowing Items) -> LinePlan {
        let unit = Int(nodes[Int(index)].unit)
        let head = heads[Int(nodes[Int(index)].head)]
        var plan = LinePlan(units: unit..<upper, used: head.used, room: room)
        plan.headPart = head.part
        plan.headBlock = items.blocks.isEmpty ? -1 : Int(items.blockOf[unit])
        return plan
    }

    /// How many lines lie before a node, counted no further than two (L42 asks for no more).
    private func lines(before index: Int32) -> Int { index == 0 ? 0 : nodes[Int(index)].previous == 0 ? 1 : 2 }

    /// Where lines may end, and what the spaces up to each unit may take, counted from the first.
    private mutating func notePlaces(from first: Int, to end: Int, _ items: borrowing Items) {
        stretch.removeAll(keepingCapacity: true)
        places.removeAll(keepingCapacity: true)
        (origin, low, high) = (first, 0, 0)
        var sum = 0, visible = first
        for unit in first..<end {
            switch items.pair[unit].widening {
            case .word, .western: sum += max(0, Em.half - Int(items.space[unit]))
            case .solid: sum += Em.quarter
            case .never, .last: break
            }
            stretch.append(sum)
            if !items.isInvisibleAtEnd(unit) { visible = unit }
            let isLast = unit == end - 1
            guard isLast || items.mayBreak(after: unit) else { continue }
            places.append(
                Place(
                    unit: Int32(unit), visible: Int32(visible), blank: Int32(greedy.blank(visible, items)),
                    forcesHang: greedy.forcesHang(unit, items), sum: items.end(of: unit),
                    end: items.lineEnd(visible, isLast: isLast, edge: greedy.style.rubyEdge)))
        }
    }

    /// Every line that may begin at a node: around the last break within the measure, and what hangs or can be brought in.
    private mutating func extend(_ index: Int32, first: Int, end: Int, _ items: borrowing Items, room: LineRoom) {
        let start = Int(nodes[Int(index)].unit)
        let used = heads[Int(nodes[Int(index)].head)].used
        let measure = LineMeasure(first: start, used: used, room: room, items: items, preparer: greedy.preparer)
        let last = end - 1
        var found = false
        let target = room.measure - measure.shift
        while places[low].unit < start { low += 1 }
        high = max(high, low)
        while high < places.count, places[high].sum <= target { high += 1 }
        while high > low, places[high - 1].sum > target { high -= 1 }
        if high == low, places[low].unit == start { high += 1 }
        // What is wider than the measure by the sums: it may fit all the same, be brought in, or hang.
        for place in high..<places.count {
            let unit = Int(places[place].unit)
            let natural = natural(place, measure, last: last, items)
            if natural <= room.measure {
                offerWhole(place, natural, last: last, measure, from: index, first: first, items)
                found = true
                continue
            }
            let shrink = measure.shrink(unit, items)
            let short = unit == last && natural < 2 * Em.whole ? Self.shortLastPenalty : 0
            if natural - shrink <= room.measure {
                offer(unit, ratio(natural - room.measure, of: shrink) + short, .shrunk, from: index, first: first, room, items)
                found = true
            }
            if greedy.style.hang != .none, greedy.isMark(unit, items), unit > start {
                let before = measure.natural(unit - 1, isLast: false, items)
                if before <= room.measure {
                    let cost = ratio(room.measure - before, of: stretch[unit - origin] - stretch[start - origin])
                    offer(unit, cost + short, .widened, hangs: true, from: index, first: first, room, items)
                    found = true
                }
            }
            if natural - shrink > room.measure { break }
        }
        // From the widest that fits downwards.
        let taken = stretch[start - origin], cost = nodes[Int(index)].cost
        var place = high
        while place > low {
            place -= 1
            let natural = natural(place, measure, last: last, items)
            guard natural <= room.measure else { continue }
            found = true
            let unit = Int(places[place].unit)
            if places[place].forcesHang || unit == last || places[place].visible < start {
                offerWhole(place, natural, last: last, measure, from: index, first: first, items)
            } else {
                let slot = Self.kinds &* (unit &+ 1 &- first)
                if !isNoBetter(cost, in: slot) {
                    let lacking = lacking(room.measure, natural, blank: Int(places[place].blank))
                    let total = cost &+ ratio(lacking, of: stretch[unit &- origin] &- taken)
                    if !isNoBetter(total, in: slot) {
                        keep(total, unit, lacking == 0 ? .natural : .widened, hangs: false, from: index, in: slot, room, items)
                    }
                }
            }
            if natural < room.measure - Self.slack { break }
        }
        if !items.warichu.isEmpty, let plan = cut(index, measure, reach: min(measure.reach(room.measure, items), last), end: end, items) {
            reachNode(plan, cost: 0, from: index, first: first, items)
            found = true
        }
        if !found {
            var plan = greedy.line(from: start, to: end, used: used, room: room, items)
            plan.headPart = heads[Int(nodes[Int(index)].head)].part
            plan.headBlock = items.blocks.isEmpty ? -1 : Int(items.blockOf[start])
            reachNode(plan, cost: 4 * Self.whole * Self.whole, from: index, first: first, items)
        }
    }

    /// `LineMeasure.natural` of a line up to a place.
    @inline(__always)
    private func natural(_ place: Int, _ measure: LineMeasure, last: Int, _ items: borrowing Items) -> Int {
        if let end = places[place].end, places[place].visible > measure.first, places[place].visible >= measure.headEnd {
            return end + measure.shift
        }
        let unit = Int(places[place].unit)
        return measure.natural(unit, isLast: unit == last, items)
    }

    /// What a line lacks whose last blank stays only if it fits whole (L24).
    @inline(__always)
    private func lacking(_ measure: Int, _ natural: Int, blank: Int) -> Int {
        natural &+ blank <= measure ? measure &- natural &- blank : measure &- natural
    }

    /// A line that fits by its natural width: the paragraph's last, or one that is widened.
    private mutating func offerWhole(
        _ place: Int, _ natural: Int, last: Int, _ measure: LineMeasure, from index: Int32, first: Int, _ items: borrowing Items
    ) {
        let room = measure.room
        let unit = Int(places[place].unit)
        if unit == last {
            offer(unit, natural < 2 * Em.whole ? Self.shortLastPenalty : 0, .natural, from: index, first: first, room, items)
            return
        }
        let hangs = places[place].forcesHang && unit > measure.first
        let set = hangs ? measure.natural(unit - 1, isLast: false, items) : natural
        let lacking = lacking(room.measure, set, blank: hangs || places[place].visible < measure.first ? 0 : Int(places[place].blank))
        let cost = ratio(lacking, of: stretch[unit - origin] - stretch[measure.first - origin])
        offer(unit, cost, lacking == 0 ? .natural : .widened, hangs: hangs, from: index, first: first, room, items)
    }

    /// A line up to and with `unit`, kept where no cheaper one ends there.
    private mutating func offer(
        _ unit: Int, _ cost: Int, _ fit: LinePlan.Fit, hangs: Bool = false, from index: Int32, first: Int, _ room: LineRoom,
        _ items: borrowing Items
    ) {
        let total = nodes[Int(index)].cost + cost + (hangs && nodes[Int(index)].hangs ? Self.hangingPenalty : 0)
        let slot = Self.kinds * (unit + 1 - first) + (hangs ? 1 : 0)
        if !isNoBetter(total, in: slot) { keep(total, unit, fit, hangs: hangs, from: index, in: slot, room, items) }
    }

    /// Keeps a line up to and with `unit`, unless a ruby broken there makes it dearer than the one that is.
    private mutating func keep(
        _ cost: Int, _ unit: Int, _ fit: LinePlan.Fit, hangs: Bool, from index: Int32, in slot: Int, _ room: LineRoom,
        _ items: borrowing Items
    ) {
        let upper = unit + 1
        var node = Node(cost: cost, unit: Int32(truncatingIfNeeded: upper), previous: index, fit: fit, hangs: hangs)
        if !items.blocks.isEmpty, upper < items.count, items.blockOf[upper] >= 0, items.blockOf[unit] == items.blockOf[upper] {
            begin(&node, after: line(from: index, to: upper, room: room, items), items)
        }
        keep(node, in: slot)
    }

    /// A line as cheap as this, or cheaper, ends there already.
    @inline(__always)
    private func isNoBetter(_ cost: Int, in slot: Int) -> Bool { best[slot] >= 0 && nodes[Int(best[slot])].cost <= cost }

    /// The line that ends inside the first note that does not fit on it.
    private func cut(_ index: Int32, _ measure: LineMeasure, reach: Int, end: Int, _ items: borrowing Items) -> LinePlan? {
        let note = items.warichuIndex(from: reach)
        guard note < items.warichu.count, items.warichu[note].unit > measure.first || measure.used.note == 0 else { return nil }
        let unit = items.warichu[note].unit
        guard unit < end, measure.natural(unit, isLast: unit == end - 1, items) > measure.room.measure else { return nil }
        return splitter.cut(note, line(from: index, to: unit + 1, room: measure.room, items), measure, end: end, items)
    }

    /// A line inside a note whose rest is longer than it: there is but one way to set it.
    private mutating func lineInsideNote(_ index: Int32, end: Int, _ items: borrowing Items, room: LineRoom) -> Int32? {
        let unit = Int(nodes[Int(index)].unit)
        let used = heads[Int(nodes[Int(index)].head)].used
        guard used.note > 0 else { return nil }
        let measure = LineMeasure(first: unit, used: used, room: room, items: items, preparer: greedy.preparer)
        guard measure.natural(unit, isLast: true, items) > room.measure else { return nil }
        let plan = LinePlan(units: unit..<unit + 1, used: used, room: room)
        guard let plan = splitter.cut(items.warichuIndex(from: unit), plan, measure, end: end, items) else { return nil }
        var node = Node(cost: nodes[Int(index)].cost, unit: Int32(unit), previous: index)
        write(plan, into: &node, items)
        nodes.append(node)
        return Int32(nodes.count - 1)
    }

    /// A line that was made, kept where no cheaper one ends there.
    private mutating func reachNode(_ plan: LinePlan, cost: Int, from index: Int32, first: Int, _ items: borrowing Items) {
        var node = Node(cost: nodes[Int(index)].cost + cost, unit: Int32(plan.next), previous: index, hangs: plan.hangs)
        let slot = Self.kinds * (plan.next - first) + (plan.noteEnd > 0 ? 2 : plan.hangs ? 1 : 0)
        if isNoBetter(node.cost, in: slot) { return }
        write(plan, into: &node, items)
        keep(node, in: slot)
    }

    private mutating func write(_ plan: LinePlan, into node: inout Node, _ items: borrowing Items) {
        node.made = Int32(made.count)
        made.append(plan)
        begin(&node, after: plan, items)
    }

    /// What a line after `plan` begins with (L43, R43); a ruby broken there costs.
    private mutating func begin(_ node: inout Node, after plan: LinePlan, _ items: borrowing Items) {
        let (used, part) = greedy.preparer.rest(plan, items)
        if part > 1 { node.cost += Self.brokenRubyPenalty }
        guard part > 1 || used != UsedReading() else { return }
        node.head = Int32(heads.count)
        heads.append(Head(used: used, part: part))
    }

    @inline(__always)
    private mutating func keep(_ node: Node, in slot: Int) {
        if best[slot] < 0 {
            best[slot] = Int32(nodes.count)
            nodes.append(node)
        } else if node.cost < nodes[Int(best[slot])].cost {
            nodes[Int(best[slot])] = node
        }
    }

    /// The squared ratio of `amount` to what the line's places can take; a line without places counts as one with a quarter em.
    @inline(__always)
    private func ratio(_ amount: Int, of capacity: Int) -> Int {
        let ratio = min(20 * Self.whole, Self.whole &* max(0, amount) / max(capacity, Em.quarter))
        return ratio &* ratio
    }
}
