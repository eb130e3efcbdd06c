import Rubi

let rubyOptions: [OptionSpec] = [
    OptionSpec(
        .ruby, .choice(Style.RubyMode.allCases.map(\.rawValue)), .ruby, .composing,
        "how ruby is tied to its base",
        """
        auto does what the markup says. mono sets each divided part on its own character, group joins the parts over the whole word, \
        jukugo makes adjacent kanji one compound.
        """, source: "ruby-rules.md R1–R4"),
    OptionSpec(
        .rubyAlign, .choice(Style.RubyAlign.allCases.map(\.rawValue)), .ruby, .composing,
        "how the shorter of ruby and base is spread over the longer",
        """
        even: equal gaps before, between and after. jis: gaps of 1 : 2 : 1 as in JIS X 4051. justify: flush at both ends. \
        center, start and end: not spread.
        """, source: "ruby-rules.md R10–R17"),
    OptionSpec(
        .rubyEndCap, .free("LENGTH", .length, default: "0.5em for jis, none for even"), .ruby, .composing,
        "the largest gap at the ends of a reading, or none", source: "ruby-rules.md R12"),
    OptionSpec(
        .jukugo, .choice(Style.JukugoMethod.allCases.map(\.rawValue)), .ruby, .composing,
        "how the readings of a compound share its room",
        "simple: each over its own character, or all as one group. jlreq: a long reading borrows from its neighbours.",
        source: "ruby-rules.md R18, R90–R97"),
    OptionSpec(
        .rubyOverhang, .choice(Style.Overhang.allCases.map(\.rawValue)), .ruby, .composing,
        "what a long reading may lie over besides its base (ルビ掛け)",
        "kana: kana beside it and blank. jis: hiragana and blank. none: blank alone. full: half a ruby character over anything Japanese.",
        source: "ruby-rules.md R20–R28"),
    OptionSpec(
        .rubyEdge, .choice(Style.RubyEdge.allCases.map(\.rawValue)), .ruby, .composing,
        "what is flush where a long reading begins or ends a line",
        "ruby: the reading. base: the base, with the surplus inwards. protrude: the reading may stand out of the measure.",
        source: "ruby-rules.md R30–R34"),
    OptionSpec(
        .rubyBreak, .choice(Style.RubyBreak.allCases.map(\.rawValue)), .ruby, .composing,
        "whether a reading over a whole word may be broken over two lines", source: "ruby-rules.md R40–R43"),
    OptionSpec(
        .rubySize, .free("FACTOR", .words(["0.5", "third"]), default: "0.5"), .ruby, .composing,
        "the size of ruby over the size of its base",
        "third is half as high and a third as wide, so that three kana stand over one kanji.", source: "ruby-rules.md R5"),
    OptionSpec(
        .rubyGap, .free("LENGTH", .length, default: "0"), .ruby, .composing,
        "blank between base and ruby", source: "ruby-rules.md R6"),
    OptionSpec(
        .rubyKana, .choice(Style.RubyKana.allCases.map(\.rawValue)), .ruby, .composing,
        "whether small kana in readings become full-size", source: "ruby-rules.md R7"),
    OptionSpec(
        .rubySide, .choice(["over", "under"]), .ruby, .composing,
        "the side of readings that stand alone",
        "over is the right of a vertical line and the top of a horizontal one.", source: "ruby-rules.md R6"),
    OptionSpec(
        .emphasisSkip, .choice(Style.EmphasisSkip.allCases.map(\.rawValue)), .ruby, .composing,
        "which characters get no emphasis mark (圏点)", source: "ruby-rules.md R81"),
    OptionSpec(
        .emphasisWithRuby, .choice(Style.EmphasisWithRuby.allCases.map(\.rawValue)), .ruby, .composing,
        "where emphasis marks stand that meet ruby", source: "ruby-rules.md R82"),
]
