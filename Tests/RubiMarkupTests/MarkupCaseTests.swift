import RubiMarkup
import Testing

@Test(arguments: MarkupCase.all.filter { $0.convertsTo == nil })
func markupCase(_ markupCase: MarkupCase) throws {
    let result = try ReadResult(markupCase.bytes, markupCase.readingOptions)
    let expected = markupCase.expected
    if let inline = expected["inline"] {
        guard case .list(let blocks)? = result.tree["blocks"], blocks.count == 1 else {
            Issue.record("not one block: \(result.tree)")
            return
        }
        #expect(blocks[0]["para"]?["children"] == inline)
    }
    if let blocks = expected["blocks"] { #expect(result.tree["blocks"] == blocks) }
    if let meta = expected["meta"] { #expect(result.tree["meta"] == meta) }
    if let dialect = expected["dialect"] { #expect(result.tree["dialect"] == dialect) }
    if let encoding = expected["encoding"] { #expect(result.tree["encoding"] == encoding) }
    #expect(result.diagnostics == markupCase.diagnostics)
}

@Test func casesArePresent() { #expect(MarkupCase.all.count >= 136) }
