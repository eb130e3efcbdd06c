import Foundation
import Testing

/// One case of a table in Tests/Cases, as its README describes it.
struct TableCase: CustomTestStringConvertible, @unchecked Sendable {
    let id: String
    let dialect: String
    /// The bytes of the manuscript.
    let input: [UInt8]
    let options: [String: String]
    let whole: [String: Any]
    let expected: [String: Any]

    var testDescription: String { id }

    init(_ object: [String: Any]) {
        whole = object
        id = object["id"] as? String ?? "?"
        dialect = object["dialect"] as? String ?? "auto"
        let bytes = (object["bytes"] as? String).flatMap { Data(base64Encoded: $0) }
        input = bytes.map { [UInt8]($0) } ?? Array((object["input"] as? String ?? "").utf8)
        options = (object["options"] as? [String: Any] ?? [:]).mapValues { "\($0)" }
        expected = object["expected"] as? [String: Any] ?? [:]
    }

    /// Every case of the table `name`.
    static func all(_ name: String) -> [TableCase] {
        let file = Tool.root.appendingPathComponent("Tests/Cases/\(name).json")
        guard let data = try? Data(contentsOf: file), let list = try? JSONSerialization.jsonObject(with: data) as? [[String: Any]] else {
            return []
        }
        return list.map { TableCase($0) }
    }

    /// The options as they are typed, without those that the test font's run sets itself.
    var typedOptions: [String] { options.sorted { $0.key < $1.key }.flatMap { ["--\($0.key)", $0.value] } }
}

/// What the lines of a run of the command with the test font hold, in thousandths of an em from each line's start.
struct ComposedCase {
    struct Line {
        var text = ""
        var advance = 0.0
        var base: [Double] = []
    }

    var lines: [Line] = []
    /// Origins of each ruby's glyphs, by its number; a ruby that was broken has those of all its parts.
    var over: [Int: [Double]] = [:]
    var under: [Int: [Double]] = [:]

    /// Runs the command as Tests/Cases/README.md says.
    init(_ tableCase: TableCase, extra: [String] = []) throws {
        let fixed = [
            "typeset", "-", "--from", tableCase.dialect, "--page", "none", "--font", Tool.testFont, "--font-size", "1000pt", "--format",
            "jsonl",
        ]
        let outcome = try Tool.run(fixed + extra + tableCase.typedOptions, input: tableCase.input)
        #expect(outcome.status == 0, "\(outcome.errors)")
        for line in outcome.text.split(separator: "\n") {
            guard let record = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] else { continue }
            if record["type"] as? String == "line" { add(record, isVertical: tableCase.options["direction"] != "horizontal") }
        }
    }

    private mutating func add(_ record: [String: Any], isVertical: Bool) {
        let axis = isVertical ? "y" : "x"
        let start = record[axis] as? Double ?? 0
        var line = Line(text: record["text"] as? String ?? "", advance: record["advance"] as? Double ?? -1)
        for run in record["runs"] as? [[String: Any]] ?? [] {
            let places = (run[axis] as? [Double] ?? []).map { $0 - start }
            switch run["role"] as? String {
            case "base": line.base += places
            case "ruby":
                let number = run["ruby"] as? Int ?? 0
                if run["side"] as? String == "under" { under[number, default: []] += places } else { over[number, default: []] += places }
            default: break
            }
        }
        lines.append(line)
    }

    /// Readings of one side in the order of their rubies.
    static func inOrder(_ readings: [Int: [Double]]) -> [[Double]] { readings.sorted { $0.key < $1.key }.map(\.value) }
}

/// Records where `found` is not `expected` to within a twentieth of a thousandth of an em.
func expectNear(_ found: [Double], _ expected: [Double], _ what: String) {
    let isNear = found.count == expected.count && zip(found, expected).allSatisfy { abs($0 - $1) <= 0.05 }
    #expect(isNear, "\(what): \(found), not \(expected)")
}

/// Records where one of the lists is not near.
func expectNear(_ found: [[Double]], _ expected: [[Double]], _ what: String) {
    #expect(found.count == expected.count, "\(what): \(found.count), not \(expected.count)")
    for (index, pair) in zip(found, expected).enumerated() { expectNear(pair.0, pair.1, "\(what) \(index + 1)") }
}
