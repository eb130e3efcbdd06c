import COutput

/// The objects of a PDF file, written as they come: streams at once, all others gathered in compressed object streams (ISO 32000, 7.5.7), and a
/// cross-reference stream at the end. What is kept is eight bytes an object.
final class PDFFile {
    private let sink: ByteSink
    private let deflater: Deflater
    /// Where each object is, by its number: 0 not written; its offset; or, with `inStream`, the number of its object stream and its place there.
    private var places: [UInt64] = [0]
    private static let inStream: UInt64 = 1 << 63
    /// What `begin` and `end` enclose is written here.
    let body = ByteSink()
    /// Numbers and offsets of the objects in `body`, as an object stream begins with them.
    private let index = ByteSink()
    private var gathered = 0
    private var gathering = 0
    private var bodyStart = 0
    /// Checksums of all streams, for the file's identifier.
    private var checksums: (UInt, UInt) = (crc32(0, nil, 0), adler32(0, nil, 0))

    /// Objects in one object stream: enough to compress well, few enough to be read quickly.
    private static let gatheringLimit = 128

    init(sink: ByteSink, version: StaticString) throws(OutputError) {
        self.sink = sink
        deflater = try Deflater()
        try sink.write("%PDF-")
        try sink.write(version)
        // Bytes above 127 tell transport programs that the file is binary.
        try sink.write([0x0A, 0x25, 0xE2, 0xE3, 0xCF, 0xD3, 0x0A])
    }

    /// The number of an object that will be written later.
    func reserve() -> Int {
        places.append(0)
        return places.count - 1
    }

    // MARK: Objects

    /// Begins the object `number`; its content is then written to `body`.
    func begin(_ number: Int) throws(OutputError) {
        if gathered == 0 {
            gathering = reserve()
            bodyStart = body.position
        }
        places[number] = Self.inStream | UInt64(gathering) << 16 | UInt64(gathered)
        gathered += 1
        var pen = try index.pen(room: 2 * Pen.numberRoom)
        pen.integer(number)
        pen.byte(0x20)
        pen.integer(body.position - bodyStart)
        pen.byte(0x20)
        index.commit(pen)
    }

    /// Ends the object begun last.
    func end() throws(OutputError) {
        try body.write("\n")
        if gathered == Self.gatheringLimit { try writeGathered() }
    }

    /// Writes a whole object.
    func write(_ number: Int, _ content: String) throws(OutputError) {
        try begin(number)
        try body.write(string: content)
        try end()
    }

    private func writeGathered() throws(OutputError) {
        guard gathered > 0 else { return }
        let head = index.takeBytes()
        let entries = "/Type/ObjStm/N \(gathered)/First \(head.count)"
        gathered = 0
        try write(stream: gathering, entries, head + body.takeBytes())
    }

    /// Writes a stream, compressed; `entries` are those of its dictionary besides its length and filter.
    func write(stream number: Int, _ entries: String, _ bytes: [UInt8]) throws(OutputError) {
        let compressed = deflater.deflate(bytes)
        try write(stream: number, entries + "/Filter/FlateDecode", encoded: compressed)
    }

    /// Writes a stream as it is.
    func write(stream number: Int, _ entries: String, encoded bytes: [UInt8]) throws(OutputError) {
        places[number] = UInt64(sink.position)
        try sink.write(string: "\(number) 0 obj\n<<\(entries)/Length \(bytes.count)>>\nstream\n")
        try sink.write(bytes)
        try sink.write("\nendstream\nendobj\n")
        checksums = bytes.withUnsafeBufferPointer {
            (crc32_z(checksums.0, $0.baseAddress, $0.count), adler32_z(checksums.1, $0.baseAddress, $0.count))
        }
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
        entries += "/DecodeParms<</Predictor 12/Columns \(columns)>>/Filter/FlateDecode"
        let start = sink.position
        try write(stream: number, entries, encoded: deflater.deflate(crossReferences(width: width)))
        try sink.write(string: "startxref\n\(start)\n%%EOF\n")
        try sink.finish()
    }

    /// The rows of the cross-reference stream, each as its difference to the row above (PNG's "up" predictor), since neighbours are alike.
    private func crossReferences(width: Int) -> [UInt8] {
        var rows: [UInt8] = []
        var above = [UInt8](repeating: 0, count: 1 + width + 2)
        for (number, place) in places.enumerated() {
            let (type, field, last): (UInt8, UInt64, UInt64)
            if number == 0 {
                (type, field, last) = (0, 0, 65535)
            } else if place == 0 {
                (type, field, last) = (0, 0, 0)
            } else if place & Self.inStream != 0 {
                (type, field, last) = (2, (place & ~Self.inStream) >> 16, place & 0xFFFF)
            } else {
                (type, field, last) = (1, place, 0)
            }
            var row = [type]
            for byte in (0..<width).reversed() { row.append(UInt8(truncatingIfNeeded: field >> UInt64(8 * byte))) }
            row.append(UInt8(truncatingIfNeeded: last >> 8))
            row.append(UInt8(truncatingIfNeeded: last))
            rows.append(2)
            for index in row.indices { rows.append(row[index] &- above[index]) }
            above = row
        }
        return rows
    }

    private func hexadecimal(_ words: [UInt64]) -> String {
        words.map { String((1 << 32) + UInt64(UInt32(truncatingIfNeeded: $0)), radix: 16).dropFirst() }.joined()
    }
}
