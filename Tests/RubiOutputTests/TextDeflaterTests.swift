import COutput
import Testing

@testable import RubiOutput

@Suite struct TextDeflaterTests {
    /// Bytes that look random, the same in every run.
    private static func noise(_ count: Int, of values: UInt64 = 256) -> [UInt8] {
        var state: UInt64 = 1
        return (0..<count).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8((state >> 33) % values)
        }
    }

    private static func references(_ count: Int) -> [UInt8] {
        (0..<count).flatMap { Array("<</S/RB/P \(100_000 + $0) 0 R/Pg 99999 0 R/K \($0 % 700)>>\n".utf8) }
    }

    /// Counts of the symbols that rise like Fibonacci's numbers, so that the tree over them is deeper than a code may be long.
    private static func skewed() -> [UInt8] {
        var bytes: [UInt8] = []
        var (last, next) = (1, 1)
        for symbol in 0..<22 {
            bytes += Array(repeating: UInt8(0x41 + symbol), count: last)
            (last, next) = (next, last + next)
        }
        return bytes
    }

    static let inputs: [(String, [UInt8])] =
        [
            ("nothing", []),
            ("one byte", [0x41]),
            ("one line end", [0x0A]),
            ("as long as what is not looked at", Array(repeating: 0x20, count: 16)),
            ("one more", Array(repeating: 0x20, count: 17)),
            ("one byte over and over", Array(repeating: 0x2F, count: 300_000)),
            ("noise", noise(200_000)),
            ("noise of few values", noise(200_000, of: 3).map { $0 + 0x2E }),
            ("counts beyond the longest code", skewed()),
            ("references", references(20_000)),
            (
                "a repetition from as far as may be",
                Array("/Name/Other".utf8) + noise(32_757, of: 9) + Array("/Name/Other and the end of it".utf8)
            ),
            ("a repetition from farther", Array("/Name/Other".utf8) + noise(32_758, of: 9) + Array("/Name/Other and the end of it".utf8)),
        ] + (65_530...65_560).map { ("\($0) bytes, about a block", Array(references(3000)[..<$0])) }

    @Test(arguments: inputs.indices, [TextDeflater.Kind.operators, .dictionaries])
    func inflatesToWhatItWas(_ index: Int, _ kind: TextDeflater.Kind) {
        let (name, bytes) = Self.inputs[index]
        let deflater = TextDeflater(kind)
        // With a code of its own, with one of its own again, and with that of another stream.
        for before in [[], bytes, Self.references(100)] {
            _ = before.withUnsafeBytes { deflater.deflate($0) }
            let stream = bytes.withUnsafeBytes { Array(deflater.deflate($0)) }
            #expect(Self.inflated(stream, count: bytes.count) == bytes, "\(name)")
            #expect(stream.count < 2 * bytes.count + 600, "\(name)")
        }
    }

    @Test func repetitionsAreShort() {
        let bytes = Self.references(20_000)
        let deflater = TextDeflater(.dictionaries)
        let count = bytes.withUnsafeBytes { deflater.deflate($0).count }
        #expect(count < bytes.count / 6)
    }

    private static func inflated(_ stream: [UInt8], count: Int) -> [UInt8]? {
        guard let decompressor = libdeflate_alloc_decompressor() else { return nil }
        defer { libdeflate_free_decompressor(decompressor) }
        var bytes = [UInt8](repeating: 0, count: count + 1)
        var written = 0
        let result = libdeflate_zlib_decompress(decompressor, stream, stream.count, &bytes, bytes.count, &written)
        return result == LIBDEFLATE_SUCCESS ? Array(bytes[..<written]) : nil
    }
}
