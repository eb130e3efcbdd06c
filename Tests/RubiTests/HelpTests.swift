import Foundation
import Testing

@testable import Rubi
@testable import RubiMarkup
@testable import rubi

/// What is printed from the table of options.
struct HelpTests {
    private func file(_ path: String) throws -> String { try String(contentsOf: Tool.root.appendingPathComponent(path), encoding: .utf8) }

    @Test(arguments: [("options.md", DiagnosticCatalogue.Language.en), ("options.ja.md", .ja)])
    func optionsPageIsCurrent(_ name: String, _ language: DiagnosticCatalogue.Language) throws {
        #expect(try file("Documentation/\(name)") == OptionsPage.text(in: language), "run: make documentation")
    }

    @Test func shortHelpIsGolden() throws {
        let help = try Tool.run(["-h", "--lang", "en"])
        #expect(help.status == 0)
        #expect(help.text == (try file("Tests/RubiTests/Golden/help.txt")), "run: rubi -h > Tests/RubiTests/Golden/help.txt")
    }

    @Test(arguments: Command.allCases, DiagnosticCatalogue.Language.allCases)
    func everySubcommandHasHelp(_ command: Command, _ language: DiagnosticCatalogue.Language) throws {
        let long = try Tool.run([command.rawValue, "--help", "--lang", language.rawValue])
        #expect(long.status == 0)
        #expect(long.text == (try Tool.run(["help", command.rawValue, "--lang", language.rawValue])).text)
        for option in optionTable {
            #expect(
                long.text.contains(option.longForm + " ")
                    || long.text.contains(option.longForm + "\n") == option.commands.contains(command), "\(option.longForm)")
        }
        for line in long.text.split(separator: "\n") { #expect(displayWidth(String(line)) <= HelpText.width, "\(line)") }
    }

    // MARK: Two languages

    private static func isJapanese(_ text: String) -> Bool { text.unicodeScalars.contains { 0x3040...0x9FFF ~= $0.value } }

    /// Every option, subcommand and group says something in each language, and says as much: details in the one are details in the other.
    @Test func nothingLacksALanguage() {
        for option in optionTable {
            #expect(Self.isJapanese(option.name.japanese.summary), "\(option.longForm)")
            #expect(option.details.isEmpty == option.name.japanese.details.isEmpty, "\(option.longForm)")
            #expect(!option.summary.isEmpty)
            if case .free(_, _, default: let standard) = option.value, standard.contains(" ") {
                #expect(OptionSpec.japaneseDefaults[standard] != nil, "\(standard)")
            }
        }
        for command in Command.allCases {
            #expect(!command.summary.isEmpty && !command.description.isEmpty)
            #expect(Self.isJapanese(command.japanese.summary) && Self.isJapanese(command.japanese.description))
        }
        for group in OptionGroup.allCases { #expect(Self.isJapanese(group.japaneseTitle) && !group.title.isEmpty) }
        for code in DiagnosticCode.allCases {
            let entry = DiagnosticCatalogue.entry(code)
            #expect(Self.isJapanese(entry.japanese) && !entry.english.isEmpty && entry.english != entry.japanese, "\(code.rawValue)")
            // The same arguments in both.
            for number in 0..<6 {
                #expect(entry.english.contains("{\(number)}") == entry.japanese.contains("{\(number)}"), "\(code.rawValue)")
            }
        }
        #expect(
            Set(OptionSpec.japaneseDefaults.keys).isSubset(
                of: optionTable.compactMap { if case .free(_, _, default: let text) = $0.value { text } else { nil } }))
    }

    /// By --lang, else by the locale.
    @Test(arguments: [
        (["--help"], "ja_JP.UTF-8", true), (["--help"], "C", false), (["help", "check", "--lang", "en"], "ja_JP.UTF-8", false),
        (["help", "man", "--lang", "ja"], "C", true), (["help", "--lang", "ja", "ruby-align"], "C", true),
    ])
    func languageOfHelp(_ arguments: [String], _ locale: String, _ isJapanese: Bool) throws {
        let outcome = try Tool.run(arguments, environment: ["LC_ALL": locale])
        #expect(outcome.status == 0)
        #expect(outcome.text.contains("のどれか。") == isJapanese)
    }

    @Test func everyTopicIsThere() throws {
        for topic in Completions.helpTopics + Command.allCases.map(\.rawValue) + ["ruby-align"] {
            let outcome = try Tool.run(["help", topic])
            #expect(outcome.status == 0 && outcome.text.count > 100, "\(topic)")
        }
    }

    @Test func japaneseLinesBreakWhereTheyMay() {
        #expect(filled("「あ」、い。う", width: 6) == ["「あ」、", "い。う"])
        #expect(filled("あ（い）abc def", width: 8) == ["あ（い）", "abc def"])
    }

    @Test func version() throws {
        let outcome = try Tool.run(["--version"])
        #expect(outcome.status == 0)
        #expect(outcome.text.hasPrefix("rubi \(rubi.version)\n"))
    }

    @Test(arguments: [
        (["--ruby-aling=jis"], "did you mean --ruby-align?"), (["help", "schem"], "did you mean schema?"),
        (["schema", "lin"], "did you mean line?"),
        (["--hang", "alow"], "did you mean allow?"),
    ])
    func wrongUsage(_ arguments: [String], _ hint: String) throws {
        let outcome = try Tool.run(arguments)
        #expect(outcome.status == 2)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains(hint), "\(outcome.errors)")
    }

    @Test func manualIsCleanForMandoc() throws {
        guard FileManager.default.isExecutableFile(atPath: "/usr/bin/mandoc") else { return print("skipped: no mandoc") }
        for language in ["en", "ja"] {
            let outcome = try Tool.shell("rubi help man --lang \(language) | mandoc -Kutf-8 -Tlint -W warning")
            #expect(outcome.status == 0)
            #expect(outcome.output.isEmpty, "\(outcome.text)")
        }
    }
}
