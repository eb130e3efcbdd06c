import CLanguage

/// Looking for bytes and lines in a whole manuscript without decoding it.
extension SourceText {
    /// Offset of the first occurrence of `bytes` at or after `from`.
    package func firstOffset(of bytes: [UInt8], from: Int) -> Int? {
        var buffer = [UInt8](repeating: 0, count: LineWindow.chunk)
        var offset = from
        while offset < byteCount {
            let count = buffer.withUnsafeMutableBytes { source.read(at: offset, into: $0) }
            if count < bytes.count { return nil }
            let found = buffer.withUnsafeBytes { buffer -> Int? in
                guard let base = buffer.baseAddress, let found = rubi_find(base, count, bytes, bytes.count) else { return nil }
                return found - base
            }
            if let found { return offset + found }
            // An occurrence may lie over the end of what was read.
            offset += count - bytes.count + 1
        }
        return nil
    }

    /// The line in which the byte `offset` lies, decoded but not normalised: to be shown under a diagnostic. Its number is not known.
    package func undoneLine(at offset: Int) -> SourceLine {
        var line = SourceLine()
        line.start = lineStart(of: offset)
        line.end = lineEnd(of: offset)
        decode(bytes(in: line.start..<line.end), into: &line)
        return line
    }

    private var unitWidth: Int { encoding == .utf16 ? 2 : 1 }

    /// How many bytes are read at once in search of a line's ends.
    private static let step = 1 << 12

    private func lineStart(of offset: Int) -> Int {
        var end = offset
        while end > markLength {
            let start = max(markLength, end - Self.step)
            let bytes = self.bytes(in: start..<end)
            if let found = stride(from: bytes.count - unitWidth, through: 0, by: -unitWidth).first(where: { isLineEnd(bytes, $0) }) {
                return start + found + unitWidth
            }
            end = start
        }
        return markLength
    }

    private func lineEnd(of offset: Int) -> Int {
        var start = offset
        while start < byteCount {
            let bytes = self.bytes(in: start..<start + Self.step)
            if let found = stride(from: 0, through: bytes.count - unitWidth, by: unitWidth).first(where: { isLineEnd(bytes, $0) }) {
                return start + found
            }
            if bytes.isEmpty { break }
            start += bytes.count
        }
        return byteCount
    }

    private func isLineEnd(_ bytes: [UInt8], _ i: Int) -> Bool {
        if unitWidth == 1 { return bytes[i] == 0x0A || bytes[i] == 0x0D }
        let unit = bytes.withUnsafeBufferPointer { UTF16Decoder.unit($0, at: i, bigEndian: bigEndian) }
        return unit == 0x0A || unit == 0x0D
    }
}
