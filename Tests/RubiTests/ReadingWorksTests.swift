import Foundation
import Testing

/// Real works whose ruby is taken out and put back: how often the readings are the authors'. The works are not part of the project; where they are not beside it, the test says so.
struct ReadingWorksTests {
    private static let folder = Tool.root.deletingLastPathComponent().appendingPathComponent("shared/manuscripts")

    /// The least share of an author's rubies that is found, in per cent, as measured when the list of words was made; the script counts.
    @Test(arguments: [("hashire-merosu.txt", 80), ("chumon-no-ooi-ryoriten.txt", 78), ("asakusa-koen.txt", 74), ("sangetsuki.txt", 66)])
    func shareOfTheAuthorsReadings(_ name: String, _ least: Double) throws {
        let file = Self.folder.appendingPathComponent(name)
        guard FileManager.default.fileExists(atPath: file.path) else { return print("skipped: no \(name)") }
        let script = Tool.root.appendingPathComponent("Tests/Scripts/furigana_accuracy.py").path
        let outcome = try Tool.shell("python3 \(script) --rubi \(Tool.binary) \(file.path)")
        let share = outcome.text.split(separator: "\n").last?.split(separator: " ").dropLast(2).last.flatMap { Double($0) }
        #expect(try #require(share, "\(outcome.errors)") >= least, "\(outcome.text)")
    }

    /// The works as they are: nothing but markup is added, so the plain text stays.
    @Test func wholeWorkKeepsItsText() throws {
        let file = Self.folder.appendingPathComponent("hashire-merosu.txt")
        guard FileManager.default.fileExists(atPath: file.path) else { return print("skipped: no \(file.lastPathComponent)") }
        let plain = "| rubi convert --from aozora --to plain -q - | tr -d '\\n'"
        let before = try Tool.shell("cat \(file.path) \(plain)")
        let after = try Tool.shell("rubi furigana -q --from aozora \(file.path) \(plain)")
        #expect(before.status == 0 && after.status == 0)
        #expect(before.output == after.output)
    }
}
