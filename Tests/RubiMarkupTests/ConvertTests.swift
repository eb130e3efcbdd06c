import Foundation
import RubiText
import Testing

@testable import RubiMarkup

/// What a conversion gives: its bytes, and its diagnostics as `code line:column`.
func convert(_ bytes: [UInt8], from dialect: Dialect?, _ options: ConvertOptions) throws -> (bytes: [UInt8], diagnostics: [String]) {
    var reading = ReadingOptions()
    reading.dialect = dialect
    let manuscript = try Manuscript(name: "test", bytes: bytes, options: reading)
    var written: [UInt8] = []
    let diagnostics = try Conversion.convert(manuscript, options) { written += $0 }
    return (written, diagnostics.map(describe))
}

func convert(_ text: String, from dialect: Dialect, to target: Dialect) throws -> (text: String, diagnostics: [String]) {
    let result = try convert(Array(text.utf8), from: dialect, ConvertOptions(target: target))
    return (String(decoding: result.bytes, as: UTF8.self), result.diagnostics)
}

@Suite struct ConvertTests {
    static let cases = MarkupCase.all.filter { $0.convertsTo != nil }

    @Test("Cases of markup.json", arguments: cases)
    func convertsCase(_ markupCase: MarkupCase) throws {
        let target = try #require(markupCase.convertsTo.flatMap(Dialect.init))
        let result = try convert(markupCase.bytes, from: Dialect(rawValue: markupCase.dialect), ConvertOptions(target: target))
        #expect(.string(String(decoding: result.bytes, as: UTF8.self)) == markupCase.expected["output"])
        guard case .list(let expected) = markupCase.diagnostics else { return }
        let wanted = expected.map {
            "\($0["code"]?.description.trimmingCharacters(in: ["\""]) ?? "") \($0["line"]?.description ?? ""):\($0["column"]?.description ?? "")"
        }
        #expect(result.diagnostics == wanted)
    }

    @Test func casesAreThere() { #expect(Self.cases.count >= 6) }
}
