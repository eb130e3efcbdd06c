import Rubi

/// A number as it is written, in whole millionths: no floating point, so that it means the same on every machine.
struct DecimalNumber: Sendable, Equatable {
    static let scale = 1_000_000
    /// Far beyond any page, and small enough for every product made of it.
    static let limit = 1_000_000
    let millionths: Int

    /// Digits with at most one point; further decimals than six are dropped. Nil for anything else, and beyond ±`limit`.
    init?(_ text: Substring) {
        var digits = text.utf8
        let isNegative = digits.first == UInt8(ascii: "-")
        if isNegative || digits.first == UInt8(ascii: "+") { digits.removeFirst() }
        var value = 0
        var decimals = -1
        var count = 0
        for digit in digits {
            if digit == UInt8(ascii: "."), decimals < 0 {
                decimals = 0
            } else if (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) {
                count += 1
                if decimals == 6 { continue }
                value = value * 10 + Int(digit - UInt8(ascii: "0"))
                if decimals >= 0 { decimals += 1 }
                if decimals < 0, value > Self.limit { return nil }
            } else {
                return nil
            }
        }
        guard count > 0 else { return nil }
        for _ in max(decimals, 0)..<6 { value *= 10 }
        millionths = isNegative ? -value : value
    }

    /// `self` × `numerator` ÷ `denominator`, to the nearest whole number.
    func scaled(_ numerator: Int, over denominator: Int = 1) -> Int {
        let (product, divisor) = (millionths * numerator, Self.scale * denominator)
        return (product + (product < 0 ? -divisor : divisor) / 2) / divisor
    }

    /// The whole number that it is; nil where it has decimals.
    var whole: Int? { millionths % Self.scale == 0 ? millionths / Self.scale : nil }
}

/// A length as it is written: `12`, `0.5em`, `3mm`, `20Q`, `9pt`.
struct WrittenLength: Sendable, Equatable {
    enum Unit: String, Sendable, CaseIterable {
        case em, pt, mm
        /// A quarter of a millimetre, the unit of Japanese phototypesetting (級).
        case quarterMillimetre = "Q"
    }

    let number: DecimalNumber
    /// Nil where none is written.
    let unit: Unit?

    init?(_ text: String) {
        let unit = Unit.allCases.first { text.hasSuffix($0.rawValue) }
        guard let number = DecimalNumber(text.dropLast(unit?.rawValue.count ?? 0)) else { return nil }
        (self.number, self.unit) = (number, unit)
    }

    /// In 1/65536 pt, for an em of `fontSize`; a point is 1/72 inch, an inch 25.4 mm.
    func points(fontSize: Int) -> Int {
        switch unit {
        case .em, nil: number.scaled(fontSize)
        case .pt: number.scaled(65536)
        case .mm: number.scaled(65536 * 360, over: 127)
        case .quarterMillimetre: number.scaled(65536 * 90, over: 127)
        }
    }

    /// In ems of `fontSize`.
    func ems(fontSize: Int) -> Length {
        switch unit {
        case .em, nil: Length(raw: number.scaled(65536))
        case .pt, .mm, .quarterMillimetre: Length(raw: points(fontSize: fontSize) * 65536 / fontSize)
        }
    }
}
