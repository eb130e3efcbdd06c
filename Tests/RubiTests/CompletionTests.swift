import Foundation
import Testing

/// What completes a line, in the shells themselves.
struct CompletionTests {
    static let shells = ["bash", "zsh", "fish"]

    /// The shell's command that prints what `$1` can be completed to, one a line; the completion file is in the folder.
    private static func probe(_ shell: String) -> String {
        let scripts = Tool.root.appendingPathComponent("Tests/Scripts").path
        return switch shell {
        case "bash": "bash '\(scripts)/complete.bash' _rubi \"$1\""
        case "zsh": "zsh -f '\(scripts)/complete.zsh' \"$PWD\" \"$1\""
        default: "fish --no-config -c 'source _rubi; complete -C $argv[1]' \"$1\" | cut -f 1"
        }
    }

    @Test(arguments: shells)
    func completes(_ shell: String) throws {
        guard try Tool.shell("command -v \(shell)").status == 0 else { return print("skipped: no \(shell)") }
        let folder = try Tool.temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        for name in ["novel.txt", "novella.txt"] {
            try "いろは\n".write(to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
        }
        func complete(_ line: String) throws -> [String] {
            let outcome = try Tool.shell("rubi help \(shell) > _rubi; set -- '\(line)'; " + Self.probe(shell), directory: folder)
            return Set(outcome.text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }).sorted()
        }
        // Options of the subcommand alone, values by the option and the subcommand, dialects, presets, subcommands, topics, files.
        #expect(try complete("rubi --ruby-a") == ["--ruby-align"])
        #expect(try complete("rubi check --meas") == [])
        #expect(try complete("rubi --ruby-align j") == ["jis", "justify"])
        #expect(try complete("rubi check --format ") == ["json", "sarif", "text"])
        #expect(try complete("rubi convert --to k") == ["kakuyomu"])
        #expect(try complete("rubi --page gen") == ["genko"])
        #expect(try complete("rubi --theme cl") == ["classic"])
        #expect(try complete("rubi doct") == ["doctor"])
        #expect(try complete("rubi help zs") == ["zsh"])
        #expect(try complete("rubi stats nove") == ["novel.txt", "novella.txt"])
        #expect(try complete("rubi --font BIZ").contains { $0.replacingOccurrences(of: "\\", with: "").hasPrefix("BIZ UDMincho") })
    }

    /// Scripts, and the completion for bash, by shellcheck; the others by their shells.
    @Test func scriptsAreClean() throws {
        guard try Tool.shell("command -v shellcheck").status == 0 else { return print("skipped: no shellcheck") }
        let outcome = try Tool.shell(
            """
            status=0
            for script in scripts/* Integrations/git/pre-commit .ci/run; do
                head -n 1 "$script" | grep -q 'sh$' || continue
                shellcheck "$script" || status=1
            done
            rubi help bash | shellcheck -s bash - || status=1
            shellcheck -s bash Tests/Scripts/complete.bash || status=1
            exit $status
            """)
        #expect(outcome.status == 0, "\(outcome.text)\(outcome.errors)")
        for (shell, check) in [("zsh", "zsh -n"), ("fish", "fish --no-execute")] where try Tool.shell("command -v \(shell)").status == 0 {
            let folder = try Tool.temporaryFolder()
            defer { try? FileManager.default.removeItem(at: folder) }
            let outcome = try Tool.shell("rubi help \(shell) > file && \(check) file", directory: folder)
            #expect(outcome.status == 0, "\(outcome.errors)")
        }
    }
}
