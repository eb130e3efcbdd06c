import FuzzSupport
import Glibc
import Rubi

/// Reads arbitrary bytes as a manuscript, in one dialect and encoding or those that are told, and writes what was read as a tree and in another dialect.
///
/// The first three bytes of an input choose the dialect, the options and the target; RUBI_FUZZ_DIALECT names a dialect for all inputs. What must hold besides
/// not crashing: blocks close as they open, and lie in the input; what was reported is sorted and can be shown; the same dialect gives the same bytes (M130).
func read(_ input: [UInt8]) throws {
    guard input.count > 3 else { return }
    let choice = input[1]
    var options = ReadingOptions()
    options.dialect = fixedDialect ?? (choice & 1 == 0 ? Dialect.allCases[Int(input[0]) % Dialect.allCases.count] : nil)
    // UTF-8 for half of the inputs; any other, or the one that the bytes tell, for the rest.
    let encodings: [TextEncoding?] = [nil] + TextEncoding.allCases
    options.encoding = choice & 2 == 0 ? .utf8 : encodings[Int(input[0]) / Dialect.allCases.count % encodings.count]
    if choice & 4 != 0 { options.frontMatter = .yes }
    options.keepsKunoji = choice & 8 != 0
    options.widensHalfwidthKana = choice & 16 != 0
    options.givesAdvice = choice & 32 != 0
    let bytes = Array(input[3...])
    let manuscript = try Manuscript(name: "fuzz", bytes: bytes, options: options)
    walk(manuscript)
    show(manuscript)
    manuscript.rewind()
    let sink = ByteSink()
    try ParseWriter.write(manuscript, to: sink)
    let target = Dialect.allCases[Int(input[2]) % Dialect.allCases.count]
    var conversion = ConvertOptions(target: target)
    conversion.encoding = choice & 64 == 0 ? manuscript.encoding : .utf8
    conversion.isStandalone = choice & 128 != 0
    var written: [UInt8] = []
    _ = try Conversion.convert(manuscript, conversion) { written += $0 }
    if target == manuscript.dialect, conversion.encoding == manuscript.encoding, !conversion.isStandalone {
        precondition(written == bytes, "the same dialect gives other bytes (M130)")
    }
}

/// Every block in order.
func walk(_ manuscript: Manuscript) {
    var block = Block()
    var depth = 0
    while manuscript.next(into: &block) {
        precondition(block.source.upperBound <= manuscript.byteCount, "a block lies outside of the input")
        if block.kind == .open { depth += 1 }
        if block.kind == .close { depth -= 1 }
        precondition(depth >= 0, "a block closes that was not opened")
        for node in block.inline.nodes {
            precondition(
                Int(node.text.upper) <= block.inline.scalars.count && node.text.lower <= node.text.upper, "text outside of the buffer")
        }
    }
    precondition(depth == 0, "a block is left open")
}

/// Every diagnostic with its line.
func show(_ manuscript: Manuscript) {
    var last = SourcePlace(line: 1, column: 1)
    for diagnostic in manuscript.diagnostics {
        precondition(last <= diagnostic.place, "diagnostics are not sorted")
        last = diagnostic.place
        let excerpt = manuscript.excerpt(for: diagnostic)
        precondition(excerpt.column >= 1 && excerpt.column <= excerpt.text.unicodeScalars.count + 1, "the caret stands outside of the line")
        _ = DiagnosticCatalogue.message(of: diagnostic, in: .ja)
    }
}

let fixedDialect = getenv("RUBI_FUZZ_DIALECT").flatMap { Dialect(rawValue: String(cString: $0)) }
fuzz(read)
