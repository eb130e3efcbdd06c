import Foundation
import Testing

@testable import rubi

/// `--stdin-format jsonl`, and what it stands on.
struct RecordFilterTests {
    private func answers(_ lines: [String], _ arguments: String...) throws -> (Tool.Outcome, [[String: Any]]) {
        let input = Array((lines.joined(separator: "\n") + "\n").utf8)
        let outcome = try Tool.run(["--stdin-format", "jsonl", "--font", Tool.testFont, "--from", "aozora"] + arguments, input: input)
        let answers = try outcome.output.split(separator: 0x0A).map {
            try #require(try JSONSerialization.jsonObject(with: Data($0)) as? [String: Any])
        }
        return (outcome, answers)
    }

    @Test func everyRecordIsAnsweredInOrder() throws {
        let lines = (0..<50).map { "{\"id\":\($0),\"text\":\"｜第\($0)《だい》章\"}" }
        for jobs in ["1", "2", "7"] {
            let (outcome, answers) = try answers(lines, "--jobs", jobs)
            #expect(outcome.status == 0)
            #expect(answers.map { $0["id"] as? Int } == (0..<50).map { $0 })
            for (index, answer) in answers.enumerated() {
                #expect(answer["ok"] as? Bool == true)
                let records = try #require(answer["records"] as? [[String: Any]])
                #expect(records.map { $0["type"] as? String } == ["document", "line", "end"])
                #expect(records[1]["text"] as? String == "第\(index)章")
            }
        }
    }

    @Test func aBadRecordDoesNotStopTheRest() throws {
        let (outcome, answers) = try answers([
            "{\"id\":\"a\",\"text\":\"い\"}", "{\"id\":1,\"text\":", "[]", "{\"id\":2}",
            "{\"id\":3,\"text\":\"い\",\"options\":{\"ruby-aling\":\"jis\"}}",
            "{\"id\":4,\"text\":\"い\",\"options\":{\"output\":\"x\"}}", "{\"id\":5,\"text\":\"い\",\"options\":{\"font\":\"/no/such.ttf\"}}",
            "",
            "{\"id\":{\"k\":[1]},\"text\":\"い\",\"options\":{\"measure\":3,\"werror\":true,\"ruby-align\":\"jis\"}}",
        ])
        #expect(outcome.status == 1)
        #expect(answers.map { $0["ok"] as? Bool } == [true, false, false, false, false, false, false, true])
        let codes = answers.map { ($0["error"] as? [String: Any])?["code"] as? String }
        #expect(codes == [nil, "bad-json", "bad-record", "bad-record", "bad-option", "bad-option", "font", nil])
        let message = (answers[4]["error"] as? [String: Any])?["message"] as? String
        #expect(message == "options: unknown key ruby-aling; did you mean ruby-align?")
        #expect((answers[7]["id"] as? [String: [Int]]) == ["k": [1]])
    }

    @Test func answersAreValid() throws {
        let folder = try Tool.temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let schema = folder.appendingPathComponent("schema.json").path
        let records = "printf '{\"id\":1,\"text\":\"漢字《かんじ》\"}\\nwrong\\n'"
        let outcome = try Tool.shell(
            "rubi schema answer > '\(schema)'; \(records) | rubi --stdin-format jsonl | python3 Tests/Scripts/validate.py '\(schema)'")
        #expect(outcome.status == 0, "\(outcome.text)\(outcome.errors)")
        #expect(outcome.text.contains("2"))
    }

    /// Who asks one thing at a time must not wait for ever.
    @Test func anAnswerComesBeforeTheNextQuestion() throws {
        let script = """
            import subprocess, sys, json
            p = subprocess.Popen(["rubi", "--stdin-format", "jsonl", "-j", sys.argv[1]], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            for i in range(3):
                p.stdin.write(json.dumps({"id": i, "text": "い"}).encode() + b"\\n"); p.stdin.flush()
                assert json.loads(p.stdout.readline())["id"] == i
            p.stdin.close(); print(p.wait())
            """
        for jobs in ["1", "2"] {
            let outcome = try Tool.shell("timeout 20 python3 -c '\(script)' \(jobs)")
            #expect(outcome.text == "0\n", "\(outcome.errors)")
        }
    }

    @Test func itTakesNoFiles() throws {
        #expect(try Tool.run(["--stdin-format", "jsonl", "Examples/story.txt"]).status == 2)
        #expect(try Tool.run(["--stdin-format", "jsonl", "-o", "/dev/null"]).status == 2)
    }

    @Test(arguments: [
        ("{\"a\":[1,-2.5e3,true,null,\"x\\u3042\\uD83D\\uDE00\\n\"]}", "{\"a\":[1,-2.5e3,true,null,\"xあ😀\\n\"]}"),
        ("\"\\uD83D!\"", "\"\u{FFFD}!\""),
        (" [ ] ", "[]"), ("{}", "{}"), ("0", "0"),
    ])
    func jsonIsRead(_ text: String, _ expected: String) throws {
        #expect(try Self.shown(JSONValue(Array(text.utf8))) == expected)
    }

    @Test(arguments: ["", "{", "[1,]", "{\"a\"}", "{a:1}", "01", "1.", "-", "\"a", "\"\\x\"", "\"\t\"", "tru", "1 2", "\"\\u12\""])
    func notJSON(_ text: String) { #expect(throws: JSONValue.Failure.self) { try JSONValue(Array(text.utf8)) } }

    @Test func nestingHasALimit() {
        let deep = String(repeating: "[", count: 100_000)
        #expect(throws: JSONValue.Failure.self) { try JSONValue(Array(deep.utf8)) }
    }

    private static func shown(_ value: JSONValue) -> String {
        switch value {
        case .null: "null"
        case .bool(let value): "\(value)"
        case .number(let text): text
        case .string(let text): "\"" + text.replacingOccurrences(of: "\n", with: "\\n") + "\""
        case .array(let list): "[" + list.map(shown).joined(separator: ",") + "]"
        case .object(let members): "{" + members.map { "\"\($0.key)\":" + shown($0.value) }.joined(separator: ",") + "}"
        }
    }
}
