import FuzzSupport
import Rubi

/// Decodes arbitrary bytes in any encoding, or the one that they tell (M121): the first byte chooses. What must hold besides not crashing: blocks lie in the input, one
/// behind another; a second reading gives the same text; plain text is given back byte for byte (M130).
fuzz { input in
    guard let choice = input.first else { return }
    let encodings: [TextEncoding?] = [nil] + TextEncoding.allCases
    var options = ReadingOptions()
    options.dialect = .plain
    options.encoding = encodings[Int(choice & 15) % encodings.count]
    options.widensHalfwidthKana = choice & 16 != 0
    let bytes = Array(input.dropFirst())
    let manuscript = try Manuscript(name: "fuzz", bytes: bytes, options: options)
    let first = characters(of: manuscript)
    manuscript.rewind()
    precondition(first == characters(of: manuscript), "a second reading gives another text")
    for diagnostic in manuscript.diagnostics { _ = manuscript.excerpt(for: diagnostic) }
    var conversion = ConvertOptions(target: .plain)
    conversion.encoding = manuscript.encoding
    var written: [UInt8] = []
    _ = try Conversion.convert(manuscript, conversion) { written += $0 }
    precondition(written == bytes, "the same dialect gives other bytes (M130)")
}

/// A digest of every character and its place.
func characters(of manuscript: Manuscript) -> UInt64 {
    var digest: UInt64 = 14_695_981_039_346_656_037
    var block = Block()
    var last = 0
    while manuscript.next(into: &block) {
        precondition(last <= block.source.lowerBound && block.source.upperBound <= manuscript.byteCount, "a block lies outside of its place")
        last = block.source.upperBound
        for scalar in block.inline.scalars {
            precondition(Unicode.Scalar(scalar) != nil, "a surrogate")
            digest = (digest ^ UInt64(scalar)) &* 1_099_511_628_211
        }
        digest = (digest ^ UInt64(block.source.upperBound)) &* 1_099_511_628_211
    }
    return digest
}
