import COutput

/// The objects of a PDF file, written as they come: streams at once, all others gathered in compressed object streams (ISO 32000, 7.5.7), and a
/// cross-reference stream at the end.
final class PDFFile {
    private let sink: ByteSink
    private let deflater: Deflater
    private let pageDeflater = TextDeflater(.operators)
    private let objectDeflater = TextDeflater(.dictionaries)
    /// The number of the next object.
    private var next = 1
    private var references = PDFCrossReferences()
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
    private static let gatheringLimit = 512

    /// Objects of one cross-reference stream, so that the rows of a large file are not in memory all at once; each stream names the one before.
    private let sectionLimit: Int

    init(sink: ByteSink, version: StaticString, sectionLimit: Int = 1 << 16) throws(OutputError) {
        self.sink = sink
        self.sectionLimit = sectionLimit
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
        next += count
        return next - count
    }

    // MARK: Objects

    /// Begins the object `number`; its content is then written with the pen, at most `room` bytes, and further with `append`.
    func begin(_ number: Int, room: Int = 1024) -> Pen {
        if gathered == 0 { gathering = reserve() }
        references.add(number, in: gathering, at: gathered)
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
        let entries = "/Type/ObjStm/N \(gathered)/First \(index.count)/Filter/FlateDecode"
        gathered = 0
        index.removeAll()
        body.removeAll()
        try write(stream: gathering, entries, encoded: isShort ? deflater.deflate(whole.bytes) : objectDeflater.deflate(whole.bytes))
    }

    /// Whether the file is so short yet that a tenth of its size counts more than the time.
    private var isShort: Bool { sink.position < 1 << 18 }

    /// Writes the content of a page, compressed.
    func write(content number: Int, _ bytes: UnsafeRawBufferPointer) throws(OutputError) {
        try write(stream: number, "/Filter/FlateDecode", encoded: isShort ? deflater.deflate(bytes) : pageDeflater.deflate(bytes))
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
        references.add(number, at: sink.position)
        try sink.write(string: "\(number) 0 obj\n<<\(entries)/Length \(bytes.count)>>\nstream\n")
        try sink.write(bytes)
        try sink.write("\nendstream\nendobj\n")
        checksums.0 = libdeflate_crc32(checksums.0, bytes.baseAddress, bytes.count)
        checksums.1 = libdeflate_adler32(checksums.1, bytes.baseAddress, bytes.count)
    }

    // MARK: End

    /// Writes what is left, the cross-reference streams and the trailer. The identifier is made from the file's content, so that the same input gives the same.
    func finish(root: Int, info: Int?) throws {
        try writeGathered()
        references.sort()
        // Each section takes a number itself.
        let sections = (next + sectionLimit - 2) / (sectionLimit - 1)
        var number = reserve(sections)
        let hash = hexadecimal([UInt64(checksums.0), UInt64(checksums.1), UInt64(sink.position), UInt64(next)])
        var entries = "/Type/XRef/Size \(next)/Root \(root) 0 R/ID[<\(hash)><\(hash)>]"
        if let info { entries += "/Info \(info) 0 R" }
        var start = 0
        for first in stride(from: 0, to: next, by: sectionLimit) {
            let numbers = first..<min(first + sectionLimit, next)
            let before = start
            start = sink.position
            // The streams of the sections have rows as well, in the last of them.
            if numbers.contains(number) { references.add(number, at: start) }
            var width = 1
            while start >> (8 * width) > 0 || next >> (8 * width) > 0 { width += 1 }
            references.write(numbers, width: width, to: &whole)
            let section =
                "/Index[\(first) \(numbers.count)]/W[1 \(width) 2]" + (first > 0 ? "/Prev \(before)" : "")
                + "/DecodeParms<</Predictor 12/Columns \(width + 3)>>"
            try write(stream: number, entries + section, whole.bytes)
            number += 1
        }
        try sink.write(string: "startxref\n\(start)\n%%EOF\n")
        try sink.finish()
    }

    private func hexadecimal(_ words: [UInt64]) -> String {
        words.map { String((1 << 32) + UInt64(UInt32(truncatingIfNeeded: $0)), radix: 16).dropFirst() }.joined()
    }
}
