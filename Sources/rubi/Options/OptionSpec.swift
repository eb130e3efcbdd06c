/// The groups of options, in the order and with the titles of the help.
enum OptionGroup: String, CaseIterable, Sendable {
    case input, output, page, fonts, ruby, lines, check, readings, work

    var title: String {
        switch self {
        case .input: "Input"
        case .output: "Output"
        case .page: "Page"
        case .fonts: "Fonts"
        case .ruby: "Ruby"
        case .lines: "Lines"
        case .check: "Check"
        case .readings: "Readings"
        case .work: "Work"
        }
    }
}

/// What an option takes.
enum OptionValue: Sendable {
    /// Nothing: the option is on where it stands. `--name=no` turns off what a configuration turned on.
    case flag
    /// One of these words, the default first.
    case choice([String])
    /// One of these words, which depend on the subcommand; the default first.
    case choiceByCommand([(command: Command, words: [String])])
    /// Anything else: the placeholder that help shows, what may stand there, the default as help shows it.
    case free(String, FreeValue, default: String)
}

/// What an option takes that is not one of a few words; completions go by it.
enum FreeValue: Sendable {
    case number, length, text, file, folder, font, color
    /// Words to begin with, besides other values.
    case words([String])
}

/// One option of the command: parsing, help, the man page, completions and Documentation/options.md come from it.
struct OptionSpec: Sendable {
    let name: OptionName
    /// The letter of its short form.
    let short: Character?
    let value: OptionValue
    let group: OptionGroup
    let commands: Commands
    /// May stand more than once; else the last one counts.
    let repeats: Bool
    /// One line, without a full stop.
    let summary: String
    /// What one line cannot say; may be empty.
    let details: String
    /// The rules or the document that define it.
    let source: String

    init(
        _ name: OptionName, short: Character? = nil, _ value: OptionValue, _ group: OptionGroup, _ commands: Commands,
        repeats: Bool = false,
        _ summary: String, _ details: String = "", source: String
    ) {
        (self.name, self.short, self.value, self.group, self.commands, self.repeats) = (name, short, value, group, commands, repeats)
        (self.summary, self.details, self.source) = (summary, details, source)
    }

    /// Whether `command` takes it: `config` takes all, to say what they come to.
    func belongs(to command: Command) -> Bool { commands.contains(command) || command == .config }

    /// The long form with its dashes.
    var longForm: String { "--" + name.rawValue }

    /// The words it takes with `command`, where it takes words alone.
    func words(for command: Command) -> [String]? {
        switch value {
        case .choice(let words): words
        case .choiceByCommand(let table): table.first { $0.command == command }?.words
        case .flag, .free: nil
        }
    }

    /// Whether it can be left out.
    var hasDefault: Bool { name != .to }

    /// Whether something has to follow it.
    var takesValue: Bool {
        if case .flag = value { false } else { true }
    }

    /// What stands for its value in help.
    var placeholder: String? {
        switch value {
        case .flag: nil
        case .choice, .choiceByCommand: name.rawValue.split(separator: "-").last.map { $0.uppercased() }
        case .free(let placeholder, _, default: _): placeholder
        }
    }
}

/// Every option, in the order of help.
let optionTable: [OptionSpec] =
    inputOptions + outputOptions + pageOptions + fontOptions + rubyOptions + lineOptions + checkOptions + readingOptions + workOptions

extension OptionSpec {
    /// The option of the long name `name`.
    static func named(_ name: String) -> OptionSpec? { optionTable.first { $0.name.rawValue == name } }
    /// The option of `name`.
    static func of(_ name: OptionName) -> OptionSpec? { optionTable.first { $0.name == name } }
}
