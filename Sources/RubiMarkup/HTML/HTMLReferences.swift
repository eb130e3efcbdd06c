/// Character references (M117).
enum HTMLReferences {
    /// Named ones: what text needs, and dashes and ellipses.
    private static let named: [(name: StaticString, value: UInt32)] = [
        ("amp;", 0x26), ("lt;", 0x3C), ("gt;", 0x3E), ("quot;", 0x22), ("apos;", 0x27), ("nbsp;", 0xA0), ("ndash;", 0x2013),
        ("mdash;", 0x2014), ("horbar;", 0x2015), ("nldr;", 0x2025), ("hellip;", 0x2026),
    ]

    /// Digits of a number that is surely past Unicode.
    private static let maximumDigits = 10

    /// The character that the reference at `index` (its `&`) stands for, and the place after it; nil if what stands there is text.
    static func read(at index: Int, in scalars: [UInt32], limit: Int) -> (value: UInt32, end: Int)? {
        guard index + 1 < limit else { return nil }
        if scalars[index + 1] == scalar("#") { return number(at: index + 2, scalars, limit) }
        for (name, value) in named where matches(name, at: index + 1, in: scalars, limit: limit) {
            return (value, index + 1 + name.utf8CodeUnitCount)
        }
        return nil
    }

    private static func number(at start: Int, _ scalars: [UInt32], _ limit: Int) -> (value: UInt32, end: Int)? {
        let isHexadecimal = start < limit && scalars[start] | 0x20 == scalar("x")
        var index = isHexadecimal ? start + 1 : start
        let digits = index
        var value: UInt32 = 0
        while index < limit, index - digits < maximumDigits {
            guard let digit = digit(scalars[index], isHexadecimal) else { break }
            let (product, overflows) = value.multipliedReportingOverflow(by: isHexadecimal ? 16 : 10)
            value = overflows || product > 0x110000 ? 0x110000 : product + digit
            index += 1
        }
        guard index > digits, index < limit, scalars[index] == scalar(";"), value > 0, Unicode.Scalar(value) != nil else { return nil }
        return (value, index + 1)
    }

    private static func digit(_ character: UInt32, _ isHexadecimal: Bool) -> UInt32? {
        if isASCIIDigit(character) { return character - 0x30 }
        guard isHexadecimal, (0x61...0x66) ~= character | 0x20 else { return nil }
        return (character | 0x20) - 0x61 + 10
    }
}
