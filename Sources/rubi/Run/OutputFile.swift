import CSignals
import Glibc
import Rubi

/// A file that could not be read or written: exit status 3.
struct FileError: Error {
    let path: ByteString
    /// `errno`.
    let code: Int32

    var message: String { "\(path.text): \(String(cString: strerror(code)))" }
}

/// What tells one file from another, whatever its names.
struct FileIdentity: Hashable, Sendable {
    let device: UInt
    let inode: UInt

    init(_ status: stat) { (device, inode) = (UInt(status.st_dev), UInt(status.st_ino)) }

    /// The file that `path` leads to; nil where there is none.
    init?(of path: ByteString) {
        var status = stat()
        guard path.withCString({ stat($0, &status) }) == 0 else { return nil }
        self.init(status)
    }
}

/// Places where outputs go. A regular file is written under another name in its folder and takes its own when it is whole; what is no regular file (a device,
/// a pipe) is written to directly.
struct OutputPlace: Sendable {
    /// The manuscripts, which no output may replace.
    let inputs: Set<FileIdentity>

    func standardOutput() -> ByteSink { ByteSink(descriptor: STDOUT_FILENO) }

    /// Opens `path`; nothing is there under its name before the sink is finished.
    func open(_ path: ByteString) throws -> ByteSink {
        var status = stat()
        let exists = path.withCString { stat($0, &status) } == 0
        if exists, inputs.contains(FileIdentity(status)) {
            throw UsageError(message: "the output would overwrite the manuscript \(path.text)")
        }
        if exists, status.st_mode & S_IFMT == S_IFDIR { throw FileError(path: path, code: EISDIR) }
        if exists, status.st_mode & S_IFMT != S_IFREG { return try openDirectly(path) }
        guard !exists || path.withCString({ access($0, W_OK) }) == 0 else { throw FileError(path: path, code: errno) }
        // Behind a symbolic link, what it leads to is replaced, not the link.
        return try openWhole(exists ? resolved(path) : path, mode: exists ? status.st_mode & 0o7777 : nil)
    }

    private func openDirectly(_ path: ByteString) throws -> ByteSink {
        let descriptor = path.withCString { Glibc.open($0, O_WRONLY | O_CLOEXEC) }
        guard descriptor >= 0 else { throw FileError(path: path, code: errno) }
        return ByteSink(descriptor: descriptor) {
            guard close(descriptor) == 0 else { throw FileError(path: path, code: errno) }
        }
    }

    private func openWhole(_ path: ByteString, mode: mode_t?) throws -> ByteSink {
        let partial = try PartialFile(beside: path)
        if let mode { fchmod(partial.descriptor, mode) }
        return ByteSink(descriptor: partial.descriptor) { try partial.finish() }
    }

    private func resolved(_ path: ByteString) -> ByteString {
        guard let name = path.withCString({ realpath($0, nil) }) else { return path }
        defer { free(name) }
        return ByteString(cString: name)
    }
}

/// A file that is not yet where it belongs. It has no name at all until it is whole, so that nothing is left of a run that is killed; where the file system
/// has no such files, a name for the time being, which is removed if the file is never finished, and by signals.
private final class PartialFile {
    let descriptor: Int32
    private let path: ByteString
    private var name: (bytes: ByteString, slot: Int32)?
    private var isOpen = true

    init(beside path: ByteString) throws(FileError) {
        self.path = path
        let unnamed = (path.folder + ".").withCString { rubi_unnamed_open($0) }
        if unnamed >= 0 {
            descriptor = unnamed
        } else {
            let (name, descriptor) = try Self.named(beside: path) { open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666) }
            (self.name, self.descriptor) = (name, descriptor)
        }
    }

    /// A name that nothing has, for the file that `make` makes under it; what `make` returned.
    private static func named(
        beside path: ByteString, _ make: (UnsafePointer<CChar>) -> Int32
    ) throws(FileError) -> ((bytes: ByteString, slot: Int32), Int32) {
        var attempt = 0
        while true {
            let name = path.folder + "." + path.lastComponent + ".\(getpid())-\(attempt).partial"
            let slot = name.withCString { rubi_partial_add($0) }
            let result = name.withCString(make)
            if result >= 0 { return ((name, slot), result) }
            let code = errno
            rubi_partial_remove(slot)
            guard code == EEXIST, attempt < 100 else { throw FileError(path: path, code: code) }
            attempt += 1
        }
    }

    func finish() throws(FileError) {
        if name == nil { name = try Self.named(beside: path) { rubi_unnamed_link(descriptor, $0) }.0 }
        guard let name else { return }
        isOpen = false
        let closed = close(descriptor)
        let code = errno
        defer { rubi_partial_remove(name.slot) }
        let renamed = closed == 0 ? name.bytes.withCString { from in path.withCString { to in rename(from, to) } } : -1
        guard renamed == 0 else {
            let code = closed == 0 ? errno : code
            _ = name.bytes.withCString { unlink($0) }
            throw FileError(path: path, code: code)
        }
    }

    deinit {
        guard isOpen else { return }
        close(descriptor)
        guard let name else { return }
        _ = name.bytes.withCString { unlink($0) }
        rubi_partial_remove(name.slot)
    }
}
