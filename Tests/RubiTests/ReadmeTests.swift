import Foundation
import Testing

/// The one-liners of the README, run as they stand.
struct ReadmeTests {
    private static func commands(_ file: String) -> [String] {
        let text = (try? String(contentsOf: Tool.root.appendingPathComponent(file), encoding: .utf8)) ?? ""
        return text.split(separator: "\n").compactMap { line in
            // A row of the table: | what | `command` |
            guard line.hasPrefix("| "), let start = line.range(of: "| `"), line.hasSuffix("` |") else { return nil }
            return line[start.upperBound...].dropLast(3).replacingOccurrences(of: "\\|", with: "|")
        }
    }

    @Test(arguments: commands("README.md"))
    func oneLiners(_ command: String) throws {
        let folder = try Tool.temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let story = Tool.root.appendingPathComponent("Examples/story.txt")
        try FileManager.default.createDirectory(at: folder.appendingPathComponent("books"), withIntermediateDirectories: true)
        for name in ["story.txt", "books/story.txt"] {
            try FileManager.default.copyItem(at: story, to: folder.appendingPathComponent(name))
        }
        let outcome = try Tool.shell(command, directory: folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
    }

    @Test func bothLanguagesHaveTheSame() {
        #expect(Self.commands("README.md").count >= 10)
        #expect(Set(Self.commands("README.md")) == Set(Self.commands("README.ja.md")))
    }
}
