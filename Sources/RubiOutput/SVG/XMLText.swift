/// Text in XML: what would be markup is escaped, and what XML 1.0 cannot hold becomes U+FFFD.
enum XMLText {
    static func write(_ bytes: [UInt8], _ range: Range<Int>, to sink: ByteSink) throws(OutputError) {
        var index = range.lowerBound
        while index < range.upperBound {
            let end = min(index + 4096, range.upperBound)
            var pen = try sink.pen(room: 4096 * 6 + 16)
            while index < end {
                let byte = bytes[index]
                switch byte {
                case 0x26: pen.text("&amp;")
                case 0x3C: pen.text("&lt;")
                case 0x3E: pen.text("&gt;")
                case 0x22: pen.text("&quot;")
                case 0x09, 0x0A, 0x0D: pen.text(byte == 0x09 ? "&#9;" : byte == 0x0A ? "&#10;" : "&#13;")
                case 0x00..<0x20: pen.text("\u{FFFD}")
                case 0xEF where index + 2 < range.upperBound && bytes[index + 1] == 0xBF && bytes[index + 2] >= 0xBE:
                    pen.text("\u{FFFD}")
                    index += 2
                default: pen.byte(byte)
                }
                index += 1
            }
            sink.commit(pen)
        }
    }

    static func write(_ text: String, to sink: ByteSink) throws(OutputError) {
        let bytes = Array(text.utf8)
        try write(bytes, bytes.indices, to: sink)
    }
}
