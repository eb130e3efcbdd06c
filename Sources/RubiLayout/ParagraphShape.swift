import RubiMarkup
import RubiText

/// An open block annotation.
struct OpenBlock {
    var kind: BlockKind
    var n: Int
    var m: Int
}

/// What a paragraph is set in: the indents and sizes that annotations around it ask for, resolved (L40–L42). Lengths are raw, in the page's em.
struct ParagraphShape: Hashable {
    var firstIndent = 0
    var indent = 0
    var endIndent = 0
    var measure = 0
    var size: Int32 = 65536
    var isBold = false
    var isItalic = false
    /// 横組み in vertical text: all characters are turned.
    var isSideways = false
    var align = Style.Align.start
    /// Room at the start of its first lines for a heading in a window beside them (窓見出し, L42).
    var windowIndent = 0
    var windowLines = 0
    /// Level of a heading, 1–3; 0: none.
    var heading = 0

    /// Makes it that of a heading (L42: 大 1.5 em, 中 1.25, 小 1; other themes have their own).
    mutating func setHeading(level: Int, _ theme: Style.Theme) {
        heading = min(max(level, 1), 3)
        size = theme.headingSizes[heading - 1]
        isBold = theme.hasBoldHeadings
    }

    /// Quotations stand in by two em.
    private static let quoteIndent = 2

    init() {}

    init(of block: borrowing Block, in blocks: [OpenBlock], style: Style) {
        var column = style.measure
        var measure = style.measure
        var first = 0, following = 0, end = 0
        for open in blocks {
            switch open.kind {
            case .indent: (first, following) = (open.n, open.n)
            case .hang: (first, following) = (open.n, open.m)
            case .end:
                align = .end
                end = open.n
            case .measure: measure = min(measure, max(1, open.n))
            case .larger: size = Sizes.stepped(size, by: open.n)
            case .smaller: size = Sizes.stepped(size, by: -open.n)
            case .bold, .gothic: isBold = true
            case .italic: isItalic = true
            case .quote: (first, following) = (first + Self.quoteIndent, following + Self.quoteIndent)
            case .horizontal: isSideways = true
            case .caption: size = Sizes.stepped(size, by: -1)
            case .columns:
                column = min(column, ColumnGrid(open.n, style: style).measure)
                measure = min(measure, column)
            case .frame, .warichu, .heading: break
            }
        }
        if let indent = block.indent { (first, following) = (Int(indent), Int(indent)) }
        if block.alignsToEnd {
            align = .end
            end = Int(block.offset ?? 0)
        }
        if align == .start { align = style.align }
        if block.kind == .heading {
            setHeading(level: Int(block.n), style.theme)
            if block.indent == nil, blocks.isEmpty, align == .start {
                // A short line is not given away to blank.
                let indent = min(style.theme.headingIndent, style.measure / 4)
                (first, following) = (indent, indent)
            }
        }
        // 字詰め counts the characters of a line after its indent.
        self.measure = min(column, measure < column ? measure + max(first, following) : measure) * Em.whole
        // `--indent` is for paragraphs that the markup says nothing of.
        let isPlain = block.kind == .paragraph && block.indent == nil && blocks.isEmpty
        firstIndent = first * Em.whole + (isPlain ? style.indent.raw : 0)
        indent = following * Em.whole
        endIndent = end * Em.whole
    }
}

/// Room for a picture on its own line, in raw lengths along and across the line.
struct PictureBox {
    var along: Int
    var across: Int

    /// A picture's pixel is 1/96 inch, as on the web.
    private static let pixel = 65536 * 3 / 4
    /// A picture that does not say its size.
    private static let usual = 10

    /// At most `lines` lines of the grid deep, if the page has any.
    init(_ node: InlineNode, lines: Int, style: Style) {
        let width = node.number > 0 ? PageGeometry.raw(Int(node.number) * Self.pixel, style) : Self.usual * Em.whole
        let height = node.number2 > 0 ? PageGeometry.raw(Int(node.number2) * Self.pixel, style) : Self.usual * Em.whole
        (along, across) = style.isVertical ? (height, width) : (width, height)
        let measure = style.measure * Em.whole
        let depth = style.lines > 0 ? max(1, lines) * Em.whole + max(0, lines - 1) * style.lineGap.raw : Int.max / 65536
        if along > measure { (along, across) = (measure, max(1, across * measure / along)) }
        if across > depth { (along, across) = (max(1, along * depth / across), depth) }
    }
}
