import Foundation
import Testing

/// `rubi check`: forms of its output, exit status, languages. Its findings are the business of MarkupCaseTests.
struct CheckTests {
    /// An error, a warning of no kind, and a note, in plain text.
    private let manuscript: [UInt8] = Array("一\r\n二".utf8) + [0xFF] + Array("三\n".utf8)

    private func check(_ arguments: String..., environment: [String: String] = [:]) throws -> Tool.Outcome {
        try Tool.run(
            ["check", "--from", "plain", "--encoding", "utf-8"] + arguments, input: manuscript,
            environment: ["LC_ALL": "C"].merging(environment) { $1 })
    }

    @Test func findingsAreLikeACompilers() throws {
        let outcome = try check()
        #expect(outcome.status == 1)
        #expect(outcome.errors == "")
        #expect(
            outcome.text == """
                <stdin>:2:1: note: line ends differ from the lines before [mixed-line-ends]
                  2 | 二\u{FFFD}三
                    | ^
                <stdin>:2:2: error: bytes FF are not valid utf-8 [bad-bytes]
                  2 | 二\u{FFFD}三
                    |   ^

                """)
    }

    @Test func quietHidesNotes() throws { #expect(try check("-q").text.split(separator: "\n").count == 3) }

    @Test func messagesFollowTheLocaleButNotThoseForPrograms() throws {
        #expect(try check(environment: ["LC_ALL": "ja_JP.UTF-8"]).text.contains("改行コード"))
        #expect(try check("--lang", "ja").text.contains("改行コード"))
        #expect(try check("--lang", "en", environment: ["LC_ALL": "ja_JP.UTF-8"]).text.contains("line ends"))
        #expect(try check("--format", "json", environment: ["LC_ALL": "ja_JP.UTF-8"]).text.contains("line ends"))
        #expect(try check("--format", "json", "--lang", "ja").text.contains("改行コード"))
    }

    @Test func forPrograms() throws {
        let json = try JSONSerialization.jsonObject(with: Data(try check("--format", "json").output)) as? [String: [[String: Any]]]
        let findings = try #require(json?["diagnostics"])
        #expect(findings.map { $0["code"] as? String } == ["mixed-line-ends", "bad-bytes"])
        #expect(findings.map { $0["severity"] as? String } == ["note", "error"])
        #expect(findings.map { $0["column"] as? Int } == [1, 2])
        #expect(findings[0]["file"] as? String == "<stdin>")
        let sarif = try JSONSerialization.jsonObject(with: Data(try check("--format", "sarif").output)) as? [String: Any]
        #expect(sarif?["version"] as? String == "2.1.0")
        let results = ((sarif?["runs"] as? [[String: Any]])?.first?["results"] as? [[String: Any]]) ?? []
        #expect(results.map { $0["ruleId"] as? String } == ["mixed-line-ends", "bad-bytes"])
    }

    @Test func withoutFindings() throws {
        let outcome = try Tool.run(["check", "--from", "plain", "--format", "json"], input: Array("一\n".utf8))
        #expect(outcome.status == 0)
        #expect(outcome.text == "{\"diagnostics\":[]}\n")
    }

    @Test func filesThatCannotBeRead() throws {
        let outcome = try Tool.run(["check", "--from", "plain", "no-such-file", "Tests", "-"], input: manuscript)
        #expect(outcome.status == 3)
        #expect(outcome.errors == "rubi: error: no-such-file: No such file or directory\nrubi: error: Tests: Is a directory\n")
        #expect(outcome.text.contains("bad-bytes"), "the rest is read all the same")
    }

    @Test func standardInputThatIsClosed() throws {
        let outcome = try Tool.shell("rubi check <&-")
        #expect(outcome.status == 3)
        #expect(outcome.errors == "rubi: error: <stdin>: Bad file descriptor\n")
    }
}
