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

    /// Calls `body` with each last byte of `trails` that, after `prefix`, spells a character, and with that character. For encodings in which every
    /// character is one scalar: a whole row is one conversion, but for the codes that are none.
    func row(prefix: [UInt8], trails: ClosedRange<Int>, _ body: (Int, UInt32) -> Void) {
        let length = prefix.count + 1
        var input: [CChar] = []
        for trail in trails {
            for byte in prefix { input.append(CChar(bitPattern: byte)) }
            input.append(CChar(truncatingIfNeeded: trail))
        }
        var output = [UInt32](repeating: 0, count: trails.count)
        input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBytes { output in
                var done = 0
                while done < trails.count, let inputBase = input.baseAddress, let outputBase = output.baseAddress {
                    var inputStart: UnsafeMutablePointer<CChar>? = inputBase + done * length
                    var inputLeft = (trails.count - done) * length
                    var outputStart: UnsafeMutablePointer<CChar>? = outputBase.assumingMemoryBound(to: CChar.self)
                    var outputLeft = output.count
                    _ = iconv(descriptor, &inputStart, &inputLeft, &outputStart, &outputLeft)
                    let written = (output.count - outputLeft) / 4
                    for k in 0..<written { body(trails.lowerBound + done + k, output.load(fromByteOffset: 4 * k, as: UInt32.self)) }
                    done += written + 1
                }
            }
        }
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
