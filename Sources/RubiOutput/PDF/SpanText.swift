import RubiLayout

/// The text that marked content stands for (`ActualText`), as it is put together: UTF-16 with the escapes of a string of PDF; the buffer is kept.
struct SpanText: ~Copyable {
    private var buffer = ByteBuffer(capacity: 256)

    init() {}

    mutating func removeAll() { buffer.removeAll() }

    /// Appends `count` ideographic spaces.
    mutating func append(blanks count: Int) {
        var pen = buffer.pen(room: 2 * count)
        for _ in 0..<count { pen.stringBytes(of: 0x3000) }
        buffer.commit(pen)
    }

    /// Appends UTF-8, without break hints, which have no glyph (L22).
    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
        // A byte becomes at most two bytes, each with its escape.
        var pen = buffer.pen(room: 4 * range.count + 4)
        var reader = ScalarReader(bytes, range)
        while let scalar = reader.next() {
            if scalar < 0x10000 {
                pen.stringBytes(of: scalar)
            } else {
                pen.stringBytes(of: 0xD7C0 + scalar >> 10)
                pen.stringBytes(of: 0xDC00 + scalar & 0x3FF)
            }
        }
        buffer.commit(pen)
    }

    /// Writes the text as a string of PDF: UTF-16 with its mark in parentheses.
    func write(to sink: inout ByteBuffer) {
        var pen = sink.pen(room: 4)
        pen.byte(0x28)
        if !buffer.isEmpty {
            pen.byte(0xFE)
            pen.byte(0xFF)
        }
        sink.commit(pen)
        sink.append(buffer.bytes)
        sink.append(")")
    }
}

/// Reads the scalars of UTF-8 without break hints (L22).
struct ScalarReader {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var index: Int
    private let end: Int

    init(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
        self.bytes = bytes
        index = range.lowerBound
        end = min(range.upperBound, bytes.count)
    }

    @inline(__always)
    mutating func next() -> UInt32? {
        while index < end {
            let first = UInt32(bytes[index])
            let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
            guard index + length <= end else { return nil }
            var scalar = length == 1 ? first : first & (0x7F >> UInt32(length))
            for place in 1..<max(length, 1) { scalar = scalar << 6 | UInt32(bytes[index + place] & 0x3F) }
            index += length
            if scalar != 0x200B && scalar != 0x2060 { return scalar }
        }
        return nil
    }
}
