import RubiText

/// The arguments of commands: groups in braces and options in brackets.
extension LaTeXInline {
    /// `count` arguments in braces after a command's name, with an optional one before them; nil if one is missing.
    func arguments(_ count: Int, after start: Int, _ paragraph: ParagraphText) -> Arguments? {
        let scalars = paragraph.scalars
        var index = start
        if index < scalars.count, scalars[index] == scalar("*") { index += 1 }
        var result = Arguments(options: nil, braces: [], end: index)
        if let options = options(at: Self.skippingSpace(index, scalars), scalars) {
            result.options = options
            index = options.upperBound + 1
        }
        while result.braces.count < count {
            index = Self.skippingSpace(index, scalars)
            guard index < scalars.count, scalars[index] == scalar("{"), let close = map.closing(index) else { return nil }
            result.braces.append(index + 1..<close)
            index = close + 1
        }
        result.end = index
        return result
    }

    /// What stands in the square brackets that open at `index`.
    func options(at index: Int, _ scalars: [UInt32]) -> Range<Int>? {
        guard index < scalars.count, scalars[index] == scalar("[") else { return nil }
        var end = index + 1
        let limit = min(scalars.count, index + Self.maximumOptions)
        while end < limit, scalars[end] != scalar("]") {
            if scalars[end] == scalar("["), end > index { return nil }
            end += 1
        }
        return end < limit ? index + 1..<end : nil
    }

    static func equals(_ word: StaticString, _ range: Range<Int>, _ scalars: [UInt32]) -> Bool {
        range.count == word.utf8CodeUnitCount && matches(word, at: range.lowerBound, in: scalars)
    }

    /// Pairs the braces of the paragraph.
    mutating func fillMap(_ paragraph: ParagraphText) {
        mappedStart = paragraph.start
        map.removeAll()
        stack.removeAll(keepingCapacity: true)
        let scalars = paragraph.scalars
        var index = 0
        while index < scalars.count {
            switch scalars[index] {
            case scalar("\\"): index += 1
            case scalar("%"): while index < scalars.count, scalars[index] != 0x0A { index += 1 }
            case scalar("{"): stack.append(map.open(index))
            case scalar("}"): if let open = stack.popLast() { map.close(open, at: index) }
            default: break
            }
            index += 1
        }
    }
}
