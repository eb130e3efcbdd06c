import CLanguage

/// Looking for bytes and lines in a whole manuscript without decoding it.
extension SourceText {
    /// Offset of the first occurrence of `wanted`, of those that `accepts` takes. Reads every byte once.
    func firstOffset(of wanted: [UInt8], where accepts: (Int) -> Bool = { _ in true }) -> Int? {
        var buffer = [UInt8](repeating: 0, count: min(LineWindow.chunk, byteCount))
        var offset = 0
        while offset < byteCount {
            let count = buffer.withUnsafeMutableBytes { source.read(at: offset, into: $0) }
            if count < wanted.count { return nil }
            let found = buffer.withUnsafeBytes { buffer -> Int? in
                guard let base = buffer.baseAddress else { return nil }
                var from = 0
                while let match = rubi_find(base + from, count - from, wanted, wanted.count) {
                    let place = match - base
                    if accepts(offset + place) { return place }
                    from = place + 1
                }
                return nil
            }
            if let found { return offset + found }
            // An occurrence may lie over the end of what was read.
            offset += count - wanted.count + 1
        }
        return nil
    }

    /// Offset of the first line that begins with `text`. Goes back to the start.
    package func firstLine(beginning text: String) -> Int? {
        defer { rewind() }
        if encoding == .iso2022JP { return firstDecodedLine(beginning: text) }
        guard let bytes = encoded(text) else { return nil }
        return firstOffset(of: bytes) { offset in
            if (offset - markLength) % unitWidth != 0 { return false }
            return offset == markLength || isLineEnd(self.bytes(in: offset - unitWidth..<offset), 0)
        }
    }

    /// ISO-2022-JP spells the same text in more than one way, so that bytes cannot be compared.
    private func firstDecodedLine(beginning text: String) -> Int? {
        let scalars = text.unicodeScalars.map(\.value)
        var line = SourceLine()
        rewind()
        while readLine(into: &line) {
            if line.scalars.starts(with: scalars) { return line.start }
        }
        return nil
    }

    private func encoded(_ text: String) -> [UInt8]? {
        switch encoding {
        case .utf8: Array(text.utf8)
        case .utf16: text.utf16.flatMap { bigEndian ? [UInt8($0 >> 8), UInt8($0 & 0xFF)] : [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        case .cp932: Iconv.encode(text, as: "CP932")
        case .eucJP: Iconv.encode(text, as: "EUC-JP")
        case .shiftJISX0213: Iconv.encode(text, as: "SHIFT_JISX0213")
        case .iso2022JP: nil
        }
    }

    /// The line in which the byte `offset` lies, decoded but not normalised: to be shown under a diagnostic. Its number is not known.
    package func undoneLine(at offset: Int) -> SourceLine {
        var line = SourceLine()
        line.start = lineStart(of: offset)
        line.end = lineEnd(of: offset)
        decode(bytes(in: line.start..<line.end), into: &line)
        return line
    }

    /// The place of the byte `offset`, which lies in or after the line numbered `number` that begins at `start`. Places asked for in order cost no more
    /// than their number and the text between.
    package func place(at offset: Int, fromLine number: Int, at start: Int) -> SourcePlace {
        if !(placedLine.start...placedLine.end ~= offset) || placedLine.number == 0 {
            var lines = LineWindow(source)
            lines.seek(to: start)
            var current = number
            while let line = lines.nextLine(unitWidth: unitWidth, bigEndian: bigEndian), lines.inputOffset(line.next) <= offset {
                if line.next == line.content.lowerBound { break }
                current += 1
            }
            placedLine = undoneLine(at: offset)
            placedLine.number = current
        }
        return SourcePlace(line: placedLine.number, column: placedLine.column(of: offset))
    }

    private var unitWidth: Int { encoding == .utf16 ? 2 : 1 }

    /// How many bytes are read at once in search of a line's ends.
    private static let step = 1 << 12

    private func lineStart(of offset: Int) -> Int {
        var end = offset
        while end > markLength {
            let start = max(markLength, end - Self.step)
            let bytes = self.bytes(in: start..<end)
            var i = bytes.count - unitWidth
            while i >= 0, !isLineEnd(bytes, i) { i -= unitWidth }
            if i >= 0 { return start + i + unitWidth }
            end = start
        }
        return markLength
    }

    private func lineEnd(of offset: Int) -> Int {
        var start = offset
        while start < byteCount {
            let bytes = self.bytes(in: start..<start + Self.step)
            var i = 0
            while i + unitWidth <= bytes.count, !isLineEnd(bytes, i) { i += unitWidth }
            if i + unitWidth <= bytes.count { return start + i }
            if bytes.isEmpty { break }
            start += bytes.count
        }
        return byteCount
    }

    @inline(__always)
    private func isLineEnd(_ bytes: [UInt8], _ i: Int) -> Bool {
        if unitWidth == 1 { return bytes[i] == 0x0A || bytes[i] == 0x0D }
        let unit = bytes.withUnsafeBufferPointer { UTF16Decoder.unit($0, at: i, bigEndian: bigEndian) }
        return unit == 0x0A || unit == 0x0D
    }
}
