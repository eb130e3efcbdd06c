import Rubi

let pageOptions: [OptionSpec] = [
    OptionSpec(
        .page, .free("SIZE", .words(["none"] + PagePreset.allCases.map(\.rawValue)), default: "a5; none for jsonl, json, text and measure"),
        .page, .composing,
        "the paper: a preset, WIDTHxHEIGHT, or none",
        """
        A preset (\(PagePreset.allCases.map(\.rawValue).joined(separator: " "))) brings its type size and its grid of characters and lines; \
        文庫, 新書, 四六, 原稿用紙 and so on name the same. genko is manuscript paper of 20 × 20 squares; ereader and phone are screens. \
        none is one column without end.
        """, source: "line-rules.md L60"),
    OptionSpec(
        .direction, .choice(Style.Direction.allCases.map(\.rawValue)), .page, .composing.union(.writing),
        "which way the lines run", "Of convert, it counts in a standalone html.", source: "line-rules.md L50"),
    OptionSpec(
        .measure, .free("N", .number, default: "the preset's, else what fits; 40 with --page none"), .page, .composing,
        "characters a line (字詰め)", source: "line-rules.md L60"),
    OptionSpec(
        .lines, .free("N", .number, default: "the preset's, else what fits; no end with --page none"), .page, .composing,
        "lines a column", source: "line-rules.md L60"),
    OptionSpec(
        .columns, .free("N", .number, default: "1"), .page, .composing,
        "columns a page (段)", source: "line-rules.md L60"),
    OptionSpec(
        .columnGap, .free("LENGTH", .length, default: "2em"), .page, .composing,
        "blank between two columns", source: "line-rules.md L60"),
    OptionSpec(
        .margin, .free("LENGTHS", .text, default: "what centres the frame"), .page, .composing,
        "margins: one to four lengths with commas",
        "In the order top, outer, bottom, inner. One length is for all sides; of two, the first is for top and bottom; of three, the second is for outer and inner.",
        source: "line-rules.md L60"),
    OptionSpec(
        .fontSize, .free("SIZE", .length, default: "the preset's, else 10.5pt"), .page, .composing,
        "the size of the text, with its unit: pt, mm or Q", source: "line-rules.md L60"),
    OptionSpec(
        .lineGap, .free("LENGTH", .length, default: "0.65em"), .page, .composing,
        "blank between two lines (行間)", source: "line-rules.md L60"),
    OptionSpec(
        .lineHeight, .choice(Style.LineHeight.allCases.map(\.rawValue)), .page, .composing,
        "what a line with ruby does to the distance of lines",
        "fixed keeps it even, with the ruby in the gap; grow makes room for it. fixed is the default on pages, grow with --page none.",
        source: "ruby-rules.md R60"),
    OptionSpec(
        .folio, .choice(["on", "off"]), .page, .composing,
        "page numbers", source: "line-rules.md L62"),
    OptionSpec(
        .runningHead, .choice(Style.RunningHead.allCases.map(\.rawValue)), .page, .composing,
        "the running head", source: "line-rules.md L62"),
    OptionSpec(
        .matter, .choice(Style.MatterChoice.allCases.map(\.rawValue)), .page, .composing,
        "whether title, author and colophon are set",
        "front sets title and names before the text and is the default on pages; all sets the colophon too; none, the default with --page none, neither.",
        source: "line-rules.md L66"),
    OptionSpec(
        .theme, .choice(Style.Theme.allCases.map(\.rawValue)), .page, .composing,
        "how headings and page numbers look",
        """
        standard: bold headings, numbers at the fore-edge. novel: light headings, hardly larger than the text, three em in, numbers in the middle of the foot. \
        classic: large light headings four em in, numbers in kanji in the middle of the foot.
        """, source: "line-rules.md L42, L62"),
    OptionSpec(
        .grid, .flag, .page, .composing,
        "draw the squares that the characters stand in (原稿用紙)",
        "On with --page genko, which besides gives every mark a square (--punctuation full --bracket-indent full --hang allow --justify off --ruby-overhang full).",
        source: ""),
]

let fontOptions: [OptionSpec] = [
    OptionSpec(
        .font, .free("FONT", .font, default: "BIZ UDMincho, then Noto Serif CJK JP"), .fonts, .composing, repeats: true,
        "the font: a family, or a path with #INDEX for a collection",
        "Given again, it names the fonts for what the ones before lack, in order.", source: ""),
    OptionSpec(
        .rubyFont, .free("FONT", .font, default: "the text's"), .fonts, .composing,
        "the font of ruby", source: ""),
    OptionSpec(
        .features, .free("LIST", .text, default: "none"), .fonts, .composing,
        "OpenType features, as in liga,ruby=0", source: ""),
    OptionSpec(
        .color, .free("COLOR", .color, default: "#000000"), .fonts, .typeset,
        "the colour of the text: #RRGGBB or a CSS name", source: ""),
    OptionSpec(
        .rubyColor, .free("COLOR", .color, default: "the text's"), .fonts, .typeset,
        "the colour of ruby", source: ""),
    OptionSpec(
        .background, .free("COLOR", .color, default: "none"), .fonts, .typeset,
        "the colour of the paper", source: ""),
]
