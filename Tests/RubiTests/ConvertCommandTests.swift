import Foundation
import Testing

/// `rubi convert` as a command; what it writes is the business of the tests of the writers.
struct ConvertCommandTests {
    @Test func theNotationHasToBeNamed() throws {
        let outcome = try Tool.run(["convert", "-"])
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("--to is wanted"))
    }

    /// M130: between the same, the bytes are the same.
    @Test func toTheSameNotation() throws {
        let story = try Data(contentsOf: Tool.root.appendingPathComponent("Examples/story.txt"))
        let outcome = try Tool.run(["convert", "--to", "aozora", "Examples/story.txt"])
        #expect(outcome.status == 0)
        #expect(Data(outcome.output) == story)
    }

    @Test func throughAnotherEncodingAndBack() throws {
        let there = try Tool.run(["convert", "--to", "aozora", "--output-encoding", "cp932", "Examples/story.txt"])
        #expect(there.status == 0, "\(there.errors)")
        let back = try Tool.run(["convert", "--to", "aozora", "--from", "aozora", "-"], input: there.output)
        #expect(back.text.contains("硝子戸《ガラスど》"))
    }

    @Test func outputsAreNamedByTheNotation() throws {
        let folder = try Tool.temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        for (target, name) in [
            ("html", "story.html"), ("vfm", "story.md"), ("latex", "story.tex"), ("typst", "story.typ"), ("narou", "story.txt"),
        ] {
            let outcome = try Tool.run(["convert", "--to", target, "Examples/story.txt", "--out-dir", folder.path, "-q"])
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(FileManager.default.fileExists(atPath: folder.appendingPathComponent(name).path), "\(name)")
        }
    }

    @Test func lossIsSaidOnce() throws {
        let outcome = try Tool.run(["convert", "--to", "kakuyomu", "--from", "aozora"], input: Array("一［＃「一」に傍線］二［＃「二」に傍線］\n".utf8))
        #expect(outcome.status == 0)
        #expect(outcome.errors.split(separator: "\n").count { $0.contains("[not-expressible]") } == 1)
    }
}
