import Foundation
import Rubi
import Testing

/// The code of the tutorial (Sources/Rubi/Rubi.docc), which is compiled here by links to it, does what the tutorial says.
struct TutorialTests {
    @Test func everyStep() throws {
        let book = try makeBook()
        #expect(describeReadings(of: book).count == 2)
        #expect(describeReadings(of: book)[0].hasPrefix("page 1: かっぱんじょ at "))
        #expect(try makePDF(of: readStory()).starts(with: Array("%PDF-".utf8)))
    }

    @Test func allFilesAreCompiled() throws {
        let folder = Tool.root.appendingPathComponent("Sources/Rubi/Rubi.docc")
        let resources = try FileManager.default.contentsOfDirectory(atPath: folder.appendingPathComponent("Resources").path)
        let steps = resources.filter { $0.hasSuffix(".swift") }.sorted()
        let compiled = try FileManager.default.contentsOfDirectory(
            atPath: Tool.root.appendingPathComponent("Tests/RubiTests/Tutorial").path
        ).sorted()
        #expect(steps == compiled && !steps.isEmpty)
        let tutorial = try String(contentsOf: folder.appendingPathComponent("FirstBook.tutorial"), encoding: .utf8)
        for step in steps { #expect(tutorial.contains("file: \"\(step)\"")) }
    }
}
