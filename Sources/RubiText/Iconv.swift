import CLanguage

/// A conversion of the C library from an encoding to scalars.
final class Iconv {
    private let descriptor: iconv_t

    /// Nil where the C library does not know the encoding.
    init?(from encoding: String) {
        guard let descriptor = iconv_open("UTF-32LE", encoding), Int(bitPattern: descriptor) != -1 else { return nil }
        self.descriptor = descriptor
    }

    deinit { iconv_close(descriptor) }

    /// The scalars that `bytes` spell: one or two; none where they are not valid, or not whole.
    func scalars(_ bytes: [UInt8]) -> (first: UInt32, second: UInt32)? {
        var input = bytes.map { CChar(bitPattern: $0) }
        var output = [UInt32](repeating: 0, count: 4)
        var written = 0
        let whole = input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBytes { output in
                var inputStart = input.baseAddress
                var inputLeft = input.count
                var outputStart = output.baseAddress?.assumingMemoryBound(to: CChar.self)
                var outputLeft = output.count
                let result = iconv(descriptor, &inputStart, &inputLeft, &outputStart, &outputLeft)
                // What may still combine is held back until the conversion is told to end.
                let end = iconv(descriptor, nil, nil, &outputStart, &outputLeft)
                written = (output.count - outputLeft) / 4
                return result != -1 && end != -1 && inputLeft == 0
            }
        }
        guard whole, written == 1 || written == 2 else { return nil }
        return (output[0], written == 2 ? output[1] : 0)
    }

    /// `text` in another encoding; nil where that cannot hold it. For a few words, not for manuscripts.
    static func encode(_ text: String, as encoding: String) -> [UInt8]? {
        guard let descriptor = iconv_open(encoding, "UTF-8"), Int(bitPattern: descriptor) != -1 else { return nil }
        defer { iconv_close(descriptor) }
        var input = text.utf8.map { CChar(bitPattern: $0) }
        var output = [UInt8](repeating: 0, count: 4 * input.count)
        var left = output.count
        let isWhole = input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBytes { output in
                var inputStart = input.baseAddress
                var inputLeft = input.count
                var outputStart = output.baseAddress?.assumingMemoryBound(to: CChar.self)
                return iconv(descriptor, &inputStart, &inputLeft, &outputStart, &left) != -1 && inputLeft == 0
            }
        }
        return isWhole ? Array(output[..<(output.count - left)]) : nil
    }
}
