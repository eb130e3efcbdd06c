/// The subcommands, in the order in which help lists them.
enum Command: String, CaseIterable, Sendable {
    case typeset, measure, check, convert, furigana, index, fonts, parse, schema, help

    /// What it does, in a line of the help.
    var summary: String {
        switch self {
        case .typeset: "typeset manuscripts"
        case .measure: "how much room the text takes: lines, pages, size, what fits a frame"
        case .check: "every problem in the markup, with its place"
        case .convert: "the same manuscript in another notation"
        case .furigana: "add readings to kanji that have none"
        case .index: "sort lines, or the ruby words of a manuscript, in gojūon order"
        case .fonts: "the fonts that can be used and what they cover"
        case .parse: "the document tree, as JSON"
        case .schema: "the JSON Schema of an output"
        case .help: "a subcommand, or man, options, bash, zsh, fish: the page or completion file"
        }
    }

    /// What it takes besides options.
    var operands: String {
        switch self {
        case .typeset, .measure, .check, .convert, .furigana, .index, .parse: "[FILE…]"
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
            Prints the JSON Schema (draft 2020-12) of a record of the jsonl output, or that of NAME: document, page, line, end, parse, check, measure, answer.
            """
        case .help:
            """
            Shows the help of a subcommand, the manual page (man), the reference of all options (options), or a completion file (bash, zsh, fish).
            """
        }
    }

    /// Whether it has options besides `--help`, `--version` and the two that say how much is printed.
    var takesOptions: Bool {
        switch self {
        case .typeset, .measure, .check, .convert, .furigana, .index, .parse, .fonts: true
        case .schema, .help: false
        }
    }

    /// Reads manuscripts.
    var readsManuscripts: Bool {
        switch self {
        case .typeset, .measure, .check, .convert, .furigana, .index, .parse: true
        case .fonts, .schema, .help: false
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
    /// Those that read manuscripts.
    static let reading: Commands = [typeset, Commands(.measure), Commands(.check), convert, furigana, index, Commands(.parse)]
    /// Those that compose lines.
    static let composing: Commands = [typeset, Commands(.measure), index]
    /// Those whose output has more than one form.
    static let formatted: Commands = [typeset, Commands(.measure), Commands(.check), index, Commands(.parse), Commands(.fonts)]
    /// Those that write manuscripts.
    static let writing: Commands = [convert, furigana]
}
