import Foundation
import Testing

/// A manuscript whose paragraphs are composed on several threads comes out as from one.
@Suite struct JobsTests {
    /// The example many times over: longer than what is composed at once, with ruby, headings, notes, marks and blocks in it.
    private static let manuscript: [UInt8] = {
        let example = (try? String(contentsOf: Tool.root.appendingPathComponent("Examples/story.txt"), encoding: .utf8)) ?? ""
        // Without the colophon, which would take in all that follows.
        let body = example.components(separatedBy: "\n底本：")[0]
        return Array(String(repeating: body + "\n", count: 12).utf8)
    }()

    @Test(arguments: ["jsonl", "pdf", "text"], ["2", "3", "8"])
    func anyNumberOfJobsGivesTheSameBytes(format: String, jobs: String) throws {
        let arguments = ["-q", "--from", "aozora", "--page", "bunko", "--format", format]
        let one = try Tool.run(arguments + ["--jobs", "1"], input: Self.manuscript)
        let several = try Tool.run(arguments + ["--jobs", jobs], input: Self.manuscript)
        #expect(one.status == several.status)
        #expect(one.output.count > 10_000)
        #expect(one.output == several.output)
    }

    /// Problems are told in the order of the text, each once, whoever met them.
    @Test func problemsComeInOrder() throws {
        var text = ""
        for line in 1...3000 { text += line % 500 == 0 ? "山\u{F0000}川《かわ\n" : "吾輩《わがはい》は猫である。名前はまだ無い。\n" }
        let one = try Tool.run(["--jobs", "1", "--format", "text", "-o", "/dev/null"], input: Array(text.utf8))
        let several = try Tool.run(["--jobs", "4", "--format", "text", "-o", "/dev/null"], input: Array(text.utf8))
        #expect(one.errors.contains("unclosed-ruby"))
        #expect(one.errors == several.errors)
    }

    /// The reader of a pipe goes away: the threads end with it.
    @Test func aClosedPipeEndsAllThreads() throws {
        let folder = try Tool.temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("long.txt")
        try Data(Self.manuscript).write(to: file)
        let outcome = try Tool.shell("rubi -q --jobs 4 --from aozora --format jsonl \(file.path) | head -c 100 | wc -c")
        #expect(outcome.text.trimmingCharacters(in: .whitespacesAndNewlines) == "100")
    }
}
