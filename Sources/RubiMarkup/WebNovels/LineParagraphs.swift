import RubiText

/// How a dialect reads the content of one line, where one line is one paragraph.
protocol LineDialect {
    /// Appends what `line` says to `tree`, which counts from the line's start.
    mutating func read(_ line: SourceLine, into tree: inout InlineTree, _ context: ReadingContext)
}

/// The blocks of a dialect in which every line that is not empty is a paragraph (markup.md 1.2).
struct LineParagraphs<Syntax: LineDialect> {
    private let context: ReadingContext
    private var syntax: Syntax
    private var line = SourceLine()
    /// `line` holds a line that was read but not yet given.
    private var holdsLine = false

    init(_ context: ReadingContext, _ syntax: Syntax) {
        self.context = context
        self.syntax = syntax
    }

    mutating func next(into block: inout Block) -> Bool {
        guard holdsLine || context.source.readLine(into: &line) else { return false }
        holdsLine = false
        block.reset(line.start..<line.contentEnd, line: line.number)
        if line.scalars.isEmpty {
            countBlankLines(&block)
        } else if line.scalars == [0x0C] {
            block.kind = .pageBreak  // M123
        } else {
            syntax.read(line, into: &block.inline, context)
            block.becomesImageIfAlone()
        }
        return true
    }

    private mutating func countBlankLines(_ block: inout Block) {
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

extension Block {
    /// A paragraph of nothing but a picture is a picture on the block level (markup.md 1.2).
    mutating func becomesImageIfAlone() {
        let first = inline.nodes[0].firstChild
        guard kind == .paragraph, first == 1, inline.nodes[1].kind == .image, inline.nodes[1].next < 0 else { return }
        kind = .image
    }
}
