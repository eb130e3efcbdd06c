import Rubi

let outputOptions: [OptionSpec] = [
    OptionSpec(
        .output, short: "o", .free("FILE", .file, default: "standard output"), .output, .formatted.union(.writing),
        "where the output goes; - is standard output",
        """
        It appears under its name only when it is whole; a device or a pipe is written to directly. An input is never overwritten. \
        SVG and PNG have one file a page: story.svg becomes story-1.svg, story-2.svg and so on.
        """, source: ""),
    OptionSpec(
        .outDir, .free("FOLDER", .folder, default: "none"), .output, [.typeset, .convert, .furigana, Commands(.parse)],
        "a folder for one output a manuscript",
        "Each is named as its manuscript, with the extension of the format. The folder is made where it is missing.", source: ""),
    OptionSpec(
        .format,
        .choiceByCommand([
            (.typeset, OutputFormat.allCases.map(\.rawValue)), (.measure, ["text", "json"]), (.check, ["text", "json", "sarif"]),
            (.index, ["text", "tsv"]), (.stats, ["text", "json"]), (.diff, ["text", "json"]), (.parse, ["json"]),
            (.fonts, ["text", "json"]),
        ]), .output, .formatted,
        "the form of the output",
        "typeset goes by the extension of --output where this is not given. tsv, of index, writes the reading before each line.",
        source: "output.md"),
    OptionSpec(
        .pdfRuby, .choice(PDFOptions.Ruby.allCases.map(\.rawValue)), .output, .typeset,
        "how a pdf gives ruby to those who copy or listen",
        "tagged: as the elements Ruby, RB and RT of its structure. after: as text behind the base. artifact: not at all.", source: ""),
    OptionSpec(
        .pdfVersion, .choice(PDFOptions.Version.allCases.map(\.rawValue)), .output, .typeset,
        "the version of pdf", source: ""),
    OptionSpec(
        .bleed, .free("LENGTH", .length, default: "0"), .output, .typeset,
        "how far a pdf's background goes beyond the page's edge (裁ち落とし)", source: ""),
    OptionSpec(
        .cropMarks, .flag, .output, .typeset,
        "marks for trimming around the pages of a pdf (トンボ)", source: ""),
    OptionSpec(
        .dpi, .free("N", .number, default: "150"), .output, .typeset,
        "pixels an inch, of png", source: ""),
    OptionSpec(
        .sheet, .free("COLUMNSxROWS", .words(["4x3"]), default: "none"), .output, .typeset,
        "one png with this many pages side by side, for an overview", source: ""),
    OptionSpec(
        .to, .choice(Dialect.allCases.map(\.rawValue)), .output, .writing.union(.index),
        "the notation to write",
        "For convert it has to be given. furigana writes the manuscript's own where it is not given, index --of words that of Aozora Bunko.",
        source: "markup.md M130–M135"),
    OptionSpec(
        .outputEncoding, .choice(TextEncoding.allCases.map(\.rawValue)), .output, .writing,
        "the encoding to write",
        "furigana keeps the manuscript's own where no other notation is asked for. What it cannot hold is spelt as the notation allows, else set as 〓 and reported.",
        source: "markup.md M135"),
    OptionSpec(
        .splitJukugo, .flag, .output, .writing,
        "write a compound divided by readings as one ruby a character", source: "markup.md M132"),
    OptionSpec(
        .standalone, .flag, .output, .writing,
        "write a whole html, latex or typst file, not a fragment", source: "markup.md M135a"),
]
