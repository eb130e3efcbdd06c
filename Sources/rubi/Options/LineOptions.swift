import Rubi

let lineOptions: [OptionSpec] = [
    OptionSpec(
        .kinsoku, .choice(Style.Kinsoku.allCases.map(\.rawValue)), .lines, .composing,
        "what may not begin or end a line (禁則)", source: "line-rules.md L20"),
    OptionSpec(
        .hang, .choice(Style.Hang.allCases.map(\.rawValue)), .lines, .composing,
        "whether 。 and 、 may hang past the end of a line (ぶら下げ)", source: "line-rules.md L25"),
    OptionSpec(
        .justify, .choice(["on", "off"]), .lines, .composing,
        "whether lines fill their measure", source: "line-rules.md L30–L34"),
    OptionSpec(
        .breaker, .choice(Style.Breaker.allCases.map(\.rawValue)), .lines, .composing,
        "how breaks are chosen: line by line, or for the whole paragraph", source: "line-rules.md L30, L31"),
    OptionSpec(
        .align, .choice(Style.Align.allCases.map(\.rawValue)), .lines, .composing,
        "where lines stand in their measure; center and end are not justified, jidori (字取り) spreads every line over it",
        source: "line-rules.md L36"),
    OptionSpec(
        .punctuation, .choice(Style.Punctuation.allCases.map(\.rawValue)), .lines, .composing,
        "how wide marks are",
        "jlreq: half an em and the blank that their place asks for. full: an em each, as on manuscript paper. half: half an em each.",
        source: "line-rules.md L13"),
    OptionSpec(
        .punctuationMin, .choice(Style.PunctuationMinimum.allCases.map(\.rawValue)), .lines, .composing,
        "how far the blank of marks shrinks in a full line", source: "line-rules.md L32"),
    OptionSpec(
        .bracketIndent, .choice(Style.BracketIndent.allCases.map(\.rawValue)), .lines, .composing,
        "how far a paragraph that begins with a bracket is set in", source: "line-rules.md L23"),
    OptionSpec(
        .indent, .free("EM", .number, default: "0"), .lines, .composing,
        "indent of the first line of every paragraph, in em", source: "line-rules.md L40"),
    OptionSpec(
        .widows, .free("N", .number, default: "1"), .lines, .composing,
        "the least number of characters in the last line of a paragraph", source: "line-rules.md L64"),
    OptionSpec(
        .warichuSize, .free("FACTOR", .number, default: "0.5"), .lines, .composing,
        "the size of warichu (割り注) over the size of the text", source: "line-rules.md L43"),
    OptionSpec(
        .orientation, .choice(Style.Orientation.allCases.map(\.rawValue)), .lines, .composing,
        "how Latin letters and digits stand in vertical lines", source: "line-rules.md L50"),
    OptionSpec(
        .autoTcy, .free("N", .number, default: "0"), .lines, .composing,
        "set up to N digits side by side in vertical lines (縦中横)", source: "line-rules.md L51"),
    OptionSpec(
        .quotes, .choice(Style.Quotes.allCases.map(\.rawValue)), .lines, .composing,
        "turned writes “ ” as 〝 〟 in vertical lines", source: "line-rules.md L52"),
]
