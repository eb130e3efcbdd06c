/// Documentation/options.md.
enum OptionsPage {
    static func text() -> String {
        var out = """
            # Options

            Printed by `rubi help options` from the table in Sources/rubi/Options; edit that, not this page.

            Values: the default first. Lengths take `pt`, `mm`, `Q` or `em` (of the page's font size); a bare number is em. The last column names the rules that
            define an option; where no rules are named, the option is the command's own.

            """
        for group in OptionGroup.allCases {
            out += "\n## \(group.title)\n\n| option | values | what it does | of | rules |\n|---|---|---|---|---|\n"
            for option in optionTable where option.group == group { out += row(option) }
        }
        return out
    }

    private static func row(_ option: OptionSpec) -> String {
        let short = option.short.map { "`-\($0)`, " } ?? ""
        let details = option.details.isEmpty ? "" : " " + option.details
        let source = option.source
        return
            "| \(short)`\(option.longForm)` | \(values(option)) | \(escaped(sentence(option.summary) + details)) | \(owners(option)) | \(source) |\n"
    }

    private static func values(_ option: OptionSpec) -> String {
        switch option.value {
        case .flag: "off"
        case .choice(let words): words.map { "`\($0)`" }.joined(separator: " ")
        case .choiceByCommand(let table):
            table.map { row in "\(row.command.rawValue): " + row.words.map { "`\($0)`" }.joined(separator: " ") }.joined(separator: "; ")
        case .free(let placeholder, _, default: let standard): "\(escaped(standard)); \(placeholder)"
        }
    }

    private static func owners(_ option: OptionSpec) -> String {
        let commands = Command.allCases.filter { option.commands.contains($0) }
        return commands.count == Command.allCases.count ? "all" : commands.map(\.rawValue).joined(separator: ", ")
    }

    private static func escaped(_ text: String) -> String { text.replacing("|", with: "\\|") }
}
