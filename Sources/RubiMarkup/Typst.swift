import RubiText

/// Typst (`typst`), M119.
///
///     ruby      = "#ruby" ( "[" reading "]" | "(" string ")" ) "[" base "]" | "#ruby" "(" string "," string ")"
///     reading, base  divided by "|"; the name is that of `--typst-ruby`; named arguments are ignored
///     heading   = "=" { "=" } " " text                      a line of its own
///     strong    = "*" text "*"        em = "_" text "_"        code = "`" text "`"
///     break     = "\" before white space                    page = "#pagebreak()"
///     literal   = "\" other ASCII punctuation
///     comment   = "//" to the line's end | "/*" … "*/"
///     what rubi itself writes: #emph #strong #underline #strike #super #sub with [content], #link, #image,
///                "#pad(left: " n "em)[" and "#quote(block: true)[" on a line, and "]" on one
///
/// A blank line ends a paragraph. Everything else after `#` is raw.
package final class TypstReader: DocumentReader {
    package let meta = DocumentMeta()
    private let context: ReadingContext
    private var inline: TypstInline
    private var line = SourceLine()
    /// `line` holds a line that is not used up.
    private var holdsLine = false
    private var paragraph = ParagraphText()
    /// Where the rest of the paragraph begins that is not read yet.
    private var cursor = 0
    /// The blocks that are open.
    private var open: [BlockKind] = []

    /// Blocks nest no deeper: what opens another is raw.
    private static let maximumDepth = 64

    package init(_ context: ReadingContext) {
        self.context = context
        inline = TypstInline(context)
    }

    package func next(into block: inout Block) -> Bool {
        while true {
            if cursor < paragraph.scalars.count {
                block.reset(paragraph.start..<paragraph.start, line: paragraph.firstLine)
                let (resume, hasBlock) = inline.read(paragraph, from: cursor, into: &block)
                cursor = resume
                if hasBlock { return true }
                continue
            }
            guard peek() else { return closeLast(&block) }
            if giveLine(&block) { return true }
            if cursor >= paragraph.scalars.count { gather() }
        }
    }

    private func peek() -> Bool {
        if holdsLine { return true }
        holdsLine = context.source.readLine(into: &line)
        return holdsLine
    }

    private func closeLast(_ block: inout Block) -> Bool {
        guard let kind = open.popLast() else { return false }
        block.reset(line.end..<line.end, line: line.number)
        block.kind = .close
        block.blockKind = kind
        return true
    }

    /// Uses the line if it is a block by itself: a heading, the begin or end of a block.
    private func giveLine(_ block: inout Block) -> Bool {
        switch TypstLine(line.scalars) {
        case .heading(let level, let text):
            paragraph.removeAll()
            let source = line.start..<line.contentEnd
            block.reset(source, line: line.number)
            paragraph.append(&line, from: text)
            holdsLine = false
            inline.readHeading(paragraph, into: &block)
            block.kind = .heading
            block.n = level
            block.source = source
            cursor = paragraph.scalars.count
        case .open(let kind, let n):
            guard open.count < Self.maximumDepth else { return false }
            open.append(kind)
            block.reset(line.start..<line.contentEnd, line: line.number)
            block.kind = .open
            block.blockKind = kind
            block.n = n
            holdsLine = false
        case .close:
            guard let kind = open.popLast() else { return false }
            block.reset(line.start..<line.contentEnd, line: line.number)
            block.kind = .close
            block.blockKind = kind
            holdsLine = false
        case .blank, .text: return false
        }
        return true
    }

    /// Gathers a paragraph: lines up to a blank one or one that is a block by itself. A blank line alone is passed over.
    private func gather() {
        paragraph.removeAll()
        cursor = 0
        while peek() {
            switch TypstLine(line.scalars) {
            case .blank:
                holdsLine = false
                if !paragraph.isEmpty { return }
                return
            case .heading: if !paragraph.isEmpty { return }
            case .open: if !paragraph.isEmpty, open.count < Self.maximumDepth { return }
            case .close: if !paragraph.isEmpty, !open.isEmpty { return }
            case .text: break
            }
            paragraph.append(&line)
            holdsLine = false
        }
    }
}

/// What a line of Typst is.
enum TypstLine {
    case blank, text
    case heading(level: Int32, text: Int)
    case open(BlockKind, n: Int32)
    case close

    init(_ scalars: [UInt32]) {
        var start = 0
        while start < scalars.count, isBlank(scalars[start]) { start += 1 }
        guard start < scalars.count else {
            self = .blank
            return
        }
        switch scalars[start] {
        case scalar("="): self = Self.heading(scalars, start)
        case scalar("#"): self = Self.opening(scalars, start)
        case scalar("]"): self = scalars[(start + 1)...].allSatisfy(isBlank) ? .close : .text
        default: self = .text
        }
    }

    private static func heading(_ scalars: [UInt32], _ start: Int) -> TypstLine {
        var index = start
        while index < scalars.count, scalars[index] == scalar("=") { index += 1 }
        guard index < scalars.count, isBlank(scalars[index]) else { return .text }
        return .heading(level: Int32(min(index - start, 3)), text: index)
    }

    private static func opening(_ scalars: [UInt32], _ start: Int) -> TypstLine {
        var end = scalars.count
        while end > start, isBlank(scalars[end - 1]) { end -= 1 }
        if matches("#quote(block: true)[", at: start, in: scalars), end == start + 20 { return .open(.quote, n: 0) }
        guard matches("#pad(left: ", at: start, in: scalars) else { return .text }
        var index = start + 11
        var n: Int32 = 0
        while index < end, index < start + 15, isASCIIDigit(scalars[index]) {
            n = n * 10 + Int32(scalars[index] - 0x30)
            index += 1
        }
        guard index > start + 11, matches("em)[", at: index, in: scalars), index + 4 == end else { return .text }
        return .open(.indent, n: n)
    }
}
