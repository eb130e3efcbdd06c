import CLanguage

/// Character classes of line composition (L1; JLREQ 3.9.2, appendix A). Raw values are JLREQ's numbers; `picture` and `zeroWidth` are ours.
public enum LineClass: UInt8, Sendable {
    case openingBracket = 1, closingBracket, hyphen, dividing, middleDot, fullStop, comma, inseparable, iteration, prolonged
    case smallKana, prefix, postfix, ideographicSpace, hiragana, katakana, mathSymbol, mathOperator, ideograph, reference
    case ornamented, ruby, jukugo, digit, unit, wordSpace, western, warichuOpen, warichuClose, tateChuYoko
    /// A picture in the line: as an ideograph, but no ruby lies over it (R22).
    case picture
}

/// What line composition asks of one character, packed in a byte: its class and, in vertical writing, whether it stands upright.
public struct LineProperty: Sendable, Equatable {
    /// The class in the five lowest bits; the highest: it stands upright.
    public var raw: UInt8

    /// A property as it was packed.
    @inlinable public init(raw: UInt8) { self.raw = raw }
    init(_ lineClass: LineClass, upright: Bool) { raw = lineClass.rawValue | (upright ? 0x80 : 0) }

    /// The class by scalar alone; what neighbours decide (quotation marks, digits' points, math) is settled by the composer.
    @inlinable public var lineClass: LineClass { LineClass(rawValue: raw & 0x1F) ?? .ideograph }
    /// The number of the class.
    @inlinable public var classIndex: Int { Int(raw & 0x1F) }
    /// Combining marks, variation selectors and joiners: they belong to the character before them (L2).
    @inlinable public var isExtending: Bool { raw & 0x1F == 0 }
    /// UAX #50: U, Tu and Tr stand upright (L50); R is turned.
    @inlinable public var isUpright: Bool { raw & 0x80 != 0 }
}

/// Properties by scalar. Pages of 256 scalars are filled on first use, so that a start costs nothing; one table a worker.
public struct LinePropertyTable: Sendable {
    @usableFromInline var pages: [UInt8] = []
    @usableFromInline var slots = [UInt16](repeating: 0xFFFF, count: 0x1100)
    /// The slot that all pages with nothing but ideographs share.
    private var ideographs: UInt16 = 0xFFFF

    /// A table that nothing was asked of yet.
    public init() {}

    /// The property of `scalar`, a Unicode scalar value.
    @inlinable
    public mutating func property(of scalar: UInt32) -> LineProperty {
        let slot = slots[Int(scalar >> 8)]
        if slot != 0xFFFF { return LineProperty(raw: pages[Int(slot) << 8 | Int(scalar & 0xFF)]) }
        fill(page: Int(scalar >> 8))
        return property(of: scalar)
    }

    @usableFromInline @inline(never)
    mutating func fill(page: Int) {
        let hasIdeographsAlone = LineClass.areIdeographs(UInt32(page << 8)...UInt32(page << 8 | 0xFF))
        if hasIdeographsAlone, ideographs != 0xFFFF {
            slots[page] = ideographs
            return
        }
        slots[page] = UInt16(pages.count >> 8)
        if hasIdeographsAlone { ideographs = slots[page] }
        for low in 0..<256 { pages.append(LineClass.property(ofUncached: UInt32(page << 8 | low)).raw) }
    }
}

extension LineClass {
    /// The table of L1, as ranges in the order of the scalars; what it leaves out is decided by width.
    private static let ranges: [(ClosedRange<UInt32>, LineClass)] = {
        let table: [(LineClass, [ClosedRange<UInt32>])] = [
            (
                .openingBracket,
                [
                    0x2018...0x2018, 0x201C...0x201C, 0x2985...0x2985, 0x3008...0x3008, 0x300A...0x300A, 0x300C...0x300C, 0x300E...0x300E,
                    0x3010...0x3010, 0x3014...0x3014, 0x3016...0x3016, 0x3018...0x3018, 0x301D...0x301D, 0xFF08...0xFF08, 0xFF3B...0xFF3B,
                    0xFF5B...0xFF5B, 0xFF5F...0xFF5F, 0x00AB...0x00AB, 0xFF62...0xFF62,
                ]
            ),
            (
                .closingBracket,
                [
                    0x2019...0x2019, 0x201D...0x201D, 0x2986...0x2986, 0x3009...0x3009, 0x300B...0x300B, 0x300D...0x300D, 0x300F...0x300F,
                    0x3011...0x3011, 0x3015...0x3015, 0x3017...0x3017, 0x3019...0x3019, 0x301E...0x301F, 0xFF09...0xFF09, 0xFF3D...0xFF3D,
                    0xFF5D...0xFF5D, 0xFF60...0xFF60, 0x00BB...0x00BB, 0xFF63...0xFF63,
                ]
            ),
            (.hyphen, [0x2010...0x2010, 0x2013...0x2013, 0x301C...0x301C, 0x30A0...0x30A0, 0xFF5E...0xFF5E]),
            (.dividing, [0x203C...0x203C, 0x2047...0x2049, 0xFF01...0xFF01, 0xFF1F...0xFF1F]),
            (.middleDot, [0x30FB...0x30FB, 0xFF1A...0xFF1B, 0xFF65...0xFF65]),
            (.fullStop, [0x3002...0x3002, 0xFF0E...0xFF0E, 0xFF61...0xFF61]),
            (.comma, [0x3001...0x3001, 0xFF0C...0xFF0C, 0xFF64...0xFF64]),
            (.inseparable, [0x2014...0x2015, 0x2025...0x2026, 0x3033...0x3035]),
            (.iteration, [0x3005...0x3005, 0x303B...0x303B, 0x309D...0x309E, 0x30FD...0x30FE]),
            (.prolonged, [0x30FC...0x30FC, 0xFF70...0xFF70]),
            (
                .smallKana,
                [
                    0x3041...0x3041, 0x3043...0x3043, 0x3045...0x3045, 0x3047...0x3047, 0x3049...0x3049, 0x3063...0x3063, 0x3083...0x3083,
                    0x3085...0x3085, 0x3087...0x3087, 0x308E...0x308E, 0x3095...0x3096, 0x30A1...0x30A1, 0x30A3...0x30A3, 0x30A5...0x30A5,
                    0x30A7...0x30A7, 0x30A9...0x30A9, 0x30C3...0x30C3, 0x30E3...0x30E3, 0x30E5...0x30E5, 0x30E7...0x30E7, 0x30EE...0x30EE,
                    0x30F5...0x30F6, 0x31F0...0x31FF, 0xFF67...0xFF6F,
                ]
            ),
            (.prefix, [0xA3...0xA3, 0xA5...0xA5, 0x20AC...0x20AC, 0x2116...0x2116, 0xFF03...0xFF04, 0xFFE1...0xFFE1, 0xFFE5...0xFFE5]),
            (
                .postfix,
                [
                    0xA2...0xA2, 0xB0...0xB0, 0x2030...0x2030, 0x2032...0x2033, 0x2103...0x2103, 0x2113...0x2113, 0x3303...0x3303,
                    0x330D...0x330D, 0x3314...0x3314, 0x3318...0x3318, 0x3322...0x3323, 0x3326...0x3327, 0x332B...0x332B, 0x3336...0x3336,
                    0x333B...0x333B, 0x3349...0x334A, 0x334D...0x334D, 0x3351...0x3351, 0x3357...0x3357, 0x338E...0x338F, 0x339C...0x339E,
                    0x33A1...0x33A1, 0x33C4...0x33C4, 0x33CB...0x33CB, 0xFF05...0xFF05, 0xFFE0...0xFFE0,
                ]
            ),
            (.ideographicSpace, [0x3000...0x3000]),
            (.hiragana, [0x3042...0x3094, 0x309F...0x309F]),
            (.katakana, [0x30A2...0x30F4, 0x30F7...0x30FA, 0x30FF...0x30FF, 0xFF66...0xFF9D]),
            (
                .mathSymbol,
                [
                    0x2208...0x2209, 0x220B...0x220B, 0x2225...0x222A, 0x223D...0x223D, 0x2243...0x2243, 0x2245...0x2245, 0x2248...0x2248,
                    0x2252...0x2252, 0x2260...0x2262, 0x2266...0x2267, 0x226A...0x226B, 0x2276...0x2277, 0x2282...0x2287, 0x228A...0x228B,
                    0x2295...0x2295, 0x2297...0x2297, 0x22A5...0x22A5, 0x22DA...0x22DB, 0x2305...0x2306, 0x21D2...0x21D2, 0x21D4...0x21D4,
                    0x2194...0x2194, 0x221D...0x221D, 0xFF1C...0xFF1E,
                ]
            ),
            (.mathOperator, [0xB1...0xB1, 0xD7...0xD7, 0xF7...0xF7, 0x2212...0x2213, 0xFF0B...0xFF0B, 0xFF0D...0xFF0D]),
            (
                .ideograph,
                [
                    0x203B...0x203B, 0x3006...0x3007, 0x3031...0x3032, 0xFF10...0xFF19, 0xFF21...0xFF3A, 0xFF41...0xFF5A, 0xFF9E...0xFF9F,
                    0x3400...0x4DBF,
                    0x4E00...0x9FFF, 0xF900...0xFAFF, 0x2_0000...0x3_FFFD,
                ]
            ),
            (.digit, [0x30...0x39]),
            (.wordSpace, [0x20...0x20, 0xA0...0xA0]),
            (.western, [0x21...0x2F, 0x3A...0x7E]),
        ]
        // Small kana lie inside the ranges of the kana: the first table entry that names a scalar wins, so smaller classes stand first.
        return table.flatMap { lineClass, ranges in ranges.map { ($0, lineClass) } }
    }()

    /// Whether these are all of the two large blocks of ideographs.
    fileprivate static func areIdeographs(_ scalars: ClosedRange<UInt32>) -> Bool {
        scalars.lowerBound >= 0x4E00 && scalars.upperBound <= 0x9FFF || scalars.lowerBound >= 0x3400 && scalars.upperBound <= 0x4DBF
    }

    fileprivate static func property(ofUncached scalar: UInt32) -> LineProperty {
        if areIdeographs(scalar...scalar) { return LineProperty(.ideograph, upright: true) }
        if isExtending(scalar) { return LineProperty(raw: 0) }
        let upright = rubi_is_turned(scalar) == 0
        if let entry = ranges.first(where: { $0.0.contains(scalar) }) { return LineProperty(entry.1, upright: upright) }
        return LineProperty(classByWidth(of: scalar), upright: upright)
    }

    private static func isExtending(_ scalar: UInt32) -> Bool {
        if scalar == 0x200D || 0xFE00...0xFE0F ~= scalar || 0xE_0100...0xE_01EF ~= scalar { return true }
        let category = UInt32(rubi_general_category(scalar))
        return category == RUBI_NON_SPACING_MARK.rawValue || category == RUBI_ENCLOSING_MARK.rawValue
            || category == RUBI_COMBINING_SPACING_MARK.rawValue
    }

    /// What L1 names only by kind: letters of narrow scripts and narrow marks are Western; wide scalars, symbols, controls and unassigned ones are cl-19.
    private static func classByWidth(of scalar: UInt32) -> LineClass {
        if rubi_is_wide(scalar) != 0 { return .ideograph }
        let category = UInt32(rubi_general_category(scalar))
        let others = [
            RUBI_MATH_SYMBOL, RUBI_OTHER_SYMBOL, RUBI_MODIFIER_SYMBOL, RUBI_CURRENCY_SYMBOL, RUBI_OTHER_NUMBER, RUBI_LETTER_NUMBER,
            RUBI_CONTROL_CHAR, RUBI_UNASSIGNED,
            RUBI_PRIVATE_USE_CHAR,
        ]
        return others.contains { $0.rawValue == category } ? .ideograph : .western
    }
}
