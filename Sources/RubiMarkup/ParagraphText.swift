import RubiText

/// The lines of one paragraph, joined by U+000A: for dialects whose paragraphs are longer than a line. Keeps the lines too, to say where in
/// them a problem is.
struct ParagraphText {
    private(set) var scalars: [UInt32] = []
    /// Beside `scalars`, with one element more: bytes, counted from `start`.
    private(set) var offsets: [UInt32] = [0]
    /// Byte offset of the first character in the input.
    private(set) var start = 0
    private var lines: [SourceLine] = []
    private var lineCount = 0
    /// The index in `scalars` at which each line begins.
    private var lineStarts: [Int] = []

    var isEmpty: Bool { lineCount == 0 }
    /// Number of the first line in the input.
    var firstLine: Int { lineCount == 0 ? 0 : lines[0].number }
    /// Bytes of the input, the last line end left out.
    var source: Range<Int> { start..<start + Int(offsets[offsets.count - 1]) }

    mutating func removeAll() {
        scalars.removeAll(keepingCapacity: true)
        offsets.removeAll(keepingCapacity: true)
        offsets.append(0)
        lineStarts.removeAll(keepingCapacity: true)
        lineCount = 0
    }

    /// Takes `line`, from its character `from` on to `to`, and leaves an empty one for the next; `to` nil means the line's end.
    mutating func append(_ line: inout SourceLine, from: Int = 0, to: Int? = nil) {
        if lineCount == 0 {
            start = line.start + Int(line.offsets[from])
        } else {
            scalars.append(0x0A)
        }
        lineStarts.append(scalars.count)
        let delta = line.start - start
        let upper = to ?? line.scalars.count
        scalars.append(contentsOf: line.scalars[from..<upper])
        if lineCount == 0 { offsets.removeLast() }
        for index in from...upper { offsets.append(UInt32(delta + Int(line.offsets[index]))) }
        if lineCount == lines.count { lines.append(SourceLine()) }
        swap(&lines[lineCount], &line)
        lineCount += 1
    }

    /// Reports a problem at the character `index`.
    func report(_ code: DiagnosticCode, at index: Int, to context: ReadingContext, _ arguments: [String] = []) {
        context.report(code, at: start + Int(offsets[index]), in: lines[lineIndex(of: index)], arguments)
    }

    /// The place of the character `index`.
    func place(of index: Int) -> SourcePlace {
        let line = lines[lineIndex(of: index)]
        return SourcePlace(line: line.number, column: line.column(of: start + Int(offsets[index])))
    }

    private func lineIndex(of index: Int) -> Int {
        var low = 0
        var high = lineCount - 1
        while low < high {
            let middle = (low + high + 1) / 2
            if lineStarts[middle] <= index { low = middle } else { high = middle - 1 }
        }
        return low
    }
}
