import Foundation
import Testing

@testable import Rubi

/// `--watch`.
struct WatchTests {
    @Test("what is saved shows in Chromium, at the reader's place, and only what changed is composed") func inTheBrowser() throws {
        let outcome = try Tool.shell("/usr/bin/python3 Tests/Scripts/check_watch.py '\(Tool.binary)'", directory: Tool.root)
        if outcome.status == 77 { return print("skipped: \(outcome.text)") }
        #expect(outcome.status == 0, "\(outcome.text)\(outcome.errors)")
    }

    @Test(arguments: [
        ["--watch", "-"], ["--watch", "a", "b"], ["--watch", "-o", "x.pdf", "README.md"], ["--watch", "--format", "pdf", "README.md"],
    ])
    func wrongUsage(_ arguments: [String]) throws { #expect(try Tool.run(arguments).status == 2) }

    /// What is taken from the cache is what would be composed: the records of a text after every kind of change are those of a run without one.
    @Test(arguments: [Style.Direction.vertical, .horizontal])
    func theCacheChangesNothing(_ direction: Style.Direction) throws {
        let text = try String(contentsOf: Tool.root.appendingPathComponent("Examples/story.txt"), encoding: .utf8)
        var lines = text.components(separatedBy: "\n")
        let fonts = try FontSet()
        let style = Style(page: .bunko, direction: direction)
        let cache = ParagraphCache()
        func records(_ cache: ParagraphCache?) throws -> [UInt8] {
            let sink = ByteSink()
            let writer = try makeWriter(.jsonl) { _ in sink }
            let manuscript = try Manuscript(name: "a.txt", bytes: Array(lines.joined(separator: "\n").utf8))
            if let cache {
                _ = try manuscript.typeset(style, fonts: fonts, to: writer, cache: cache)
            } else {
                _ = try manuscript.typeset(style, fonts: fonts, to: writer)
            }
            return sink.takeBytes()
        }
        #expect(try records(cache) == records(nil))
        let all = cache.composed
        #expect(all > 20)
        let changes: [(inout [String]) -> Void] = [
            { $0[26] += "新《あたら》しい。" }, { $0.insert("　挿《さ》し込み［＃「挿し込み」に傍点］", at: 26) }, { $0.remove(at: 26) }, { $0.swapAt(26, 27) },
            { $0.insert("［＃ここから２字下げ］", at: 25) }, { $0.append("［＃ここで字下げ終わり］") },
        ]
        for (number, change) in changes.enumerated() {
            change(&lines)
            #expect(try records(cache) == records(nil), "change \(number)")
            if number < 4 { #expect(cache.composed <= 2, "change \(number)") }
        }
    }
}
