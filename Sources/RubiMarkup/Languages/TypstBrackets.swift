/// Finds in one pass over a paragraph of Typst which brackets, parentheses, `*` and `_` belong together.
struct TypstBrackets {
    private(set) var map = BracketMap()
    private var backticks = PairFinder()
    private var stack: [(character: UInt32, number: Int)] = []
    /// There is no end of a block comment before this index.
    private var noCommentEndBefore = 0

    mutating func fill(_ scalars: [UInt32]) {
        map.removeAll()
        backticks.removeAll()
        stack.removeAll(keepingCapacity: true)
        noCommentEndBefore = 0
        var index = 0
        while index < scalars.count {
            let isCode = stack.last.map { $0.character == scalar("(") || $0.character == scalar("{") } ?? false
            index = isCode ? code(at: index, scalars) : markup(at: index, scalars)
        }
    }

    private mutating func push(_ index: Int, _ scalars: [UInt32]) { stack.append((scalars[index], map.open(index))) }

    private mutating func markup(at index: Int, _ scalars: [UInt32]) -> Int {
        switch scalars[index] {
        case scalar("\\"): return index + 2
        case scalar("`"): return codeEnd(index, scalars)?.end ?? runEnd(index, scalars)
        case scalar("/"): return commentEnd(index, scalars) ?? index + 1
        case scalar("#"):
            if index + 1 < scalars.count, scalars[index + 1] == scalar("\"") { return Self.stringEnd(index + 1, scalars) }
            let end = Self.nameEnd(index + 1, scalars)
            guard end < scalars.count, scalars[end] == scalar("(") || scalars[end] == scalar("{") else { return end }
            push(end, scalars)
            return end + 1
        case scalar("["): push(index, scalars)
        case scalar("]"): close(scalar("["), at: index)
        case scalar("*"), scalar("_"): delimiter(at: index, scalars)
        default: break
        }
        return index + 1
    }

    private mutating func code(at index: Int, _ scalars: [UInt32]) -> Int {
        switch scalars[index] {
        case scalar("\""): return Self.stringEnd(index, scalars)
        case scalar("("), scalar("{"), scalar("["): push(index, scalars)
        case scalar(")"): close(scalar("("), at: index)
        case scalar("}"): close(scalar("{"), at: index)
        default: break
        }
        return index + 1
    }

    /// Closes the innermost bracket if it is `open`; `*` and `_` that are open in it stay text.
    private mutating func close(_ open: UInt32, at index: Int) {
        var place = stack.count - 1
        while place >= 0, stack[place].character == scalar("*") || stack[place].character == scalar("_") { place -= 1 }
        guard place >= 0, stack[place].character == open else { return }
        map.close(stack[place].number, at: index)
        stack.removeSubrange(place...)
    }

    /// `*` and `_`: at most one of each is open in a bracket, so the search is short.
    private mutating func delimiter(at index: Int, _ scalars: [UInt32]) {
        let before = index > 0 ? scalars[index - 1] : 0x0A
        let after = index + 1 < scalars.count ? scalars[index + 1] : 0x0A
        if Self.isWord(before), Self.isWord(after) { return }
        var place = stack.count - 1
        while place >= 0, stack[place].character == scalar("*") || stack[place].character == scalar("_") {
            if stack[place].character == scalars[index] {
                guard !HTMLTag.isWhiteSpace(before), stack[place].number >= 0 else { return }
                map.close(stack[place].number, at: index)
                stack.removeSubrange(place...)
                return
            }
            place -= 1
        }
        if !HTMLTag.isWhiteSpace(after) { push(index, scalars) }
    }

    private static func isWord(_ character: UInt32) -> Bool { isASCIILetter(character) || isASCIIDigit(character) }

    /// The end of a name: letters, digits, `-`, `_` and `.`.
    static func nameEnd(_ start: Int, _ scalars: [UInt32]) -> Int {
        var end = start
        while end < scalars.count, isWord(scalars[end]) || scalars[end] == scalar("-") || scalars[end] == scalar("_") {
            end += 1
        }
        return end
    }

    /// The place after the string that begins at `index`.
    static func stringEnd(_ index: Int, _ scalars: [UInt32]) -> Int {
        var end = index + 1
        while end < scalars.count, scalars[end] != scalar("\"") { end += scalars[end] == scalar("\\") ? 2 : 1 }
        return min(end + 1, scalars.count)
    }

    /// The content of the code that the backticks at `index` open, and the place after it. Asked in the order of the text.
    mutating func codeEnd(_ index: Int, _ scalars: [UInt32]) -> (content: Range<Int>, end: Int)? {
        let start = runEnd(index, scalars)
        guard let close = backticks.codeEnd(openedAt: index, in: scalars, 0..<scalars.count) else { return nil }
        return (start..<close, close + (start - index))
    }

    private func runEnd(_ index: Int, _ scalars: [UInt32]) -> Int {
        var end = index
        while end < scalars.count, scalars[end] == scalar("`") { end += 1 }
        return end
    }

    /// Begins again to answer `codeEnd` and `commentEnd`.
    mutating func rewind() {
        backticks.rewind()
        noCommentEndBefore = 0
    }

    /// The place after the comment that begins at `index`, if one does: not the `//` of an address.
    mutating func commentEnd(_ index: Int, _ scalars: [UInt32]) -> Int? {
        guard index + 1 < scalars.count else { return nil }
        var end = index + 2
        if scalars[index + 1] == scalar("/"), index == 0 || scalars[index - 1] != scalar(":") {
            while end < scalars.count, scalars[end] != 0x0A { end += 1 }
            return end
        }
        guard scalars[index + 1] == scalar("*"), index >= noCommentEndBefore else { return nil }
        while end + 1 < scalars.count {
            if scalars[end] == scalar("*"), scalars[end + 1] == scalar("/") { return end + 2 }
            end += 1
        }
        noCommentEndBefore = scalars.count
        return nil
    }
}
