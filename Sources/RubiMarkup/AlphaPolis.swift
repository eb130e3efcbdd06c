import RubiText

/// アルファポリス (`alphapolis`), M106.
///
///     hash      = "#" base "__" reading "__#"               base and reading without "#" and "__"
///     explicit  = bar base ( "《" reading "》" | "≪" reading "≫" )
///     implicit  = kanji { kanji } ( "《" kana "》" | "≪" kana "≫" )          class K of M20
///     escape    = bar ( "《" | "≪" )                        the bar goes, the bracket is text
///     bar       = "｜" | "|"
package final class AlphaPolisReader: DocumentReader {
    package let meta = DocumentMeta()
    private var lines: LineParagraphs<AlphaPolisSyntax>

    package init(_ context: ReadingContext) { lines = LineParagraphs(context, AlphaPolisSyntax()) }

    package func next(into block: inout Block) -> Bool { lines.next(into: &block) }
}

private struct AlphaPolisSyntax: LineDialect {
    private let characters = CharacterTable.shared
    private var events = LineEvents()
    /// The last bar, which may begin an explicit base.
    private var bar: Int?
    /// Where the run of kanji that ends here begins; the position itself if there is none.
    private var runStart = 0

    mutating func read(_ line: SourceLine, into tree: inout InlineTree, _ context: ReadingContext) {
        let scalars = line.scalars
        events.begin()
        (bar, runStart) = (nil, 0)
        var index = 0
        while index < scalars.count {
            let character = scalars[index]
            if characters.traits(of: character).characterClass == .kanji || index > runStart && continuesCharacter(character) {
                index += 1
                continue
            }
            let end: Int?
            switch character {
            case scalar("#"): end = hash(at: index, line, context)
            case scalar("｜"), scalar("|"): end = escape(at: index, scalars)
            case RubyBrackets.open: end = angle(at: index, closedBy: RubyBrackets.close, scalars)
            case scalar("≪"): end = angle(at: index, closedBy: scalar("≫"), scalars)
            default: end = nil
            }
            index = end ?? index + 1
            runStart = index
        }
        events.endText(at: scalars.count, next: scalars.count)
        events.fill(&tree, 0..<events.list.count, line)
    }

    private mutating func hash(at index: Int, _ line: SourceLine, _ context: ReadingContext) -> Int? {
        let scalars = line.scalars
        guard let first = Self.underscores(after: index, scalars), let second = Self.underscores(after: first + 1, scalars) else {
            return nil
        }
        guard second + 2 < scalars.count, scalars[second + 2] == scalar("#") else {
            context.report(.unclosedMarkup, at: line.start + Int(line.offsets[index]), in: line)
            return nil
        }
        guard first > index + 1, second > first + 2 else { return nil }
        bar = nil
        events.appendRuby(base: index + 1..<first, reading: first + 2..<second, source: index..<second + 3, scalars)
        return second + 3
    }

    /// Where the next `__` after `index` begins, with no `#` before it.
    private static func underscores(after index: Int, _ scalars: [UInt32]) -> Int? {
        var end = index + 1
        while end + 1 < scalars.count, scalars[end] != scalar("#") {
            if scalars[end] == scalar("_"), scalars[end + 1] == scalar("_") { return end }
            end += 1
        }
        return nil
    }

    private mutating func escape(at index: Int, _ scalars: [UInt32]) -> Int? {
        bar = index
        guard index + 1 < scalars.count, scalars[index + 1] == RubyBrackets.open || scalars[index + 1] == scalar("≪") else { return nil }
        bar = nil
        events.endText(at: index, next: index + 1)
        return index + 2
    }

    private mutating func angle(at index: Int, closedBy closing: UInt32, _ scalars: [UInt32]) -> Int? {
        let explicit = bar
        bar = nil
        if let explicit {
            let close = RubyBrackets.next(after: index, open: scalars[index], close: closing, in: scalars)
            guard let close, scalars[close] == closing, close > index + 1 else { return nil }
            events.appendRuby(base: explicit + 1..<index, reading: index + 1..<close, source: explicit..<close + 1, scalars)
            return close + 1
        }
        guard runStart < index, let reading = RubyBrackets.kana(after: index, closedBy: closing, in: scalars, spaces: true) else {
            return nil
        }
        events.appendRuby(base: runStart..<index, reading: reading, source: runStart..<reading.upperBound + 1, scalars)
        return reading.upperBound + 1
    }
}
