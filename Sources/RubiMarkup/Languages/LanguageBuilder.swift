import RubiText

/// Builds the inline tree of a paragraph of LaTeX or Typst: what the two share. Their readers find the commands.
struct LanguageBuilder {
    /// How the readings of a ruby go to its base.
    enum Division { case perCharacter, byBars, none }

    /// A ruby whose base is being read.
    private struct PendingRuby {
        var over: [Range<Int>]
        var under: [Range<Int>]
        var division: Division
        var isMono: Bool
        /// Where its command begins in the paragraph.
        var start: Int
        /// Pieces of the base so far, in the tree's buffer: where each begins after the first.
        var bars: [Int32] = []
    }

    private struct Frame {
        /// −1: the group is transparent.
        var node: Int32
        var parent: Int32
        /// The index of the bracket that closes it.
        var end: Int
        /// Where reading goes on then.
        var resume: Int
        var ruby: PendingRuby?
    }

    let context: ReadingContext
    private(set) var folding = SpaceFolding()
    private var frames: [Frame] = []
    private var parent: Int32 = 0
    /// Characters of the readings of rubies whose base is being read, and their bytes.
    private var readings: [UInt32] = []
    private var readingOffsets: [UInt32] = []

    /// A ruby was taken apart again: neighbouring texts may have to be joined.
    private var hasDissolved = false

    /// Nodes nest no deeper; what is deeper is transparent.
    private static let maximumDepth = 64

    init(_ context: ReadingContext) { self.context = context }

    mutating func begin() {
        folding.begin()
        frames.removeAll(keepingCapacity: true)
        parent = 0
        hasDissolved = false
        readings.removeAll(keepingCapacity: true)
        readingOffsets.removeAll(keepingCapacity: true)
    }

    /// The index of the bracket that ends the innermost group.
    var frameEnd: Int { frames.last?.end ?? -1 }
    /// Whether nothing is open.
    var isAtTop: Bool { frames.isEmpty }
    var isFull: Bool { frames.count >= Self.maximumDepth }
    /// Whether a `|` here divides a base.
    var dividesAtBars: Bool { frames.last?.ruby?.division == .byBars }

    // MARK: Text

    /// Appends characters that are no white space, as they stand.
    mutating func append(_ range: Range<Int>, _ paragraph: ParagraphText, _ tree: inout InlineTree) {
        guard let first = range.first, let last = range.last else { return }
        let delta = UInt32(paragraph.start - tree.sourceStart)
        folding.set(before: paragraph.scalars[first], source: paragraph.offsets[first] + delta, to: parent, &tree)
        tree.appendText(paragraph.scalars, paragraph.offsets, range, delta: delta, to: parent)
        folding.lastCharacter = paragraph.scalars[last]
    }

    /// Appends `character`, which the source spells by `range`; a space that is spelled so stays.
    mutating func append(_ character: UInt32, _ range: Range<Int>, _ paragraph: ParagraphText, _ tree: inout InlineTree) {
        let source = source(range, paragraph, tree)
        folding.set(before: character, source: source.lowerBound, to: parent, &tree)
        tree.appendCharacter(character, source: source, to: parent)
        folding.lastCharacter = character
    }

    /// Appends characters, white space too, as they stand.
    mutating func appendLiteral(_ range: Range<Int>, _ paragraph: ParagraphText, _ tree: inout InlineTree) {
        for index in range {
            let character = paragraph.scalars[index] == 0x0A ? 0x20 : paragraph.scalars[index]
            append(character, index..<index + 1, paragraph, &tree)
        }
    }

    mutating func addSpace() { folding.addSpace() }
    mutating func addLineEnd() { folding.addLineEnd() }

    /// The paragraph is complete.
    mutating func finish(_ paragraph: ParagraphText, at index: Int, _ tree: inout InlineTree) {
        while !frames.isEmpty { closeFrame(paragraph, at: index, &tree) }
        folding.endLine(&tree)
        if hasDissolved { tree.mergeTexts() }
    }

    private func source(_ range: Range<Int>, _ paragraph: ParagraphText, _ tree: InlineTree) -> Range<UInt32> {
        let delta = UInt32(paragraph.start - tree.sourceStart)
        return paragraph.offsets[range.lowerBound] + delta..<paragraph.offsets[range.upperBound] + delta
    }

    // MARK: Nodes

    /// Appends a node without children.
    @discardableResult
    mutating func append(_ kind: InlineKind, _ range: Range<Int>, _ paragraph: ParagraphText, _ tree: inout InlineTree) -> Int {
        if kind == .lineBreak {
            folding.endLine(&tree)
        } else {
            folding.setAtBoundary(source: source(range, paragraph, tree).lowerBound, to: parent, &tree)
        }
        var node = InlineNode(kind: kind)
        node.source = source(range, paragraph, tree)
        let index = Int(tree.append(node, to: parent))
        if kind != .lineBreak && kind != .raw { folding.setObject() }
        return index
    }

    /// Appends markup that is not read.
    mutating func appendRaw(_ format: StaticString, _ range: Range<Int>, _ paragraph: ParagraphText, _ tree: inout InlineTree) {
        let node = append(.raw, range, paragraph, &tree)
        let offset = tree.nodes[node].source.lowerBound
        tree.nodes[node].text = store(range, paragraph, &tree)
        tree.nodes[node].text2 = tree.store(format, at: offset)
    }

    /// Copies characters into the tree's buffer: an address, a file name.
    func store(_ range: Range<Int>, _ paragraph: ParagraphText, _ tree: inout InlineTree) -> ScalarRange {
        tree.store(paragraph.scalars, paragraph.offsets, range, delta: UInt32(paragraph.start - tree.sourceStart))
    }

    /// Begins a group that the bracket at `end` closes, after which reading goes on at `resume`; with a node, what is in it are the node's
    /// children.
    @discardableResult
    mutating func open(
        _ node: InlineNode?, from start: Int, end: Int, resume: Int? = nil, _ paragraph: ParagraphText, _ tree: inout InlineTree
    ) -> Int32 {
        var frame = Frame(node: -1, parent: parent, end: end, resume: resume ?? end + 1)
        if var node, !isFull {
            node.source = source(start..<frame.resume, paragraph, tree)
            folding.setAtBoundary(source: node.source.lowerBound, to: parent, &tree)
            frame.node = tree.append(node, to: parent)
            parent = frame.node
        }
        frames.append(frame)
        return frame.node
    }

    /// Ends the innermost group; returns where reading goes on.
    @discardableResult
    mutating func closeFrame(_ paragraph: ParagraphText, at index: Int, _ tree: inout InlineTree) -> Int {
        guard let frame = frames.popLast() else { return index + 1 }
        if frame.node >= 0 {
            folding.setAtBoundary(source: source(index..<index, paragraph, tree).lowerBound, to: parent, &tree)
            if let ruby = frame.ruby { finish(ruby, frame.node, paragraph, &tree) }
        }
        parent = frame.parent
        return frame.resume
    }

    // MARK: Ruby

    /// A reading's characters, to be added by `addReading`; where they begin.
    var readingStart: Int { readings.count }

    mutating func addReading(_ character: UInt32, at index: Int, _ paragraph: ParagraphText, _ tree: InlineTree) {
        readings.append(character == 0x0A ? 0x20 : character)
        readingOffsets.append(source(index..<index, paragraph, tree).lowerBound)
    }

    /// Begins a ruby whose base ends at the bracket `end`; its readings were added before.
    mutating func openRuby(
        over: [Range<Int>], under: [Range<Int>], _ division: Division, isMono: Bool, from start: Int, end: Int, resume: Int,
        _ paragraph: ParagraphText, _ tree: inout InlineTree
    ) {
        // An empty reading makes no ruby.
        let isRead = over.contains { !$0.isEmpty } || under.contains { !$0.isEmpty }
        let node = open(isRead ? InlineNode(kind: .ruby) : nil, from: start, end: end, resume: resume, paragraph, &tree)
        guard node >= 0 else { return }
        frames[frames.count - 1].ruby = PendingRuby(over: over, under: under, division: division, isMono: isMono, start: start)
    }

    /// A `|` in a base that is divided by them.
    mutating func addBar(_ tree: InlineTree) { frames[frames.count - 1].ruby?.bars.append(Int32(tree.scalars.count)) }

    private mutating func finish(_ ruby: PendingRuby, _ node: Int32, _ paragraph: ParagraphText, _ tree: inout InlineTree) {
        let kept = (ruby.over.first ?? ruby.under.first)?.lowerBound ?? readings.count
        defer {
            readings.removeLast(readings.count - kept)
            readingOffsets.removeLast(readingOffsets.count - kept)
        }
        let over = ruby.over.map { storeReading($0, &tree) }
        let under = ruby.under.map { storeReading($0, &tree) }
        let index = Int(node)
        if let first = over.first, let last = over.last {
            tree.nodes[index].hasReading = true
            tree.nodes[index].text = ScalarRange(lower: first.lower, upper: last.upper)
        }
        if let first = under.first, let last = under.last {
            tree.nodes[index].hasUnder = true
            tree.nodes[index].text2 = ScalarRange(lower: first.lower, upper: last.upper)
        }
        if tree.nodes[index].firstChild < 0 { return dissolve(node, &tree) }
        tree.nodes[index].detail = (tree.plainCharacterCount(node) == 1 ? RubyKind.mono : .group).rawValue
        if ruby.division != .none, !ruby.over.isEmpty { divide(ruby, over, node, paragraph, &tree) }
    }

    /// A ruby without base is the text of its readings.
    private mutating func dissolve(_ node: Int32, _ tree: inout InlineTree) {
        for range in [tree.nodes[Int(node)].text, tree.nodes[Int(node)].text2] where !range.isEmpty {
            var text = InlineNode(kind: .text)
            text.text = range
            text.source = tree.nodes[Int(node)].source
            tree.append(text, to: node)
        }
        tree.dissolve(node)
        hasDissolved = true
        folding.lastCharacter = tree.scalars[tree.scalars.count - 1]
    }

    /// Divides the ruby, if its base is plain text of as many pieces as the reading has (M118).
    private func divide(
        _ ruby: PendingRuby, _ readings: [ScalarRange], _ node: Int32, _ paragraph: ParagraphText, _ tree: inout InlineTree
    ) {
        let child = tree.nodes[Int(node)].firstChild
        guard readings.count > 1 || !ruby.bars.isEmpty, child >= 0, tree.nodes[Int(child)].next < 0, tree.nodes[Int(child)].kind == .text
        else {
            return
        }
        let base = tree.nodes[Int(child)].text
        let count = ruby.division == .byBars ? ruby.bars.count + 1 : tree.characterCount(base)
        guard count == readings.count else {
            paragraph.report(.partCount, at: ruby.start, to: context, ["\(readings.count)", "\(count)"])
            return
        }
        if ruby.division == .perCharacter {
            tree.divide(node, base: base, readings: readings)
        } else {
            let lower = Int32(tree.parts.count)
            for (index, reading) in readings.enumerated() {
                let start = index == 0 ? base.lower : ruby.bars[index - 1]
                let end = index < ruby.bars.count ? ruby.bars[index] : base.upper
                tree.parts.append(RubyPart(base: ScalarRange(lower: start, upper: end), reading: reading))
            }
            tree.nodes[Int(node)].parts = ScalarRange(lower: lower, upper: Int32(tree.parts.count))
            tree.nodes[Int(node)].detail = RubyKind.jukugo.rawValue
        }
        if ruby.isMono, !tree.nodes[Int(node)].parts.isEmpty { tree.nodes[Int(node)].detail = RubyKind.mono.rawValue }
    }

    private func storeReading(_ range: Range<Int>, _ tree: inout InlineTree) -> ScalarRange {
        let lower = Int32(tree.scalars.count)
        tree.scalars.append(contentsOf: readings[range])
        tree.offsets.append(contentsOf: readingOffsets[range])
        return ScalarRange(lower: lower, upper: Int32(tree.scalars.count))
    }
}
