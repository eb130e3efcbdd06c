/// What the two Markdown dialects differ in (M110–M115).
struct MarkdownSyntax {
    /// Further bars divide the reading (M111); otherwise they belong to it (M112).
    var dividesReadings: Bool
    /// ｛｜｝ are read as {|} (M110).
    var hasFullWidthBraces: Bool
    /// A single line end is a break (denden), or a space that vanishes between CJK characters (vfm).
    var breaksAtLineEnds: Bool
    /// `^12^` is 縦中横.
    var hasCarets: Bool
    /// A line of `=` after a blank line is a page break.
    var hasPageBreakLines: Bool
    /// A first block between lines of `---` is front matter.
    var hasFrontMatter: Bool

    /// Whether a backslash makes `character` literal (M113): ASCII punctuation, and the full-width braces where they are read.
    func escapes(_ character: UInt32) -> Bool {
        if isASCIIPunctuation(character) { return true }
        return hasFullWidthBraces && (character == scalar("｛") || character == scalar("｜") || character == scalar("｝"))
    }

    static let denden = MarkdownSyntax(
        dividesReadings: true, hasFullWidthBraces: true, breaksAtLineEnds: true, hasCarets: true, hasPageBreakLines: true,
        hasFrontMatter: false)
    static let vfm = MarkdownSyntax(
        dividesReadings: false, hasFullWidthBraces: false, breaksAtLineEnds: false, hasCarets: false, hasPageBreakLines: false,
        hasFrontMatter: true)
}

/// One piece of a paragraph's inline content, in the order of the source.
struct MarkdownEvent {
    enum Kind: UInt8 {
        case text
        /// A line end; a hard one is `breaks` whatever the dialect.
        case lineEnd, lineBreak
        case ruby, code, tateChuYoko, image
        /// A run of `*` or `_`; `link` is its index in the delimiter runs.
        case delimiters
        /// `lower..<upper` of `linkOpen` and `image` is the address; `link` of `image` the event's index in the alternative texts.
        case linkOpen, linkClose
        /// An HTML tag; `link` is its number in the tags.
        case tagOpen, tagClose
        /// An HTML tag that means nothing here.
        case raw
    }
    var kind: Kind
    var lower: Int32
    var upper: Int32
    var link: Int32 = -1

    var range: Range<Int> { Int(lower)..<Int(upper) }
}

/// Whether a character in braces divides, opens or closes, in its ASCII or its full-width form.
struct BraceStyle {
    var open: UInt32
    var bar: UInt32
    var close: UInt32
    static let ascii = BraceStyle(open: scalar("{"), bar: scalar("|"), close: scalar("}"))
    static let fullWidth = BraceStyle(open: scalar("｛"), bar: scalar("｜"), close: scalar("｝"))
}
