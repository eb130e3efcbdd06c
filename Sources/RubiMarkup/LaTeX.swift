import RubiText

/// LaTeX (`latex`), M118.
///
///     ruby      = ( "\ruby" | "\jruby" | "\aruby" | "\ltjruby" | "\kana" ) [ "[" options "]" ] "{" base "}" "{" reading { "|" reading } "}"
///     both      = "\truby" [ "[" options "]" ] "{" base "}" "{" over "}" "{" under "}"
///     options   = m mono · g group · j jukugo (default) · S under · P over, among others, which are ignored
///     dots      = ( "\kenten" | "\bou" | "\ltjkenten" ) [ "[" … "]" ] "{" text "}"
///     \section \subsection \subsubsection · \textbf \emph \textit · \tatechuyoko \rensuji · \\ · \newpage \clearpage · % to the line's end
///     literal   = "\" ASCII punctuation or space
///
/// A blank line ends a paragraph. What stands before `\begin{document}`, after `\end{document}`, and other commands with their arguments, is raw.
package final class LaTeXReader: DocumentReader {
    package private(set) var meta = DocumentMeta()
    private let context: ReadingContext
    private var inline: LaTeXInline
    private var line = SourceLine()
    private var paragraph = ParagraphText()
    /// Where the rest of the paragraph begins that is not read yet.
    private var cursor = 0
    /// Byte offset of the line that begins the document's text; what is before it is raw.
    private let documentStart: Int
    private var isAfterEnd = false
    /// Quotations that are open.
    private var depth = 0

    /// Lines of one raw block at most, so that a preamble of any length streams.
    private static let rawLines = 1000

    package init(_ context: ReadingContext) {
        self.context = context
        inline = LaTeXInline(context)
        documentStart = context.source.firstLine(beginning: "\\begin{document}") ?? -1
        if documentStart >= 0 { readPreamble() }
    }

    /// Takes title and author from the preamble.
    private func readPreamble() {
        while context.source.readLine(into: &line), line.start < documentStart {
            if let title = Self.argument(of: "\\title{", line.scalars) { meta.title = title }
            if let author = Self.argument(of: "\\author{", line.scalars) { meta.author = author }
        }
        context.source.rewind()
    }

    private static func argument(of command: StaticString, _ scalars: [UInt32]) -> String? {
        guard matches(command, at: 0, in: scalars), let end = scalars.lastIndex(of: scalar("}")) else { return nil }
        let start = command.utf8CodeUnitCount
        return end > start ? string(scalars[start..<end]) : nil
    }

    package func next(into block: inout Block) -> Bool {
        while true {
            if cursor >= paragraph.scalars.count {
                guard fill() else { return closeLast(&block) }
            }
            if isRaw { return giveRaw(&block) }
            block.reset(paragraph.start..<paragraph.start, line: paragraph.firstLine)
            let end = inline.read(paragraph, from: cursor, into: &block)
            switch end {
            case .paragraph(let index), .block(let index):
                cursor = index
                if case .block = end, block.kind == .open { depth += 1 }
                if case .block = end, block.kind == .close {
                    guard depth > 0 else { continue }
                    depth -= 1
                }
                return true
            case .nothing(let index): cursor = index
            case .document(let index):
                cursor = index
                isAfterEnd = true
            }
        }
    }

    private func closeLast(_ block: inout Block) -> Bool {
        guard depth > 0 else { return false }
        depth -= 1
        block.reset(line.end..<line.end, line: line.number)
        block.kind = .close
        block.blockKind = .quote
        return true
    }

    private var isRaw: Bool { isAfterEnd || !paragraph.isEmpty && paragraph.start <= documentStart }

    /// Gathers the next paragraph; false at the end of the text.
    private func fill() -> Bool {
        paragraph.removeAll()
        cursor = 0
        var count = 0
        while context.source.readLine(into: &line) {
            let isBlankLine = line.scalars.allSatisfy(isBlank)
            if isAfterEnd || line.start <= documentStart {
                // The line of \begin{document} itself ends the raw part.
                let isLast = line.start == documentStart
                paragraph.append(&line)
                count += 1
                if isLast || count == Self.rawLines { return true }
                continue
            }
            if isBlankLine {
                if paragraph.isEmpty { continue }
                return true
            }
            paragraph.append(&line)
        }
        return !paragraph.isEmpty
    }

    private func giveRaw(_ block: inout Block) -> Bool {
        block.reset(paragraph.source, line: paragraph.firstLine)
        block.source = paragraph.start + Int(paragraph.offsets[cursor])..<paragraph.source.upperBound
        block.kind = .raw
        inline.readRaw(paragraph, from: cursor, into: &block.inline)
        cursor = paragraph.scalars.count
        return true
    }
}
