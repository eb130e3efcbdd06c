import RubiText

/// What a node of the inline tree is (markup.md, 1.1).
public enum InlineKind: UInt8, Sendable {
    case root, text, ruby, emphasis, line, style, tateChuYoko, horizontal, frame, caption, warichu
    case kaeriten, okurigana, heading, image, gaiji, note, link, pageReference, lineBreak, raw
}

/// The side of a line that a reading or a mark stands on: over is the right of a vertical line and the top of a horizontal one.
public enum Side: UInt8, Sendable { case over, under }

/// Kinds of ruby (M11, R1–R3).
public enum RubyKind: UInt8, Sendable { case mono, group, jukugo }

/// Emphasis marks (圏点, 傍点), `mark` of markup.md 1.1.
public enum EmphasisMark: UInt8, Sendable, CaseIterable {
    case sesame, openSesame, circle, openCircle, triangle, openTriangle, doubleCircle, fisheye, saltire, dot
}

/// Side lines (傍線).
public enum LineStyle: UInt8, Sendable, CaseIterable { case solid, double, chain, dash, wave }

/// Character styles, `style.name` of markup.md 1.1.
public enum StyleName: UInt8, Sendable, CaseIterable {
    case bold, italic, larger, smaller, superscript, `subscript`, strike, underline, strong, em, code
}

/// `note.kind` of markup.md 1.1.
public enum NoteKind: UInt8, Sendable, CaseIterable { case mama, source, rubySource, rubyMama, side, other }

/// Styles of headings that stand inside a paragraph.
public enum InlineHeadingStyle: UInt8, Sendable { case sameLine, window }

/// Pictures by what the alternative text says (M73).
public enum ImageKind: UInt8, Sendable { case figure, photo }

/// A run of the tree's `scalars`, half open.
public struct ScalarRange: Equatable, Sendable {
    /// The first index.
    public var lower: Int32
    /// The index after the last.
    public var upper: Int32
    /// A range of nothing.
    public static let empty = ScalarRange(lower: 0, upper: 0)
    /// A range by its ends.
    public init(lower: Int32, upper: Int32) { (self.lower, self.upper) = (lower, upper) }
    /// Whether there is nothing in it.
    public var isEmpty: Bool { lower == upper }
    /// How many scalars it holds.
    public var count: Int { Int(upper - lower) }
    /// The range for subscripts.
    public var indices: Range<Int> { Int(lower)..<Int(upper) }
}

/// One part of a divided ruby: its share of the base and of the reading, as ranges of the tree's `scalars`.
public struct RubyPart: Sendable {
    /// Its share of the base.
    public var base: ScalarRange
    /// Its share of the reading.
    public var reading: ScalarRange
    /// A part by its two shares.
    public init(base: ScalarRange, reading: ScalarRange) { (self.base, self.reading) = (base, reading) }
}

/// One node. Nodes are linked by index (−1: none), so that wrapping what was read before is a change of links.
public struct InlineNode: Sendable {
    /// What the node is.
    public var kind: InlineKind
    /// Of ruby without an over reading, emphasis and lines.
    public var side: Side = .over
    /// Raw value of the enumeration that belongs to `kind`: `RubyKind`, `EmphasisMark`, `LineStyle`, `StyleName`, `NoteKind`,
    /// `InlineHeadingStyle`, `ImageKind`.
    public var detail: UInt8 = 0
    /// Ruby: an over reading is present (it may be empty only as a part). Images: `number` and `number2` are width and height.
    public var hasReading = false
    /// Ruby: an under reading is present.
    public var hasUnder = false
    /// Size steps of `larger` and `smaller`, level of a heading, page of a page reference, width of an image.
    public var number: Int32 = 0
    /// Height of an image.
    public var number2: Int32 = 0
    /// Index of the first child, −1 for none.
    public var firstChild: Int32 = -1
    /// Index of the last child, −1 for none.
    public var lastChild: Int32 = -1
    /// Index of the sibling after, −1 for none.
    public var next: Int32 = -1
    /// Index of the sibling before, −1 for none.
    public var previous: Int32 = -1
    /// Index of the node around; −1 for the root, and for a node that was taken out of the tree.
    public var parent: Int32 = -1
    /// Text: its characters. Ruby: the over reading. Note, raw, kaeriten, okurigana: the text. Gaiji: its description. Image: `src`. Link: `href`.
    /// The base of a ruby is its children: text nodes alone for a plain base (M15).
    public var text = ScalarRange.empty
    /// Ruby: the under reading. Image: `alt`. Note: `target`. Raw: `format`.
    public var text2 = ScalarRange.empty
    /// Ruby: range of the tree's `parts` (a divided ruby has two or more).
    public var parts = ScalarRange.empty
    /// Bytes of the input that spell the node, counted from the tree's `sourceStart`.
    public var source: Range<UInt32> = 0..<0

    /// A node without children.
    public init(kind: InlineKind) { self.kind = kind }
}

/// The inline content of one paragraph, flat: characters in one buffer with their source offsets beside them, nodes in another.
///
/// Node 0 is the root. The same value is filled again for each paragraph. All characters that a node refers to, readings, notes and
/// descriptions too, are in `scalars`; the order there means nothing, the order of nodes does.
public struct InlineTree: Sendable {
    /// All characters that nodes refer to.
    public var scalars: [UInt32] = []
    /// Beside `scalars`: the byte each character came from, counted from `sourceStart`.
    public var offsets: [UInt32] = []
    /// The nodes; the first is the root.
    public var nodes: [InlineNode] = [InlineNode(kind: .root)]
    /// Parts of divided ruby.
    public var parts: [RubyPart] = []
    /// Byte offset in the input that `offsets` and the nodes' `source` count from.
    public var sourceStart = 0

    /// An empty tree.
    public init() {}

    /// Empties the tree and keeps its buffers.
    public mutating func removeAll(sourceStart: Int) {
        scalars.removeAll(keepingCapacity: true)
        offsets.removeAll(keepingCapacity: true)
        nodes.removeAll(keepingCapacity: true)
        nodes.append(InlineNode(kind: .root))
        parts.removeAll(keepingCapacity: true)
        self.sourceStart = sourceStart
    }

    /// Appends a node as the last child of `parent` and returns its index.
    @discardableResult
    public mutating func append(_ node: InlineNode, to parent: Int32 = 0) -> Int32 {
        let index = nodes.count
        nodes.append(node)
        nodes.withUnsafeMutableBufferPointer { nodes in
            let previous = nodes[Int(parent)].lastChild
            nodes[index].parent = parent
            nodes[index].previous = previous
            nodes[index].next = -1
            nodes[Int(parent)].lastChild = Int32(index)
            if previous >= 0 { nodes[Int(previous)].next = Int32(index) } else { nodes[Int(parent)].firstChild = Int32(index) }
        }
        return Int32(index)
    }

    /// Puts `node` in the place of the siblings `first` … `last` and makes them its children; returns its index. Takes time in the
    /// number of those siblings.
    @discardableResult
    public mutating func wrap(_ node: InlineNode, from first: Int32, to last: Int32) -> Int32 {
        let index = Int32(nodes.count)
        nodes.append(node)
        nodes.withUnsafeMutableBufferPointer { nodes in
            let parent = nodes[Int(first)].parent
            let previous = nodes[Int(first)].previous
            let next = nodes[Int(last)].next
            nodes[Int(index)].parent = parent
            nodes[Int(index)].previous = previous
            nodes[Int(index)].next = next
            nodes[Int(index)].firstChild = first
            nodes[Int(index)].lastChild = last
            if previous >= 0 { nodes[Int(previous)].next = index } else { nodes[Int(parent)].firstChild = index }
            if next >= 0 { nodes[Int(next)].previous = index } else { nodes[Int(parent)].lastChild = index }
            nodes[Int(first)].previous = -1
            nodes[Int(last)].next = -1
            var child = first
            while child >= 0 {
                nodes[Int(child)].parent = index
                child = nodes[Int(child)].next
            }
        }
        return index
    }
}

extension InlineTree {
    /// Appends characters of a source line to the tree's buffers, as no node yet; the tree must count from the line's start.
    package mutating func appendScalars(of line: SourceLine, _ range: Range<Int>) -> ScalarRange {
        let lower = Int32(scalars.count)
        Self.append(line.scalars, range, to: &scalars)
        Self.append(line.offsets, range, to: &offsets)
        return ScalarRange(lower: lower, upper: Int32(scalars.count))
    }

    /// Appends a part of an array to another in one copy.
    @inline(__always)
    static func append(_ source: [UInt32], _ range: Range<Int>, to target: inout [UInt32]) {
        source.withUnsafeBufferPointer { target.append(contentsOf: UnsafeBufferPointer(rebasing: $0[range])) }
    }

    /// Appends characters of a source line as a text node of the root, or to the root's last child if that is text which ends where they begin.
    package mutating func appendText(of line: SourceLine, _ range: Range<Int>) {
        let text = appendScalars(of: line, range)
        let end = line.offsets[range.upperBound]
        let last = Int(nodes[0].lastChild)
        if last >= 0, nodes[last].kind == .text, nodes[last].text.upper == text.lower {
            nodes[last].text.upper = text.upper
            nodes[last].source = nodes[last].source.lowerBound..<end
            return
        }
        var node = InlineNode(kind: .text)
        node.text = text
        node.source = line.offsets[range.lowerBound]..<end
        append(node)
    }
}

extension InlineTree {
    /// The node after `node` in the order of the text, children before siblings; 0 at the end.
    package func following(_ node: Int32) -> Int32 {
        if nodes[Int(node)].firstChild >= 0 { return nodes[Int(node)].firstChild }
        var node = node
        while node > 0 {
            if nodes[Int(node)].next >= 0 { return nodes[Int(node)].next }
            node = nodes[Int(node)].parent
        }
        return 0
    }
}
