/// A JSON document (RFC 8259), read into memory: what a record of a pipe is.
indirect enum JSONValue: Sendable, Equatable {
    case null
    case bool(Bool)
    /// As it is written.
    case number(String)
    case string(String)
    case array([JSONValue])
    /// In the order of the text; of a key that stands twice, the last counts.
    case object([Member])

    struct Member: Sendable, Equatable {
        let key: String
        let value: JSONValue
        /// The bytes of the text that spell the value.
        let bytes: Range<Int>
    }

    /// The member of an object.
    subscript(key: String) -> JSONValue? { member(key)?.value }

    /// The member of an object, with its bytes.
    func member(_ key: String) -> Member? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.key == key }
    }

    /// Why a text is no JSON.
    struct Failure: Error, Equatable {
        let offset: Int
        let reason: String
    }

    /// Reads one document that fills `bytes`.
    init(_ bytes: [UInt8]) throws(Failure) {
        var reader = JSONReader(bytes: bytes)
        self = try reader.document()
    }
}

private struct JSONReader {
    let bytes: [UInt8]
    var at = 0
    /// Deeper than any record is; a recursion for each level must not exhaust the stack.
    private static let deepest = 64

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func document() throws(JSONValue.Failure) -> JSONValue {
        let value = try value(depth: 0)
        skipSpace()
        guard at == bytes.count else { throw failure("something stands behind the end") }
        return value
    }

    private func failure(_ reason: String) -> JSONValue.Failure { JSONValue.Failure(offset: at, reason: reason) }

    private var next: UInt8? { at < bytes.count ? bytes[at] : nil }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { at += 1 }
    }

    private mutating func take(_ byte: Character) -> Bool {
        guard next == byte.asciiValue else { return false }
        at += 1
        return true
    }

    private mutating func value(depth: Int) throws(JSONValue.Failure) -> JSONValue {
        guard depth < Self.deepest else { throw failure("nested too deeply") }
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): return .object(try members(depth: depth))
        case UInt8(ascii: "["): return .array(try elements(depth: depth))
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case nil: throw failure("the text ends too early")
        default: return .number(try number())
        }
    }

    private mutating func word(_ word: StaticString, _ value: JSONValue) throws(JSONValue.Failure) -> JSONValue {
        let length = word.utf8CodeUnitCount
        guard bytes[at...].prefix(length).elementsEqual(UnsafeBufferPointer(start: word.utf8Start, count: length)) else {
            throw failure("no JSON value")
        }
        at += length
        return value
    }

    private mutating func members(depth: Int) throws(JSONValue.Failure) -> [JSONValue.Member] {
        at += 1
        var members: [JSONValue.Member] = []
        skipSpace()
        if take("}") { return members }
        repeat {
            skipSpace()
            guard next == UInt8(ascii: "\"") else { throw failure("a key is wanted") }
            let key = try string()
            skipSpace()
            guard take(":") else { throw failure("a colon is wanted") }
            skipSpace()
            let start = at
            let value = try value(depth: depth + 1)
            members.append(JSONValue.Member(key: key, value: value, bytes: start..<at))
            skipSpace()
        } while take(",")
        guard take("}") else { throw failure("a comma or } is wanted") }
        return members
    }

    private mutating func elements(depth: Int) throws(JSONValue.Failure) -> [JSONValue] {
        at += 1
        var elements: [JSONValue] = []
        skipSpace()
        if take("]") { return elements }
        repeat {
            elements.append(try value(depth: depth + 1))
            skipSpace()
        } while take(",")
        guard take("]") else { throw failure("a comma or ] is wanted") }
        return elements
    }

    private mutating func number() throws(JSONValue.Failure) -> String {
        let start = at
        func isDigit(_ byte: UInt8?) -> Bool { byte.map { (0x30...0x39).contains($0) } ?? false }
        _ = take("-")
        guard isDigit(next) else { throw failure("no JSON value") }
        if !take("0") { while isDigit(next) { at += 1 } }
        if take(".") {
            guard isDigit(next) else { throw failure("a digit is wanted") }
            while isDigit(next) { at += 1 }
        }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            guard isDigit(next) else { throw failure("a digit is wanted") }
            while isDigit(next) { at += 1 }
        }
        return String(decoding: bytes[start..<at], as: UTF8.self)
    }

    private mutating func string() throws(JSONValue.Failure) -> String {
        at += 1
        var text: [UInt8] = []
        while true {
            let start = at
            while let byte = next, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 { at += 1 }
            text += bytes[start..<at]
            guard let byte = next else { throw failure("a string does not end") }
            guard byte >= 0x20 else { throw failure("a control character in a string") }
            at += 1
            if byte == UInt8(ascii: "\"") { return String(decoding: text, as: UTF8.self) }
            text += Array(String(try escape()).utf8)
        }
    }

    private mutating func escape() throws(JSONValue.Failure) -> Unicode.Scalar {
        guard let byte = next else { throw failure("a string does not end") }
        at += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            let unit = try codeUnit()
            guard (0xD800...0xDBFF).contains(unit), bytes[at...].starts(with: [0x5C, 0x75]) else {
                return Unicode.Scalar(unit) ?? "\u{FFFD}"
            }
            // A high surrogate, and what should be a low one.
            let second = at
            at += 2
            let low = try codeUnit()
            guard (0xDC00...0xDFFF).contains(low) else {
                at = second
                return "\u{FFFD}"
            }
            return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)) ?? "\u{FFFD}"
        default: throw failure("no such escape")
        }
    }

    private mutating func codeUnit() throws(JSONValue.Failure) -> UInt32 {
        let digits = bytes[at...].prefix(4)
        guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
            let unit = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw failure("four hexadecimal digits are wanted") }
        at += 4
        return unit
    }
}
