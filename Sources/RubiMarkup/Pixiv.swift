import RubiText

/// pixiv novels (`pixiv`), M107 and M108. Everything on one line.
///
///     rb        = "[[rb:" base ">" reading "]]"             base without ">"; spaces of both widths at the ends are no part of either
///     page      = "[newpage]"
///     chapter   = "[chapter:" { rb | CH - "]" } "]"         a heading of its own, even within a line
///     jump      = "[jump:" digits "]"
///     uri       = "[[jumpuri:" { rb | CH - ">" } ">" url "]]"      url: http or https
///     image     = "[pixivimage:" digits [ "-" digits ] "]" | "[uploadedimage:" digits "]"
package final class PixivReader: DocumentReader {
    package let meta = DocumentMeta()
    private let context: ReadingContext
    private var scanner = PixivScanner()
    private var line = SourceLine()
    /// The event of the line that comes next; at their number the line is used up.
    private var cursor = 0
    /// `line` holds a line whose events are not all given, even if it has none.
    private var holdsLine = false

    package init(_ context: ReadingContext) { self.context = context }

    package func next(into block: inout Block) -> Bool {
        guard readLine() else { return false }
        block.reset(line.start..<line.contentEnd, line: line.number)
        guard !line.scalars.isEmpty else {
            countBlankLines(&block)
            return true
        }
        let events = scanner.events.list
        switch events[cursor].kind {
        case .pageBreak:
            block.kind = .pageBreak
            setSource(of: &block, events[cursor].source)
            cursor += 1
        case .openChapter:
            let end = events[cursor...].firstIndex { $0.kind == .closeChapter } ?? events.count - 1
            block.kind = .heading
            block.n = 1
            setSource(of: &block, events[cursor].source.lowerBound..<events[end].source.upperBound)
            fill(&block, cursor + 1..<end)
            cursor = end + 1
        case .text, .ruby, .emphasis, .image, .pageReference, .openStyle, .openLink, .close, .closeChapter:
            let end = events[cursor...].firstIndex { $0.kind == .pageBreak || $0.kind == .openChapter } ?? events.count
            setSource(of: &block, events[cursor].source.lowerBound..<events[end - 1].source.upperBound)
            fill(&block, cursor..<end)
            block.becomesImageIfAlone()
            cursor = end
        }
        holdsLine = cursor < events.count
        return true
    }

    private func readLine() -> Bool {
        if holdsLine { return true }
        guard context.source.readLine(into: &line) else { return false }
        scanner.scan(line, context)
        cursor = 0
        holdsLine = true
        return true
    }

    private func setSource(of block: inout Block, _ range: Range<Int>) {
        block.source = line.start + Int(line.offsets[range.lowerBound])..<line.start + Int(line.offsets[range.upperBound])
    }

    /// The tree counts from the line's start, like the line's offsets.
    private func fill(_ block: inout Block, _ range: Range<Int>) {
        block.inline.removeAll(sourceStart: line.start)
        scanner.events.fill(&block.inline, range, line)
    }

    private func countBlankLines(_ block: inout Block) {
        block.kind = .blank
        block.n = 0
        repeat {
            guard line.scalars.isEmpty else { return }
            block.n += 1
            block.source = block.source.lowerBound..<line.contentEnd
            holdsLine = false
        } while readLine()
    }
}

/// Finds the constructs of a line.
private struct PixivScanner {
    var events = LineEvents()
    /// What was found: from `from` on, `>` and `]]` stand at `at`, which is the line's end if there is none.
    private var arrowFound = Found()
    private var bracketsFound = Found()
    /// From places before this to the line's end there is no `]` that could end a chapter.
    private var noChapterBefore = 0
    /// The `>` with an empty reading, and the one without a good address, that were met last: there may be many beginnings to one.
    private var emptyAfter = -1
    private var noAddressAfter = -1

    private struct Found {
        var from = 0
        var at = -1
    }

    mutating func scan(_ line: SourceLine, _ context: ReadingContext) {
        events.begin()
        (arrowFound, bracketsFound) = (Found(), Found())
        (noChapterBefore, emptyAfter, noAddressAfter) = (0, -1, -1)
        let scalars = line.scalars
        var index = 0
        while index < scalars.count {
            guard scalars[index] == scalar("[") else {
                index += 1
                continue
            }
            index = construct(at: index, line, context) ?? index + 1
        }
        events.endText(at: scalars.count, next: scalars.count)
    }

    private mutating func construct(at index: Int, _ line: SourceLine, _ context: ReadingContext) -> Int? {
        let scalars = line.scalars
        guard index + 1 < scalars.count else { return nil }
        switch scalars[index + 1] {
        case scalar("["):
            if matches("[[rb:", at: index, in: scalars) { return ruby(at: index, line, context) }
            if matches("[[jumpuri:", at: index, in: scalars) { return link(at: index, line, context) }
        case scalar("n"):
            if matches("[newpage]", at: index, in: scalars) {
                events.append(LineEvents.Event(kind: .pageBreak, source: index..<index + 9))
                return index + 9
            }
        case scalar("c"): if matches("[chapter:", at: index, in: scalars) { return chapter(at: index, line, context) }
        case scalar("j"): if matches("[jump:", at: index, in: scalars) { return jump(at: index, scalars) }
        case scalar("p"): if matches("[pixivimage:", at: index, in: scalars) { return image(at: index, 12, .pixiv, scalars) }
        case scalar("u"): if matches("[uploadedimage:", at: index, in: scalars) { return image(at: index, 15, .pixivUpload, scalars) }
        default: break
        }
        return nil
    }

    /// Adds the ruby at `index`; where it is not one, says why not.
    private mutating func ruby(at index: Int, _ line: SourceLine, _ context: ReadingContext) -> Int? {
        let offset = line.start + Int(line.offsets[index])
        guard let arrow = arrow(after: index + 5, line.scalars), let end = brackets(after: arrow + 1, line.scalars) else {
            context.report(.unclosedMarkup, at: offset, in: line)
            return nil
        }
        let reading = arrow == emptyAfter ? 0..<0 : Self.trimmed(arrow + 1..<end, line.scalars)
        guard !reading.isEmpty else {
            emptyAfter = arrow
            context.report(.emptyReading, at: offset, in: line)
            return nil
        }
        let base = Self.trimmed(index + 5..<arrow, line.scalars)
        guard !base.isEmpty else {
            context.report(.noBase, at: offset, in: line)
            return nil
        }
        events.appendRuby(base: base, reading: reading, source: index..<end + 2, line.scalars)
        return end + 2
    }

    /// Where the next `>` stands.
    private mutating func arrow(after start: Int, _ scalars: [UInt32]) -> Int? {
        if !(arrowFound.from...max(arrowFound.from, arrowFound.at) ~= start) || arrowFound.at < 0 {
            var index = start
            while index < scalars.count, scalars[index] != scalar(">") { index += 1 }
            arrowFound = Found(from: start, at: index)
        }
        return arrowFound.at < scalars.count ? arrowFound.at : nil
    }

    /// Where the next `]]` stands.
    private mutating func brackets(after start: Int, _ scalars: [UInt32]) -> Int? {
        if !(bracketsFound.from...max(bracketsFound.from, bracketsFound.at) ~= start) || bracketsFound.at < 0 {
            var index = start
            while index + 1 < scalars.count, scalars[index] != scalar("]") || scalars[index + 1] != scalar("]") { index += 1 }
            bracketsFound = Found(from: start, at: index + 1 < scalars.count ? index : scalars.count)
        }
        return bracketsFound.at < scalars.count ? bracketsFound.at : nil
    }

    /// Without the spaces, of both widths, at its ends (M107).
    private static func trimmed(_ range: Range<Int>, _ scalars: [UInt32]) -> Range<Int> {
        var (lower, upper) = (range.lowerBound, range.upperBound)
        while lower < upper, RubyBrackets.isSpace(scalars[lower]) { lower += 1 }
        while lower < upper, RubyBrackets.isSpace(scalars[upper - 1]) { upper -= 1 }
        return lower..<upper
    }

    /// Adds what stands in `range`, where only ruby is a construct.
    private mutating func rubyAndText(_ range: Range<Int>, _ line: SourceLine, _ context: ReadingContext) {
        events.endText(at: range.lowerBound, next: range.lowerBound)
        var index = range.lowerBound
        while index < range.upperBound {
            guard line.scalars[index] == scalar("["), matches("[[rb:", at: index, in: line.scalars),
                let end = ruby(at: index, line, context)
            else {
                index += 1
                continue
            }
            index = end
        }
        events.endText(at: range.upperBound, next: range.upperBound)
    }

    /// The end of the ruby at `index`, if there is one.
    private mutating func rubyEnd(at index: Int, _ scalars: [UInt32]) -> Int? {
        guard matches("[[rb:", at: index, in: scalars), let arrow = arrow(after: index + 5, scalars),
            let end = brackets(after: arrow + 1, scalars)
        else { return nil }
        return end + 2
    }

    private mutating func chapter(at index: Int, _ line: SourceLine, _ context: ReadingContext) -> Int? {
        guard index >= noChapterBefore else { return nil }
        let scalars = line.scalars
        var end = index + 9
        while end < scalars.count, scalars[end] != scalar("]") {
            end = (scalars[end] == scalar("[") ? rubyEnd(at: end, scalars) : nil) ?? end + 1
        }
        guard end < scalars.count else {
            noChapterBefore = end
            return nil
        }
        events.append(LineEvents.Event(kind: .openChapter, source: index..<index + 9))
        rubyAndText(index + 9..<end, line, context)
        events.append(LineEvents.Event(kind: .closeChapter, source: end..<end + 1))
        return end + 1
    }

    private mutating func link(at index: Int, _ line: SourceLine, _ context: ReadingContext) -> Int? {
        let scalars = line.scalars
        var arrow = index + 10
        guard arrow > noAddressAfter else { return nil }
        while arrow < scalars.count, scalars[arrow] != scalar(">") {
            arrow = (scalars[arrow] == scalar("[") ? rubyEnd(at: arrow, scalars) : nil) ?? arrow + 1
        }
        guard arrow < scalars.count, let end = brackets(after: arrow + 1, scalars), Self.isWebAddress(arrow + 1..<end, scalars) else {
            noAddressAfter = arrow
            return nil
        }
        let address = Self.trimmed(arrow + 1..<end, scalars)
        events.append(LineEvents.Event(kind: .openLink, source: index..<index + 10, reading: address))
        let label = Self.trimmed(index + 10..<arrow, scalars)
        events.skip(to: label.lowerBound)
        rubyAndText(label, line, context)
        events.skip(to: end)
        events.append(LineEvents.Event(kind: .close, source: end..<end + 2))
        return end + 2
    }

    private static func isWebAddress(_ range: Range<Int>, _ scalars: [UInt32]) -> Bool {
        var start = range.lowerBound
        while start < range.upperBound, RubyBrackets.isSpace(scalars[start]) { start += 1 }
        return matches("http://", at: start, in: scalars) || matches("https://", at: start, in: scalars)
    }

    private mutating func jump(at index: Int, _ scalars: [UInt32]) -> Int? {
        guard let end = Self.digits(after: index + 6, scalars), end < scalars.count, scalars[end] == scalar("]") else { return nil }
        events.append(LineEvents.Event(kind: .pageReference, source: index..<end + 1, reading: index + 6..<end))
        return end + 1
    }

    private mutating func image(at index: Int, _ length: Int, _ site: ImageSite, _ scalars: [UInt32]) -> Int? {
        guard var end = Self.digits(after: index + length, scalars) else { return nil }
        if site == .pixiv, end < scalars.count, scalars[end] == scalar("-") {
            guard let page = Self.digits(after: end + 1, scalars) else { return nil }
            end = page
        }
        guard end < scalars.count, scalars[end] == scalar("]") else { return nil }
        events.append(
            LineEvents.Event(kind: .image, detail: site.rawValue, source: index..<end + 1, reading: index + length..<end))
        return end + 1
    }

    /// The end of the digits at `start`; nil if there are none.
    private static func digits(after start: Int, _ scalars: [UInt32]) -> Int? {
        var end = start
        while end < scalars.count, isASCIIDigit(scalars[end]) { end += 1 }
        return end > start ? end : nil
    }
}
