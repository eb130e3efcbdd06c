import Glibc

/// A manuscript that cannot be read.
public struct SourceError: Error, Sendable, CustomStringConvertible {
    /// File name, or `<stdin>`.
    public let name: String
    /// What the system says, or why the text cannot be decoded.
    public let reason: String

    /// A failure to read `name`.
    public init(name: String, reason: String) { (self.name, self.reason) = (name, reason) }

    init(name: String, errorNumber: Int32) { self.init(name: name, reason: String(cString: strerror(errorNumber))) }

    /// `name: reason`, as commands print it.
    public var description: String { "\(name): \(reason)" }
}

/// The bytes of a manuscript, readable at any place and more than once: a regular file by `pread`, anything else from memory.
final class ByteSource {
    let name: String
    /// How many bytes there are; for a file, when it was opened.
    let count: Int
    private let bytes: [UInt8]
    private let descriptor: Int32
    private let closes: Bool
    private let base: Int
    /// The first failure to read.
    private(set) var error: SourceError?

    init(name: String, bytes: [UInt8]) {
        (self.name, self.bytes, count) = (name, bytes, bytes.count)
        (descriptor, closes, base) = (-1, false, 0)
    }

    convenience init(path: String) throws(SourceError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SourceError(name: path, errorNumber: errno) }
        try self.init(name: path, descriptor: descriptor, closes: true)
    }

    /// Reads from an open descriptor: at once where it is not a regular file, for a pipe cannot be read twice.
    init(name: String, descriptor: Int32, closes: Bool) throws(SourceError) {
        self.name = name
        var status = stat()
        let position = lseek(descriptor, 0, SEEK_CUR)
        if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, position >= 0 {
            (self.descriptor, self.closes, base) = (descriptor, closes, Int(position))
            (bytes, count) = ([], max(0, Int(status.st_size) - Int(position)))
        } else {
            defer { if closes { close(descriptor) } }
            bytes = try Self.readAll(descriptor, name: name)
            (self.descriptor, self.closes, base, count) = (-1, false, 0, bytes.count)
        }
    }

    deinit {
        if closes { close(descriptor) }
    }

    /// Whether the bytes are in memory as a whole.
    var isInMemory: Bool { descriptor < 0 }

    /// All bytes of a source in memory.
    var contents: [UInt8] { bytes }

    /// Fills `buffer` with the bytes from `offset` on; returns how many there were.
    func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard offset < count, let target = buffer.baseAddress else { return 0 }
        let wanted = min(buffer.count, count - offset)
        if isInMemory {
            bytes.withUnsafeBytes { source in
                guard let start = source.baseAddress else { return }
                target.copyMemory(from: start + offset, byteCount: wanted)
            }
            return wanted
        }
        var done = 0
        while done < wanted {
            let result = pread(descriptor, target + done, wanted - done, off_t(base + offset + done))
            if result > 0 {
                done += result
            } else if result == 0 {
                if error == nil { error = SourceError(name: name, reason: "the file became shorter while it was read") }
                break
            } else if errno != EINTR {
                if error == nil { error = SourceError(name: name, errorNumber: errno) }
                break
            }
        }
        return done
    }

    private static func readAll(_ descriptor: Int32, name: String) throws(SourceError) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let result = chunk.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
            if result > 0 {
                bytes.append(contentsOf: chunk[0..<result])
            } else if result == 0 {
                return bytes
            } else if errno != EINTR {
                throw SourceError(name: name, errorNumber: errno)
            }
        }
    }
}
