import RubiText

/// 小説家になろう (`narou`), M90–M97.
///
///     explicit  = bar base ( "《" any "》" | paren )
///     implicit  = nrun ( "《" kana "》" | paren )
///     paren     = "（" kana "）" | "(" kana ")"
///     escape    = bar ( "《" | "（" | "(" )               the bar goes, bracket and partner are text
///     nrun      = nchar { nchar }
///     nchar     = kanji | full-width Latin letter | half-width Latin letter      not 々 〆 〇 ヶ
///     kana      = kana, ー ゝ ゞ ヽ ヾ ・ …, and one space, not at the start
///     image     = "<i" digits "|" digits ">"
///     bar       = "｜" | "|"
package final class NarouReader: DocumentReader {
    package let meta = DocumentMeta()
    private var lines: LineParagraphs<NarouSyntax>

    /// M90.
    @inline(__always)
    static func isRunCharacter(_ character: UInt32) -> Bool {
        switch character {
        case 0x41...0x5A, 0x61...0x7A, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xFF21...0xFF3A, 0xFF41...0xFF5A: true
        default: false
        }
    }

    package init(_ context: ReadingContext) { lines = LineParagraphs(context, NarouSyntax()) }

    package func next(into block: inout Block) -> Bool { lines.next(into: &block) }
}

private struct NarouSyntax: LineDialect {
    private var events = LineEvents()
    /// The last bar that may begin an explicit base.
    private var bar: Int?
    /// Where the run of `nchar` that ends here begins; the position itself if there is none.
    private var runStart = 0
    /// Where the run before the last one began, if one space stands between the two; for M94.
    private var firstRunStart: Int?

    /// Longest base, longest reading, longest reading in kana (M93: the site's manual).
    private static let limits = (base: 10, reading: 10, kana: 20)

    mutating func read(_ line: SourceLine, into tree: inout InlineTree, _ context: ReadingContext) {
        events.begin()
        bar = nil
        startRun(at: 0)
        var index = 0
        let scalars = line.scalars
        while index < scalars.count {
            let character = scalars[index]
            if NarouReader.isRunCharacter(character) || index > runStart && continuesCharacter(character) {
                index += 1
                continue
            }
            let end: Int?
            switch character {
            case scalar("｜"), scalar("|"): end = escape(at: index, scalars)
            case RubyBrackets.open: end = angle(at: index, line, context)
            case RubyBrackets.close:
                bar = nil
                end = nil
            case scalar("（"), scalar("("): end = parenthesis(at: index, line, context)
            case scalar("<"): end = image(at: index, scalars)
            case 0x20, 0x3000:
                let first = runStart
                index += 1
                startRun(at: index)
                if index - 1 > first { firstRunStart = first }
                continue
            default: end = nil
            }
            index = end ?? index + 1
            startRun(at: index)
        }
        events.endText(at: scalars.count, next: scalars.count)
        events.fill(&tree, 0..<events.list.count, line)
    }

    private mutating func startRun(at index: Int) {
        runStart = index
        firstRunStart = nil
    }

    /// M95. A bar before anything else may begin a base.
    private mutating func escape(at index: Int, _ scalars: [UInt32]) -> Int? {
        bar = index
        guard index + 1 < scalars.count else { return nil }
        let next = scalars[index + 1]
        guard next == RubyBrackets.open || RubyBrackets.closing(next) != nil else { return nil }
        bar = nil
        events.endText(at: index, next: index + 1)
        return index + 2
    }

    /// 《…》
    private mutating func angle(at index: Int, _ line: SourceLine, _ context: ReadingContext) -> Int? {
        let scalars = line.scalars
        let explicit = bar
        bar = nil
        guard let close = RubyBrackets.next(after: index, in: scalars) else { return nil }
        if scalars[close] == RubyBrackets.open {
            return close == index + 1 ? doubled(at: index, line, context) : nil
        }
        guard close > index + 1 else { return nil }
        if let explicit {
            return ruby(base: explicit + 1..<index, reading: index + 1..<close, source: explicit..<close + 1, line, context)
        }
        guard let reading = RubyBrackets.kana(after: index, closedBy: RubyBrackets.close, in: scalars, spaces: true) else { return nil }
        return implicit(index, reading, line, context)
    }

    /// M97: 《《…》》 is text.
    private func doubled(at index: Int, _ line: SourceLine, _ context: ReadingContext) -> Int? {
        guard let close = RubyBrackets.next(after: index + 1, in: line.scalars), matches(close, line) else { return nil }
        context.report(.doubleBracket, at: line.start + Int(line.offsets[index]), in: line, ["narou"])
        return close + 2
    }

    private func matches(_ close: Int, _ line: SourceLine) -> Bool {
        close + 1 < line.scalars.count && line.scalars[close] == RubyBrackets.close && line.scalars[close + 1] == RubyBrackets.close
    }

    /// （…） and (…), which take kana only, with a bar too (M92).
    private mutating func parenthesis(at index: Int, _ line: SourceLine, _ context: ReadingContext) -> Int? {
        guard let close = RubyBrackets.closing(line.scalars[index]),
            let reading = RubyBrackets.kana(after: index, closedBy: close, in: line.scalars, spaces: true)
        else { return nil }
        guard let explicit = bar else { return implicit(index, reading, line, context) }
        bar = nil
        return ruby(base: explicit + 1..<index, reading: reading, source: explicit..<reading.upperBound + 1, line, context)
    }

    private mutating func ruby(
        base: Range<Int>, reading: Range<Int>, source: Range<Int>, _ line: SourceLine, _ context: ReadingContext
    ) -> Int {
        _ = isTooLong(base, reading, bracket: base.upperBound, line, context)
        events.appendRuby(base: base, reading: reading, source: source, line.scalars)
        return source.upperBound
    }

    /// The run before the bracket at `index` with a reading in kana; two rubies if both are divided by one space (M94).
    private mutating func implicit(_ index: Int, _ reading: Range<Int>, _ line: SourceLine, _ context: ReadingContext) -> Int? {
        guard runStart < index else { return nil }
        let end = reading.upperBound + 1
        let space = reading.first { RubyBrackets.isSpace(line.scalars[$0]) }
        if let first = firstRunStart, let space, space + 1 < reading.upperBound {
            let bases = (first..<runStart - 1, runStart..<index)
            let readings = (reading.lowerBound..<space, space + 1..<reading.upperBound)
            guard !isTooLong(bases.0, readings.0, bracket: index, line, context),
                !isTooLong(bases.1, readings.1, bracket: index, line, context)
            else { return nil }
            events.appendRuby(base: bases.0, reading: readings.0, source: bases.0, line.scalars)
            events.appendRuby(base: bases.1, reading: readings.1, source: bases.1.lowerBound..<end, line.scalars)
            return end
        }
        if isTooLong(runStart..<index, reading, bracket: index, line, context) { return nil }
        events.appendRuby(base: runStart..<index, reading: reading, source: runStart..<end, line.scalars)
        return end
    }

    /// Whether base or reading is over the site's limit, which is reported (M93).
    private func isTooLong(
        _ base: Range<Int>, _ reading: Range<Int>, bracket: Int, _ line: SourceLine, _ context: ReadingContext
    ) -> Bool {
        let isKana = line.scalars[reading].allSatisfy { RubyBrackets.isKana($0) || RubyBrackets.isSpace($0) }
        return LengthLimit(dialect: "narou", base: Self.limits.base, reading: isKana ? Self.limits.kana : Self.limits.reading)
            .isExceeded(base, reading, bracket: bracket, line, context)
    }

    /// `<i12|34>`
    private mutating func image(at index: Int, _ scalars: [UInt32]) -> Int? {
        guard index + 1 < scalars.count, scalars[index + 1] == scalar("i") else { return nil }
        var end = index + 2
        while end < scalars.count, isASCIIDigit(scalars[end]) { end += 1 }
        guard end > index + 2, end < scalars.count, scalars[end] == scalar("|") else { return nil }
        let barAt = end
        end += 1
        while end < scalars.count, isASCIIDigit(scalars[end]) { end += 1 }
        guard end > barAt + 1, end < scalars.count, scalars[end] == scalar(">") else { return nil }
        bar = nil
        events.append(
            LineEvents.Event(kind: .image, detail: ImageSite.narou.rawValue, source: index..<end + 1, reading: index + 2..<end))
        return end + 1
    }
}
