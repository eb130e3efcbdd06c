import Foundation
import Testing

/// `rubi measure` against what typesetting gives.
struct MeasureTests {
    private func json(_ arguments: [String], _ text: String) throws -> [String: Any] {
        let outcome = try Tool.run(
            ["measure", "--from", "aozora", "--format", "json", "--font", Tool.testFont, "--font-size", "10pt"] + arguments,
            input: Array(text.utf8))
        #expect(outcome.status == 0, "\(outcome.errors)")
        return try #require(try JSONSerialization.jsonObject(with: Data(outcome.output)) as? [String: Any])
    }

    private func size(_ object: Any?) -> [Double] {
        let size = object as? [String: Double] ?? [:]
        return [size["width"] ?? -1, size["height"] ?? -1]
    }

    /// R62: `fixed` leaves ruby outside, `grow` counts it; the line gap of 0.65 em stands between lines.
    @Test func sizes() throws {
        let plain = try json(["--direction", "horizontal"], "いろは\nに\n")
        #expect(size(plain["fixed"]) == [30, 26.5])
        #expect(size(plain["grow"]) == [30, 26.5])
        let ruby = try json(["--direction", "horizontal"], "色《いろ》は\n散《ち》りぬるを\n")
        #expect(size(ruby["fixed"]) == [50, 26.5])
        #expect(size(ruby["grow"]) == [50, 36.5])
        let vertical = try json([], "色《いろ》は\n散《ち》りぬるを\n")
        #expect(size(vertical["grow"]) == [36.5, 50])
        #expect(ruby["rubies"] as? Int == 2)
        #expect(ruby["characters"] as? Int == 7)
    }

    @Test func nothingNeedsNoRoom() throws {
        let empty = try json([], "")
        #expect(size(empty["fixed"]) == [0, 0])
        #expect(empty["lines"] as? Int == 0)
    }

    @Test func whatTheFirstFrameHolds() throws {
        let text = String(repeating: "いろはにほへと\n", count: 5)
        let found = try json(["--lines", "2", "--measure", "7"], text)
        #expect(found["pages"] as? Int == 3)
        let fits = try #require(found["fits"] as? [String: Any])
        #expect(fits["lines"] as? Int == 2)
        #expect(fits["source"] as? [Int] == [0, 43])
        #expect(try json(["--measure", "7"], text)["fits"] == nil)
    }

    @Test func pagesAreThoseOfTypesetting() throws {
        let story = ["Examples/story.txt", "--page", "bunko"]
        let measured = try Tool.run(["measure", "--format", "json"] + story)
        let set = try Tool.run(story + ["--format", "jsonl"])
        let figures = try #require(try JSONSerialization.jsonObject(with: Data(measured.output)) as? [String: Any])
        let end = try #require(try JSONSerialization.jsonObject(with: Data(set.output.split(separator: 0x0A).last ?? [])) as? [String: Any])
        for key in ["pages", "lines", "characters", "rubies"] { #expect(figures[key] as? Int == end[key] as? Int, "\(key)") }
    }
}
