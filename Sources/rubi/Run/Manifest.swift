import Glibc
import Rubi
import Synchronization

/// What `--resume` knows of an output folder: which outputs are whole, and what they were made from. A file of lines in the folder; a line is added when the
/// outputs of a manuscript are whole, so that a run that is cut short, by whatever, loses no more than what it had under way.
final class Manifest: Sendable {
    private struct Entry {
        /// Hash of everything that the outputs depend on.
        var key: String
        var status: ExitStatus
        /// Names in the folder, and sizes.
        var outputs: [(name: ByteString, size: Int)] = []
    }

    static let name = ".rubi-manifest"

    private let folder: ByteString
    private let descriptor: Int32
    /// By the name that the manuscript's output has, without a page's number.
    private let entries: Mutex<[ByteString: Entry]>

    /// Opens the manifest of `folder`, which exists, or begins one.
    init(of folder: ByteString, _ places: OutputPlace) throws {
        let path = folder + "/" + Self.name
        let known = try Self.read(path)
        // Written anew without what a cut line or an older run left, and under its name only when it is whole.
        let sink = try places.open(path)
        for (name, entry) in known.sorted(by: { $0.key.bytes.lexicographicallyPrecedes($1.key.bytes) }) {
            try sink.write(Self.line(name, entry))
        }
        try sink.finish()
        descriptor = path.withCString { Glibc.open($0, O_WRONLY | O_APPEND | O_CLOEXEC) }
        guard descriptor >= 0 else { throw FileError(path: path, code: errno) }
        entries = Mutex(known)
        self.folder = folder
    }

    deinit { close(descriptor) }

    /// The status that the outputs of a manuscript were made with, where they are whole and were made from what `key` stands for; else nil.
    func status(of destination: ByteString, key: String) -> ExitStatus? {
        guard let entry = entries.withLock({ $0[name(of: destination)] }), entry.key == key, !entry.outputs.isEmpty else { return nil }
        for (name, size) in entry.outputs where Self.size(of: folder + "/" + name) != size { return nil }
        return entry.status
    }

    /// Notes that `outputs`, those of the manuscript whose output is named `destination`, are whole.
    func note(_ outputs: [ByteString], of destination: ByteString, key: String, status: ExitStatus) {
        var entry = Entry(key: key, status: status)
        for path in outputs {
            guard let size = Self.size(of: path) else { return }
            entry.outputs.append((name(of: path), size))
        }
        let line = Self.line(name(of: destination), entry)
        entries.withLock { entries in
            entries[name(of: destination)] = entry
            // What cannot be noted is made again by the next run, no more.
            _ = line.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        }
    }

    private func name(of path: ByteString) -> ByteString { ByteString(path.bytes.dropFirst(folder.bytes.count + 1)) }

    private static func size(of path: ByteString) -> Int? {
        var status = stat()
        return path.withCString({ stat($0, &status) }) == 0 ? Int(status.st_size) : nil
    }

    // MARK: Lines: key, status, name, then a name and a size for each output, with tabs between

    private static func line(_ name: ByteString, _ entry: Entry) -> [UInt8] {
        var line = "\(entry.key)\t\(entry.status.rawValue)\t\(escaped(name))"
        for output in entry.outputs { line += "\t\(escaped(output.name))\t\(output.size)" }
        return Array((line + "\n").utf8)
    }

    private static func read(_ path: ByteString) throws -> [ByteString: Entry] {
        let descriptor = path.withCString { Glibc.open($0, O_RDONLY | O_CLOEXEC) }
        guard descriptor >= 0 else {
            if errno == ENOENT { return [:] }
            throw FileError(path: path, code: errno)
        }
        defer { close(descriptor) }
        var entries: [ByteString: Entry] = [:]
        var reader = LineReader(descriptor)
        do {
            while let line = try reader.next() {
                let fields = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false).map {
                    String(decoding: $0, as: UTF8.self)
                }
                guard fields.count >= 5, fields.count % 2 == 1, let code = Int32(fields[1]), let status = ExitStatus(rawValue: code) else {
                    continue
                }
                var entry = Entry(key: fields[0], status: status)
                for index in stride(from: 3, to: fields.count, by: 2) {
                    entry.outputs.append((unescaped(fields[index]), Int(fields[index + 1]) ?? -1))
                }
                entries[unescaped(fields[2])] = entry
            }
        } catch {
            throw FileError(path: path, code: error.code)
        }
        return entries
    }

    /// Bytes that are not printable ASCII as `%XX`: names need not be UTF-8, and may hold tabs and line ends.
    private static func escaped(_ name: ByteString) -> String {
        let digits = Array("0123456789ABCDEF")
        var text = ""
        for byte in name.bytes {
            if (0x21...0x7E).contains(byte), byte != UInt8(ascii: "%") {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                text += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
            }
        }
        return text
    }

    private static func unescaped(_ text: String) -> ByteString {
        let bytes = Array(text.utf8)
        var name: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
                let byte = UInt8(String(decoding: bytes[index + 1...index + 2], as: UTF8.self), radix: 16)
            {
                name.append(byte)
                index += 3
            } else {
                name.append(bytes[index])
                index += 1
            }
        }
        return ByteString(name)
    }
}

/// Tells contents apart: two independent multiplicative hashes of 64 bits. Against chance, not against an enemy.
struct ContentHash {
    private var first: UInt64 = 0xCBF2_9CE4_8422_2325
    private var second: UInt64 = 0x9AE1_6A3B_2F90_404F

    /// The bytes, and that they end here.
    mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { mix(UInt64(byte)) }
        mix(0x100)
    }

    private mutating func mix(_ value: UInt64) {
        // FNV-1a, and the same with another multiplier and its high bits folded in.
        first = (first ^ value) &* 0x0000_0100_0000_01B3
        second = (second ^ value) &* 0x9FB2_1C65_1E98_DF25
        second ^= second >> 32
    }

    var text: String {
        [first, second].map { value in
            let digits = String(value, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}
