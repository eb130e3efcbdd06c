import RubiText

/// Reads the lines of a text in Aozora notation into blocks (markup.md, 3).
///
/// One value serves a whole manuscript. `read` fills `queue` with the blocks of one line; the parts of the work are in the extensions:
/// ruby (`AozoraRuby`), annotations by kind (`AozoraAnnotations`), forward references (`AozoraForward`), ranges (`AozoraRanges`), gaiji
/// (`AozoraGaiji`) and blocks (`AozoraBlocks`).
struct AozoraParser: ~Copyable {
    /// How deep nodes and blocks may lie in one another. Deeper annotations become notes, so that no input makes a tree that what comes
    /// after cannot walk.
    static let deepest = 100

    /// How often a line may be searched as a whole for targets that are not directly before their annotation (M5, M55).
    static let searchesPerLine = 32

    let context: ReadingContext
    let vocabulary = AozoraVocabulary.shared
    let traits = CharacterTable.shared.basicPlane
    let extendsBit = CharacterTraits.extends.rawValue
    /// What of a character's traits is the same along a run.
    let runMask = CharacterTraits.classMask | CharacterTraits.extends.rawValue
    let cells = JISCells()

    var line = SourceLine()
    var lexer: AozoraLexer
    /// The paragraph being made.
    var tree = InlineTree()
    /// The tree's buffers begin with the line as a whole, so that nodes refer to it without copying; so it is with the first paragraph of a line.
    var holdsLine = false
    var paragraph = AozoraParagraph()

    /// A range that is open.
    struct Container {
        var range: AozoraRange
        /// The node that it makes; a heading makes none of its own.
        var node: Int32?
        /// Where its annotation stands in the line.
        var start: Int
        var end: Int
        /// The last solid child of the node around it, when it was opened.
        var outerSolid: Int32
    }
    /// Open ranges, the innermost last.
    var containers: [Container] = []
    /// The node that new nodes are put into: that of the innermost range, or the root.
    var parent: Int32 = 0
    /// Its last child that is not a note (M32a); −1 for none.
    var lastSolid: Int32 = -1

    /// Text and gaiji nodes in the order of the text: the plain projection (M53), without readings and notes.
    var leaves = AozoraLeaves()

    /// A ｜ or | that may prove to begin a base (M33, M34).
    struct Bar {
        var node: Int32
        var container: Int
        var start: Int
        var isHalf: Bool
    }
    var bar: Bar?

    /// Characters in the tree that gaiji gave, in order: they are kanji for finding a base (M79a).
    var gaijiRanges: [ScalarRange] = []
    /// Ruby that annotations made: their nodes, and the annotation's range in the line (M32b).
    var annotationRubies: [(node: Int32, annotation: Range<Int>)] = []
    /// Neighbouring text nodes may have to be made one.
    var needsMerge = false
    /// Steps of the search for targets that are left for this line (M5, M55).
    var searchBudget = 0
    var inAccent = false

    /// Scratch for bodies of annotations and readings.
    var plain: AozoraPlainText
    var template = AozoraTemplate()
    var actions: [AozoraForward] = []
    var blockParts: [(kind: BlockKind, n: Int32, m: Int32)] = []

    var openBlocks: [AozoraOpenBlock] = []
    var queue = BlockQueue()
    /// The line held 本文終わり (M74).
    var bodyHasEnded = false

    init(_ context: ReadingContext) {
        self.context = context
        lexer = AozoraLexer(keepsKunoji: context.options.keepsKunoji)
        plain = AozoraPlainText(keepsKunoji: context.options.keepsKunoji)
    }

    /// Reads `line`, which is not empty, and puts its blocks into the queue.
    mutating func readLine() {
        lexer.read(line)
        searchBudget = Self.searchesPerLine * (line.scalars.count + 64)
        paragraph = AozoraParagraph()
        inAccent = false
        beginTree()
        _ = tree.appendScalars(of: line, 0..<line.scalars.count)
        holdsLine = true
        var i = 0
        var t = 0
        while t < lexer.tokens.count {
            let token = lexer.tokens[t]
            if token.kind == .open || token.kind == .bar, let next = readQuickRuby(t, &i) {
                t = next
                continue
            }
            if Int(token.start) > i { appendText(i..<Int(token.start)) }
            i = Int(token.end)
            t = readToken(t, token, &i)
        }
        if i < line.scalars.count { appendText(i..<line.scalars.count) }
        endLine()
    }

    /// Reads one token; returns the token to go on with, and sets `i` where text goes on.
    private mutating func readToken(_ t: Int, _ token: AozoraToken, _ i: inout Int) -> Int {
        let range = Int(token.start)..<Int(token.end)
        switch token.kind {
        case .open: return readBracket(t, &i)
        case .close:
            if token.partner < 0 { report(.strayClose, at: range.lowerBound) }
            dropBar()  // a base holds no brackets
            appendText(range)
        case .literal:
            dropBar()
            appendText(range)
        case .maybeAccent: appendText(range)
        case .double:
            report(.doubleBracket, at: range.lowerBound, [Dialect.aozora.rawValue])
            dropBar()
            appendText(range)
        case .bar, .halfBar: readBar(t, token)
        case .unclosed:
            let bracket = line.scalars[range.lowerBound] == 0x203B ? range.lowerBound + 1 : range.lowerBound
            report(.unclosedAnnotation, at: bracket)
            appendText(range)
        case .annotation: readAnnotation(range)
        case .gaiji: appendGaiji(range)
        case .accentOpen: inAccent = true
        case .accentClose: inAccent = false
        case .kunoji: appendScalar(0x3031, from: range)
        case .voicedKunoji: appendScalar(0x3032, from: range)
        }
        return t + 1
    }

    /// Reports a problem at a scalar of the line.
    func report(_ code: DiagnosticCode, at index: Int, _ arguments: [String] = []) {
        context.report(code, at: line.start + Int(line.offsets[index]), in: line, arguments)
    }

    /// Scalars of the line as a string, for messages.
    func string(_ range: Range<Int>) -> String { Self.string(line.scalars[range]) }

    static func string(_ scalars: some Sequence<UInt32>) -> String {
        var text = String.UnicodeScalarView()
        for scalar in scalars { text.append(Unicode.Scalar(scalar) ?? "\u{FFFD}") }
        return String(text)
    }

    /// Bytes of a range of the line, counted from the line's start.
    func source(_ range: Range<Int>) -> Range<UInt32> { line.offsets[range.lowerBound]..<line.offsets[range.upperBound] }
}

/// What the annotations of a line say of its paragraph.
struct AozoraParagraph {
    var indent: Int32?
    /// The annotation that said the indent, for an indent alone on its line (M61).
    var indentAnnotation: Range<Int>?
    var alignsToEnd = false
    var offset: Int32?
    var joined = false
    var headingLevel: Int32?
    /// Bytes of the line, from here on; to its end where `end` is nil.
    var start = 0
    var end: Int?
}

// MARK: - Building the tree

extension AozoraParser {
    mutating func beginTree() {
        tree.removeAll(sourceStart: line.start)
        holdsLine = false
        leaves.removeAll()
        gaijiRanges.removeAll(keepingCapacity: true)
        annotationRubies.removeAll(keepingCapacity: true)
        needsMerge = false
        bar = nil
        containers.removeAll(keepingCapacity: true)
        parent = 0
        lastSolid = -1
    }

    /// Appends text of the line, with accents put together inside 〔…〕.
    mutating func appendText(_ range: Range<Int>) {
        if inAccent {
            appendAccented(range)
            return
        }
        appendTextNode(store(range), range)
    }

    private mutating func appendAccented(_ range: Range<Int>) {
        var i = range.lowerBound
        while i < range.upperBound {
            if let (scalar, length) = AozoraAccents.letter(line.scalars, at: i, end: range.upperBound) {
                appendScalar(scalar, from: i..<i + length)
                i += length
            } else {
                appendScalar(line.scalars[i], from: i..<i + 1)
                i += 1
            }
        }
    }

    /// Appends one character that `range` of the line spells.
    mutating func appendScalar(_ scalar: UInt32, from range: Range<Int>) {
        let lower = Int32(tree.scalars.count)
        tree.scalars.append(scalar)
        tree.offsets.append(line.offsets[range.lowerBound])
        appendTextNode(ScalarRange(lower: lower, upper: lower + 1), range)
    }

    /// Makes the last characters of the tree a text node, or a part of the last one, where they follow upon it.
    private mutating func appendTextNode(_ text: ScalarRange, _ range: Range<Int>) {
        let last = tree.nodes[Int(parent)].lastChild
        let end = line.offsets[range.upperBound]
        if last >= 0, last != bar?.node, tree.nodes[Int(last)].kind == .text {
            if Self.extend(&tree.nodes[Int(last)], with: text, end: end) { return }
            // What an annotation said of earlier text is stored between.
            needsMerge = true
        }
        appendLeaf(.text, text, range)
    }

    @inline(__always)
    private static func extend(_ node: inout InlineNode, with text: ScalarRange, end: UInt32) -> Bool {
        guard node.text.upper == text.lower else { return false }
        node.text.upper = text.upper
        node.source = node.source.lowerBound..<max(end, node.source.lowerBound)
        return true
    }

    /// Appends a text node, or a gaiji node, which the characters of `range` spell.
    @discardableResult
    mutating func appendLeaf(_ kind: InlineKind, _ text: ScalarRange, _ range: Range<Int>) -> Int32 {
        var node = InlineNode(kind: kind)
        node.text = text
        node.source = source(range)
        let index = tree.append(node, to: parent)
        leaves.append(index)
        lastSolid = index
        return index
    }

    /// Appends a node that is neither text nor holds any.
    @discardableResult
    mutating func appendNode(_ node: InlineNode, isNote: Bool = false) -> Int32 {
        let index = tree.append(node, to: parent)
        if !isNote { lastSolid = index }
        return index
    }

    /// Cuts a text node before `place`, if that is inside it; returns the node that begins at `place`.
    mutating func split(_ node: Int32, at place: Int32) -> Int32 {
        if place <= tree.nodes[Int(node)].text.lower { return node }
        let right = tree.split(node, at: place)
        leaves.insert(right, after: node)
        replaceSolid(node, by: right)
        return right
    }

    /// Where `node` was the last solid child, `other` is it now.
    mutating func replaceSolid(_ node: Int32, by other: Int32) {
        if lastSolid == node { lastSolid = other }
        for k in containers.indices where containers[k].outerSolid == node { containers[k].outerSolid = other }
    }

    /// Puts characters into the tree's buffers that belong to no text node: readings, notes, descriptions.
    mutating func store(_ scalars: some Sequence<UInt32>, at offset: UInt32) -> ScalarRange {
        let lower = Int32(tree.scalars.count)
        for scalar in scalars {
            tree.scalars.append(scalar)
            tree.offsets.append(offset)
        }
        return ScalarRange(lower: lower, upper: Int32(tree.scalars.count))
    }

    /// The range of the tree's buffers that holds characters of the line, each with its own place.
    mutating func store(_ range: Range<Int>) -> ScalarRange {
        if holdsLine { return ScalarRange(lower: Int32(range.lowerBound), upper: Int32(range.upperBound)) }
        return tree.appendScalars(of: line, range)
    }

    /// Appends a note that says what stands in `annotation`, brackets left out.
    mutating func appendNote(_ kind: NoteKind, _ annotation: Range<Int>, target: Range<Int>? = nil) {
        let node = noteNode(kind, annotation, target: target)
        appendNode(node, isNote: true)
    }

    mutating func noteNode(_ kind: NoteKind, _ annotation: Range<Int>, target: Range<Int>?) -> InlineNode {
        var node = InlineNode(kind: .note)
        node.detail = kind.rawValue
        node.source = source(annotation)
        node.text = store(annotation.lowerBound + 2..<annotation.upperBound - 1)
        if let target {
            plain.read(target, of: line.scalars, cells: cells)
            node.text2 = store(plain.scalars, at: line.offsets[target.lowerBound])
        }
        return node
    }
}
