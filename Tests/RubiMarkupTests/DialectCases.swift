import Foundation
import RubiText
import Testing

@testable import RubiMarkup

/// The reader of a dialect of this file's tests.
func makeReader(_ dialect: Dialect, _ context: ReadingContext) -> (any DocumentReader)? {
    switch dialect {
    case .denden: DendenReader(context)
    case .vfm: VFMReader(context)
    case .aozora, .plain, .narou, .kakuyomu, .hameln, .alphapolis, .pixiv, .html, .latex, .typst, .paren: nil
    }
}

/// What reading a text gives: its blocks as JSON values, and its diagnostics as `code line:column`, sorted.
func read(_ text: String, as dialect: Dialect) throws -> (blocks: [Any], diagnostics: [String], meta: DocumentMeta) {
    let context = ReadingContext(source: SourceText(name: "test", bytes: Array(text.utf8)), options: ReadingOptions())
    let reader = try #require(makeReader(dialect, context))
    let blocks = DialectTree.blocks(of: reader)
    return (blocks, context.diagnostics.sorted { $0.place < $1.place }.map(describe), reader.meta)
}

func describe(_ diagnostic: Diagnostic) -> String { "\(diagnostic.code.rawValue) \(diagnostic.place.line):\(diagnostic.place.column)" }

func json(_ value: Any) -> String {
    let data = try? JSONSerialization.data(withJSONObject: value, options: [.sortedKeys, .withoutEscapingSlashes, .fragmentsAllowed])
    return data.map { String(decoding: $0, as: UTF8.self) } ?? "not JSON"
}

/// A case of Tests/Cases/markup.json.
struct MarkupCase: CustomTestStringConvertible, @unchecked Sendable {
    let id: String
    let fields: [String: Any]
    var testDescription: String { id }
    var dialect: Dialect? { Dialect(rawValue: fields["dialect"] as? String ?? "") }
    var input: String { fields["input"] as? String ?? "" }
    var target: Dialect? { Dialect(rawValue: fields["to"] as? String ?? "") }
    var expected: [String: Any] { fields["expected"] as? [String: Any] ?? [:] }
    var diagnostics: [String] {
        (fields["diagnostics"] as? [[String: Any]] ?? []).map { "\($0["code"] ?? "") \($0["line"] ?? ""):\($0["column"] ?? "")" }
    }

    static let all: [MarkupCase] = {
        let url = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Cases/markup.json")
        guard let data = try? Data(contentsOf: url), let list = try? JSONSerialization.jsonObject(with: data) as? [[String: Any]] else {
            return []
        }
        return list.map { MarkupCase(id: $0["id"] as? String ?? "", fields: $0) }
    }()
}

@Suite struct DialectCases {
    /// The dialects that `makeReader` knows.
    static let dialects: Set<Dialect> = [.denden, .vfm]

    static let cases = MarkupCase.all.filter { $0.target == nil && $0.dialect.map(dialects.contains) == true }

    @Test("Cases of markup.json", arguments: cases)
    func readsCase(_ markupCase: MarkupCase) throws {
        let result = try read(markupCase.input, as: #require(markupCase.dialect))
        if let inline = markupCase.expected["inline"] {
            #expect(json(result.blocks) == json([["para": ["children": inline]]]))
        }
        if let blocks = markupCase.expected["blocks"] { #expect(json(result.blocks) == json(blocks)) }
        #expect(result.diagnostics == markupCase.diagnostics)
    }

    @Test func casesAreThere() { #expect(Self.cases.count >= Self.dialects.count) }
}
