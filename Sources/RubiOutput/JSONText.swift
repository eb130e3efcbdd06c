/// JSON strings: the escapes of RFC 8259, and U+2028 and U+2029 besides, which end a line in JavaScript and in tools that split text into lines.
package enum JSONText {
    /// A byte grows to at most six (`\u001f`).
    private static let piece = ByteSink.capacity / 8

    /// Writes `bytes`, UTF-8, as a JSON string with its quotation marks.
    static func write(_ bytes: UnsafeBufferPointer<UInt8>, to sink: ByteSink) throws(OutputError) {
        var pen = try sink.pen(room: 1)
        pen.byte(0x22)
        sink.commit(pen)
        var start = 0
        while start < bytes.count {
            let end = min(start + piece, bytes.count)
            pen = try sink.pen(room: (end - start) * 6 + 6)
            while start < end {
                if end - start >= 8 {
                    let word = UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: start, as: UInt64.self)
                    if isPlain(word) {
                        pen.eightBytes(word)
                        start += 8
                        continue
                    }
                }
                let byte = bytes[start]
                if byte == 0xE2, let digit = separator(at: start, in: bytes) {
                    pen.text("\\u202")
                    pen.byte(digit)
                    start += 3
                } else if byte < 0x20 || byte == 0x22 || byte == 0x5C {
                    escape(byte, with: &pen)
                    start += 1
                } else {
                    pen.byte(byte)
                    start += 1
                }
            }
            sink.commit(pen)
        }
        pen = try sink.pen(room: 1)
        pen.byte(0x22)
        sink.commit(pen)
    }

    /// None of the word's eight bytes is a control, a quotation mark or a backslash, or begins a line separator (E2).
    @inline(__always)
    private static func isPlain(_ word: UInt64) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101, tops: UInt64 = 0x8080_8080_8080_8080
        func zeros(_ word: UInt64) -> UInt64 { (word &- ones) & ~word }
        let controls = (word &- ones &* 0x20) & ~word
        return (controls | zeros(word ^ ones &* 0x22) | zeros(word ^ ones &* 0x5C) | zeros(word ^ ones &* 0xE2)) & tops == 0
    }

    /// Writes a part of `bytes`.
    static func write(_ bytes: [UInt8], _ range: Range<Int>, to sink: ByteSink) throws(OutputError) {
        try bytes.withUnsafeBufferPointer { buffer throws(OutputError) in
            try write(UnsafeBufferPointer(rebasing: buffer[range]), to: sink)
        }
    }

    /// Writes scalars as what stands between the quotation marks of a JSON string.
    static func writeCharacters(_ scalars: UnsafeBufferPointer<UInt32>, to sink: ByteSink) throws(OutputError) {
        var start = 0
        while start < scalars.count {
            let end = min(start + piece, scalars.count)
            var pen = try sink.pen(room: room(end - start))
            writeCharacters(UnsafeBufferPointer(rebasing: scalars[start..<end]), with: &pen)
            sink.commit(pen)
            start = end
        }
    }

    /// Room that `writeCharacters` needs for so many scalars.
    static func room(_ count: Int) -> Int { count * 6 + 1 }

    /// The same with a pen that has room for all.
    @inline(__always)
    static func writeCharacters(_ scalars: UnsafeBufferPointer<UInt32>, with pen: inout Pen) {
        for scalar in scalars {
            if scalar >= 0x800, scalar < 0x10000, scalar & ~1 != 0x2028 {
                pen.threeBytes(scalar)
            } else {
                write(rare: scalar, with: &pen)
            }
        }
    }

    private static func write(rare scalar: UInt32, with pen: inout Pen) {
        switch scalar {
        case 0..<0x20, 0x22, 0x5C: escape(UInt8(scalar), with: &pen)
        case 0..<0x80: pen.byte(UInt8(scalar))
        case 0..<0x800:
            pen.byte(UInt8(0xC0 | scalar >> 6))
            pen.byte(UInt8(0x80 | scalar & 0x3F))
        case 0x2028, 0x2029:
            pen.text("\\u202")
            pen.byte(scalar == 0x2028 ? 0x38 : 0x39)
        default:
            pen.byte(UInt8(truncatingIfNeeded: 0xF0 | scalar >> 18))
            pen.byte(UInt8(truncatingIfNeeded: 0x80 | scalar >> 12 & 0x3F))
            pen.byte(UInt8(truncatingIfNeeded: 0x80 | scalar >> 6 & 0x3F))
            pen.byte(UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F))
        }
    }

    package static func write(_ text: String, to sink: ByteSink) throws(OutputError) {
        let bytes = Array(text.utf8)
        try write(bytes, bytes.indices, to: sink)
    }

    /// The last digit of U+2028 or U+2029, E2 80 A8 and E2 80 A9, where one begins at `index`.
    @inline(__always)
    private static func separator(at index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> UInt8? {
        guard index + 2 < bytes.count, bytes[index + 1] == 0x80 else { return nil }
        return bytes[index + 2] == 0xA8 ? 0x38 : bytes[index + 2] == 0xA9 ? 0x39 : nil
    }

    private static func escape(_ byte: UInt8, with pen: inout Pen) {
        switch byte {
        case 0x22: pen.text("\\\"")
        case 0x5C: pen.text("\\\\")
        case 0x08: pen.text("\\b")
        case 0x09: pen.text("\\t")
        case 0x0A: pen.text("\\n")
        case 0x0C: pen.text("\\f")
        case 0x0D: pen.text("\\r")
        default:
            pen.text(byte < 0x10 ? "\\u000" : "\\u001")
            pen.byte(byte & 15 < 10 ? 0x30 + byte & 15 : 0x57 + byte & 15)
        }
    }
}
