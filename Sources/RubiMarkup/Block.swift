/// Kinds of blocks that hold other blocks, `block.kind` of markup.md 1.2.
public enum BlockKind: UInt8, Sendable, CaseIterable {
    case indent, hang, end, measure, columns, frame, horizontal, bold, italic, larger, smaller, caption, quote, gothic, warichu, heading
}

/// One piece of a document on the block level, as a reader gives them one after another; a `block` of the tree is an `open` and its `close`.
///
/// The reader fills the same value again and again.
public struct Block: Sendable {
    /// What the piece is.
    public enum Kind: UInt8, Sendable {
        /// A paragraph: `inline`, and `indent`, `align`, `offset`, `joined`.
        case paragraph
        /// `n` empty lines in a row.
        case blank
        /// `n` is the level; `inline`, `indent`.
        case heading
        case pageBreak, leafBreak, spreadBreak, columnBreak
        /// ページの左右中央: holds up to the next break.
        case centerPage
        /// Begins a block of `blockKind`; `n` and `m` as in markup.md 1.2.
        case open
        case close
        /// A picture alone on its line: node 1 of `inline`.
        case image
        case rule
        /// A whole piece of foreign markup on the block level: node 1 of `inline` is the `raw` node.
        case raw
        /// A note alone between blocks: node 1 of `inline`.
        case note
    }

    /// What the piece is; the fields that belong to it are named with the kinds.
    public var kind = Kind.paragraph
    /// Of `open` and `close`: which block.
    public var blockKind = BlockKind.indent
    /// Level of a heading, number of blank lines, the `n` of a block.
    public var n: Int32 = 0
    /// The `m` of a block: the indent of the lines after the first.
    public var m: Int32 = 0
    /// 字下げ of this paragraph or heading, in em; nil where the markup says nothing.
    public var indent: Int32?
    /// 地付き: the paragraph is set flush with the line's end, `offset` em before it (字上げ).
    public var alignsToEnd = false
    /// Em between the paragraph and the line's end; nil where the markup says nothing.
    public var offset: Int32?
    /// Shares its line with the paragraph before it (M61).
    public var joined = false
    /// Bytes of the input that spell the block.
    public var source: Range<Int> = 0..<0
    /// Line of the input on which it begins.
    public var line = 0
    /// What the paragraph or heading holds.
    public var inline = InlineTree()

    /// An empty paragraph.
    public init() {}
}

extension Block {
    /// Makes the value a plain paragraph without content, whose buffers are kept.
    package mutating func reset(_ source: Range<Int>, line: Int) {
        kind = .paragraph
        blockKind = .indent
        (n, m) = (0, 0)
        (indent, offset) = (nil, nil)
        (alignsToEnd, joined) = (false, false)
        self.source = source
        self.line = line
        inline.removeAll(sourceStart: source.lowerBound)
    }
}
