/// What earlier searches for a closing brace found out.
private struct BraceAhead {
    /// There is no closing brace in the rest of the line that ends here.
    var noCloseBefore = 0
    /// A reading is empty here, so that no brace whose first bar is before it begins a ruby.
    var emptyReadingAt = -1
}

/// Divides a paragraph of Markdown into events: the first of two passes over its inline content, `MarkdownInline` being the second.
///
/// What could make it quadratic is remembered: places up to which a search for a closing character is known to fail.
struct MarkdownScanner {
    private let syntax: MarkdownSyntax
    private(set) var events: [MarkdownEvent] = []
    private(set) var delimiters = DelimiterRuns()
    /// Alternative texts of images, as ranges of the paragraph.
    private(set) var alternatives: [Range<Int>] = []
    /// `[` and `![` that may become a link or an image: indices of their events, which are text so far.
    private var brackets: [Int] = []
    private(set) var tags = MarkdownTags()
    /// There is no end of a comment before this index.
    private var noCommentEndBefore = 0
    private var codeRuns = PairFinder()
    private var addresses = PairFinder()
    private var textStart = 0
    /// What is known of braces ahead, by their style.
    private var ahead = [BraceAhead](repeating: BraceAhead(), count: 2)

    init(syntax: MarkdownSyntax) { self.syntax = syntax }

    mutating func scan(_ paragraph: ParagraphText, _ range: Range<Int>, _ context: ReadingContext) {
        events.removeAll(keepingCapacity: true)
        delimiters.removeAll()
        alternatives.removeAll(keepingCapacity: true)
        brackets.removeAll(keepingCapacity: true)
        tags.removeAll()
        noCommentEndBefore = 0
        codeRuns.removeAll()
        addresses.removeAll()
        for style in ahead.indices { ahead[style] = BraceAhead() }
        textStart = range.lowerBound
        let scalars = paragraph.scalars
        var index = range.lowerBound
        while index < range.upperBound {
            let end: Int?
            switch scalars[index] {
            case scalar("\\"): end = escape(at: index, scalars, range)
            case 0x0A: end = event(.lineEnd, index, to: index + 1)
            case scalar("`"): end = code(at: index, scalars, range)
            case scalar("*"), scalar("_"): end = delimiterRun(at: index, scalars, range)
            case scalar("{"): end = ruby(at: index, .ascii, paragraph, range, context)
            case scalar("｛"): end = syntax.hasFullWidthBraces ? ruby(at: index, .fullWidth, paragraph, range, context) : nil
            case scalar("^"): end = syntax.hasCarets ? tateChuYoko(at: index, scalars, range) : nil
            case scalar("<"): end = tag(at: index, scalars, range)
            case scalar("["): end = openBracket(index, to: index + 1)
            case scalar("!"):
                let opens = index + 1 < range.upperBound && scalars[index + 1] == scalar("[")
                end = opens ? openBracket(index, to: index + 2) : nil
            case scalar("]"): end = closeBracket(at: index, scalars, range)
            default: end = nil
            }
            index = end ?? index + 1
        }
        flush(to: range.upperBound)
        tags.pair(&events)
        pairDelimiters()
    }

    // MARK: Events

    private mutating func flush(to index: Int) {
        guard textStart < index else { return }
        events.append(MarkdownEvent(kind: .text, lower: Int32(textStart), upper: Int32(index)))
    }

    /// Adds the event that the characters `index..<end` spell, after the text before it; returns `end`.
    private mutating func event(_ kind: MarkdownEvent.Kind, _ index: Int, to end: Int, link: Int32 = -1) -> Int {
        flush(to: index)
        events.append(MarkdownEvent(kind: kind, lower: Int32(index), upper: Int32(end), link: link))
        textStart = end
        return end
    }

    /// Pairs the runs of `*` and `_`, within each link and each element on its own.
    private mutating func pairDelimiters() {
        for event in events {
            switch event.kind {
            case .delimiters: delimiters.process(event.link)
            case .linkOpen, .tagOpen: delimiters.openScope()
            case .linkClose, .tagClose: delimiters.closeScope()
            case .text, .lineEnd, .lineBreak, .ruby, .code, .tateChuYoko, .image, .raw: break
            }
        }
    }

    // MARK: What the special characters begin; nil: text

    /// `\` before ASCII punctuation (and in denden the full-width braces) makes it text, before a line end a break (M113, M115).
    private mutating func escape(at index: Int, _ scalars: [UInt32], _ range: Range<Int>) -> Int? {
        guard index + 1 < range.upperBound else { return nil }
        let next = scalars[index + 1]
        if next == 0x0A { return event(.lineBreak, index, to: index + 2) }
        guard syntax.escapes(next) else { return nil }
        flush(to: index)
        textStart = index + 1
        return index + 2
    }

    private mutating func code(at index: Int, _ scalars: [UInt32], _ range: Range<Int>) -> Int? {
        var end = index
        while end < range.upperBound, scalars[end] == scalar("`") { end += 1 }
        guard let close = codeRuns.codeEnd(openedAt: index, in: scalars, range) else { return end }
        _ = event(.code, index, to: close)
        events[events.count - 1].lower = Int32(end)
        textStart = close + (end - index)
        return textStart
    }

    private mutating func delimiterRun(at index: Int, _ scalars: [UInt32], _ range: Range<Int>) -> Int? {
        var end = index
        while end < range.upperBound, scalars[end] == scalars[index] { end += 1 }
        let run = delimiters.append(
            isUnderscore: scalars[index] == scalar("_"), count: end - index,
            before: index > range.lowerBound ? scalars[index - 1] : 0x0A, after: end < range.upperBound ? scalars[end] : 0x0A)
        return event(.delimiters, index, to: end, link: run)
    }

    /// `^12^`: printable ASCII characters between carets (M115).
    private mutating func tateChuYoko(at index: Int, _ scalars: [UInt32], _ range: Range<Int>) -> Int? {
        var end = index + 1
        while end < range.upperBound, scalars[end] > 0x20, scalars[end] < 0x7F, scalars[end] != scalar("^") { end += 1 }
        guard end > index + 1, end < range.upperBound, scalars[end] == scalar("^") else { return nil }
        _ = event(.tateChuYoko, index, to: end + 1)
        return end + 1
    }

    // MARK: Ruby

    /// A brace: ruby if base, bar, readings and closing brace follow on the line (M110); `unclosed-markup` if only the last is missing (M113).
    private mutating func ruby(
        at index: Int, _ brace: BraceStyle, _ paragraph: ParagraphText, _ range: Range<Int>, _ context: ReadingContext
    ) -> Int? {
        let scalars = paragraph.scalars
        var end = index + 1
        while end < range.upperBound, scalars[end] != brace.bar {
            let character = scalars[end]
            if character == 0x0A || character == brace.open || character == brace.close { return nil }
            end += skipsEscape(at: end, scalars, range) ? 2 : 1
        }
        guard end < range.upperBound, end > index + 1 else { return nil }
        let style = brace.open == BraceStyle.ascii.open ? 0 : 1
        if end < ahead[style].noCloseBefore {
            paragraph.report(.unclosedMarkup, at: index, to: context)
            return nil
        }
        if end <= ahead[style].emptyReadingAt { return nil }
        var readingStart = end + 1
        end += 1
        while end < range.upperBound, scalars[end] != 0x0A {
            let character = scalars[end]
            let divides = character == brace.bar && syntax.dividesReadings
            if divides || character == brace.close {
                if end == readingStart {
                    ahead[style].emptyReadingAt = end
                    return nil
                }
                if character == brace.close { return event(.ruby, index, to: end + 1) }
                readingStart = end + 1
            }
            end += skipsEscape(at: end, scalars, range) ? 2 : 1
        }
        ahead[style].noCloseBefore = end
        paragraph.report(.unclosedMarkup, at: index, to: context)
        return nil
    }

    private func skipsEscape(at index: Int, _ scalars: [UInt32], _ range: Range<Int>) -> Bool {
        scalars[index] == scalar("\\") && index + 1 < range.upperBound && syntax.escapes(scalars[index + 1])
    }

    // MARK: HTML

    /// A tag, or a comment, which vanishes.
    private mutating func tag(at index: Int, _ scalars: [UInt32], _ range: Range<Int>) -> Int? {
        if matches("<!--", at: index, in: scalars, limit: range.upperBound) {
            guard let end = commentEnd(after: index + 4, scalars, range) else { return nil }
            flush(to: index)
            textStart = end
            return end
        }
        guard case .tag(let tag) = HTMLTag.read(at: index, in: scalars, limit: range.upperBound) else { return nil }
        let element = HTMLElement(tag.name)
        if element == .br { return event(.lineBreak, index, to: tag.end) }
        let number = tags.add(tag, scalars)
        let means = tag.closes ? element != .unknown && !element.isBlock : tags.tags[Int(number)].node != nil || element == .span
        return event(means ? tag.closes ? .tagClose : .tagOpen : .raw, index, to: tag.end, link: number)
    }

    private mutating func commentEnd(after start: Int, _ scalars: [UInt32], _ range: Range<Int>) -> Int? {
        guard start >= noCommentEndBefore else { return nil }
        var index = start
        while index + 2 < range.upperBound {
            if scalars[index] == scalar("-"), matches("-->", at: index, in: scalars) { return index + 3 }
            index += 1
        }
        noCommentEndBefore = range.upperBound
        return nil
    }

    // MARK: Links and images

    private mutating func openBracket(_ index: Int, to end: Int) -> Int {
        let end = event(.text, index, to: end)
        brackets.append(events.count - 1)
        return end
    }

    private mutating func closeBracket(at index: Int, _ scalars: [UInt32], _ range: Range<Int>) -> Int? {
        guard let open = brackets.popLast(), let address = address(at: index + 1, scalars, range) else { return nil }
        let isImage = events[open].upper - events[open].lower == 2
        if isImage {
            let alternative = Int(events[open].upper)..<index
            events.removeSubrange((open + 1)...)
            events[open] = MarkdownEvent(
                kind: .image, lower: Int32(address.range.lowerBound), upper: Int32(address.range.upperBound),
                link: Int32(alternatives.count))
            alternatives.append(alternative)
        } else {
            _ = event(.linkClose, index, to: address.end)
            events[open] = MarkdownEvent(
                kind: .linkOpen, lower: Int32(address.range.lowerBound), upper: Int32(address.range.upperBound),
                link: events[open].lower)
            brackets.removeAll(keepingCapacity: true)
        }
        textStart = address.end
        return address.end
    }

    /// The address in parentheses at `index`, plain or in `<>`, and the place after it.
    private mutating func address(at index: Int, _ scalars: [UInt32], _ range: Range<Int>) -> (range: Range<Int>, end: Int)? {
        guard index + 1 < range.upperBound, scalars[index] == scalar("(") else { return nil }
        if scalars[index + 1] == scalar("<") {
            var end = index + 2
            while end < range.upperBound, scalars[end] != scalar(">") {
                if scalars[end] == 0x0A || scalars[end] == scalar("<") { return nil }
                end += skipsEscape(at: end, scalars, range) ? 2 : 1
            }
            guard end + 1 < range.upperBound, scalars[end + 1] == scalar(")") else { return nil }
            return (index + 2..<end, end + 2)
        }
        guard let close = addresses.addressEnd(openedAt: index, in: scalars, range) else { return nil }
        return (index + 1..<close, close + 1)
    }
}
