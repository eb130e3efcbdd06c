import Glibc

/// The lines, or NUL-separated pieces, of a descriptor, one after another.
struct LineReader {
    private let descriptor: Int32
    private let separator: UInt8
    private var buffer: [UInt8] = []
    private var start = 0
    private var isAtEnd = false
    private var chunk = [UInt8](repeating: 0, count: 1 << 16)

    init(_ descriptor: Int32, separator: UInt8 = 0x0A) { (self.descriptor, self.separator) = (descriptor, separator) }

    /// The next piece without its separator; nil at the end.
    /// - Throws: the number of the failure to read.
    mutating func next() throws(ReadFailure) -> [UInt8]? {
        var searched = start
        while true {
            if let end = buffer[searched...].firstIndex(of: separator) {
                defer { start = end + 1 }
                return Array(buffer[start..<end])
            }
            if isAtEnd {
                defer { start = buffer.count }
                return start < buffer.count ? Array(buffer[start...]) : nil
            }
            buffer.removeFirst(start)
            (searched, start) = (buffer.count, 0)
            let count = read(descriptor, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw ReadFailure(code: errno) }
            if count == 0 { isAtEnd = true } else { buffer += chunk[..<count] }
        }
    }

    /// Whether another piece has been read already, or can be had without waiting.
    var hasMoreAtHand: Bool {
        if buffer[start...].contains(separator) { return true }
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return !isAtEnd && poll(&waiting, 1, 0) > 0
    }

    struct ReadFailure: Error { let code: Int32 }
}
