import Rubi

let checkOptions: [OptionSpec] = [
    OptionSpec(
        .advice, .flag, .check, Commands(.check),
        "besides, what an author may want to look at, as notes",
        "Readings that are not kana, a word with different readings, ！ and ？ without the blank behind them, and the like.",
        source: "markup.md 15")
]

let workOptions: [OptionSpec] = [
    OptionSpec(
        .jobs, short: "j", .free("N", .number, default: "the number of processors"), .work,
        [.typeset, .convert, .furigana, Commands(.parse)],
        "manuscripts worked on side by side",
        "The output is the same whatever their number. It counts with --out-dir and --stdin-format jsonl.", source: ""),
    OptionSpec(
        .resume, .flag, .work, [.typeset, .convert, .furigana, Commands(.parse)],
        "with --out-dir, leave out what was made before from the same",
        """
        What an output was made from (the manuscript, the options, the fonts, the version) is kept in a file .rubi-manifest in the folder. A run that was cut \
        short is completed by the same command.
        """, source: ""),
    OptionSpec(
        .watch, .flag, .work, .typeset,
        "show the manuscript in the browser, and again whenever it is saved",
        """
        The preview is at the address that is printed, on this machine alone. Only what changed is composed again, and the reader stays at their place. \
        A change of .rubi beside the manuscript counts too.
        """, source: ""),
    OptionSpec(
        .progress, .choice(Configuration.ProgressChoice.allCases.map(\.rawValue)), .work,
        [.typeset, .convert, .furigana, Commands(.parse)],
        "a bar on standard error while many manuscripts are worked on", "auto: on a terminal.", source: ""),
    OptionSpec(
        .config, .free("FILE", .file, default: ".rubi beside the manuscript"), .work, .reading,
        "a file of defaults: lines of key = value; none reads none",
        """
        Keys are long option names. What is typed wins. Without it, a file .rubi beside a manuscript holds for that manuscript. A manuscript may set options \
        of pages, ruby, lines and colours itself, in a comment within its first 16 KiB: ［＃rubi: page = bunko; lines = 15］ in Aozora Bunko's notation, \
        <!-- rubi: … --> in html, denden and vfm, % rubi: … in latex, // rubi: … in typst; that wins over .rubi.
        """,
        source: ""),
    OptionSpec(
        .werror, .flag, .work, .reading,
        "warnings become errors", source: "markup.md 15"),
    OptionSpec(
        .quiet, short: "q", .flag, .work, .all,
        "hide notes and warnings", source: ""),
    OptionSpec(
        .verbose, short: "v", .flag, .work, .all,
        "say what was decided and why", source: ""),
    OptionSpec(
        .lang, .choice(["auto"] + DiagnosticCatalogue.Language.allCases.map(\.rawValue)), .work, .all,
        "the language of help and of messages about manuscripts",
        "auto goes by the locale, but the json and sarif findings of check are in English.", source: ""),
    OptionSpec(
        .help, short: "h", .flag, .work, .all,
        "this help; -h is the short one", source: ""),
    OptionSpec(
        .version, short: "V", .flag, .work, .all,
        "the version, and those of the libraries in use", source: ""),
]
