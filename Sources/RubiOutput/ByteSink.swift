import Glibc

/// Why an output could not be written.
public struct OutputError: Error, Equatable, CustomStringConvertible {
    /// `errno` of the call that failed.
    public let code: Int32

    /// The error with the number `code`.
    public init(code: Int32) { self.code = code }

    /// The reader of the pipe has gone; a command ends quietly then, like `cat`.
    public var isBrokenPipe: Bool { code == EPIPE }

    /// What the system calls the error.
    public var description: String { String(cString: strerror(code)) }
}

/// Takes the bytes of one output, gathers them in a buffer, and hands them on to a file descriptor, or keeps them all in memory.
///
/// Writing to a descriptor waits until it takes the bytes (pipes and non-blocking descriptors too), so what is unwritten never grows past the buffer.
/// Writers fill the buffer directly through a `Pen`.
public final class ByteSink {
    /// The size of the buffer: large enough that system calls do not count, small enough to stay in the second-level cache.
    static let capacity = 1 << 18

    private let buffer: UnsafeMutablePointer<UInt8>
    private let digits = DigitTables.shared
    private var count = 0
    private let descriptor: Int32?
    private let onFinish: (() throws -> Void)?
    private var flushed = 0
    private var memory: [UInt8] = []

    /// Writes to `descriptor`, which stays the caller's. `onFinish` is called when the output is whole: the place to close it and to give it its name.
    public init(descriptor: Int32, onFinish: (() throws -> Void)? = nil) {
        buffer = .allocate(capacity: Self.capacity)
        self.descriptor = descriptor
        self.onFinish = onFinish
    }

    /// Keeps all that is written in memory.
    public init() {
        buffer = .allocate(capacity: Self.capacity)
        descriptor = nil
        onFinish = nil
    }

    deinit { buffer.deallocate() }

    /// The number of bytes written so far.
    public var position: Int { flushed + count }

    /// Takes what is kept in memory; empty for a sink that writes to a descriptor.
    public func takeBytes() -> [UInt8] {
        guard descriptor == nil else { return [] }
        memory.append(contentsOf: UnsafeBufferPointer(start: buffer, count: count))
        flushed += count
        count = 0
        defer { memory = [] }
        return memory
    }

    /// Hands on all that is buffered.
    public func flush() throws(OutputError) {
        guard let descriptor else {
            memory.append(contentsOf: UnsafeBufferPointer(start: buffer, count: count))
            flushed += count
            count = 0
            return
        }
        let pending = count
        count = 0
        flushed += pending
        try Self.write(UnsafeRawBufferPointer(start: buffer, count: pending), to: descriptor)
    }

    /// Flushes, and tells the owner of the output that it is whole.
    public func finish() throws {
        try flush()
        try onFinish?()
    }

    /// A pen with room for `bytes` more bytes, at most `capacity`. Nothing else may write until it is given back by `commit`.
    func pen(room bytes: Int) throws(OutputError) -> Pen {
        precondition(bytes <= Self.capacity)
        if count + bytes > Self.capacity { try flush() }
        return Pen(next: buffer + count, digits: digits)
    }

    /// Keeps what `pen` has written.
    func commit(_ pen: Pen) {
        count = pen.next - buffer
        assert(count <= Self.capacity)
    }

    /// Appends bytes.
    public func write(_ bytes: UnsafeRawBufferPointer) throws(OutputError) {
        guard var from = bytes.baseAddress else { return }
        var left = bytes.count
        while left > 0 {
            if count == Self.capacity { try flush() }
            let part = min(left, Self.capacity - count)
            memcpy(buffer + count, from, part)
            count += part
            from += part
            left -= part
        }
    }

    /// Appends bytes.
    public func write(_ bytes: [UInt8]) throws(OutputError) {
        try bytes.withUnsafeBufferPointer { buffer throws(OutputError) in try write(UnsafeRawBufferPointer(buffer)) }
    }

    /// Appends bytes.
    public func write(_ bytes: ArraySlice<UInt8>) throws(OutputError) {
        try bytes.withUnsafeBufferPointer { buffer throws(OutputError) in try write(UnsafeRawBufferPointer(buffer)) }
    }

    /// Appends all that `other`, which keeps it in memory, was given, and empties it.
    func write(from other: ByteSink) throws(OutputError) {
        try write(other.memory)
        other.memory.removeAll(keepingCapacity: true)
        try write(whole: UnsafeRawBufferPointer(start: other.buffer, count: other.count))
        other.count = 0
    }

    /// Appends bytes; so many that nothing is gained by gathering them are handed on at once.
    private func write(whole bytes: UnsafeRawBufferPointer) throws(OutputError) {
        guard let descriptor, bytes.count >= Self.capacity / 4 else { return try write(bytes) }
        try flush()
        flushed += bytes.count
        try Self.write(bytes, to: descriptor)
    }

    /// Appends the UTF-8 of `text`.
    public func write(_ text: StaticString) throws(OutputError) {
        try write(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Appends the UTF-8 of `text`.
    public func write(string text: String) throws(OutputError) {
        try write(Array(text.utf8))
    }

    /// Writes all of `bytes`, waiting for a descriptor that is full.
    private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws(OutputError) {
        var done = 0
        while done < bytes.count {
            let written = Glibc.write(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done)
            if written >= 0 {
                done += written
                continue
            }
            switch errno {
            case EINTR: continue
            case EAGAIN:
                var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = poll(&waiting, 1, -1)
            default: throw OutputError(code: errno)
            }
        }
    }
}
