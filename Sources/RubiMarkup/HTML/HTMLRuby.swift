import RubiText

/// A `ruby` element that is open.
struct HTMLRuby {
    /// What its text is for.
    enum Mode { case base, reading, under, underReading, parentheses }

    var node: Int32
    var place: SourcePlace
    var offset: Int
    var mode = Mode.base
    /// Pieces of the base, in the tree's buffer.
    var segments: [ScalarRange] = []
    /// The next character of the base begins a piece.
    var isAtSegmentStart = true
    /// The readings, in `HTMLReadings`.
    var readings: [Range<Int>] = []
    var under: Range<Int>?
    /// `ruby` elements within readings, which are transparent.
    var ignored = 0
    /// The base holds more than text, so that its pieces are not divided.
    var isComplex = false
    /// The ruby that its base consists of, if there is one.
    var nested: Int32 = -1
    /// The elements that were open before it, by the raw value of `HTMLElement`.
    var outerCounts: [Int]
}

/// The characters of readings, kept until the base is complete.
struct HTMLReadings {
    private(set) var scalars: [UInt32] = []
    private(set) var offsets: [UInt32] = []
    /// Where the reading at hand begins.
    private(set) var start = 0

    mutating func removeAll() {
        scalars.removeAll(keepingCapacity: true)
        offsets.removeAll(keepingCapacity: true)
        start = 0
    }

    /// Gives up what stands after `end`.
    mutating func removeAll(after end: Int) {
        scalars.removeLast(scalars.count - end)
        offsets.removeLast(offsets.count - end)
        start = end
    }

    mutating func begin() { start = scalars.count }

    mutating func append(_ source: [UInt32], _ bytes: [UInt32], _ range: Range<Int>, delta: UInt32, after space: SpaceFolding.Space) {
        for index in range { append(source[index], bytes[index] + delta, after: index == range.lowerBound ? space : .none) }
    }

    mutating func append(_ character: UInt32, _ offset: UInt32, after space: SpaceFolding.Space) {
        if space != .none, let last = scalars.last, scalars.count > start {
            if space == .space || !joinsAcrossLines(last) || !joinsAcrossLines(character) {
                scalars.append(0x20)
                offsets.append(offset)
            }
        }
        scalars.append(character)
        offsets.append(offset)
    }
}

/// M116.
extension HTMLInline {
    /// Rubies nest no deeper; deeper ones are transparent.
    private static let maximumRubyDepth = 8

    /// Begins a piece of the base, if one is due, where the tree's buffer ends.
    mutating func startSegment(_ tree: InlineTree) {
        guard let last = rubies.indices.last, rubies[last].mode == .base, rubies[last].isAtSegmentStart else { return }
        let end = Int32(tree.scalars.count)
        rubies[last].segments.append(ScalarRange(lower: end, upper: end))
    }

    /// The piece of the base at hand ends where the tree's buffer does.
    mutating func endSegment(_ tree: InlineTree) {
        guard let last = rubies.indices.last, let segment = rubies[last].segments.indices.last else { return }
        rubies[last].segments[segment].upper = Int32(tree.scalars.count)
        rubies[last].isAtSegmentStart = false
    }

    mutating func rubyTag(_ tag: HTMLTag, _ element: HTMLElement, _ start: Int, _ tokenizer: HTMLTokenizer, _ tree: inout InlineTree) {
        guard let last = rubies.indices.last else { return tagOutsideRuby(tag, element, start, tokenizer, &tree) }
        if element == .ruby {
            if rubies[last].mode != .base {
                // A ruby within a reading is transparent.
                if !tag.closes {
                    rubies[last].ignored += 1
                    return
                }
                if rubies[last].ignored > 0 {
                    rubies[last].ignored -= 1
                    return
                }
            }
            if tag.closes { return closeRubyElement(tokenizer, &tree) }
            if rubies.count < Self.maximumRubyDepth { openRuby(start, tokenizer, &tree) }
            return
        }
        folding.drop()
        closeInnerElements(tokenizer, &tree)
        endReading()
        rubies[last].isAtSegmentStart = true
        let isInContainer = rubies[last].mode == .under || rubies[last].mode == .underReading
        switch (element, tag.closes) {
        case (.rt, false):
            rubies[last].mode = isInContainer ? .underReading : .reading
            readings.begin()
        case (.rt, true): rubies[last].mode = isInContainer ? .under : .base
        case (.rtc, false):
            rubies[last].mode = .under
            readings.begin()
        case (.rp, false): rubies[last].mode = .parentheses
        default: rubies[last].mode = .base
        }
        if rubies[last].mode == .under { readings.begin() }
    }

    private mutating func tagOutsideRuby(
        _ tag: HTMLTag, _ element: HTMLElement, _ start: Int, _ tokenizer: HTMLTokenizer, _ tree: inout InlineTree
    ) {
        guard !tag.closes else { return }
        if element == .ruby {
            // R8: set over its base all the same.
            if let style = tag.value(of: "style"), tokenizer.text(style).contains("inter-character") {
                tokenizer.buffer.report(.interCharacterRuby, at: start, to: context)
            }
            openRuby(start, tokenizer, &tree)
        }
        if element == .rt { tokenizer.buffer.report(.rtOutsideRuby, at: start, to: context) }
    }

    private mutating func openRuby(_ start: Int, _ tokenizer: HTMLTokenizer, _ tree: inout InlineTree) {
        var node = InlineNode(kind: .ruby)
        let offset = tokenizer.offset(start)
        node.source = UInt32(offset - tree.sourceStart)..<UInt32(offset - tree.sourceStart)
        if let last = rubies.indices.last { rubies[last].isComplex = true }
        let index = tree.append(node, to: parent)
        rubies.append(
            HTMLRuby(node: index, place: tokenizer.buffer.place(of: start), offset: offset, outerCounts: openCounts))
        push(.ruby, index)
        parent = index
    }

    /// Closes the elements that were opened within the innermost ruby.
    private mutating func closeInnerElements(_ tokenizer: HTMLTokenizer, _ tree: inout InlineTree) {
        while let last = open.last, last.element != .ruby { close(last, tokenizer, &tree) }
    }

    /// `</ruby>`
    private mutating func closeRubyElement(_ tokenizer: HTMLTokenizer, _ tree: inout InlineTree) {
        closeInnerElements(tokenizer, &tree)
        open.removeLast()
        openCounts[Int(HTMLElement.ruby.rawValue)] -= 1
        closeRuby(isOpen: false, tokenizer, &tree)
    }

    /// Keeps the reading at hand.
    private mutating func endReading() {
        guard let last = rubies.indices.last else { return }
        let range = readings.start..<readings.scalars.count
        switch rubies[last].mode {
        case .reading: rubies[last].readings.append(range)
        case .under, .underReading:
            if !range.isEmpty { rubies[last].under = (rubies[last].under?.lowerBound ?? range.lowerBound)..<range.upperBound }
        case .base, .parentheses: return
        }
        readings.begin()
    }

    /// Makes the node of the innermost ruby what its pieces say. `isOpen`: it has no end tag.
    mutating func closeRuby(isOpen: Bool, _ tokenizer: HTMLTokenizer, _ tree: inout InlineTree) {
        endReading()
        guard let ruby = rubies.popLast() else { return }
        if isOpen { context.report(.unclosedElement, at: ruby.place, offset: ruby.offset) }
        let node = Int(ruby.node)
        parent = tree.nodes[node].parent
        let lower = tree.nodes[node].source.lowerBound
        tree.nodes[node].source = lower..<UInt32(max(Int(lower), tokenizer.position - tree.sourceStart))
        folding.drop()
        let kept = ruby.readings.first?.lowerBound ?? ruby.under?.lowerBound
        defer { if let kept { readings.removeAll(after: min(kept, ruby.under?.lowerBound ?? kept)) } }
        let isRead = ruby.readings.contains { !$0.isEmpty }
        if tree.nodes[node].firstChild < 0 || !isRead && ruby.under == nil { return dissolve(ruby, &tree) }
        if let last = rubies.indices.last {
            rubies[last].nested = ruby.node
            rubies[last].isAtSegmentStart = false
        }
        if ruby.nested >= 0 { return setOuter(ruby, isRead, &tree) }
        setReadings(ruby, isRead, &tree)
    }

    /// A ruby without base or readings is the text that it holds.
    private mutating func dissolve(_ ruby: HTMLRuby, _ tree: inout InlineTree) {
        for range in ruby.readings + (ruby.under.map { [$0] } ?? []) {
            for index in range {
                let offset = readings.offsets[index]
                tree.appendCharacter(readings.scalars[index], source: offset..<offset, to: ruby.node)
            }
        }
        tree.dissolve(ruby.node)
        hasDissolved = true
        if let last = rubies.indices.last { endSegmentAfterNode(last, tree) }
    }

    private mutating func endSegmentAfterNode(_ ruby: Int, _ tree: InlineTree) {
        rubies[ruby].isAtSegmentStart = false
        if let segment = rubies[ruby].segments.indices.last { rubies[ruby].segments[segment].upper = Int32(tree.scalars.count) }
    }

    private mutating func setReadings(_ ruby: HTMLRuby, _ isRead: Bool, _ tree: inout InlineTree) {
        let node = Int(ruby.node)
        if isRead {
            var ranges = ruby.readings.map { store($0, &tree) }
            tree.nodes[node].hasReading = true
            tree.nodes[node].text = ScalarRange(lower: ranges[0].lower, upper: ranges[ranges.count - 1].upper)
            if ruby.segments.count > 1, !ruby.isComplex {
                let end = tree.nodes[node].text.upper
                while ranges.count < ruby.segments.count { ranges.append(ScalarRange(lower: end, upper: end)) }
                let parts = Int32(tree.parts.count)
                for (segment, reading) in zip(ruby.segments, ranges) { tree.parts.append(RubyPart(base: segment, reading: reading)) }
                // Readings past the last piece are the last one's.
                tree.parts[tree.parts.count - 1].reading.upper = end
                tree.nodes[node].parts = ScalarRange(lower: parts, upper: Int32(tree.parts.count))
                tree.nodes[node].detail = RubyKind.jukugo.rawValue
            }
        }
        if let under = ruby.under {
            tree.nodes[node].hasUnder = true
            tree.nodes[node].text2 = store(under, &tree)
        }
        if tree.nodes[node].parts.isEmpty {
            let isMono = tree.plainCharacterCount(ruby.node) == 1
            tree.nodes[node].detail = (isMono ? RubyKind.mono : .group).rawValue
        }
    }

    /// A ruby around another: its reading stands under the base, that of the inner one over it.
    private mutating func setOuter(_ ruby: HTMLRuby, _ isRead: Bool, _ tree: inout InlineTree) {
        let outer = Int(ruby.node)
        let isAlone = tree.nodes[outer].firstChild == ruby.nested && tree.nodes[outer].lastChild == ruby.nested
        let merges = isAlone && !tree.nodes[Int(ruby.nested)].hasUnder
        let target = merges ? Int(ruby.nested) : outer
        let lower = Int32(tree.scalars.count)
        for range in isRead ? ruby.readings : [] { _ = store(range, &tree) }
        if let under = ruby.under { _ = store(under, &tree) }
        tree.nodes[target].hasUnder = true
        tree.nodes[target].text2 = ScalarRange(lower: lower, upper: Int32(tree.scalars.count))
        if merges {
            tree.nodes[target].source = tree.nodes[outer].source
            tree.dissolve(ruby.node)
            if let last = rubies.indices.last { rubies[last].nested = ruby.nested }
        } else {
            tree.nodes[target].detail = (tree.plainCharacterCount(ruby.node) == 1 ? RubyKind.mono : .group).rawValue
        }
    }

    private func store(_ range: Range<Int>, _ tree: inout InlineTree) -> ScalarRange {
        let lower = Int32(tree.scalars.count)
        tree.scalars.append(contentsOf: readings.scalars[range])
        tree.offsets.append(contentsOf: readings.offsets[range])
        return ScalarRange(lower: lower, upper: Int32(tree.scalars.count))
    }
}
