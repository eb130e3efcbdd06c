/// A manuscript's bytes as decoded lines. Reads a regular file in pieces, so that memory does not grow with it; what cannot be read
/// twice (a pipe) is held in memory.
package final class SourceText {
    package let name: String
    /// UTF-8 until `decideEncoding` says otherwise.
    package private(set) var encoding = TextEncoding.utf8
    /// `--halfwidth-kana full` (M120).
    package var widensHalfwidthKana = false
    /// Lines are not normalised (M120).
    package var keepsSpelling = false
    /// How many broken sequences are noted; more are decoded as the others are, and not noted.
    package static let mostProblems = 100_000
    /// What was wrong with the lines read since the last `rewind`.
    package private(set) var problems: [SourceProblem] = []

    let source: ByteSource
    private var window: LineWindow
    private let scratch = ScalarScratch(capacity: 1 << 12)
    private(set) var bigEndian = false
    /// Bytes of the byte order mark, which belongs to no line.
    private(set) var markLength = 0
    private(set) var table: DoubleByteTable?
    private var iso2022 = ISO2022JPDecoder()
    private var lineNumber = 0
    private var firstEnding = SourceLine.Ending.none
    private var reportedLineEnds = false
    /// The line that a place was last looked up in.
    var placedLine = SourceLine()
    private var reportedControl = false

    /// A manuscript in memory.
    package convenience init(name: String, bytes: [UInt8]) { self.init(ByteSource(name: name, bytes: bytes)) }

    /// The file at `path`.
    package convenience init(path: String) throws(SourceError) { self.init(try ByteSource(path: path)) }

    /// What can be read from an open descriptor, which stays open.
    package convenience init(name: String, descriptor: Int32) throws(SourceError) {
        self.init(try ByteSource(name: name, descriptor: descriptor, closes: false))
    }

    private init(_ source: ByteSource) {
        self.source = source
        name = source.name
        window = LineWindow(source)
    }

    /// Number of bytes.
    package var byteCount: Int { source.count }

    /// The first failure to read, if any: the lines ended there.
    package var readError: SourceError? { source.error }

    /// Sets the encoding: the one asked for, or the one that the bytes tell (M121); goes back to the start.
    package func decideEncoding(_ asked: TextEncoding?) throws(SourceError) {
        let found = EncodingDetection(self).detect(asked)
        try use(found.encoding, bigEndian: found.bigEndian, markLength: found.markLength)
    }

    /// Reads on in `encoding`, from the start, past a byte order mark of `markLength` bytes.
    func use(_ encoding: TextEncoding, bigEndian: Bool = false, markLength: Int = 0) throws(SourceError) {
        self.encoding = encoding
        self.bigEndian = bigEndian
        self.markLength = markLength
        switch encoding {
        case .utf8, .utf16: table = nil
        case .cp932: table = DoubleByteTable.cp932
        case .eucJP, .iso2022JP: table = DoubleByteTable.eucJP
        case .shiftJISX0213: table = DoubleByteTable.shiftJISX0213
        }
        if table == nil, encoding != .utf8, encoding != .utf16 {
            throw SourceError(name: name, reason: "the C library cannot decode \(encoding.rawValue)")
        }
        rewind()
    }

    /// Goes back to the first line.
    package func rewind() {
        window.seek(to: markLength)
        iso2022 = ISO2022JPDecoder()
        problems.removeAll()
        lineNumber = 0
        firstEnding = .none
        reportedLineEnds = false
        reportedControl = false
    }

    /// Fills `line` with the next line; false at the end.
    package func readLine(into line: inout SourceLine) -> Bool {
        guard let found = decodeLine() else { return false }
        lineNumber += 1
        line.number = lineNumber
        line.start = window.inputOffset(found.content.lowerBound)
        line.end = window.inputOffset(found.next)
        line.ending = found.ending
        line.traits = scratch.traits
        line.scalars.removeAll(keepingCapacity: true)
        line.offsets.removeAll(keepingCapacity: true)
        if !line.columnOffsets.isEmpty { line.columnOffsets.removeAll(keepingCapacity: true) }
        line.scalars.append(contentsOf: UnsafeBufferPointer(start: scratch.scalars, count: scratch.count))
        line.offsets.append(contentsOf: UnsafeBufferPointer(start: scratch.offsets, count: scratch.count))
        line.offsets.append(UInt32(truncatingIfNeeded: found.content.count))
        line.marks.removeAll(keepingCapacity: true)
        line.marks.append(contentsOf: UnsafeBufferPointer(start: scratch.marks, count: scratch.markCount))
        noteProblems(in: line)
        if !keepsSpelling { normalize(&line) }
        return true
    }

    /// The next line decoded into the scratch, and no more: for the judging of encodings. Returns false at the end.
    func scanLine(_ body: (ScalarScratch) -> Void) -> Bool {
        guard decodeLine() != nil else { return false }
        body(scratch)
        return true
    }

    private func decodeLine() -> LineWindow.Line? {
        guard let found = window.nextLine(unitWidth: encoding == .utf16 ? 2 : 1, bigEndian: bigEndian) else { return nil }
        window.withBytes(found.content) { decode($0, &iso2022) }
        return found
    }

    /// Decodes bytes into the scratch.
    private func decode(_ bytes: UnsafeBufferPointer<UInt8>, _ iso2022: inout ISO2022JPDecoder) {
        scratch.reserve(bytes.count)
        switch encoding {
        case .utf8: UTF8Decoder.decode(bytes, into: scratch)
        case .utf16: UTF16Decoder.decode(bytes, bigEndian: bigEndian, into: scratch)
        case .cp932, .eucJP, .shiftJISX0213:
            if let table { DoubleByteDecoder.decode(bytes, by: table, into: scratch) }
        case .iso2022JP:
            if let table { iso2022.decode(bytes, by: table, into: scratch) }
        }
    }

    /// Decodes the bytes of one line, without normalising.
    func decode(_ bytes: [UInt8], into line: inout SourceLine) {
        var iso2022 = ISO2022JPDecoder()
        bytes.withUnsafeBufferPointer { decode($0, &iso2022) }
        line.scalars = Array(UnsafeBufferPointer(start: scratch.scalars, count: scratch.count))
        line.offsets = Array(UnsafeBufferPointer(start: scratch.offsets, count: scratch.count)) + [UInt32(truncatingIfNeeded: bytes.count)]
    }

    private func normalize(_ line: inout SourceLine) {
        let widens = widensHalfwidthKana && line.traits & CharacterTraits.halfwidthKana.rawValue != 0
        guard widens || line.traits & CharacterTraits.unsettled.rawValue != 0 else { return }
        line.columnOffsets.append(contentsOf: line.offsets)
        if widens { Kana.widen(&line.scalars, &line.offsets) }
        if line.traits & CharacterTraits.unsettled.rawValue != 0 { Normalization.normalize(&line.scalars, &line.offsets) }
        line.marks.removeAll(keepingCapacity: true)
        let table = CharacterTable.shared
        for (index, scalar) in line.scalars.enumerated() where table.traits(of: scalar).contains(.aozoraMark) {
            line.marks.append(UInt32(truncatingIfNeeded: index))
        }
    }

    private func noteProblems(in line: SourceLine) {
        for range in scratch.badRanges where problems.count <= Self.mostProblems {
            let offset = line.start + range.lowerBound
            let bytes = self.bytes(in: offset..<line.start + range.upperBound)
            let value = bytes.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            let place = SourcePlace(line: line.number, column: line.column(of: offset))
            problems.append(SourceProblem(kind: .badBytes, offset: offset, place: place, value: value, length: bytes.count))
        }
        if line.number == 1 { firstEnding = line.ending }
        if line.ending != firstEnding, line.ending != .none, !reportedLineEnds {
            reportedLineEnds = true
            problems.append(SourceProblem(kind: .mixedLineEnds, offset: line.start, place: SourcePlace(line: line.number, column: 1)))
        }
        if line.traits & CharacterTraits.control.rawValue != 0, !reportedControl, line.scalars != [0x0C] {
            guard let index = line.scalars.firstIndex(where: { $0 < 0x20 && $0 != 0x09 }) else { return }
            reportedControl = true
            let place = SourcePlace(line: line.number, column: index + 1)
            let offset = line.start + Int(line.offsets[index])
            problems.append(SourceProblem(kind: .controlCharacter, offset: offset, place: place, value: line.scalars[index]))
        }
    }

    /// The place of the byte `offset`, which lies in `line`: its column counts scalars before normalisation (M2).
    package func place(of offset: Int, in line: SourceLine) -> SourcePlace {
        SourcePlace(line: line.number, column: line.column(of: offset))
    }

    /// The bytes of `range` as they stand in the input.
    package func bytes(in range: Range<Int>) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: max(0, min(range.upperBound, byteCount) - range.lowerBound))
        let count = result.withUnsafeMutableBytes { source.read(at: range.lowerBound, into: $0) }
        result.removeLast(result.count - count)
        return result
    }
}
