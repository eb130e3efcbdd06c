import RubiMarkup
import RubiText

/// Markup to be put into a manuscript beside one of its characters.
struct SourceInsertion {
    /// The byte at which the character begins.
    var offset: Int
    /// Behind the character, not before it.
    var isBehind: Bool
    var scalars: [UInt32]
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

    /// How many bytes are handed on at once.
    private static let pieceSize = 1 << 16

    /// Nil where the C library lacks an encoding.
    init?(_ manuscript: Manuscript, encoding: TextEncoding?, sink: @escaping ([UInt8]) throws -> Void) {
        // What ISO-2022-JP writes depends on what stands before it: it is written anew.
        isSameEncoding = (encoding ?? manuscript.encoding) == manuscript.encoding && manuscript.encoding != .iso2022JP
        guard let encoder = TextEncoder(encoding ?? manuscript.encoding) else { return nil }
        (self.manuscript, self.encoder, self.sink) = (manuscript, encoder, sink)
    }

    /// Writes the whole manuscript. The insertions are in order.
    /// - Returns: the first places of characters that the encoding lacks.
    mutating func write(_ insertions: [SourceInsertion]) throws -> [(scalar: UInt32, offset: Int)] {
        guard isSameEncoding else { return try writeAnew(insertions) }
        for insertion in insertions {
            let place = insertion.offset + (insertion.isBehind ? characterLength(at: insertion.offset) : 0)
            try copy(to: place)
            for scalar in insertion.scalars { encoder.append(scalar, to: &bytes) }
        }
        try copy(to: manuscript.byteCount)
        try flush()
        return []
    }

    /// Bytes of the character that begins at `offset`.
    private func characterLength(at offset: Int) -> Int {
        let first = manuscript.bytes(in: offset..<offset + 2)
        guard let lead = first.first else { return 0 }
        switch manuscript.encoding {
        case .utf8: return lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
        case .utf16:
            // A high surrogate in either order of bytes: kanji of which the base plane has none.
            return first.contains { 0xD8...0xDB ~= $0 } && isSurrogate(at: offset) ? 4 : 2
        case .cp932, .shiftJISX0213: return lead < 0x80 || 0xA1...0xDF ~= lead ? 1 : 2
        case .eucJP, .iso2022JP: return lead < 0x80 ? 1 : lead == 0x8F ? 3 : 2
        }
    }

    private func isSurrogate(at offset: Int) -> Bool {
        let units = manuscript.bytes(in: offset..<offset + 4), mark = manuscript.bytes(in: 0..<2)
        let high = mark == [0xFE, 0xFF] ? 0 : 1
        return units.count == 4 && units[high] & 0xFC == 0xD8 && units[2 + high] & 0xFC == 0xDC
    }

    private mutating func copy(to end: Int) throws {
        while position < end {
            let next = min(end, position + Self.pieceSize)
            bytes += manuscript.bytes(in: position..<next)
            position = next
            if bytes.count >= Self.pieceSize { try flush() }
        }
    }

    private mutating func flush() throws {
        if !bytes.isEmpty { try sink(bytes) }
        bytes.removeAll(keepingCapacity: true)
    }

    // MARK: Another encoding

    /// Every character as the source spells it, encoded again.
    private mutating func writeAnew(_ insertions: [SourceInsertion]) throws -> [(scalar: UInt32, offset: Int)] {
        var next = insertions[...]
        var missing: [(scalar: UInt32, offset: Int)] = []
        var reported: Set<UInt32> = []
        var failure: (any Error)?
        var writer = self
        encoder.begin(&writer.bytes)
        manuscript.forEachSpelledLine { line in
            for (index, scalar) in line.scalars.enumerated() {
                let offset = line.start + Int(line.offsets[index])
                while let insertion = next.first, insertion.offset == offset, !insertion.isBehind { writer.take(&next) }
                if !writer.append(scalar), reported.insert(scalar).inserted { missing.append((scalar, offset)) }
                while let insertion = next.first, insertion.offset == offset, insertion.isBehind { writer.take(&next) }
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

    private mutating func take(_ insertions: inout ArraySlice<SourceInsertion>) {
        for scalar in insertions.removeFirst().scalars { _ = append(scalar) }
    }

    /// Writes a character, or 〓 where the encoding lacks it; returns whether it has it.
    private mutating func append(_ scalar: UInt32) -> Bool {
        let isThere = encoder.holds(scalar)
        encoder.append(isThere ? scalar : 0x3013, to: &bytes)
        return isThere
    }
}
