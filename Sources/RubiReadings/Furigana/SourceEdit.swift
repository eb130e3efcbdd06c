import RubiMarkup
import RubiText

/// Pieces of markup to be put into a manuscript beside its characters, in order.
struct SourceInsertions {
    /// One piece.
    struct Insertion {
        /// The byte at which the character begins that the piece stands beside.
        var offset: Int
        /// Bytes of that character where the piece stands behind it; 0 where it stands before it.
        var behind: Int
        /// Of `scalars`.
        var text: Range<Int>
    }

    private(set) var all: [Insertion] = []
    private(set) var scalars: [UInt32] = []

    mutating func append(at offset: Int, behind: Int, _ text: [UInt32]) {
        let start = scalars.count
        scalars += text
        all.append(Insertion(offset: offset, behind: behind, text: start..<scalars.count))
    }

    /// Appends a reading in brackets.
    mutating func append(at offset: Int, behind: Int, before open: UInt32, _ text: ArraySlice<UInt32>, _ close: UInt32) {
        let start = scalars.count
        scalars.append(open)
        scalars += text
        scalars.append(close)
        all.append(Insertion(offset: offset, behind: behind, text: start..<scalars.count))
    }
}

/// Writes a manuscript as it stands, with pieces of markup put in.
struct SourceEdit {
    private let manuscript: Manuscript
    private let encoder: TextEncoder
    private let isSameEncoding: Bool
    private let sink: ([UInt8]) throws -> Void
    private var bytes: [UInt8] = []
    /// Bytes of the manuscript that are written.
    private var position = 0

    /// A piece of the manuscript, and where it begins.
    private var piece: [UInt8] = []
    private var pieceStart = 0

    /// How many bytes are read, and handed on, at once.
    private static let pieceSize = 1 << 16

    /// Nil where the C library lacks an encoding.
    init?(_ manuscript: Manuscript, encoding: TextEncoding?, sink: @escaping ([UInt8]) throws -> Void) {
        // What ISO-2022-JP writes depends on what stands before it: it is written anew.
        isSameEncoding = (encoding ?? manuscript.encoding) == manuscript.encoding && manuscript.encoding != .iso2022JP
        guard let encoder = TextEncoder(encoding ?? manuscript.encoding) else { return nil }
        (self.manuscript, self.encoder, self.sink) = (manuscript, encoder, sink)
    }

    /// Writes the whole manuscript with the insertions.
    /// - Returns: the first places of characters that the encoding lacks.
    mutating func write(_ insertions: SourceInsertions) throws -> [(scalar: UInt32, offset: Int)] {
        guard isSameEncoding else { return try writeAnew(insertions) }
        for insertion in insertions.all {
            try copy(to: insertion.offset + insertion.behind)
            for index in insertion.text { encoder.append(insertions.scalars[index], to: &bytes) }
        }
        try copy(to: manuscript.byteCount)
        try flush()
        return []
    }

    private mutating func copy(to end: Int) throws {
        while position < end {
            if position >= pieceStart + piece.count {
                pieceStart = position
                piece = manuscript.bytes(in: position..<min(manuscript.byteCount, position + Self.pieceSize))
                if piece.isEmpty { return }
            }
            let stop = min(end, pieceStart + piece.count)
            bytes.append(contentsOf: piece[position - pieceStart..<stop - pieceStart])
            position = stop
            if bytes.count >= Self.pieceSize { try flush() }
        }
    }

    private mutating func flush() throws {
        if !bytes.isEmpty { try sink(bytes) }
        bytes.removeAll(keepingCapacity: true)
    }

    // MARK: Another encoding

    /// Every character as the source spells it, encoded again.
    private mutating func writeAnew(_ insertions: SourceInsertions) throws -> [(scalar: UInt32, offset: Int)] {
        var next = insertions.all[...]
        var missing: [(scalar: UInt32, offset: Int)] = []
        var reported: Set<UInt32> = []
        var failure: (any Error)?
        var writer = self
        encoder.begin(&writer.bytes)
        manuscript.forEachSpelledLine { line in
            for (index, scalar) in line.scalars.enumerated() {
                let offset = line.start + Int(line.offsets[index])
                while let insertion = next.first, insertion.offset == offset, insertion.behind == 0 { writer.take(&next, insertions) }
                if !writer.append(scalar), reported.insert(scalar).inserted { missing.append((scalar, offset)) }
                while let insertion = next.first, insertion.offset == offset, insertion.behind > 0 { writer.take(&next, insertions) }
            }
            switch line.ending {
            case .none: break
            case .lf: _ = writer.append(0x0A)
            case .cr: _ = writer.append(0x0D)
            case .crlf:
                _ = writer.append(0x0D)
                _ = writer.append(0x0A)
            }
            guard failure == nil, writer.bytes.count >= Self.pieceSize else { return }
            do { try writer.flush() } catch { failure = error }
        }
        if let failure { throw failure }
        if encoder.encoding == .iso2022JP { encoder.end(&writer.bytes) }
        try writer.flush()
        self = writer
        return missing
    }

    private mutating func take(_ next: inout ArraySlice<SourceInsertions.Insertion>, _ insertions: SourceInsertions) {
        for index in next.removeFirst().text { _ = append(insertions.scalars[index]) }
    }

    /// Writes a character, or 〓 where the encoding lacks it; returns whether it has it.
    private mutating func append(_ scalar: UInt32) -> Bool {
        let isThere = encoder.holds(scalar)
        encoder.append(isThere ? scalar : 0x3013, to: &bytes)
        return isThere
    }
}
