import COutput

/// The objects of a PDF file, written as they come: streams at once, all others gathered in compressed object streams (ISO 32000, 7.5.7), and a
/// cross-reference stream at the end. What is kept is eight bytes an object.
final class PDFFile {
    private let sink: ByteSink
    private let deflater: Deflater
    /// Where each object is, by its number: 0 not written; its offset; or, with `inStream`, the number of its object stream and its place there.
    private var places: [UInt64] = [0]
    private static let inStream: UInt64 = 1 << 63
    /// The content of the objects gathered so far.
    private var body = ByteBuffer(capacity: 1 << 15)
    /// Numbers and offsets of the objects in `body`, as an object stream begins with them.
    private var index = ByteBuffer()
    private var whole = ByteBuffer(capacity: 1 << 15)
    private var gathered = 0
    private var gathering = 0
    /// Checksums of all streams, for the file's identifier.
    private var checksums: (UInt32, UInt32) = (0, 1)

    /// Objects in one object stream: enough to compress well, few enough to be read quickly.
    private static let gatheringLimit = 256

    init(sink: ByteSink, version: StaticString) throws(OutputError) {
        self.sink = sink
        deflater = try Deflater()
        try sink.write("%PDF-")
        try sink.write(version)
        // Bytes above 127 tell transport programs that the file is binary.
        try sink.write([0x0A, 0x25, 0xE2, 0xE3, 0xCF, 0xD3, 0x0A])
    }

    /// The number of an object that will be written later.
    func reserve() -> Int { reserve(1) }

    /// The first of the numbers, one after another, of objects that will be written later.
    func reserve(_ count: Int) -> Int {
        for _ in 0..<count { places.append(0) }
        return places.count - count
    }

    // MARK: Objects

    /// Begins the object `number`; its content is then written with the pen, at most `room` bytes, and further with `append`.
    func begin(_ number: Int, room: Int = 1024) -> Pen {
        if gathered == 0 { gathering = reserve() }
        places[number] = Self.inStream | UInt64(gathering) << 16 | UInt64(gathered)
        gathered += 1
        var pen = index.pen(room: 2 * Pen.numberRoom)
        pen.integer(number)
        pen.byte(0x20)
        pen.integer(body.count)
        pen.byte(0x20)
        index.commit(pen)
        return body.pen(room: room + 1)
    }

    /// Keeps what the pen has written of the object, and appends more.
    func append(_ bytes: UnsafeRawBufferPointer, after pen: Pen, room: Int = 64) -> Pen {
        body.commit(pen)
        body.append(bytes)
        return body.pen(room: room + 1)
    }

    /// Ends the object begun last.
    func end(_ pen: Pen) throws(OutputError) {
        var pen = pen
        pen.byte(0x0A)
        body.commit(pen)
        if gathered == Self.gatheringLimit { try writeGathered() }
    }

    /// Writes a whole object.
    func write(_ number: Int, _ content: String) throws(OutputError) {
        var content = content
        let pen = begin(number, room: 0)
        try end(content.withUTF8 { append(UnsafeRawBufferPointer($0), after: pen) })
    }

    private func writeGathered() throws(OutputError) {
        guard gathered > 0 else { return }
        whole.removeAll()
        whole.append(index.bytes)
        whole.append(body.bytes)
        let entries = "/Type/ObjStm/N \(gathered)/First \(index.count)"
        gathered = 0
        index.removeAll()
        body.removeAll()
        try write(stream: gathering, entries, whole.bytes)
    }

    /// Writes a stream, compressed; `entries` are those of its dictionary besides its length and filter.
    func write(stream number: Int, _ entries: String, _ bytes: UnsafeRawBufferPointer) throws(OutputError) {
        try write(stream: number, entries + "/Filter/FlateDecode", encoded: deflater.deflate(bytes))
    }

    /// Writes a stream, compressed.
    func write(stream number: Int, _ entries: String, _ bytes: [UInt8]) throws(OutputError) {
        try bytes.withUnsafeBufferPointer { buffer throws(OutputError) in
            try write(stream: number, entries, UnsafeRawBufferPointer(buffer))
        }
    }

    /// Writes a stream as it is.
    func write(stream number: Int, _ entries: String, encoded bytes: [UInt8]) throws(OutputError) {
        try bytes.withUnsafeBufferPointer { buffer throws(OutputError) in
            try write(stream: number, entries, encoded: UnsafeRawBufferPointer(buffer))
        }
    }

    /// Writes a stream as it is.
    func write(stream number: Int, _ entries: String, encoded bytes: UnsafeRawBufferPointer) throws(OutputError) {
        places[number] = UInt64(sink.position)
        try sink.write(string: "\(number) 0 obj\n<<\(entries)/Length \(bytes.count)>>\nstream\n")
        try sink.write(bytes)
        try sink.write("\nendstream\nendobj\n")
        checksums.0 = libdeflate_crc32(checksums.0, bytes.baseAddress, bytes.count)
        checksums.1 = libdeflate_adler32(checksums.1, bytes.baseAddress, bytes.count)
    }

    // MARK: End

    /// Writes what is left, the cross-reference stream and the trailer. The identifier is made from the file's content, so that the same input gives the same.
    func finish(root: Int, info: Int?) throws {
        try writeGathered()
        let number = reserve()
        places[number] = UInt64(sink.position)
        var width = 1
        while sink.position >> (8 * width) > 0 || places.count >> (8 * width) > 0 { width += 1 }
        let columns = 1 + width + 2
        let hash = hexadecimal([UInt64(checksums.0), UInt64(checksums.1), UInt64(sink.position), UInt64(places.count)])
        var entries = "/Type/XRef/Size \(places.count)/W[1 \(width) 2]/Root \(root) 0 R/ID[<\(hash)><\(hash)>]"
        if let info { entries += "/Info \(info) 0 R" }
        entries += "/DecodeParms<</Predictor 12/Columns \(columns)>>"
        let start = sink.position
        writeCrossReferences(width: width)
        try write(stream: number, entries, whole.bytes)
        try sink.write(string: "startxref\n\(start)\n%%EOF\n")
        try sink.finish()
    }

    /// Makes `whole` the rows of the cross-reference stream, each as its difference to the row above (PNG's "up" predictor), since neighbours are alike.
    private func writeCrossReferences(width: Int) {
        whole.removeAll()
        var above: (type: UInt64, field: UInt64, last: UInt64) = (0, 0, 0)
        for (number, place) in places.enumerated() {
            let row: (type: UInt64, field: UInt64, last: UInt64) =
                if number == 0 {
                    (0, 0, 65535)
                } else if place == 0 {
                    (0, 0, 0)
                } else if place & Self.inStream != 0 {
                    (2, (place & ~Self.inStream) >> 16, place & 0xFFFF)
                } else {
                    (1, place, 0)
                }
            var pen = whole.pen(room: 16)
            pen.byte(2)
            pen.byte(UInt8(truncatingIfNeeded: row.type &- above.type))
            for byte in stride(from: 8 * (width - 1), through: 0, by: -8) {
                pen.byte(UInt8(truncatingIfNeeded: row.field >> UInt64(byte)) &- UInt8(truncatingIfNeeded: above.field >> UInt64(byte)))
            }
            pen.byte(UInt8(truncatingIfNeeded: row.last >> 8) &- UInt8(truncatingIfNeeded: above.last >> 8))
            pen.byte(UInt8(truncatingIfNeeded: row.last) &- UInt8(truncatingIfNeeded: above.last))
            whole.commit(pen)
            above = row
        }
    }

    private func hexadecimal(_ words: [UInt64]) -> String {
        words.map { String((1 << 32) + UInt64(UInt32(truncatingIfNeeded: $0)), radix: 16).dropFirst() }.joined()
    }
}
