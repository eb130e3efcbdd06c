/// What a line of Markdown is, its quotation marks left out.
enum MarkdownLine: Equatable {
    case blank, paragraph, rule, pageBreak
    /// `#` to `######`, and where its text stands.
    case heading(level: Int, text: Range<Int>)
    /// The line before a block of code: the character and its number.
    case fence(mark: UInt32, count: Int)
    /// A tag of a block alone on its line: `hr`, the begin or the end of a `div`.
    case breakTag(Block.Kind)
    case centerPage
    case openTag(HTMLBlockForm)
    case closeTag

    /// Tells what `scalars` are from `start` on. `followsBlank`: a line of `=` is a page break here.
    init(_ scalars: [UInt32], from start: Int, followsBlank: Bool) {
        var index = start
        while index < scalars.count, isBlank(scalars[index]) { index += 1 }
        guard index < scalars.count else {
            self = .blank
            return
        }
        let mark = scalars[index]
        switch mark {
        case scalar("#"): self = Self.heading(scalars, at: index) ?? .paragraph
        case scalar("`"), scalar("~"): self = Self.fence(scalars, at: index) ?? .paragraph
        case scalar("-"), scalar("*"), scalar("_"): self = Self.isRun(of: mark, scalars, from: index) ? .rule : .paragraph
        case scalar("="): self = followsBlank && Self.isRun(of: mark, scalars, from: index) ? .pageBreak : .paragraph
        case scalar("<"): self = Self.tag(scalars, at: index) ?? .paragraph
        default: self = .paragraph
        }
    }

    private static func tag(_ scalars: [UInt32], at start: Int) -> MarkdownLine? {
        var limit = scalars.count
        while limit > start, isBlank(scalars[limit - 1]) { limit -= 1 }
        guard case .tag(let tag) = HTMLTag.read(at: start, in: scalars, limit: limit) else { return nil }
        let element = HTMLElement(tag.name)
        let classes = tag.value(of: "class").map { string(scalars[$0]) } ?? ""
        let style = tag.value(of: "style").map { string(scalars[$0]) } ?? ""
        let form = HTMLBlockForm(classes: classes[...], style: style[...])
        if element == .div, form.isCenterPage, matches("</div>", at: tag.end, in: scalars), tag.end + 6 == limit { return .centerPage }
        guard tag.end == limit else { return nil }
        if element == .hr, !tag.closes { return .breakTag(HTMLReader.breakKind(classes)) }
        guard element == .div else { return nil }
        return tag.closes ? .closeTag : form.kind == nil ? nil : .openTag(form)
    }

    /// Three or more of `mark`, and nothing else but white space.
    private static func isRun(of mark: UInt32, _ scalars: [UInt32], from start: Int) -> Bool {
        var count = 0
        for character in scalars[start...] {
            if character == mark { count += 1 } else if !isBlank(character) { return false }
        }
        return count >= 3
    }

    private static func heading(_ scalars: [UInt32], at start: Int) -> MarkdownLine? {
        var index = start
        while index < scalars.count, scalars[index] == scalar("#") { index += 1 }
        let level = index - start
        guard level <= 6, index == scalars.count || isBlank(scalars[index]) else { return nil }
        while index < scalars.count, isBlank(scalars[index]) { index += 1 }
        var end = scalars.count
        while end > index, isBlank(scalars[end - 1]) { end -= 1 }
        var closing = end
        while closing > index, scalars[closing - 1] == scalar("#") { closing -= 1 }
        if closing < end, closing == index || isBlank(scalars[closing - 1]) {
            end = closing
            while end > index, isBlank(scalars[end - 1]) { end -= 1 }
        }
        return .heading(level: level, text: index..<end)
    }

    private static func fence(_ scalars: [UInt32], at start: Int) -> MarkdownLine? {
        var index = start
        while index < scalars.count, scalars[index] == scalars[start] { index += 1 }
        guard index - start >= 3 else { return nil }
        // What is a code span on one line is no fence.
        if scalars[start] == scalar("`"), scalars[index...].contains(scalar("`")) { return nil }
        return .fence(mark: scalars[start], count: index - start)
    }

    /// Whether the line ends the block of code that `count` of `mark` began.
    static func closesFence(_ scalars: [UInt32], from start: Int, _ mark: UInt32, _ count: Int) -> Bool {
        guard case .fence(mark, let closing) = MarkdownLine(scalars, from: start, followsBlank: false), closing >= count else {
            return false
        }
        return scalars[start...].allSatisfy { $0 == mark || isBlank($0) }
    }

    // MARK: Front matter

    static func isFrontMatterLimit(_ scalars: [UInt32]) -> Bool {
        scalars.count >= 3 && matches("---", at: 0, in: scalars) && scalars[3...].allSatisfy(isBlank)
    }

    /// What stands after `key` at the start of a line of front matter, without the quotation marks around it.
    static func value(of key: StaticString, _ scalars: [UInt32]) -> String? {
        guard matches(key, at: 0, in: scalars) else { return nil }
        var lower = key.utf8CodeUnitCount
        var upper = scalars.count
        while lower < upper, isBlank(scalars[lower]) { lower += 1 }
        while lower < upper, isBlank(scalars[upper - 1]) { upper -= 1 }
        if upper - lower >= 2, scalars[lower] == scalars[upper - 1], scalars[lower] == scalar("\"") || scalars[lower] == scalar("'") {
            lower += 1
            upper -= 1
        }
        return string(scalars[lower..<upper])
    }
}
