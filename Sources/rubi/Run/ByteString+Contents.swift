import Glibc

extension ByteString {
    /// The bytes of the file of this name, of which there may be no more than `limit`.
    func contents(limit: Int = .max) throws -> [UInt8] {
        let descriptor = withCString { open($0, O_RDONLY | O_CLOEXEC) }
        guard descriptor >= 0 else { throw FileError(path: self, code: errno) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(descriptor, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw FileError(path: self, code: errno) }
            if count == 0 { return bytes }
            bytes += chunk[..<count]
            guard bytes.count <= limit else { throw UsageError(message: "\(text) is longer than what is read of such a file") }
        }
    }
}
