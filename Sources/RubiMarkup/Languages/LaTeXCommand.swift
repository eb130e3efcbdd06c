/// The commands that are read (M118).
enum LaTeXCommand {
    /// The base is divided per character, by bars.
    case ruby, barredRuby, bothSides
    case emphasis
    /// A node around its argument.
    case style(StyleName)
    case tateChuYoko
    case link, image
    case heading(Int32)
    case pageBreak, leafBreak
    case lineBreak
    /// A character that has a name.
    case character(UInt32)
    case begin, end

    private static let table: [(name: StaticString, command: LaTeXCommand)] = [
        ("ruby", .ruby), ("jruby", .ruby), ("aruby", .ruby), ("kana", .ruby), ("ltjruby", .barredRuby), ("truby", .bothSides),
        ("kenten", .emphasis), ("bou", .emphasis), ("ltjkenten", .emphasis),
        ("textbf", .style(.bold)), ("emph", .style(.italic)), ("textit", .style(.italic)), ("underline", .style(.underline)),
        ("sout", .style(.strike)), ("textsuperscript", .style(.superscript)), ("textsubscript", .style(.subscript)),
        ("texttt", .style(.code)), ("tatechuyoko", .tateChuYoko), ("rensuji", .tateChuYoko), ("href", .link), ("includegraphics", .image),
        ("section", .heading(1)), ("subsection", .heading(2)), ("subsubsection", .heading(3)),
        ("newpage", .pageBreak), ("clearpage", .pageBreak), ("cleardoublepage", .leafBreak), ("newline", .lineBreak),
        ("textbackslash", .character(0x5C)), ("textasciitilde", .character(0x7E)), ("textasciicircum", .character(0x5E)),
        ("begin", .begin), ("end", .end),
    ]

    /// The command whose name stands in `range`.
    init?(_ range: Range<Int>, in scalars: [UInt32]) {
        for (name, command) in Self.table where name.utf8CodeUnitCount == range.count && matches(name, at: range.lowerBound, in: scalars) {
            self = command
            return
        }
        return nil
    }
}
