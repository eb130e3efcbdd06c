import Rubi

/// Documentation/options.md, and options.ja.md beside it.
enum OptionsPage {
    static func text(in language: DiagnosticCatalogue.Language = .en) -> String {
        var out = language == .ja ? japaneseHeading : heading
        for group in OptionGroup.allCases {
            out += "\n## \(group.title(in: language))\n\n"
            out += language == .ja ? "| 選択肢 | 値 | 働き | 命令 | 規則 |\n" : "| option | values | what it does | of | rules |\n"
            out += "|---|---|---|---|---|\n"
            for option in optionTable where option.group == group { out += row(option, language) }
        }
        return out
    }

    private static let heading = """
        # Options

        Printed by `rubi help options` from the table in Sources/rubi/Options; edit that, not this page.

        Values: the default first. Lengths take `pt`, `mm`, `Q` or `em` (of the page's font size); a bare number is em. The last column names the rules that
        define an option; where no rules are named, the option is the command's own.

        """

    private static let japaneseHeading = """
        # 選択肢

        `rubi help options --lang ja` が Sources/rubi/Options と Sources/rubi/Help の表から印字したものです。直すのは、この頁でなくその表です。

        値は既定のものが先です。長さの単位は `pt`、`mm`、`Q`、`em`（頁の文字の大きさ）で、数だけなら em です。最後の欄は、選択肢を定める規則です。

        """

    private static func row(_ option: OptionSpec, _ language: DiagnosticCatalogue.Language) -> String {
        let short = option.short.map { "`-\($0)`, " } ?? ""
        let details = option.details(in: language)
        let text = option.sentence(in: language) + (details.isEmpty || language == .ja ? "" : " ") + details
        let source = option.source
        return
            "| \(short)`\(option.longForm)` | \(values(option, language)) | \(escaped(text)) | \(owners(option)) | \(source) |\n"
    }

    private static func values(_ option: OptionSpec, _ language: DiagnosticCatalogue.Language) -> String {
        switch option.value {
        case .flag: "off"
        case .choice(let words): words.map { "`\($0)`" }.joined(separator: " ")
        case .choiceByCommand(let table):
            table.map { row in "\(row.command.rawValue): " + row.words.map { "`\($0)`" }.joined(separator: " ") }.joined(separator: "; ")
        case .free(let placeholder, _, default: let standard):
            "\(escaped(language == .ja ? OptionSpec.japaneseDefaults[standard] ?? standard : standard)); \(placeholder)"
        }
    }

    private static func owners(_ option: OptionSpec) -> String {
        let commands = Command.allCases.filter { option.commands.contains($0) }
        return commands.count == Command.allCases.count ? "all" : commands.map(\.rawValue).joined(separator: ", ")
    }

    private static func escaped(_ text: String) -> String { text.replacing("|", with: "\\|") }
}
