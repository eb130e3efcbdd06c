import Glibc

/// Bytes in memory, written through a `Pen`. It grows as needed, and its room is kept when the bytes are removed.
struct ByteBuffer: ~Copyable {
    private var start: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    private(set) var count = 0
    private let digits = DigitTables.shared

    init(capacity: Int = 4096) {
        self.capacity = capacity
        start = .allocate(capacity: capacity)
    }

    deinit { start.deallocate() }

    var isEmpty: Bool { count == 0 }

    /// All bytes, until the buffer changes.
    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start, count: count) }

    mutating func removeAll() { count = 0 }

    /// A pen with room for `bytes` more bytes. Nothing else may write until it is given back by `commit`.
    @inline(__always)
    mutating func pen(room bytes: Int) -> Pen {
        if count + bytes > capacity { grow(by: bytes) }
        return Pen(next: start + count, digits: digits)
    }

    /// Keeps what `pen` has written.
    @inline(__always)
    mutating func commit(_ pen: Pen) {
        count = pen.next - start
        assert(count <= capacity)
    }

    private mutating func grow(by bytes: Int) {
        let larger = max(2 * capacity, count + bytes)
        let room = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
        room.update(from: start, count: count)
        start.deallocate()
        (start, capacity) = (room, larger)
    }

    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        guard let from = bytes.baseAddress else { return }
        if count + bytes.count > capacity { grow(by: bytes.count) }
        memcpy(start + count, from, bytes.count)
        count += bytes.count
    }

    @inline(__always)
    mutating func append(_ text: StaticString) {
        var pen = pen(room: text.utf8CodeUnitCount)
        pen.text(text)
        commit(pen)
    }

    /// Appends the UTF-8 of `text`.
    mutating func append(string text: String) {
        var text = text
        text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
    }
}
