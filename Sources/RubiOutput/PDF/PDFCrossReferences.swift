/// Where the objects of a PDF are, by their numbers, and the rows of the cross-reference streams that say so (ISO 32000, 7.5.8).
///
/// Objects are mostly written in the order of their numbers; so what is kept is a few bytes for each stretch of them.
struct PDFCrossReferences {
    /// Objects of numbers one after another: in an object stream one after another, or one by itself.
    private struct Stretch {
        var first: Int
        var count: Int32
        /// In an object stream, the place there of the first; else -1.
        var index: Int32
        /// The number of the object stream, or the offset in the file.
        var place: Int
    }

    /// In the order in which they were written.
    private var stretches: [Stretch] = []
    /// The stretch that the next row may belong to, once they are sorted.
    private var next = 0

    /// Notes that an object is at an offset.
    mutating func add(_ number: Int, at offset: Int) {
        stretches.append(Stretch(first: number, count: 1, index: -1, place: offset))
    }

    /// Notes that an object is in an object stream, at a place of it.
    @inline(__always)
    mutating func add(_ number: Int, in stream: Int, at index: Int) {
        let last = stretches.count - 1
        if last >= 0, stretches[last].place == stream, stretches[last].index >= 0,
            number == stretches[last].first + Int(stretches[last].count),
            index == Int(stretches[last].index + stretches[last].count)
        {
            stretches[last].count += 1
        } else {
            stretches.append(Stretch(first: number, count: 1, index: Int32(index), place: stream))
        }
    }

    /// Sorts what was noted by numbers; the rows are then to be written in their order. What is added later has the highest numbers.
    mutating func sort() { stretches.sort { $0.first < $1.first } }

    /// Makes `rows` the rows of these numbers, with so many bytes for a place, each as its difference to the row above (PNG's "up" predictor), since neighbours
    /// are alike.
    mutating func write(_ numbers: Range<Int>, width: Int, to rows: inout ByteBuffer) {
        rows.removeAll()
        var above: (type: UInt64, place: UInt64, index: UInt64) = (0, 0, 0)
        for number in numbers {
            var row: (type: UInt64, place: UInt64, index: UInt64) = (0, 0, number == 0 ? 65535 : 0)
            while next < stretches.count, stretches[next].first + Int(stretches[next].count) <= number { next += 1 }
            if next < stretches.count, stretches[next].first <= number {
                let stretch = stretches[next]
                row =
                    stretch.index < 0
                    ? (1, UInt64(stretch.place), 0)
                    : (2, UInt64(stretch.place), UInt64(Int(stretch.index) + number - stretch.first))
            }
            var pen = rows.pen(room: 16)
            pen.byte(2)
            pen.byte(UInt8(truncatingIfNeeded: row.type &- above.type))
            var shift = UInt64(8 * width)
            while shift > 0 {
                shift -= 8
                pen.byte(UInt8(truncatingIfNeeded: row.place &>> shift) &- UInt8(truncatingIfNeeded: above.place &>> shift))
            }
            pen.byte(UInt8(truncatingIfNeeded: row.index >> 8) &- UInt8(truncatingIfNeeded: above.index >> 8))
            pen.byte(UInt8(truncatingIfNeeded: row.index) &- UInt8(truncatingIfNeeded: above.index))
            rows.commit(pen)
            above = row
        }
    }
}
