import Rubi

let inputOptions: [OptionSpec] = [
    OptionSpec(
        .from, .choice(["auto"] + Dialect.allCases.map(\.rawValue)), .input, .reading,
        "the notation of the manuscript",
        "auto tells it from the text and the file name, and says so when the runner-up was close.", source: "markup.md M125"),
    OptionSpec(
        .encoding, .choice(["auto"] + TextEncoding.allCases.map(\.rawValue)), .input, .reading,
        "the encoding of the manuscript",
        "auto tells it from the bytes; shift_jisx0213 is never guessed.", source: "markup.md M121, M122"),
    OptionSpec(
        .frontMatter, .choice(ReadingOptions.FrontMatter.allCases.map(\.rawValue)), .input, .reading,
        "whether title, author and legend stand before the body",
        "auto looks for them only in Aozora files that have a legend or a colophon.", source: "markup.md M85"),
    OptionSpec(
        .keepKunoji, .flag, .input, .reading,
        "leave ／＼ and ／″＼ as they are written",
        "Without it they become the iteration marks 〱 and 〲.", source: "markup.md M81"),
    OptionSpec(
        .halfwidthKana, .choice(["keep", "full"]), .input, .reading,
        "what becomes of half-width katakana", "full writes ｶﾞ as ガ.", source: "markup.md M120"),
    OptionSpec(
        .typstRuby, .free("NAME", .text, default: "ruby"), .input, .reading,
        "the name of the Typst function that sets ruby", source: "markup.md M119"),
    OptionSpec(
        .stdinFormat, .choice(["text", "jsonl"]), .input, .typeset,
        "what stands on standard input: a manuscript, or records",
        """
        jsonl: one object a line, {"id":…,"text":…,"options":{…}}, each answered with {"id":…,"ok":true,"records":[…]} or {"id":…,"ok":false,"error":{…}}, in \
        order; a bad one does not stop the rest.
        """, source: "output.md"),
    OptionSpec(
        .filesFrom, .free("FILE", .file, default: "none"), .input, .reading,
        "a file that names the manuscripts, one a line; - is standard input", source: ""),
    OptionSpec(
        .null, short: "0", .flag, .input, .reading,
        "names in --files-from end with NUL, not with the line", source: ""),
    OptionSpec(
        .recursive, .flag, .input, .reading,
        "take the manuscripts in folders, and in folders in them",
        "By their extensions: txt md html htm xhtml tex typ. With --out-dir the outputs lie in folders alike.", source: ""),
]
