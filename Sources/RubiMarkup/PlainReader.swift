import RubiText

/// Text without markup: one line, one paragraph (M119b).
package final class PlainReader: DocumentReader {
    package let meta = DocumentMeta()
    private let context: ReadingContext
    private var line = SourceLine()
    /// `line` holds a line that was read but not yet given.
    private var holdsLine = false

    package init(_ context: ReadingContext) { self.context = context }

    package func next(into block: inout Block) -> Bool {
        guard holdsLine || context.source.readLine(into: &line) else { return false }
        holdsLine = false
        block.reset(line.start..<line.contentEnd, line: line.number)
        if line.scalars.isEmpty {
            countBlankLines(&block)
        } else if line.scalars == [0x0C] {
            block.kind = .pageBreak  // M123
        } else {
            block.inline.appendText(of: line, 0..<line.scalars.count)
        }
        return true
    }

    private func countBlankLines(_ block: inout Block) {
        block.kind = .blank
        block.n = 1
        while context.source.readLine(into: &line) {
            guard line.scalars.isEmpty else {
                holdsLine = true
                return
            }
            block.n += 1
            block.source = block.source.lowerBound..<line.contentEnd
        }
    }
}
