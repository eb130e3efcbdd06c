/// A tag as it stands in a text: `<name attribute="value" …>` or `</name>`.
struct HTMLTag {
    /// How an attempt to read a tag ends.
    enum Attempt {
        case tag(HTMLTag)
        /// What stands there is text.
        case none
        /// The text ends within what may be a tag.
        case incomplete
    }

    struct Attribute {
        var name: HTMLName
        var value: Range<Int>
    }

    var name: HTMLName
    var closes: Bool
    /// The first attributes; more have no meaning here.
    var attributes: [Attribute]
    /// The place after `>`.
    var end: Int

    private static let maximumAttributes = 16

    /// Reads the tag that begins with the `<` at `start`. A `<` within it, but for quoted values, makes it text: authors write `a<b`.
    static func read(at start: Int, in scalars: [UInt32], limit: Int) -> Attempt {
        var index = start + 1
        guard index < limit else { return .incomplete }
        let closes = scalars[index] == scalar("/")
        if closes { index += 1 }
        guard index < limit else { return .incomplete }
        guard isASCIILetter(scalars[index]) else { return .none }
        let nameStart = index
        while index < limit, !isEnd(scalars[index]), !isWhiteSpace(scalars[index]) { index += 1 }
        var tag = HTMLTag(name: HTMLName(scalars[nameStart..<index]), closes: closes, attributes: [], end: 0)
        while index < limit {
            let character = scalars[index]
            if character == scalar(">") {
                tag.end = index + 1
                return .tag(tag)
            }
            if character == scalar("<") { return .none }
            if character == scalar("/") || isWhiteSpace(character) {
                index += 1
                continue
            }
            guard let next = tag.readAttribute(at: index, scalars, limit) else { return .incomplete }
            index = next
        }
        return .incomplete
    }

    /// Reads one attribute; the place after it, nil if the text ends within.
    private mutating func readAttribute(at start: Int, _ scalars: [UInt32], _ limit: Int) -> Int? {
        var index = start + 1
        while index < limit, !Self.isEnd(scalars[index]), !Self.isWhiteSpace(scalars[index]), scalars[index] != scalar("=") { index += 1 }
        let name = HTMLName(scalars[start..<index])
        var value = index..<index
        while index < limit, Self.isWhiteSpace(scalars[index]) { index += 1 }
        if index < limit, scalars[index] == scalar("=") {
            index += 1
            while index < limit, Self.isWhiteSpace(scalars[index]) { index += 1 }
            guard index < limit else { return nil }
            let quote = scalars[index]
            if quote == scalar("\"") || quote == scalar("'") {
                let valueStart = index + 1
                index = valueStart
                while index < limit, scalars[index] != quote { index += 1 }
                guard index < limit else { return nil }
                value = valueStart..<index
                index += 1
            } else {
                let valueStart = index
                while index < limit, scalars[index] != scalar(">"), scalars[index] != scalar("<"), !Self.isWhiteSpace(scalars[index]) {
                    index += 1
                }
                value = valueStart..<index
            }
        }
        if attributes.count < Self.maximumAttributes { attributes.append(Attribute(name: name, value: value)) }
        return index
    }

    /// The value of the attribute `name`.
    func value(of name: StaticString) -> Range<Int>? {
        let name = HTMLName(name)
        return attributes.first { $0.name == name }?.value
    }

    @inline(__always)
    static func isWhiteSpace(_ character: UInt32) -> Bool {
        character == 0x20 || character == 0x0A || character == 0x09 || character == 0x0C || character == 0x0D
    }

    @inline(__always)
    private static func isEnd(_ character: UInt32) -> Bool {
        character == scalar(">") || character == scalar("/") || character == scalar("<")
    }
}

/// The name of an element or attribute: up to ten letters, digits and hyphens, their case left out; longer or other ones are all the same, and
/// unknown.
struct HTMLName: Hashable {
    private let packed: UInt64
    static let other = HTMLName(packed: 0)

    private init(packed: UInt64) { self.packed = packed }

    init(_ scalars: ArraySlice<UInt32>) {
        guard scalars.count <= 10 else {
            packed = 0
            return
        }
        var value: UInt64 = 0
        for character in scalars {
            guard let code = Self.code(character) else {
                packed = 0
                return
            }
            value = value << 6 | code
        }
        packed = value
    }

    init(_ name: StaticString) {
        packed = name.withUTF8Buffer { bytes in
            bytes.reduce(0) { $0 << 6 | (Self.code(UInt32($1)) ?? 0) }
        }
    }

    private static func code(_ character: UInt32) -> UInt64? {
        if isASCIILetter(character) { return UInt64((character | 0x20) - 0x60) }
        if isASCIIDigit(character) { return UInt64(character - 0x30 + 27) }
        return character == scalar("-") ? 37 : nil
    }
}
