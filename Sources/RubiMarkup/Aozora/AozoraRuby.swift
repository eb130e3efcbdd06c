import RubiText

/// Ruby: `base《reading》` and `｜base《reading》` (M30–M42).
///
/// What is called for every ruby is `mutating` even where it changes nothing: the compiler hands on the whole parser by value to a method that is
/// not.
extension AozoraParser {
    /// Where a base begins and ends among the children of the container in hand.
    private struct Base {
        var first: Int32
        /// The scalar at which it begins, where `first` is a text node.
        var start: Int32
        var last: Int32
    }

    /// Reads the bracket of token `t`; returns the token to go on with, and sets `i` where text goes on.
    mutating func readBracket(_ t: Int, _ i: inout Int) -> Int {
        let token = lexer.tokens[t]
        let bracket = Int(token.start)..<Int(token.end)
        guard token.partner >= 0 else {
            report(.unclosedRuby, at: bracket.lowerBound)  // M39
            settleBar()
            appendText(bracket)
            return t + 1
        }
        let close = lexer.tokens[Int(token.partner)]
        let reading = bracket.upperBound..<Int(close.start)
        guard !reading.isEmpty else { return keepAsText(t, .emptyReading) }  // M35
        guard let base = findBase() else { return keepAsText(t, .noBase) }  // M36
        let whole = bracket.lowerBound..<Int(close.end)
        i = whole.upperBound
        if Int(token.partner) == t + 1, !inAccent {
            let node = makeRuby(base, whole)
            tree.nodes[Int(node)].text = store(reading)
            return t + 2
        }
        plain.read(reading, of: line.scalars, cells: cells)
        guard !plain.scalars.isEmpty else {
            i = bracket.upperBound
            return keepAsText(t, .emptyReading)
        }
        let node = makeRuby(base, whole)
        setReading(node)
        for k in t + 1..<Int(token.partner) where isOpening(lexer.tokens[k]) {
            report(.nestedRuby, at: Int(lexer.tokens[k].start))  // M38
        }
        return Int(token.partner) + 1
    }

    /// Both brackets are text; what stands between is read as usual.
    private mutating func keepAsText(_ t: Int, _ code: DiagnosticCode) -> Int {
        let token = lexer.tokens[t]
        report(code, at: Int(token.start))
        settleBar()
        lexer.release(t)
        appendText(Int(token.start)..<Int(token.end))
        return t + 1
    }

    // MARK: Bars

    mutating func readBar(_ t: Int, _ token: AozoraToken) {
        let range = Int(token.start)..<Int(token.end)
        let next = t + 1 < lexer.tokens.count ? lexer.tokens[t + 1] : nil
        if token.kind == .bar, let next, next.kind == .literal || next.kind == .double, next.start == token.end, isOpening(next) {
            report(.literalBracket, at: range.lowerBound)  // M37
            dropBar()
            return
        }
        if token.kind == .halfBar, let next, next.kind == .open, next.start == token.end {
            appendText(range)  // M34: nothing stands between
            return
        }
        dropBar()
        let node = appendLeaf(.text, store(range), range)
        bar = Bar(node: node, container: containers.count, start: range.lowerBound, isHalf: token.kind == .halfBar)
    }

    private func isOpening(_ token: AozoraToken) -> Bool { line.scalars[Int(token.start)] == 0x300A }

    /// The bar in hand starts no ruby: it is text, and reported if it is full width (M33, M34).
    mutating func dropBar() {
        guard let bar else { return }
        if !bar.isHalf { report(.strayBar, at: bar.start) }
        settleBar()
    }

    /// The bar in hand is text, and there is no more to say of it.
    private mutating func settleBar() {
        if bar != nil { needsMerge = true }
        bar = nil
    }

    // MARK: Making the node

    /// The base before the 《 in hand: what follows a bar, or else a run.
    private mutating func findBase() -> Base? {
        guard let bar, bar.container == containers.count else {
            dropBar()
            return implicitBase()
        }
        return explicitBase(after: bar.node, lastSolid)
    }

    /// Makes the ruby of `《reading》` in `bracket`, but for its reading.
    private mutating func makeRuby(_ base: Base, _ bracket: Range<Int>) -> Int32 {
        var start = line.offsets[bracket.lowerBound]
        if let bar {
            start = line.offsets[bar.start]
            if bar.isHalf { report(.halfWidthBar, at: bar.start) }
            tree.unlink(bar.node)
            leaves.remove(bar.node)
            self.bar = nil
        }
        if base.first == base.last, tree.nodes[Int(base.first)].kind == .ruby, let made = annotationRuby(base.first) {
            return readOver(made, bracket)
        }
        let first = tree.nodes[Int(base.first)].kind == .text ? split(base.first, at: base.start) : base.first
        let last = base.first == base.last ? first : base.last
        var ruby = InlineNode(kind: .ruby)
        ruby.source = min(start, tree.nodes[Int(first)].source.lowerBound)..<line.offsets[bracket.upperBound]
        ruby.hasReading = true
        if first == last, tree.nodes[Int(first)].kind == .text {
            ruby.detail = (isOneCharacter(tree.nodes[Int(first)].text) ? RubyKind.mono : .group).rawValue
            lastSolid = tree.wrap(ruby, from: first, to: last)
            return lastSolid
        }
        let node = tree.wrap(ruby, from: first, to: last)
        lastSolid = node
        hoistNotes(outOf: node)
        tree.nodes[Int(node)].detail = kind(of: node).rawValue
        return node
    }

    /// Index in `annotationRubies` of a node; only the last few are looked at, for the node stands directly before the place in hand.
    private func annotationRuby(_ node: Int32) -> Int? {
        for k in annotationRubies.indices.suffix(4).reversed() where annotationRubies[k].node == node { return k }
        return nil
    }

    private mutating func explicitBase(after bar: Int32, _ last: Int32) -> Base? {
        var first = tree.nodes[Int(bar)].next
        while first >= 0, tree.nodes[Int(first)].kind == .note { first = tree.nodes[Int(first)].next }
        guard first >= 0, last != bar else { return nil }
        return Base(first: first, start: tree.nodes[Int(first)].text.lower, last: last)
    }

    /// A ruby that an annotation made gets its over reading from brackets; a reading of the annotation on that side gives way and becomes
    /// a note (M32b).
    private mutating func readOver(_ made: Int, _ bracket: Range<Int>) -> Int32 {
        let (node, annotation) = annotationRubies.remove(at: made)
        let gaveOver = tree.nodes[Int(node)].hasReading
        tree.nodes[Int(node)].hasReading = true
        tree.nodes[Int(node)].source = tree.nodes[Int(node)].source.lowerBound..<line.offsets[bracket.upperBound]
        if gaveOver {
            tree.nodes[Int(node)].parts = .empty
            tree.nodes[Int(node)].detail = kind(of: node).rawValue
        }
        let readingNotes = plain
        if gaveOver {
            report(.secondReading, at: annotation.lowerBound, [baseString(node)])
            let target = quoted(annotation.lowerBound + 2..<annotation.upperBound - 1)
            let note = noteNode(.side, annotation, target: target)
            _ = tree.insert(note, after: node)
            plain = readingNotes
        }
        return node
    }

    /// Gives a ruby the reading in `plain`, and puts the notes that stood in it behind the node (M16).
    private mutating func setReading(_ node: Int32) {
        let lower = Int32(tree.scalars.count)
        tree.scalars.append(contentsOf: plain.scalars)
        for index in plain.indices { tree.offsets.append(line.offsets[index]) }
        tree.nodes[Int(node)].text = ScalarRange(lower: lower, upper: Int32(tree.scalars.count))
        guard !plain.annotations.isEmpty || !plain.unknownGaiji.isEmpty else { return }
        let (annotations, unknown) = (plain.annotations, plain.unknownGaiji)
        for annotation in annotations { appendNoteOnly(annotation) }
        for gaiji in unknown { appendGaijiNote(gaiji) }
    }

    /// Notes among a ruby's children go behind it, in their order.
    private mutating func hoistNotes(outOf ruby: Int32) {
        var child = tree.nodes[Int(ruby)].firstChild
        var place = ruby
        while child >= 0 {
            let next = tree.nodes[Int(child)].next
            if tree.nodes[Int(child)].kind == .note {
                tree.unlink(child)
                tree.link(child, after: place)
                place = child
                needsMerge = true
            }
            child = next
        }
    }

    // MARK: The base

    /// The base before a 《 without a bar: a run of one class, or the node that an annotation made (M30, M32).
    private mutating func implicitBase() -> Base? {
        let last = lastSolid
        guard last >= 0 else { return nil }
        switch tree.nodes[Int(last)].kind {
        case .text, .gaiji: return runBase(last)
        case .ruby: return annotationRuby(last) != nil ? Base(first: last, start: 0, last: last) : nil
        case .emphasis, .line, .style, .tateChuYoko, .horizontal, .frame, .caption, .warichu, .heading, .image:
            return Base(first: last, start: 0, last: last)
        case .root, .kaeriten, .okurigana, .note, .link, .pageReference, .lineBreak, .raw: return nil
        }
    }

    /// A place among the characters before a 《: a node, and a scalar if it is text.
    private struct Cursor {
        var node: Int32
        /// The scalar in hand; for a gaiji node nothing.
        var scalar: Int32
    }

    private mutating func runBase(_ last: Int32) -> Base? { quickRun(last) ?? slowRun(last) }

    /// The usual case: a run of kanji, kana or Latin in one text node, with nothing special in it.
    private mutating func quickRun(_ last: Int32) -> Base? {
        let text = tree.nodes[Int(last)].text
        guard tree.nodes[Int(last)].kind == .text, gaijiRanges.isEmpty else { return nil }
        let previous = tree.nodes[Int(last)].previous
        let isEdge = previous < 0 || tree.nodes[Int(previous)].kind == .ruby
        let runClass = tree.scalars.withUnsafeBufferPointer { scalars -> (traits: UInt8, start: Int)? in
            traits.withUnsafeBufferPointer { traits in
                var i = Int(text.upper) - 1
                guard scalars[i] < 0x10000 else { return nil }
                let runClass = traits[Int(scalars[i])] & runMask
                guard runClass != 0, runClass <= CharacterClass.halfwidthLatin.rawValue else { return nil }
                while i > Int(text.lower), scalars[i - 1] < 0x10000, traits[Int(scalars[i - 1])] & runMask == runClass { i -= 1 }
                // What stands before may belong to the run in ways that only the slow case sees.
                if i == Int(text.lower) { return isEdge ? (runClass, i) : nil }
                guard scalars[i - 1] < 0x10000, traits[Int(scalars[i - 1])] & extendsBit == 0 else { return nil }
                return (runClass, i)
            }
        }
        return runClass.map { Base(first: last, start: Int32($0.start), last: last) }
    }

    private mutating func slowRun(_ last: Int32) -> Base? {
        var cursor = Cursor(node: last, scalar: tree.nodes[Int(last)].text.upper - 1)
        guard var runClass = classOfCluster(&cursor) else { return nil }
        var start = cursor
        if runClass == .other {
            // M23: a full stop after Latin belongs to it.
            guard endsLatin(scalar(at: start)), stepBack(&cursor), classOfCluster(&cursor) == .halfwidthLatin else { return nil }
            runClass = .halfwidthLatin
            start = cursor
        }
        let symbol = scalar(at: start)
        while stepBack(&cursor), classOfCluster(&cursor) == runClass, runClass != .symbol || scalar(at: cursor) == symbol { start = cursor }
        return Base(first: start.node, start: start.scalar, last: last)
    }

    private func endsLatin(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x2E, 0x3B, 0x22, 0x3F, 0x21, 0x29: true  // . ; " ? ! )
        default: false
        }
    }

    private func scalar(at cursor: Cursor) -> UInt32 {
        tree.nodes[Int(cursor.node)].kind == .text ? tree.scalars[Int(cursor.scalar)] : AozoraPlainText.unknown
    }

    /// The class of the character in hand, with the cursor moved to its first scalar: what extends a character has the class of what it
    /// extends (M21).
    private func classOfCluster(_ cursor: inout Cursor) -> CharacterClass? {
        while true {
            guard tree.nodes[Int(cursor.node)].kind == .text else { return .kanji }
            if let gaiji = gaijiRange(at: cursor.scalar) {
                cursor.scalar = gaiji.lower
                return .kanji  // M79a
            }
            let traits = CharacterTable.shared.traits(of: tree.scalars[Int(cursor.scalar)])
            if !traits.contains(.extends) { return traits.characterClass }
            if !stepBack(&cursor) { return nil }
        }
    }

    /// The range of a gaiji's characters, for one of them.
    private func gaijiRange(at scalar: Int32) -> ScalarRange? {
        var low = 0
        var high = gaijiRanges.count
        while low < high {
            let middle = (low + high) / 2
            if gaijiRanges[middle].upper <= scalar { low = middle + 1 } else { high = middle }
        }
        return low < gaijiRanges.count && gaijiRanges[low].lower <= scalar ? gaijiRanges[low] : nil
    }

    /// Moves to the character before, over notes; false where something else stands there.
    private func stepBack(_ cursor: inout Cursor) -> Bool {
        if tree.nodes[Int(cursor.node)].kind == .text, cursor.scalar > tree.nodes[Int(cursor.node)].text.lower {
            cursor.scalar -= 1
            return true
        }
        var node = tree.nodes[Int(cursor.node)].previous
        while node >= 0, tree.nodes[Int(node)].kind == .note { node = tree.nodes[Int(node)].previous }
        guard node >= 0, tree.nodes[Int(node)].kind == .text || tree.nodes[Int(node)].kind == .gaiji else { return false }
        cursor.node = node
        cursor.scalar = tree.nodes[Int(node)].text.upper - 1
        return true
    }

    /// `mono` for a base of one character, or of a picture; `group` for more (M10, M11).
    func kind(of ruby: Int32) -> RubyKind {
        var count = 0
        var node = tree.nodes[Int(ruby)].firstChild
        var joins = false
        while node >= 0, count < 2 {
            if tree.nodes[Int(node)].kind == .text {
                for i in tree.nodes[Int(node)].text.indices where count < 2 {
                    if !extends(tree.scalars[i]) && !joins { count += 1 }
                    joins = tree.scalars[i] == 0x200D
                }
            } else if tree.nodes[Int(node)].kind == .gaiji {
                count += 1
            }
            node = following(node, in: ruby)
        }
        return count < 2 ? .mono : .group
    }

    /// Whether a scalar belongs to the character before it (M10, M21).
    func extends(_ scalar: UInt32) -> Bool {
        let traits = scalar < 0x10000 ? traits[Int(scalar)] : CharacterTable.supplementaryTraits(of: scalar)
        return traits & extendsBit != 0
    }

    mutating func isOneCharacter(_ text: ScalarRange) -> Bool {
        for i in text.indices.dropFirst() where !extends(tree.scalars[i]) && tree.scalars[i - 1] != 0x200D { return false }
        return true
    }

    /// The node after `node` in the order of the text, inside `top`; −1 at the end.
    func following(_ node: Int32, in top: Int32) -> Int32 {
        if tree.nodes[Int(node)].firstChild >= 0 { return tree.nodes[Int(node)].firstChild }
        var node = node
        while node != top {
            if tree.nodes[Int(node)].next >= 0 { return tree.nodes[Int(node)].next }
            node = tree.nodes[Int(node)].parent
        }
        return -1
    }

    /// The base of a ruby, for messages.
    func baseString(_ ruby: Int32) -> String {
        var scalars: [UInt32] = []
        var node = tree.nodes[Int(ruby)].firstChild
        while node >= 0 {
            if tree.nodes[Int(node)].kind == .text { scalars += tree.scalars[tree.nodes[Int(node)].text.indices] }
            node = following(node, in: ruby)
        }
        return Self.string(scalars)
    }
}
