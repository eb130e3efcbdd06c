import RubiText

/// Forward references: annotations that speak of what stands before them in the line (M53–M56).
extension AozoraParser {
    /// A place in the plain projection: a leaf, and a scalar if it is text.
    struct LeafPlace {
        var leaf: Int32
        var scalar: Int32
    }

    /// Where a target stands: from its first character to after its last.
    struct Target {
        var start: LeafPlace
        var end: LeafPlace
        /// Whether the projection ends with it.
        var isAdjacent: Bool
    }

    // MARK: Finding

    /// The last occurrence of `wanted` before the place in hand; nil where there is none.
    private mutating func find(_ wanted: [UInt32]) -> Target? {
        leaves.link(tree)
        guard !wanted.isEmpty, leaves.last >= 0 else { return nil }
        let end = LeafPlace(leaf: leaves.last, scalar: endOfLeaf(leaves.last))
        if let start = matchBackwards(wanted, from: end) { return Target(start: start, end: end, isAdjacent: true) }
        return search(wanted, before: end)
    }

    /// Searches backwards. How far is bounded for a line as a whole, so that many targets that are nowhere cost no more than linear time (M5).
    private mutating func search(_ wanted: [UInt32], before end: LeafPlace) -> Target? {
        var place = end
        while stepBack(&place) {
            searchBudget -= 1
            if searchBudget < 0 { return nil }
            guard scalar(at: place) == wanted[wanted.count - 1] else { continue }
            let after = LeafPlace(leaf: place.leaf, scalar: place.scalar + 1)
            if let start = matchBackwards(wanted, from: after) { return Target(start: start, end: after, isAdjacent: false) }
            searchBudget -= wanted.count
        }
        return nil
    }

    /// Where `wanted` begins if it ends at `end`.
    private func matchBackwards(_ wanted: [UInt32], from end: LeafPlace) -> LeafPlace? {
        var place = end
        for k in stride(from: wanted.count - 1, through: 0, by: -1) {
            guard stepBack(&place), scalar(at: place) == wanted[k] else { return nil }
        }
        return place
    }

    private func endOfLeaf(_ leaf: Int32) -> Int32 { tree.nodes[Int(leaf)].kind == .text ? tree.nodes[Int(leaf)].text.upper : 1 }

    private func startOfLeaf(_ leaf: Int32) -> Int32 { tree.nodes[Int(leaf)].kind == .text ? tree.nodes[Int(leaf)].text.lower : 0 }

    private func stepBack(_ place: inout LeafPlace) -> Bool {
        if place.scalar > startOfLeaf(place.leaf) {
            place.scalar -= 1
            return true
        }
        let previous = leaves.before(place.leaf)
        guard previous >= 0 else { return false }
        place = LeafPlace(leaf: previous, scalar: endOfLeaf(previous) - 1)
        return true
    }

    private func scalar(at place: LeafPlace) -> UInt32 {
        tree.nodes[Int(place.leaf)].kind == .text ? tree.scalars[Int(place.scalar)] : AozoraPlainText.unknown
    }

    // MARK: What a target covers

    /// The siblings that a target covers, cut out of their text where it begins or ends inside; nil where they cannot be wrapped.
    ///
    /// What a target covers only in part, but goes on after, is taken whole (M54). What it covers to the full is taken with the nodes around
    /// it, so that later annotations lie outside (M53), but never with the ruby whose base it is.
    private mutating func siblings(of target: Target) -> (first: Int32, last: Int32)? {
        var first = target.start.leaf
        var last = target.end.leaf
        if tree.nodes[Int(first)].parent == tree.nodes[Int(last)].parent {
            cut(target, &first, &last)
            return widened(first, last)
        }
        guard let top = meetingPoint(first, last), !holdsOpenContainer(top.last) else { return nil }
        if top.first == first {
            first = tree.nodes[Int(first)].kind == .text ? split(first, at: target.start.scalar) : first
        } else {
            first = top.first
        }
        if top.last == last {
            if tree.nodes[Int(last)].kind == .text, target.end.scalar < tree.nodes[Int(last)].text.upper {
                _ = split(last, at: target.end.scalar)
            }
        } else {
            last = top.last
        }
        return widened(first, last)
    }

    private mutating func cut(_ target: Target, _ first: inout Int32, _ last: inout Int32) {
        if tree.nodes[Int(last)].kind == .text, target.end.scalar < tree.nodes[Int(last)].text.upper {
            _ = split(last, at: target.end.scalar)
        }
        guard tree.nodes[Int(first)].kind == .text else { return }
        let cut = split(first, at: target.start.scalar)
        if last == first { last = cut }
        first = cut
    }

    private mutating func widened(_ first: Int32, _ last: Int32) -> (first: Int32, last: Int32)? {
        var (first, last) = (first, last)
        var depth = 0
        while true {
            let parent = tree.nodes[Int(first)].parent
            let node = tree.nodes[Int(parent)]
            guard parent > 0, node.kind != .ruby, node.firstChild == first, node.lastChild == last, !isOpen(parent) else { break }
            (first, last) = (parent, parent)
            depth += 1
        }
        if depth + containers.count < Self.deepest { return (first, last) }
        // Nothing will lie between what was cut.
        needsMerge = true
        return nil
    }

    private func isOpen(_ node: Int32) -> Bool { containers.contains { $0.node == node } }

    /// The children of the lowest common ancestor that hold the two nodes.
    private func meetingPoint(_ a: Int32, _ b: Int32) -> (first: Int32, last: Int32)? {
        let (pathA, pathB) = (path(a), path(b))
        var k = 0
        while k < pathA.count, k < pathB.count, pathA[k] == pathB[k] { k += 1 }
        guard k > 0, k < pathA.count, k < pathB.count else { return nil }
        return (pathA[k], pathB[k])
    }

    /// From the root down to a node.
    private func path(_ node: Int32) -> [Int32] {
        var path: [Int32] = []
        var node = node
        while node >= 0 {
            path.append(node)
            node = tree.nodes[Int(node)].parent
        }
        return path.reversed()
    }

    /// Only the last child of an open container is open itself.
    private func holdsOpenContainer(_ last: Int32) -> Bool {
        containers.contains { $0.node == last }
    }

    // MARK: Doing

    /// Reads the target in `range` and looks for it; reports what M55 says, and appends the note for a target that is nowhere.
    private mutating func findTarget(_ range: Range<Int>, _ annotation: Range<Int>) -> Target? {
        plain.read(range, of: line.scalars, cells: cells)
        guard let target = find(plain.scalars) ?? findWithoutReadings() else {
            missing(range, annotation)
            return nil
        }
        if !target.isAdjacent { report(.targetApart, at: annotation.lowerBound, [Self.string(plain.scalars)]) }
        return target
    }

    /// Some write the target with its ruby, which the projection lacks.
    private mutating func findWithoutReadings() -> Target? {
        guard plain.scalars.contains(0x300A) else { return nil }
        var wanted: [UInt32] = []
        var depth = 0
        for scalar in plain.scalars {
            if scalar == 0x300A { depth += 1 }
            if depth == 0, scalar != 0xFF5C { wanted.append(scalar) }
            if scalar == 0x300B, depth > 0 { depth -= 1 }
        }
        return find(wanted)
    }

    private mutating func missing(_ target: Range<Int>, _ annotation: Range<Int>) {
        plain.read(target, of: line.scalars, cells: cells)
        report(.targetMissing, at: annotation.lowerBound, [Self.string(plain.scalars)])
        appendNote(.other, annotation, target: target)
    }

    mutating func applyForward(_ target: Range<Int>, to end: Range<Int>?, _ annotation: Range<Int>) {
        guard var found = findTarget(end ?? target, annotation) else { return }
        if end != nil {
            plain.read(target, of: line.scalars, cells: cells)
            guard
                let start = matchBackwards(plain.scalars, from: found.start).map({ Target(start: $0, end: $0, isAdjacent: true) })
                    ?? search(plain.scalars, before: found.start)
            else {
                missing(target, annotation)
                return
            }
            found.start = start.start
        }
        let wraps = actions
        for case .heading(let level) in wraps { paragraph.headingLevel = level }
        guard wraps.contains(where: { if case .heading = $0 { false } else { true } }) else { return }
        guard var (first, last) = siblings(of: found) else {
            missing(target, annotation)
            return
        }
        for action in wraps {
            switch action {
            case .heading: break
            case .wrap(let wrap):
                let node = self.wrap(inlineNode(wrap), first, last, annotation, isAdjacent: found.isAdjacent)
                (first, last) = (node, node)
            case .kaeriten: makeKaeriten(first, last, target, annotation)
            }
        }
    }

    func inlineNode(_ wrap: AozoraWrap) -> InlineNode {
        var node = InlineNode(kind: wrap.kind)
        node.detail = wrap.detail
        node.side = wrap.side
        node.number = wrap.number
        return node
    }

    /// Wraps siblings; the node's source reaches to the annotation's end where that follows directly.
    private mutating func wrap(_ node: InlineNode, _ first: Int32, _ last: Int32, _ annotation: Range<Int>, isAdjacent: Bool) -> Int32 {
        var node = node
        let lower = tree.nodes[Int(first)].source.lowerBound
        let upper = isAdjacent ? line.offsets[annotation.upperBound] : tree.nodes[Int(last)].source.upperBound
        node.source = lower..<max(lower, upper)
        let index = tree.wrap(node, from: first, to: last)
        replaceSolid(last, by: index)
        return index
    }

    /// 「二」は返り点: the text itself is the mark (M72).
    private mutating func makeKaeriten(_ first: Int32, _ last: Int32, _ target: Range<Int>, _ annotation: Range<Int>) {
        guard first == last, tree.nodes[Int(first)].kind == .text else {
            needsMerge = true
            missing(target, annotation)
            return
        }
        leaves.remove(first)
        tree.nodes[Int(first)].kind = .kaeriten
    }

    // MARK: Readings

    /// A reading that an annotation puts beside its target (M69, M70).
    mutating func applyReading(_ target: Range<Int>, _ text: Range<Int>, _ side: Side, perCharacter: Bool, _ annotation: Range<Int>) {
        guard let found = findTarget(target, annotation) else { return }
        guard let (first, last) = siblings(of: found) else {
            missing(target, annotation)
            return
        }
        let parent = tree.nodes[Int(first)].parent
        let isWholeBase =
            parent > 0 && tree.nodes[Int(parent)].kind == .ruby && tree.nodes[Int(parent)].firstChild == first
            && tree.nodes[Int(parent)].lastChild == last && !isOpen(parent)
        if isWholeBase ? hasReading(parent, side) : rangeHasReading(first, last, side) {
            report(.secondReading, at: annotation.lowerBound, [string(target)])
            appendNote(.side, annotation, target: target)
            return
        }
        var ruby = parent
        if !isWholeBase {
            ruby = wrap(InlineNode(kind: .ruby), first, last, annotation, isAdjacent: found.isAdjacent)
            tree.nodes[Int(ruby)].detail = kind(of: ruby).rawValue
            annotationRubies.append((ruby, annotation))
        }
        plain.read(text, of: line.scalars, cells: cells)
        if perCharacter { setMarks(ruby, side) } else { setReading(ruby, plain.scalars, side, at: text.lowerBound) }
    }

    func hasReading(_ ruby: Int32, _ side: Side) -> Bool {
        side == .over ? tree.nodes[Int(ruby)].hasReading : tree.nodes[Int(ruby)].hasUnder
    }

    /// Whether a ruby among the siblings has a reading on that side.
    private func rangeHasReading(_ first: Int32, _ last: Int32, _ side: Side) -> Bool {
        var node = first
        while node >= 0 {
            if tree.nodes[Int(node)].kind == .ruby, hasReading(node, side) { return true }
            if node == last { return false }
            node = tree.nodes[Int(node)].next
        }
        return false
    }

    mutating func setReading(_ ruby: Int32, _ reading: [UInt32], _ side: Side, at index: Int) {
        let stored = store(reading, at: line.offsets[index])
        if side == .over {
            tree.nodes[Int(ruby)].text = stored
            tree.nodes[Int(ruby)].hasReading = true
        } else {
            tree.nodes[Int(ruby)].text2 = stored
            tree.nodes[Int(ruby)].hasUnder = true
        }
    }

    /// 傍記: each character of the base gets the reading in `plain` (M70).
    private mutating func setMarks(_ ruby: Int32, _ side: Side) {
        let clusters = self.clusters(of: ruby)
        let mark = plain.scalars
        var reading: [UInt32] = []
        for _ in clusters { reading += mark }
        let index = plain.indices.first ?? 0
        setReading(ruby, reading, side, at: index)
        guard clusters.count > 1 else { return }
        tree.nodes[Int(ruby)].detail = RubyKind.jukugo.rawValue
        guard side == .over else { return }
        let stored = tree.nodes[Int(ruby)].text
        let firstPart = Int32(tree.parts.count)
        for (k, cluster) in clusters.enumerated() {
            let lower = stored.lower + Int32(k * mark.count)
            tree.parts.append(RubyPart(base: cluster, reading: ScalarRange(lower: lower, upper: lower + Int32(mark.count))))
        }
        tree.nodes[Int(ruby)].parts = ScalarRange(lower: firstPart, upper: Int32(tree.parts.count))
    }

    /// The characters (M10) of a ruby's base.
    private func clusters(of ruby: Int32) -> [ScalarRange] {
        var clusters: [ScalarRange] = []
        var node = tree.nodes[Int(ruby)].firstChild
        while node >= 0 {
            if tree.nodes[Int(node)].kind == .text {
                for i in tree.nodes[Int(node)].text.indices {
                    if extends(tree.scalars[i]), let last = clusters.last, Int(last.upper) == i {
                        clusters[clusters.count - 1].upper = Int32(i + 1)
                    } else {
                        clusters.append(ScalarRange(lower: Int32(i), upper: Int32(i + 1)))
                    }
                }
            }
            node = following(node, in: ruby)
        }
        return clusters
    }

    // MARK: Changes of the text

    /// 「X」は…、m-k-t: the character stands in the place of X (M71a).
    mutating func applyReplacement(_ target: Range<Int>, _ first: UInt32, _ second: UInt32, _ annotation: Range<Int>) {
        guard let found = findTarget(target, annotation) else { return }
        guard found.start.leaf == found.end.leaf, tree.nodes[Int(found.start.leaf)].kind == .text else {
            missing(target, annotation)
            return
        }
        var (node, last) = (found.start.leaf, found.end.leaf)
        cut(found, &node, &last)
        let offset = tree.offsets[Int(tree.nodes[Int(node)].text.lower)]
        tree.nodes[Int(node)].text = store(second == 0 ? [first] : [first, second], at: offset)
        needsMerge = true
    }

    /// ルビは「X」にかかる: the ruby directly before gets the base X (M69a).
    mutating func applyBase(_ target: Range<Int>, _ annotation: Range<Int>) {
        let ruby = lastSolid
        plain.read(target, of: line.scalars, cells: cells)
        leaves.link(tree)
        guard ruby >= 0, tree.nodes[Int(ruby)].kind == .ruby, tree.nodes[Int(ruby)].parts.isEmpty, leaves.last >= 0,
            case let end = LeafPlace(leaf: leaves.last, scalar: endOfLeaf(leaves.last)),
            let start = matchBackwards(plain.scalars, from: end), !plain.scalars.isEmpty,
            moveBase(of: ruby, to: start)
        else {
            missing(target, annotation)
            return
        }
        tree.nodes[Int(ruby)].detail = kind(of: ruby).rawValue
        needsMerge = true
    }

    /// Makes the base of a ruby begin at `start`, which lies before it or inside it; false where neither.
    private mutating func moveBase(of ruby: Int32, to start: LeafPlace) -> Bool {
        let parent = tree.nodes[Int(start.leaf)].parent
        if parent == ruby {
            let node = tree.nodes[Int(start.leaf)].kind == .text ? split(start.leaf, at: start.scalar) : start.leaf
            while tree.nodes[Int(ruby)].firstChild != node {
                let child = tree.nodes[Int(ruby)].firstChild
                tree.unlink(child)
                tree.link(child, before: ruby)
            }
            return true
        }
        guard parent == tree.nodes[Int(ruby)].parent else { return false }
        let node = tree.nodes[Int(start.leaf)].kind == .text ? split(start.leaf, at: start.scalar) : start.leaf
        tree.nodes[Int(ruby)].source = tree.nodes[Int(node)].source.lowerBound..<tree.nodes[Int(ruby)].source.upperBound
        while tree.nodes[Int(ruby)].previous >= 0 {
            let sibling = tree.nodes[Int(ruby)].previous
            tree.unlink(sibling)
            tree.link(sibling, before: tree.nodes[Int(ruby)].firstChild)
            if sibling == node { break }
        }
        return true
    }
}
