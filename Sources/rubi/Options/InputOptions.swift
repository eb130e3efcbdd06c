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
]
