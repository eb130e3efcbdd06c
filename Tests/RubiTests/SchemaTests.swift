import Foundation
import Testing

/// Every JSON output against its schema, by a validator of its own (python3-jsonschema).
struct SchemaTests {
    /// The command of each output, and the name of its schema (empty: that of any record).
    @Test(arguments: [
        ("rubi Examples/story.txt --page bunko --format jsonl --matter all", ""),
        ("rubi Examples/story.txt --page none --direction horizontal --format jsonl --ruby-align jis", ""),
        ("rubi Examples/story.txt --page b6 --columns 2 --format jsonl --running-head both --ruby-break split --measure 12", ""),
        ("rubi Examples/story.txt --format jsonl | grep '\"type\":\"document\"'", "document"),
        ("rubi Examples/story.txt --format jsonl --page a5 | grep '\"type\":\"page\"'", "page"),
        ("rubi Examples/story.txt --format jsonl | grep '\"type\":\"line\"'", "line"),
        ("rubi Examples/story.txt --format jsonl | grep '\"type\":\"end\"'", "end"),
        ("rubi parse Examples/story.txt", "parse"),
        ("printf '漢字《かん\\n｜《あ》［＃なぞ］' | rubi check --from aozora --format json", "check"),
        ("rubi measure Examples/story.txt --format json", "measure"),
        ("rubi stats Examples/story.txt --format json", "stats"),
        ("printf '。\\n' | rubi stats --format json --from plain", "stats"),
        ("rubi diff Examples/story.txt Examples/rain.plain.txt --format json", "diff"),
        ("rubi measure Examples/story.txt --lines 16 --format json", "measure"),
    ])
    func outputsAreValid(_ command: String, _ name: String) throws {
        let folder = try Tool.temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let schema = folder.appendingPathComponent("schema.json").path
        let outcome = try Tool.shell(
            "rubi schema \(name) > '\(schema)' && { \(command); } 2>/dev/null | /usr/bin/python3 Tests/Scripts/validate.py '\(schema)'")
        #expect(outcome.status == 0, "\(outcome.text)\(outcome.errors)")
        #expect(outcome.text.contains(name.isEmpty ? "'line'" : "': "), "something was validated")
    }

    /// The validator must be able to fail.
    @Test func aWrongRecordIsNotValid() throws {
        let folder = try Tool.temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let schema = folder.appendingPathComponent("schema.json").path
        let outcome = try Tool.shell(
            "rubi schema line > '\(schema)' && echo '{\"type\":\"line\",\"page\":0}' | /usr/bin/python3 Tests/Scripts/validate.py '\(schema)'"
        )
        #expect(outcome.status == 1)
    }

    @Test func jsonHoldsTheRecordsOfJSONLines() throws {
        func records(_ format: String) throws -> Any {
            let outcome = try Tool.run(["Examples/story.txt", "--page", "bunko", "--format", format])
            let texts = format == "json" ? [outcome.output] : outcome.output.split(separator: 0x0A).map { Array($0) }
            return try texts.map { try JSONSerialization.jsonObject(with: Data($0)) }
        }
        let lines = try #require(try records("jsonl") as? [[String: Any]])
        let whole = try #require((try records("json") as? [[String: Any]])?.first)
        let pages = whole["pages"] as? [[String: Any]] ?? []
        #expect(pages.count == lines.count { $0["type"] as? String == "page" })
        let inPages = pages.flatMap { $0["lines"] as? [[String: Any]] ?? [] }
        #expect(inPages.count == lines.count { $0["type"] as? String == "line" })
        #expect((inPages.last?["text"] as? String) == (lines.last { $0["type"] as? String == "line" }?["text"] as? String))
    }
}
