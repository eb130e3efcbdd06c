import Rubi

/// The text of `--help`: of the whole command, or of one subcommand.
struct HelpText {
    let language: DiagnosticCatalogue.Language

    /// The width that text is filled to.
    static let width = 80
    private static let shortColumn = 30

    init(in language: DiagnosticCatalogue.Language = .en) { self.language = language }

    /// One of two texts.
    private func said(_ english: String, _ japanese: String) -> String { language == .ja ? japanese : english }

    /// What `rubi [command] -h` (short) and `--help` (long) print; nil: of `rubi` itself.
    func text(of command: Command?, long: Bool) -> String {
        var out = heading(of: command)
        let shown = command ?? .typeset
        for group in OptionGroup.allCases {
            let options = optionTable.filter { $0.group == group && $0.commands.contains(shown) }
            if options.isEmpty { continue }
            out += "\n\(group.title(in: language))\(said(":", "："))\n"
            for option in options { out += long ? longEntry(option, for: shown) : shortEntry(option) }
        }
        return out + footing(of: command, long: long)
    }

    private func heading(of command: Command?) -> String {
        guard let command else {
            var out = "rubi \(version)" + said(": sets Japanese text with ruby (furigana)\n\nUsage:\n", "：ルビの付いた日本語の文章を組む\n\n使い方：\n")
            for command in Command.allCases { out += usage(of: command) }
            return out
                + said(
                    "\nNo FILE, or -, reads standard input. Options of rubi typeset:\n", "\nFILE がないか - なら、標準入力を読みます。rubi typeset の選択肢：\n")
        }
        let name = command == .typeset ? "[typeset]" : command.rawValue
        return said("Usage: ", "使い方：") + "rubi \(name) \(command.takesOptions ? "[OPTIONS] " : "")\(command.operands)\n\n"
            + filled(command.description(in: language), width: Self.width).joined(separator: "\n") + "\n"
    }

    private func usage(of command: Command) -> String {
        let name = command == .typeset ? "[typeset]" : command.rawValue
        let usage = "  rubi \(name) \(command.takesOptions ? "[OPTIONS] " : "")\(command.operands)"
        return padded(usage, to: 38) + command.summary(in: language) + "\n"
    }

    private func footing(of command: Command?, long: Bool) -> String {
        var out = said("\nLengths take pt, mm, Q or em; a bare number is em.", "\n長さの単位は pt、mm、Q、em です。数だけなら em です。")
        out += long ? "\n" : said(" --help says more of every option.\n", "--help は詳しく説明します。\n")
        if command == nil {
            out += said(
                "rubi help SUBCOMMAND shows the options of a subcommand, rubi help man the manual.\n",
                "rubi help 命令 はその命令の選択肢を、rubi help man は手引きを示します。\n")
        }
        return out
    }

    /// What `rubi help OPTION` prints.
    func text(of option: OptionSpec) -> String {
        let command = Command.allCases.first { option.commands.contains($0) } ?? .typeset
        let owners = Command.allCases.filter { option.commands.contains($0) }.map(\.rawValue).joined(separator: ", ")
        return longEntry(option, for: command) + "          " + said("Of: \(owners).", "命令：\(owners)。") + "\n"
    }

    private func shortEntry(_ option: OptionSpec) -> String {
        let names = "  " + Self.names(of: option)
        var lines = filled(option.summary(in: language), width: Self.width - Self.shortColumn)[...]
        var out = padded(names, to: Self.shortColumn)
        if displayWidth(names) < Self.shortColumn { out += lines.popFirst() ?? "" }
        for line in lines { out += "\n" + String(repeating: " ", count: Self.shortColumn) + line }
        return out + "\n"
    }

    private func longEntry(_ option: OptionSpec, for command: Command) -> String {
        var out = "  \(Self.names(of: option))\n"
        for text in [option.sentence(in: language), option.details(in: language), valueLine(of: option, for: command) ?? ""]
        where !text.isEmpty {
            for line in filled(text, width: Self.width - 10) { out += "          \(line)\n" }
        }
        return out
    }

    /// `-o, --output FILE`.
    static func names(of option: OptionSpec) -> String {
        (option.short.map { "-\($0), " } ?? "    ") + option.longForm + (option.placeholder.map { " " + $0 } ?? "")
    }

    /// What it takes, and the default.
    func valueLine(of option: OptionSpec, for command: Command) -> String? {
        if let words = option.words(for: command) {
            let list = words.joined(separator: said(", ", "、"))
            guard option.hasDefault else { return said("One of: \(list).", "\(list) のどれか。") }
            if words.count == 1 { return said("Always \(list).", "いつも \(list)。") }
            return said("One of: \(list). Default: \(words[0]).", "\(list) のどれか。既定は \(words[0])。")
        }
        guard case .free(_, _, let standard) = option.value else { return nil }
        return said("Default: \(standard).", "既定は \(OptionSpec.japaneseDefaults[standard] ?? standard)。")
    }
}

// What is said of each in a language.
extension OptionSpec {
    func summary(in language: DiagnosticCatalogue.Language) -> String { language == .ja ? name.japanese.summary : summary }
    func details(in language: DiagnosticCatalogue.Language) -> String { language == .ja ? name.japanese.details : details }
    /// The summary as a sentence.
    func sentence(in language: DiagnosticCatalogue.Language) -> String {
        language == .ja ? name.japanese.summary + "。" : rubi.sentence(summary)
    }
}

extension Command {
    func summary(in language: DiagnosticCatalogue.Language) -> String { language == .ja ? japanese.summary : summary }
    func description(in language: DiagnosticCatalogue.Language) -> String { language == .ja ? japanese.description : description }
}

extension OptionGroup {
    func title(in language: DiagnosticCatalogue.Language) -> String { language == .ja ? japaneseTitle : title }
}
