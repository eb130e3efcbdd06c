/// From bytes back to lines and columns, for problems that are found after the lines have gone by.
extension SourceText {
    /// The places of the bytes at `offsets`, which ascend: one pass over the line ends (M2).
    package func places(of offsets: [Int]) -> [SourcePlace] {
        var places: [SourcePlace] = []
        places.reserveCapacity(offsets.count)
        var lineNumber = 1
        var position = markLength
        var line = SourceLine()
        for offset in offsets {
            // Of many problems in one line, the line is decoded once (M5).
            if places.isEmpty || offset > line.end { line = undoneLine(at: offset) }
            if line.start > position {
                lineNumber += lineEnds(in: position..<line.start)
                position = line.start
            }
            places.append(SourcePlace(line: lineNumber, column: line.column(of: offset)))
        }
        return places
    }

    /// The number of line ends in `range`, which begins and ends at a line's start (M2: CR LF, LF and CR each end one line).
    private func lineEnds(in range: Range<Int>) -> Int {
        let unit = encoding == .utf16 ? 2 : 1
        let low = encoding == .utf16 && bigEndian ? 1 : 0
        var count = 0
        var follows = false
        var position = range.lowerBound
        while position < range.upperBound {
            let bytes = self.bytes(in: position..<min(range.upperBound, position + 1 << 16))
            guard bytes.count >= unit else { break }
            for index in stride(from: 0, to: bytes.count - unit + 1, by: unit) {
                let byte = bytes[index + low]
                let isEnd = (byte == 0x0A || byte == 0x0D) && (unit == 1 || bytes[index + 1 - low] == 0)
                if isEnd, !(follows && byte == 0x0A) { count += 1 }
                follows = isEnd && byte == 0x0D
            }
            position += bytes.count
        }
        return count
    }
}
