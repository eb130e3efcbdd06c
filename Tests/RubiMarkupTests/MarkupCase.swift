import Foundation
import RubiMarkup
import RubiOutput
import RubiText
import Testing

/// A case of Tests/Cases/markup.json (Tests/Cases/README.md).
struct MarkupCase: CustomTestStringConvertible, Sendable {
    let id: String
    let dialect: String
    let bytes: [UInt8]
    let options: [String: String]
    let expected: JSONValue
    let diagnostics: JSONValue
    let convertsTo: String?

    var testDescription: String { id }

    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent(
        "Cases")

    static let all: [MarkupCase] = {
        guard let data = try? Data(contentsOf: folder.appendingPathComponent("markup.json")),
            let list = try? JSONSerialization.jsonObject(with: data) as? [[String: Any]]
        else { return [] }
        return list.map(MarkupCase.init)
    }()

    init(_ object: [String: Any]) {
        id = object["id"] as? String ?? ""
        dialect = object["dialect"] as? String ?? ""
        if let encoded = object["bytes"] as? String {
            bytes = Data(base64Encoded: encoded).map { Array($0) } ?? []
        } else {
            bytes = Array((object["input"] as? String ?? "").utf8)
        }
        options = (object["options"] as? [String: Any] ?? [:]).mapValues { "\($0)" }
        expected = JSONValue(object["expected"] as Any)
        diagnostics = JSONValue(object["diagnostics"] as Any)
        convertsTo = object["to"] as? String
    }

    var readingOptions: ReadingOptions {
        var reading = ReadingOptions()
        reading.dialect = Dialect(rawValue: dialect)
        reading.encoding = options["encoding"].flatMap(TextEncoding.init)
        reading.frontMatter = options["front-matter"].flatMap(ReadingOptions.FrontMatter.init) ?? .auto
        reading.keepsKunoji = options["keep-kunoji"] != nil
        reading.widensHalfwidthKana = options["halfwidth-kana"] == "full"
        reading.typstRuby = options["typst-ruby"] ?? "ruby"
        return reading
    }
}

/// A JSON value that compares.
enum JSONValue: Equatable, Sendable, CustomStringConvertible {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case list([JSONValue])
    case object([String: JSONValue])

    init(_ any: Any) {
        switch any {
        case let text as String: self = .string(text)
        case let list as [Any]: self = .list(list.map(JSONValue.init))
        case let object as [String: Any]: self = .object(object.mapValues(JSONValue.init))
        case let number as NSNumber:
            self = CFGetTypeIDIsBool(number) ? .bool(number.boolValue) : .number(number.doubleValue)
        default: self = .null
        }
    }

    init(text: [UInt8]) throws { self.init(try JSONSerialization.jsonObject(with: Data(text))) }

    subscript(key: String) -> JSONValue? {
        if case .object(let object) = self { return object[key] }
        return nil
    }

    /// Without the ranges of the source.
    var withoutSource: JSONValue {
        switch self {
        case .list(let list): .list(list.map(\.withoutSource))
        case .object(let object): .object(object.filter { $0.key != "source" }.mapValues(\.withoutSource))
        case .null, .bool, .number, .string: self
        }
    }

    var description: String {
        switch self {
        case .null: "null"
        case .bool(let value): "\(value)"
        case .number(let value): value == value.rounded() ? "\(Int(value))" : "\(value)"
        case .string(let text): "\"\(text)\""
        case .list(let list): "[" + list.map(\.description).joined(separator: ",") + "]"
        case .object(let object): "{" + object.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",") + "}"
        }
    }
}

private func CFGetTypeIDIsBool(_ number: NSNumber) -> Bool {
    String(cString: number.objCType) == "c" || String(cString: number.objCType) == "B"
}

/// What a manuscript gives: its tree as JSON, and its diagnostics.
struct ReadResult {
    let tree: JSONValue
    let diagnostics: JSONValue

    init(_ bytes: [UInt8], _ options: ReadingOptions, name: String = "test.txt") throws {
        let manuscript = try Manuscript(name: name, bytes: bytes, options: options)
        let sink = ByteSink()
        try ParseWriter.write(manuscript, to: sink)
        tree = try JSONValue(text: sink.takeBytes()).withoutSource
        diagnostics = .list(
            manuscript.diagnostics.map {
                .object([
                    "code": .string($0.code.rawValue), "severity": .string("\($0.code.severity)"), "line": .number(Double($0.place.line)),
                    "column": .number(Double($0.place.column)),
                ])
            })
    }
}
