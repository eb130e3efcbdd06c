import Foundation
import Testing

/// Tests/Cases/markup.json through `rubi parse`, `rubi check` and `rubi convert`.
struct MarkupCaseTests {
    @Test(arguments: TableCase.all("markup").filter { $0.whole["to"] == nil })
    func trees(_ tableCase: TableCase) throws {
        let outcome = try Tool.run(["parse", "-", "--from", tableCase.dialect] + tableCase.typedOptions, input: tableCase.input)
        let tree = try #require(try JSONSerialization.jsonObject(with: Data(outcome.output)) as? [String: Any], "\(outcome.errors)")
        let document = Self.withoutSources(tree)
        let blocks = document["blocks"] as? [[String: Any]] ?? []
        let expected = tableCase.expected
        if let inline = expected["inline"] as? [Any] {
            #expect(blocks.count == 1)
            Self.expectEqual((blocks.first?["para"] as? [String: Any])?["children"] as? [Any] ?? [], inline)
        }
        if let list = expected["blocks"] as? [Any] { Self.expectEqual(blocks, list) }
        if let meta = expected["meta"] as? [String: Any] { Self.expectEqual(document["meta"] ?? [:], meta) }
        for key in ["dialect", "encoding"] {
            if let value = expected[key] as? String { #expect(document[key] as? String == value) }
        }
    }

    @Test(
        arguments: TableCase.all("markup").filter { $0.whole["diagnostics"] != nil && $0.whole["to"] == nil })
    func diagnostics(_ tableCase: TableCase) throws {
        let arguments = ["check", "-", "--format", "json", "--from", tableCase.dialect] + tableCase.typedOptions
        let outcome = try Tool.run(arguments, input: tableCase.input)
        let report = try #require(try JSONSerialization.jsonObject(with: Data(outcome.output)) as? [String: Any], "\(outcome.errors)")
        func shown(_ list: Any?) -> [String] {
            (list as? [[String: Any]] ?? []).map {
                "\($0["line"] ?? "?"):\($0["column"] ?? "?") \($0["severity"] ?? "?") \($0["code"] ?? "?")"
            }
        }
        let found = shown(report["diagnostics"])
        #expect(found == shown(tableCase.whole["diagnostics"]))
        #expect(outcome.status == (found.contains { $0.contains(" error ") } ? 1 : 0))
    }

    @Test(arguments: TableCase.all("markup").filter { $0.whole["to"] != nil })
    func conversions(_ tableCase: TableCase) throws {
        let target = tableCase.whole["to"] as? String ?? ""
        let arguments = ["convert", "-", "--from", tableCase.dialect, "--to", target] + tableCase.typedOptions
        let outcome = try Tool.run(arguments, input: tableCase.input)
        #expect(outcome.text == tableCase.expected["output"] as? String, "\(outcome.errors)")
    }

    private static func withoutSources(_ object: [String: Any]) -> [String: Any] {
        func stripped(_ value: Any) -> Any {
            if let list = value as? [Any] { return list.map(stripped) }
            if let object = value as? [String: Any] { return withoutSources(object) }
            return value
        }
        return object.filter { $0.key != "source" }.mapValues(stripped)
    }

    private static func expectEqual(_ found: Any, _ expected: Any) {
        #expect((found as? NSObject)?.isEqual(expected) == true, "\(text(found))\nnot\n\(text(expected))")
    }

    private static func text(_ value: Any) -> String {
        let data = try? JSONSerialization.data(withJSONObject: value, options: [.sortedKeys, .withoutEscapingSlashes])
        return data.map { String(decoding: $0, as: UTF8.self) } ?? "\(value)"
    }
}
