import RubiText

/// Readings in parentheses (`paren`), M119a.
///
///     implicit  = kanji { kanji } ( "（" kana "）" | "(" kana ")" )       class K of M20; kana without spaces
///     explicit  = "｜" base ( "（" any "）" | "(" any ")" )
///     escape    = "｜" ( "（" | "(" )                        the bar goes, the bracket is text
package final class ParenReader: DocumentReader {
    package let meta = DocumentMeta()
    private var lines: LineParagraphs<ParenSyntax>

    package init(_ context: ReadingContext) { lines = LineParagraphs(context, ParenSyntax()) }

    package func next(into block: inout Block) -> Bool { lines.next(into: &block) }
}

private struct ParenSyntax: LineDialect {
    private let characters = CharacterTable.shared
    private var events = LineEvents()
    /// The last bar, which may begin an explicit base.
    private var bar: Int?
    /// Where the run of kanji that ends here begins; the position itself if there is none.
    private var runStart = 0
    /// There is no `）` and no `)` before these places.
    private var noClose = (fullWidth: 0, ascii: 0)

    mutating func read(_ line: SourceLine, into tree: inout InlineTree, _ context: ReadingContext) {
        let scalars = line.scalars
        events.begin()
        (bar, runStart, noClose) = (nil, 0, (0, 0))
        var index = 0
        while index < scalars.count {
            let character = scalars[index]
            if characters.traits(of: character).characterClass == .kanji || index > runStart && continuesCharacter(character) {
                index += 1
                continue
            }
            let end: Int?
            switch character {
            case scalar("｜"): end = escape(at: index, line, context)
            case scalar("（"), scalar("("): end = parenthesis(at: index, scalars)
            default: end = nil
            }
            index = end ?? index + 1
            runStart = index
        }
        dropBar(line, context)
        events.endText(at: scalars.count, next: scalars.count)
        events.fill(&tree, 0..<events.list.count, line)
    }

    private mutating func dropBar(_ line: SourceLine, _ context: ReadingContext) {
        if let bar { context.report(.strayBar, at: line.start + Int(line.offsets[bar]), in: line) }
        bar = nil
    }

    private mutating func escape(at index: Int, _ line: SourceLine, _ context: ReadingContext) -> Int? {
        dropBar(line, context)
        guard index + 1 < line.scalars.count, RubyBrackets.closing(line.scalars[index + 1]) != nil else {
            bar = index
            return nil
        }
        events.endText(at: index, next: index + 1)
        return index + 2
    }

    private mutating func parenthesis(at index: Int, _ scalars: [UInt32]) -> Int? {
        guard let close = RubyBrackets.closing(scalars[index]) else { return nil }
        if let explicit = bar {
            guard let end = closing(close, after: index, scalars), end > index + 1 else { return nil }
            bar = nil
            append(base: explicit + 1..<index, reading: index + 1..<end, start: explicit)
            return end + 1
        }
        guard runStart < index, let reading = RubyBrackets.kana(after: index, closedBy: close, in: scalars, spaces: false) else {
            return nil
        }
        append(base: runStart..<index, reading: reading, start: runStart)
        return reading.upperBound + 1
    }

    private mutating func append(base: Range<Int>, reading: Range<Int>, start: Int) {
        events.append(LineEvents.Event(kind: .ruby, source: start..<reading.upperBound + 1, base: base, reading: reading))
    }

    /// Where `close` next stands on the line; that it does not is remembered.
    private mutating func closing(_ close: UInt32, after index: Int, _ scalars: [UInt32]) -> Int? {
        let isFullWidth = close == scalar("）")
        guard index >= (isFullWidth ? noClose.fullWidth : noClose.ascii) else { return nil }
        var end = index + 1
        while end < scalars.count, scalars[end] != close { end += 1 }
        if end < scalars.count { return end }
        if isFullWidth { noClose.fullWidth = end } else { noClose.ascii = end }
        return nil
    }
}
