import RubiLayout

/// The text that marked content stands for (`ActualText`), as it is put together; the buffer is kept.
struct SpanText {
    private(set) var units: [UInt16] = []

    mutating func removeAll() { units.removeAll(keepingCapacity: true) }

    /// Appends `count` ideographic spaces.
    mutating func append(blanks count: Int) {
        for _ in 0..<count { units.append(0x3000) }
    }

    /// Appends UTF-8, without break hints, which have no glyph (L22).
    mutating func append(_ bytes: [UInt8], _ range: Range<Int>) {
        var index = range.lowerBound
        let end = min(range.upperBound, bytes.count)
        while index < end {
            let first = UInt32(bytes[index])
            let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
            guard index + length <= end else { return }
            var scalar = length == 1 ? first : first & (0x7F >> UInt32(length))
            for place in 1..<max(length, 1) { scalar = scalar << 6 | UInt32(bytes[index + place] & 0x3F) }
            index += length
            if scalar == 0x200B || scalar == 0x2060 { continue }
            if scalar < 0x10000 {
                units.append(UInt16(truncatingIfNeeded: scalar))
            } else {
                units.append(UInt16(truncatingIfNeeded: 0xD7C0 + scalar >> 10))
                units.append(UInt16(truncatingIfNeeded: 0xDC00 + scalar & 0x3FF))
            }
        }
    }

    /// Writes the text as a string of PDF: UTF-16 with its mark in parentheses.
    func write(to sink: ByteSink) throws(OutputError) {
        var start = 0
        var pen = try sink.pen(room: 16)
        pen.byte(0x28)
        if !units.isEmpty {
            pen.byte(0xFE)
            pen.byte(0xFF)
        }
        sink.commit(pen)
        while start < units.count {
            let end = min(start + 4096, units.count)
            pen = try sink.pen(room: (end - start) * 4)
            for index in start..<end { pen.stringBytes(of: UInt32(units[index])) }
            sink.commit(pen)
            start = end
        }
        try sink.write(")")
    }
}
