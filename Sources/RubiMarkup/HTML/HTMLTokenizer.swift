import RubiText

/// Divides HTML into tags and text. The text at hand is mostly one line; where a tag goes over a line end, as many as it takes.
struct HTMLTokenizer {
    enum Token {
        /// Characters, line ends among them.
        case text(Range<Int>)
        /// A line end at this index.
        case lineEnd(Int)
        case character(UInt32, Range<Int>)
        case tag(HTMLTag, start: Int)
        case end
    }

    /// What may be looked for far ahead; the raw values index `searchedTo`.
    private enum Sought: Int, CaseIterable {
        case commentEnd, declarationEnd, scriptEnd, styleEnd, titleEnd

        var word: StaticString {
            switch self {
            case .commentEnd: "-->"
            case .declarationEnd: ">"
            case .scriptEnd: "</script"
            case .styleEnd: "</style"
            case .titleEnd: "</title"
            }
        }
    }

    private let context: ReadingContext
    private(set) var buffer = ParagraphText()
    private var line = SourceLine()
    private var index = 0
    private var isAtEnd = false
    /// Up to here the buffer is known not to hold what was sought.
    private var searchedTo = [Int](repeating: 0, count: Sought.allCases.count)
    /// The next line end was not given yet.
    private var owesLineEnd = false

    /// A comment or a tag longer than this is text: the end of one that is never closed is not looked for to the end of a manuscript.
    private static let maximumLength = 1 << 20

    init(_ context: ReadingContext) { self.context = context }

    /// Byte offset of the character `index`.
    func offset(_ index: Int) -> Int { buffer.start + Int(buffer.offsets[index]) }

    /// Byte offset of what comes next.
    var position: Int { offset(index) }

    mutating func next() -> Token {
        while true {
            if index == buffer.scalars.count {
                if owesLineEnd {
                    owesLineEnd = false
                    return .lineEnd(index)
                }
                guard refill() else { return .end }
                continue
            }
            let start = index
            switch buffer.scalars[index] {
            case scalar("<"):
                if let token = markup() { return token }
                // Something that vanishes has been passed over, or the character is text.
                if index > start { continue }
                index += 1
            case scalar("&"):
                if let reference = HTMLReferences.read(at: index, in: buffer.scalars, limit: buffer.scalars.count) {
                    index = reference.end
                    return .character(reference.value, start..<index)
                }
                index += 1
            default: break
            }
            while index < buffer.scalars.count, buffer.scalars[index] != scalar("<"), buffer.scalars[index] != scalar("&") { index += 1 }
            return .text(start..<index)
        }
    }

    /// Begins the next line; false at the end of the text, where the last line stays at hand.
    private mutating func refill() -> Bool {
        guard readLine() else { return false }
        buffer.removeAll()
        index = 0
        for sought in searchedTo.indices { searchedTo[sought] = 0 }
        appendLine()
        return true
    }

    private mutating func readLine() -> Bool {
        if !isAtEnd { isAtEnd = !context.source.readLine(into: &line) }
        return !isAtEnd
    }

    private mutating func appendLine() {
        buffer.append(&line)
        owesLineEnd = true
    }

    /// Appends the next line to the buffer; false at the end of the text.
    private mutating func extend() -> Bool {
        guard readLine() else { return false }
        appendLine()
        return true
    }

    // MARK: Markup

    /// What begins with the `<` here: a tag; or nil, with `index` moved past a comment or declaration.
    private mutating func markup() -> Token? {
        let start = index
        if matches("<!--", at: start, in: buffer.scalars) {
            if let end = find(.commentEnd, from: start + 4) { index = end + 3 }
            return nil
        }
        if start + 1 < buffer.scalars.count, buffer.scalars[start + 1] == scalar("!") || buffer.scalars[start + 1] == scalar("?") {
            let isDeclaration = start + 2 < buffer.scalars.count && isASCIILetter(buffer.scalars[start + 2])
            if isDeclaration, let end = find(.declarationEnd, from: start + 2) { index = end + 1 }
            return nil
        }
        while true {
            switch HTMLTag.read(at: start, in: buffer.scalars, limit: buffer.scalars.count) {
            case .tag(let tag):
                index = tag.end
                return .tag(tag, start: start)
            case .none: return nil
            case .incomplete:
                // As much again as there is, so that reading a tag of many lines anew does not become quadratic.
                let wanted = start + 2 * (buffer.scalars.count - start)
                guard buffer.scalars.count - start < Self.maximumLength, extend() else { return nil }
                while buffer.scalars.count < wanted, extend() {}
            }
        }
    }

    /// Where `sought` next stands, lines being added until it is found; nil if it is not, or too far away.
    private mutating func find(_ sought: Sought, from start: Int) -> Int? {
        let length = sought.word.utf8CodeUnitCount
        var place = max(start, searchedTo[sought.rawValue] - length)
        while place - start < Self.maximumLength {
            if place + length > buffer.scalars.count {
                guard extend() else { break }
                continue
            }
            if matchesIgnoringCase(sought.word, at: place) { return place }
            place += 1
        }
        searchedTo[sought.rawValue] = place
        return nil
    }

    private func matchesIgnoringCase(_ word: StaticString, at place: Int) -> Bool {
        word.withUTF8Buffer { bytes in
            for offset in bytes.indices {
                let character = buffer.scalars[place + offset]
                guard character == UInt32(bytes[offset]) || isASCIILetter(character) && character | 0x20 == UInt32(bytes[offset]) else {
                    return false
                }
            }
            return true
        }
    }

    // MARK: Elements whose content is no markup

    /// Passes over the content of a `script` or `style`; without an end tag it is text.
    mutating func skipContent(of element: HTMLElement) {
        if let end = find(element == .script ? .scriptEnd : .styleEnd, from: index) { index = end }
    }

    /// Takes the content of a `title`; nil without an end tag.
    mutating func takeTitle() -> String? {
        guard let end = find(.titleEnd, from: index) else { return nil }
        defer { index = end }
        var title: [UInt32] = []
        while index < end {
            let reference = buffer.scalars[index] == scalar("&") ? HTMLReferences.read(at: index, in: buffer.scalars, limit: end) : nil
            title.append(reference?.value ?? buffer.scalars[index])
            index = reference?.end ?? index + 1
        }
        let words = title.split(whereSeparator: HTMLTag.isWhiteSpace)
        return words.isEmpty ? nil : words.map { string($0) }.joined(separator: " ")
    }

    /// An attribute's value with its references resolved.
    func text(_ range: Range<Int>) -> String {
        var value: [UInt32] = []
        var place = range.lowerBound
        while place < range.upperBound {
            let reference =
                buffer.scalars[place] == scalar("&") ? HTMLReferences.read(at: place, in: buffer.scalars, limit: range.upperBound) : nil
            value.append(reference?.value ?? buffer.scalars[place])
            place = reference?.end ?? place + 1
        }
        return string(value[...])
    }
}
