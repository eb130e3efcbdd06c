import Foundation
import Testing

/// `--config` and `.rubi`.
struct ConfigurationFileTests {
    private func inFolder(_ files: [String: String], _ body: (URL) throws -> Void) throws {
        let folder = try Tool.temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, text) in files { try text.write(to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8) }
        try body(folder)
    }

    private func measure(_ folder: URL, _ arguments: String...) throws -> String {
        let outcome = try Tool.run(["--from", "plain", "--format", "text"] + arguments + ["a.txt"], directory: folder)
        return outcome.status == 0 ? outcome.text : outcome.errors
    }

    @Test func besideTheManuscriptUnlessTypedOtherwise() throws {
        try inFolder([".rubi": "# mine\n\nmeasure = 3\nquiet\n", "a.txt": "いろはにほへ\n", "other": "measure=2"]) { (folder: URL) throws in
            #expect(try measure(folder) == "いろは\nにほへ\n")
            #expect(try measure(folder, "--measure", "4") == "いろはに\nほへ\n")
            #expect(try measure(folder, "--config", "other") == "いろ\nはに\nほへ\n")
            #expect(try measure(folder, "--config", "none") == "いろはにほへ\n")
        }
    }

    @Test(arguments: [
        ("measrue = 3", ".rubi:1: unknown key measrue; did you mean measure?"),
        ("\nmeasure", ".rubi:2: measure wants a value: measure = N"),
        ("measure = x", ".rubi:1: measure wants a whole number from 1 to 10000, not ‘x’"),
        ("output = b.txt", ".rubi:1: unknown key output"), ("format = text", ".rubi:1: unknown key format"),
    ])
    func mistakes(_ text: String, _ message: String) throws {
        try inFolder([".rubi": text, "a.txt": "いろは\n"]) { (folder: URL) throws in
            let outcome = try Tool.run(["--from", "plain", "a.txt"], directory: folder)
            #expect(outcome.status == 2)
            #expect(outcome.errors.hasPrefix("rubi: error: \(message)\n"), "\(outcome.errors)")
        }
    }

    @Test func aFileThatIsNotThere() throws {
        let outcome = try Tool.run(["--config", "no-such-file", "-"])
        #expect(outcome.status == 3)
        #expect(outcome.errors == "rubi: error: no-such-file: No such file or directory\n")
    }
}
