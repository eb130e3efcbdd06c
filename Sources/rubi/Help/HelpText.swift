/// The text of `--help`: of the whole command, or of one subcommand.
enum HelpText {
    /// The width that text is filled to.
    static let width = 80
    private static let shortColumn = 30

    /// What `rubi [command] -h` (short) and `--help` (long) print; nil: of `rubi` itself.
    static func text(of command: Command?, long: Bool) -> String {
        var out = heading(of: command)
        let shown = command ?? .typeset
        for group in OptionGroup.allCases {
            let options = optionTable.filter { $0.group == group && $0.commands.contains(shown) }
            if options.isEmpty { continue }
            out += "\n\(group.title):\n"
            for option in options { out += long ? longEntry(option, for: shown) : shortEntry(option, for: shown) }
        }
        return out + footing(of: command, long: long)
    }

    private static func heading(of command: Command?) -> String {
        guard let command else {
            var out = "rubi \(version): sets Japanese text with ruby (furigana)\n\nUsage:\n"
            for command in Command.allCases {
                let name = command == .typeset ? "[typeset]" : command.rawValue
                out +=
                    padded("  rubi \(name) \(command.takesOptions ? "[OPTIONS] " : "")\(command.operands)", to: 38) + command.summary + "\n"
            }
            return out + "\nNo FILE, or -, reads standard input. Options of rubi typeset:\n"
        }
        let name = command == .typeset ? "[typeset]" : command.rawValue
        return "Usage: rubi \(name) \(command.takesOptions ? "[OPTIONS] " : "")\(command.operands)\n\n"
            + filled(command.description, width: width).joined(separator: "\n") + "\n"
    }

    private static func footing(of command: Command?, long: Bool) -> String {
        var out = "\nLengths take pt, mm, Q or em; a bare number is em."
        out += long ? "\n" : " --help says more of every option.\n"
        if command == nil { out += "rubi help SUBCOMMAND shows the options of a subcommand, rubi help man the manual.\n" }
        return out
    }

    private static func shortEntry(_ option: OptionSpec, for command: Command) -> String {
        let names = "  " + names(of: option)
        var lines = filled(option.summary, width: width - shortColumn)[...]
        var out = padded(names, to: shortColumn)
        if displayWidth(names) < shortColumn { out += lines.popFirst() ?? "" }
        for line in lines { out += "\n" + String(repeating: " ", count: shortColumn) + line }
        return out + "\n"
    }

    private static func longEntry(_ option: OptionSpec, for command: Command) -> String {
        var out = "  \(names(of: option))\n"
        let texts = [sentence(option.summary), option.details] + (valueLine(of: option, for: command).map { [$0] } ?? [])
        for text in texts where !text.isEmpty {
            for line in filled(text, width: width - 10) { out += "          \(line)\n" }
        }
        return out
    }

    /// `-o, --output FILE`.
    static func names(of option: OptionSpec) -> String {
        (option.short.map { "-\($0), " } ?? "    ") + option.longForm + (option.placeholder.map { " " + $0 } ?? "")
    }

    /// What it takes, and the default.
    static func valueLine(of option: OptionSpec, for command: Command) -> String? {
        if let words = option.words(for: command) {
            guard option.hasDefault else { return "One of: \(words.joined(separator: ", "))." }
            return words.count == 1 ? "Always \(words[0])." : "One of: \(words.joined(separator: ", ")). Default: \(words[0])."
        }
        if case .free(_, _, let standard) = option.value { return "Default: \(standard)." }
        return nil
    }
}

/// `text` with a capital letter and a full stop.
func sentence(_ text: String) -> String { (text.first.map { $0.uppercased() } ?? "") + text.dropFirst() + "." }

/// Breaks `text` at its spaces into lines of at most `width` columns.
func filled(_ text: String, width: Int, measure: (String) -> Int = { displayWidth($0) }) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
        if !line.isEmpty, measure(line) + 1 + measure(String(word)) > width {
            lines.append(line)
            line = ""
        }
        line += line.isEmpty ? String(word) : " " + word
    }
    if !line.isEmpty { lines.append(line) }
    return lines
}

/// `text` with spaces behind it up to `column`; as it is where it is longer.
func padded(_ text: String, to column: Int) -> String {
    text + String(repeating: " ", count: max(0, column - displayWidth(text)))
}
