/// The subcommands, in the order in which help lists them.
enum Command: String, CaseIterable, Sendable {
    case typeset, measure, check, convert, furigana, index, stats, diff, fonts, parse, schema, config, doctor, help

    /// What it does, in a line of the help.
    var summary: String {
        switch self {
        case .typeset: "typeset manuscripts"
        case .measure: "how much room the text takes: lines, pages, size, what fits a frame"
        case .check: "every problem in the markup, with its place"
        case .convert: "the same manuscript in another notation"
        case .furigana: "add readings to kanji that have none"
        case .index: "sort lines, or the ruby words of a manuscript, in gojūon order"
        case .stats: "characters, manuscript sheets, ruby, reading ease, time to read"
        case .diff: "where two versions of a manuscript differ in text, ruby and pages"
        case .fonts: "the fonts that can be used and what they cover"
        case .parse: "the document tree, as JSON"
        case .schema: "the JSON Schema of an output"
        case .config: "the options in force, and from where"
        case .doctor: "what is missing of fonts and libraries, and the command that brings it"
        case .help: "a subcommand or an option, or man, options, bash, zsh, fish"
        }
    }

    /// What it takes besides options.
    var operands: String {
        switch self {
        case .typeset, .measure, .check, .convert, .furigana, .index, .stats, .parse: "[FILE…]"
        case .diff: "OLD NEW"
        case .config: "[FILE]"
        case .doctor: ""
        case .fonts: "[QUERY]"
        case .schema: "[NAME]"
        case .help: "[TOPIC]"
        }
    }

    /// What it does, as its help and the manual say it.
    var description: String {
        switch self {
        case .typeset:
            """
            Typesets manuscripts: finds the ruby in the text, shapes base and reading, places the reading, breaks lines, fills pages, and writes positioned
            glyphs or pages.
            """
        case .measure:
            """
            Says how much room a manuscript takes: lines, pages, characters, the size needed when ruby lies in the gap between lines (fixed) and when lines
            make room for it (grow), and how much of the text the first frame of the given grid holds.
            """
        case .check:
            """
            Lists every problem in the markup on standard output, each with its file, line and column. The exit status is 1 where there are errors.
            """
        case .convert:
            """
            Writes a manuscript in another notation. What the other notation cannot express is reported once a kind, and its text stays.
            """
        case .furigana:
            """
            Adds readings to the kanji that have none, by MeCab and its dictionary, in the manuscript's own notation or in that of --to. Readings that are
            there are never touched, and hold for the same word elsewhere. What MeCab does not know stays bare and is reported.
            """
        case .index:
            """
            Sorts lines by their readings in gojūon order (JIS X 4061), or, with --of words, makes the index of a manuscript: its ruby words and headings
            with their pages. The order does not depend on the locale.
            """
        case .stats:
            """
            Counts a manuscript: characters, paragraphs and sentences, the sheets of manuscript paper of 20 × 20 squares that it fills, kanji by the school year
            in which they are taught, how many of them have readings, how easy it is to read by the formula of Tateisi, Ono and Yamada (1988; 50 is the
            average, more is easier), and the minutes it takes to read at 500 characters a minute, or aloud at 300.
            """
        case .diff:
            """
            Compares two versions of a manuscript, whatever their notations and encodings: what was written otherwise, which readings changed, and which pages
            hold other lines. The exit status is 0 where they are the same and 1 where they differ, as that of diff.
            """
        case .fonts:
            """
            Lists the fonts that can be used, or those of the family QUERY, with how much of the Japanese character sets they cover.
            """
        case .parse:
            """
            Prints the document tree of a manuscript as JSON, with the bytes of the source that each node came from.
            """
        case .schema:
            """
            Prints the JSON Schema (draft 2020-12) of a record of the jsonl output, or that of NAME: document, page, line, end, parse, check, measure, stats, diff, answer.
            """
        case .config:
            """
            Prints the options that are in force, for FILE where it is given, each with where it comes from: the command line, a file, the manuscript, the
            default. It takes every option of the other subcommands. What it prints can be kept as a file for --config.
            """
        case .doctor:
            """
            Looks for what rubi needs besides itself: the fonts of its default, the dictionary of readings, the encodings of the C library; and says which
            command brings what is missing. The exit status is 3 where something is.
            """
        case .help:
            """
            Shows the help of a subcommand or of one option, the manual page (man), the reference of all options (options), or a completion file (bash, zsh, fish).
            """
        }
    }

    /// Whether it has options besides `--help`, `--version` and the two that say how much is printed.
    var takesOptions: Bool {
        switch self {
        case .typeset, .measure, .check, .convert, .furigana, .index, .stats, .diff, .parse, .fonts, .config: true
        case .schema, .doctor, .help: false
        }
    }

    /// Reads manuscripts.
    var readsManuscripts: Bool {
        switch self {
        case .typeset, .measure, .check, .convert, .furigana, .index, .stats, .diff, .parse: true
        case .fonts, .schema, .config, .doctor, .help: false
        }
    }
}

/// A set of subcommands: those that an option belongs to.
struct Commands: OptionSet, Sendable {
    let rawValue: UInt16

    init(rawValue: UInt16) { self.rawValue = rawValue }
    init(_ command: Command) { rawValue = 1 << UInt16(Command.allCases.firstIndex(of: command) ?? 0) }

    func contains(_ command: Command) -> Bool { contains(Commands(command)) }

    static let all = Commands(rawValue: .max)
    static let typeset = Commands(.typeset)
    static let convert = Commands(.convert)
    static let furigana = Commands(.furigana)
    static let index = Commands(.index)
    static let stats = Commands(.stats)
    static let diff = Commands(.diff)
    /// Those that read manuscripts.
    static let reading: Commands = [typeset, Commands(.measure), Commands(.check), convert, furigana, index, stats, diff, Commands(.parse)]
    /// Those that compose lines.
    static let composing: Commands = [typeset, Commands(.measure), index, diff]
    /// Those whose output has more than one form.
    static let formatted: Commands = [
        typeset, Commands(.measure), Commands(.check), index, stats, diff, Commands(.parse), Commands(.fonts),
    ]
    /// Those that write manuscripts.
    static let writing: Commands = [convert, furigana]
}
