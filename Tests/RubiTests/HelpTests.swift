import Foundation
import Testing

@testable import rubi

/// What is printed from the table of options.
struct HelpTests {
    private func file(_ path: String) throws -> String { try String(contentsOf: Tool.root.appendingPathComponent(path), encoding: .utf8) }

    @Test func optionsPageIsCurrent() throws {
        #expect(try file("Documentation/options.md") == OptionsPage.text(), "run: rubi help options > Documentation/options.md")
    }

    @Test func shortHelpIsGolden() throws {
        let help = try Tool.run(["-h"])
        #expect(help.status == 0)
        #expect(help.text == (try file("Tests/RubiTests/Golden/help.txt")), "run: rubi -h > Tests/RubiTests/Golden/help.txt")
    }

    @Test(arguments: Command.allCases)
    func everySubcommandHasHelp(_ command: Command) throws {
        let long = try Tool.run([command.rawValue, "--help"])
        #expect(long.status == 0)
        #expect(long.text == (try Tool.run(["help", command.rawValue])).text)
        for option in optionTable {
            #expect(
                long.text.contains(option.longForm + " ")
                    || long.text.contains(option.longForm + "\n") == option.commands.contains(command), "\(option.longForm)")
        }
        for line in long.text.split(separator: "\n") { #expect(displayWidth(String(line)) <= HelpText.width, "\(line)") }
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
        let outcome = try Tool.shell("rubi help man | mandoc -Tlint -W warning")
        #expect(outcome.status == 0)
        #expect(outcome.output.isEmpty, "\(outcome.text)")
    }

    @Test func bashCompletes() throws {
        let probe = """
            source <(rubi help bash)
            try() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _rubi; echo "${COMPREPLY[*]}"; }
            try rubi --ruby-a
            try rubi --ruby-align j
            try rubi check --format sa
            try rubi che
            try rubi help zs
            try rubi --page bu
            """
        let folder = try Tool.temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        try probe.write(to: folder.appendingPathComponent("probe.bash"), atomically: true, encoding: .utf8)
        let outcome = try Tool.shell("bash probe.bash", directory: folder)
        #expect(outcome.text == "--ruby-align\njis justify\nsarif\ncheck\nzsh\nbunko\n", "\(outcome.errors)")
    }
}
