import RubiText

/// A text in Aozora notation, read line by line (markup.md, 3).
///
///     line        = { item } EOL ;
///     item        = explicit | implicit | escape | gaiji | accent | annotation | CH ;
///     explicit    = bar base "《" reading "》" ;
///     bar         = "｜" | "|" ;                        (* "|": M34 *)
///     base        = ( CH - ( bar | "《" | "》" ) ) { CH - ( bar | "《" | "》" ) } ;
///     implicit    = run "《" reading "》" ;             (* run: longest run of one class, M30 *)
///     reading     = rchar { rchar } ;
///     rchar       = CH - ( "《" | "》" ) | gaiji ;
///     escape      = bar "《" ;                           (* literal 《, M37 *)
///     gaiji       = "※［＃" { CH - "］" | nested } "］" ;
///     nested      = "［＃" { CH - "］" | nested } "］" ;
///     annotation  = "［＃" { CH - "］" | nested | gaiji } "］" ;
///     accent      = "〔" { CH - "〕" } "〕" ;            (* M80 *)
///
/// A line is cut into tokens (`AozoraLexer`), from which `AozoraParser` makes blocks; this class reads front and back matter and hands
/// blocks on.
package final class AozoraReader: DocumentReader {
    package private(set) var meta = DocumentMeta()
    private let context: ReadingContext
    private var parser: AozoraParser
    private let matter: AozoraMatter
    private var blankLines = 0
    private var blankSource = 0..<0
    private var blankNumber = 0
    private var isFinished = false
    /// A line was read ahead, and is the next to be read.
    private var holdsLine = false

    package init(_ context: ReadingContext) {
        self.context = context
        parser = AozoraParser(context)
        matter = AozoraMatter(context)
        if matter.isPresent { readHeader() }
    }

    package func next(into block: inout Block) -> Bool {
        while true {
            if !parser.queue.isEmpty {
                parser.queue.pop(into: &block)
                return true
            }
            if isFinished { return false }
            guard readLine() else {
                pushBlankLines()
                finish()
                continue
            }
            if parser.line.scalars.isEmpty {
                countBlankLine()
            } else if isPlain {
                fill(&block)
                return true
            } else {
                readMarkedLine()
            }
        }
    }

    private func readLine() -> Bool {
        if holdsLine {
            holdsLine = false
            return true
        }
        return context.source.readLine(into: &parser.line)
    }

    // MARK: Lines of the text

    /// Whether the line in hand is a paragraph without any markup and nothing is to come before it.
    private var isPlain: Bool {
        let line = parser.line
        return line.traits & CharacterTraits.aozoraMark.rawValue == 0 && blankLines == 0
            && parser.openBlocks.allSatisfy { $0.heading == nil }
            && line.scalars[0] != 0x5E95 && line.scalars[0] != 0x2D && line.scalars[0] != 0x0C
    }

    private func fill(_ block: inout Block) {
        block.reset(parser.line.start..<parser.line.contentEnd, line: parser.line.number)
        block.inline.appendText(of: parser.line, 0..<parser.line.scalars.count)
    }

    private func readMarkedLine() {
        if matter.isPresent || context.options.frontMatter == .auto, beginsColophon {
            blankLines = 0
            readColophon()
            return
        }
        if let legend = matter.legend, legend.contains(parser.line.start) {
            readLegend(until: legend.upperBound)
            return
        }
        let hadBlank = blankLines > 0
        pushBlankLines()
        if parser.line.scalars == [0x0C] {
            parser.push(.pageBreak, 0..<1)  // M123
            return
        }
        parser.readLine()
        if parser.bodyHasEnded {
            if hadBlank, parser.queue.waiting == 1 { parser.queue.dropLast() }
            holdsLine = skipBlankLines()
            if holdsLine { readColophon() } else { finish() }
        }
    }

    private func countBlankLine() {
        if blankLines == 0 {
            blankSource = parser.line.start..<parser.line.contentEnd
            blankNumber = parser.line.number
        }
        blankLines += 1
        blankSource = blankSource.lowerBound..<parser.line.contentEnd
    }

    private func pushBlankLines() {
        guard blankLines > 0 else { return }
        let index = parser.queue.push(blankSource, line: blankNumber)
        parser.queue[index].kind = .blank
        parser.queue[index].n = Int32(clamping: blankLines)
        blankLines = 0
    }

    private func finish() {
        parser.closeBlocksAtEnd(offset: context.source.byteCount, line: parser.line.number)
        isFinished = true
    }

    /// Reads on to a line that is not empty; false at the end.
    private func skipBlankLines() -> Bool {
        while context.source.readLine(into: &parser.line) {
            if !parser.line.scalars.isEmpty { return true }
        }
        return false
    }

    // MARK: Front and back matter (M85–M88)

    /// Reads the lines up to the first empty one into `meta`, and the legend after them.
    private func readHeader() {
        let count = headerLineCount()
        context.source.rewind()
        guard count > 0, skipBlankLines() else {
            context.source.rewind()
            return
        }
        var lines: [String] = []
        for _ in 0..<count {
            lines.append(parser.projection())
            if lines.count < count, !context.source.readLine(into: &parser.line) { break }
        }
        meta = DocumentMeta(header: lines)
        holdsLine = skipBlankLines()
        if holdsLine, let legend = matter.legend, legend.lowerBound == parser.line.start {
            holdsLine = false
            readLegend(until: legend.upperBound)
        }
    }

    /// How many lines the header has; 0 where the text begins otherwise.
    private func headerLineCount() -> Int {
        var count = 0
        guard skipBlankLines() else { return 0 }
        repeat {
            if parser.line.scalars.isEmpty || beginsColophon || matter.legend?.lowerBound == parser.line.start { break }
            count += 1
            if count > DocumentMeta.longestHeader { return 0 }
        } while context.source.readLine(into: &parser.line)
        return count
    }

    private var beginsColophon: Bool { parser.line.scalars.starts(with: Self.colophonStart) }
    private static let colophonStart = AozoraVocabulary.word(AozoraMatter.colophonStart)

    /// Keeps the lines between the two rules; the first is in hand (M87).
    private func readLegend(until end: Int) {
        while context.source.readLine(into: &parser.line), parser.line.end < end {
            meta.legend.append(AozoraParser.string(parser.line.scalars))
        }
        holdsLine = skipBlankLines()
        blankLines = 0
    }

    /// Keeps the line in hand and all that follow; the text ends before them (M88).
    private func readColophon() {
        holdsLine = false
        finish()
        repeat { meta.colophon.append(AozoraParser.string(parser.line.scalars)) } while context.source.readLine(into: &parser.line)
    }
}

extension AozoraParser {
    /// The plain projection of the line: its text without readings and notes, for titles (M86).
    mutating func projection() -> String {
        readLine()
        var text = ""
        var block = Block()
        while !queue.isEmpty {
            queue.pop(into: &block)
            let tree = block.inline
            var node = tree.nodes[0].firstChild
            while node > 0 {
                if tree.nodes[Int(node)].kind == .text { text += Self.string(tree.scalars[tree.nodes[Int(node)].text.indices]) }
                if tree.nodes[Int(node)].kind == .gaiji { text += "〓" }
                node = tree.following(node)
            }
        }
        // A block that a title opens is not in the document, so that nothing of it may close there.
        openBlocks.removeAll()
        return text
    }
}
