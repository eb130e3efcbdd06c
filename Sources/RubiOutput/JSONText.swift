/// JSON strings: the escapes of RFC 8259, and U+2028 and U+2029 besides, which end a line in JavaScript and in tools that split text into lines.
enum JSONText {
    /// A byte grows to at most six (`\u001f`).
    private static let piece = ByteSink.capacity / 8

    /// Writes `bytes`, UTF-8, as a JSON string with its quotation marks.
    static func write(_ bytes: UnsafeBufferPointer<UInt8>, to sink: ByteSink) throws(OutputError) {
        var start = 0
        repeat {
            let end = min(start + piece, bytes.count)
            var pen = try sink.pen(room: (end - start) * 6 + 2)
            if start == 0 { pen.byte(0x22) }
            for index in start..<end {
                let byte = bytes[index]
                if byte == 0xE2 || byte < 0x20 || byte == 0x22 || byte == 0x5C {
                    escape(byte, at: index, in: bytes, with: &pen)
                } else if !isSeparatorTail(index, in: bytes) {
                    pen.byte(byte)
                }
            }
            if end == bytes.count { pen.byte(0x22) }
            sink.commit(pen)
            start = end
        } while start < bytes.count
    }

    static func write(_ bytes: ArraySlice<UInt8>, to sink: ByteSink) throws(OutputError) {
        try bytes.withUnsafeBufferPointer { buffer throws(OutputError) in try write(buffer, to: sink) }
    }

    static func write(_ text: String, to sink: ByteSink) throws(OutputError) { try write(Array(text.utf8)[...], to: sink) }

    /// The second and third byte of U+2028 and U+2029, E2 80 A8 and E2 80 A9, which their first byte has written.
    @inline(__always)
    private static func isSeparatorTail(_ index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let byte = bytes[index]
        if byte == 0xA8 || byte == 0xA9 { return index >= 2 && bytes[index - 1] == 0x80 && bytes[index - 2] == 0xE2 }
        return byte == 0x80 && index >= 1 && bytes[index - 1] == 0xE2 && separator(at: index - 1, in: bytes) != nil
    }

    /// The last digit of U+2028 or U+2029 where one begins at `index`.
    private static func separator(at index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> UInt8? {
        guard index + 2 < bytes.count, bytes[index] == 0xE2, bytes[index + 1] == 0x80 else { return nil }
        return bytes[index + 2] == 0xA8 ? 0x38 : bytes[index + 2] == 0xA9 ? 0x39 : nil
    }

    private static func escape(_ byte: UInt8, at index: Int, in bytes: UnsafeBufferPointer<UInt8>, with pen: inout Pen) {
        switch byte {
        case 0xE2:
            if let digit = separator(at: index, in: bytes) {
                pen.text("\\u202")
                pen.byte(digit)
            } else {
                pen.byte(byte)
            }
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
