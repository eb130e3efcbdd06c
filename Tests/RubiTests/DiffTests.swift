import Foundation
import Testing

@testable import Rubi

/// `rubi diff`.
struct DiffTests {
    private func diff(_ old: String, _ new: String, _ arguments: String...) throws -> Tool.Outcome {
        let folder = try Tool.temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, text) in [("a", old), ("b", new)] {
            try text.write(to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
        }
        return try Tool.run(
            ["diff", "--from", "aozora", "--page", "none", "--lines", "2", "--measure", "4"] + arguments + ["a", "b"], directory: folder)
    }

    @Test(arguments: [
        ("一《いち》二三\n", "一《いち》二三\n", "0 changes; 1 pages → 1 pages, the same lines on each\n", Int32(0)),
        ("一二三\n四五六\n", "一二三\n四零六\n", "a:2:2 (page 1) → b:2:2 (page 1): 四[-五-]{+零+}六\n1 changes; 1 pages → 1 pages, other lines on 1\n", 1),
        ("一《いち》二\n", "一《ひと》二\n", "a:1:1 (page 1) → b:1:1 (page 1): 一《いち》 → 一《ひと》\n1 changes; 1 pages → 1 pages, other lines on 1\n", 1),
        ("一二《に》\n", "一二\n", "a:1:1 (page 1) → b:1:1 (page 1): 一二《に》 → 一二\n1 changes; 1 pages → 1 pages, other lines on 1\n", 1),
        ("一二\n", "一｜二《に》\n", "a:1:2 (page 1) → b:1:3 (page 1): 二 → 二《に》\n1 changes; 1 pages → 1 pages, other lines on 1\n", 1),
        // A reading that goes with its text is part of that change; one whose base stays is not.
        (
            "春《はる》は花が咲く\n", "春《はる》は雪《ゆき》が咲く\n",
            "a:1:7 (page 1) → b:1:7 (page 1): 春は[-花-]{+雪+}が咲く\n1 changes; 2 pages → 2 pages, other lines on 1\n", 1
        ),
        // A new paragraph moves the third to another page.
        (
            "一\n二\n三\n", "一\n零\n二\n三\n",
            "a:2:1 (page 1) → b:2:1 (page 1): {+零+}\n1 changes; 2 pages → 2 pages, other lines on 1–2\n", 1
        ),
        ("一\n二\n", "一\n", "a:2:1 (page 1) → b:1:1 (page 1): [-二-]\n1 changes; 1 pages → 1 pages, other lines on 1\n", 1),
    ])
    func says(_ old: String, _ new: String, _ text: String, _ status: Int32) throws {
        let outcome = try diff(old, new)
        #expect(outcome.text == text, "\(outcome.errors)")
        #expect(outcome.status == status)
    }

    @Test func notationAndEncodingDoNotCount() throws {
        let outcome = try Tool.shell(
            "rubi convert --to aozora --output-encoding cp932 Examples/rain.kakuyomu.txt -o /tmp/rubi-diff-$$ && rubi diff Examples/rain.kakuyomu.txt /tmp/rubi-diff-$$ | tail -1; rm -f /tmp/rubi-diff-$$"
        )
        #expect(outcome.text.hasPrefix("0 changes;"), "\(outcome.text)\(outcome.errors)")
    }

    @Test(arguments: [["diff", "Examples/story.txt"], ["diff", "Examples/story.txt", "Examples/story.txt", "Examples/story.txt"]])
    func wantsTwo(_ arguments: [String]) throws { #expect(try Tool.run(arguments).status == 2) }

    /// What is matched is equal and in order, whatever the lists; equal lists are matched whole, and more than the table holds by what stands once.
    @Test func matching() {
        var state: UInt64 = 1
        func next(_ bound: UInt64) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % bound)
        }
        for _ in 0..<200 {
            let a = (0..<next(30)).map { _ in next(6) }, b = (0..<next(30)).map { _ in next(6) }
            let matches = Matching.matches(a, b)
            let pairs = matches.enumerated().compactMap { index, match in match.map { (index, $0) } }
            #expect(pairs.allSatisfy { a[$0.0] == b[$0.1] })
            #expect(zip(pairs, pairs.dropFirst()).allSatisfy { $0.1 < $1.1 })
            #expect(Matching.matches(a, a) == a.indices.map { $0 })
        }
        let long = Array(0..<5000)
        let other = [-1] + long.filter { $0 % 7 != 0 } + [-2]
        #expect(Matching.matches([-3] + long + [-4], other).count { $0 != nil } == other.count - 2)
    }
}
