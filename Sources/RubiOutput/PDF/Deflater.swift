import COutput
import Glibc

/// zlib's deflate, one stream after another; its state is allocated once.
final class Deflater {
    private var stream = z_stream()
    private var output: [UInt8] = []

    /// `level`: zlib's, 1–9.
    init(level: Int32 = 6) throws(OutputError) {
        guard rubi_deflate_init(&stream, level) == Z_OK else { throw OutputError(code: ENOMEM) }
    }

    deinit { deflateEnd(&stream) }

    /// The bytes in zlib's format (RFC 1950). The array is reused by the next call.
    func deflate(_ bytes: [UInt8]) -> [UInt8] {
        deflateReset(&stream)
        let bound = Int(deflateBound(&stream, UInt(bytes.count)))
        if output.count < bound { output = [UInt8](repeating: 0, count: bound) }
        var count = 0
        bytes.withUnsafeBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(bound)
                // With room for the bound one call does all.
                COutput.deflate(&stream, Z_FINISH)
                count = bound - Int(stream.avail_out)
            }
        }
        return Array(output[..<count])
    }
}
