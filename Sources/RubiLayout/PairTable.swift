import RubiText

/// Lengths that the rules name, in raw `Length`s of a 1 em size.
enum Em {
    static let whole = 65536
    static let half = 32768
    static let quarter = 16384
    static let eighth = 8192

    /// A length in 1/65536 em, in an em of `size` (1/65536 of the page's), rounded down.
    @inline(__always)
    static func scale(_ length: Int, by size: Int) -> Int { (length * size) >> 16 }
}

/// What may give and take between two neighbours, and whether a line may end there, by the classes of both (L11, L12, L20, L32, L33).
struct Pair: Sendable {
    /// Kinds of natural space (L11, L12): the space, and the step in which it shrinks (L32).
    enum Space: UInt8 {
        case none
        /// Before 01, after 02 and 07: 500, step 5.
        case mark
        /// After 06: 500, never shrunk.
        case stop
        /// A middle dot's own quarter em: step 4.
        case dot
        /// 05 → 05: both quarter ems, step 4.
        case dots
        /// 06 → 05: the stop's half em and the dot's quarter, step 4.
        case stopDot
        /// 07 → 05: the dot's quarter in step 4, then the comma's half em in step 5.
        case commaDot
        /// L12, Japanese beside Western: step 6.
        case western
        /// U+0020 between Western: step 1; its space is the font's.
        case word
    }

    /// The first step of L33 that widens a place; all but `never` take part in step 4.
    enum Widening: UInt8 { case never, word, western, solid, last }

    var raw: UInt16

    init(space: Space, widening: Widening, breaks: Bool) {
        raw = UInt16(space.rawValue) | UInt16(widening.rawValue) << 4 | (breaks ? 0x80 : 0)
    }

    var space: Space { Space(rawValue: UInt8(raw & 0xF)) ?? .none }
    var widening: Widening { Widening(rawValue: UInt8(raw >> 4 & 0x7)) ?? .never }
    /// A line may end here.
    var breaks: Bool { raw & 0x80 != 0 }
    /// L21: no break, and so no widening.
    var joined: Pair { Pair(space: space, widening: .never, breaks: false) }

    static let none = Pair(space: .none, widening: .never, breaks: false)
}

/// All pairs of classes under one style, looked up by `before × 32 + after`.
struct PairTable: Sendable {
    private var pairs: [Pair]

    init(style: Style) {
        pairs = [Pair](repeating: .none, count: 32 * 32)
        for before in 1..<32 {
            for after in 1..<32 {
                guard let a = LineClass(rawValue: UInt8(before)), let b = LineClass(rawValue: UInt8(after)) else { continue }
                pairs[before << 5 | after] = Pair(
                    space: Self.space(a, b, style: style), widening: Self.widening(a, b), breaks: Self.breaks(a, b, kinsoku: style.kinsoku))
            }
        }
    }

    @inline(__always)
    func pair(_ before: UInt8, _ after: UInt8) -> Pair { pairs[Int(before) << 5 | Int(after)] }

    /// Classes, a bit each.
    private struct Group: ExpressibleByArrayLiteral {
        let bits: UInt32

        init(bits: UInt32) { self.bits = bits }
        init(arrayLiteral classes: LineClass...) { bits = classes.reduce(0) { $0 | ClassSet.bit($1) } }
        func contains(_ lineClass: LineClass) -> Bool { bits & ClassSet.bit(lineClass) != 0 }
    }

    private static let japanese: Group = [
        .iteration, .prolonged, .smallKana, .hiragana, .katakana, .ideograph, .tateChuYoko, .ruby, .jukugo, .mathSymbol, .mathOperator,
    ]
    private static let latin: Group = [.ornamented, .digit, .unit, .western]
    private static let words: Group = [.digit, .unit, .western]
    private static let letters: Group = [.unit, .western]
    private static let iterations: Group = [.iteration, .prolonged, .smallKana]
    private static let signs: Group = [.inseparable, .prefix, .postfix]
    private static let marks: Group = [.closingBracket, .hyphen, .dividing, .middleDot, .fullStop, .comma]
    private static let untouched = Group(bits: marks.bits | ClassSet.bit(.reference))
    private static let solid = Group(
        bits: japanese.bits | signs.bits | ClassSet.bit(.picture) | ClassSet.bit(.warichuOpen) | ClassSet.bit(.warichuClose))

    /// L11, L12; with `--punctuation full` and `half` (L13) marks bring no space of their own.
    private static func space(_ a: LineClass, _ b: LineClass, style: Style) -> Pair.Space {
        if style.punctuation == .jlreq {
            switch (a, b) {
            case (.fullStop, .middleDot): return .stopDot
            case (.comma, .middleDot): return .commaDot
            case (.middleDot, .middleDot): return .dots
            case (_, .middleDot), (.middleDot, _): return .dot
            case (.closingBracket, .closingBracket), (.closingBracket, .fullStop), (.closingBracket, .comma),
                (.closingBracket, .ideographicSpace):
                return .none
            case (.fullStop, .closingBracket), (.fullStop, .fullStop), (.fullStop, .comma): return .none
            case (.comma, .closingBracket), (.comma, .fullStop), (.comma, .comma): return .none
            case (.fullStop, _): return .stop
            case (.closingBracket, _), (.comma, _): return .mark
            case (.openingBracket, .openingBracket), (.ideographicSpace, .openingBracket): return .none
            case (_, .openingBracket): return .mark
            default: break
            }
        }
        if japanese.contains(a) && latin.contains(b) || latin.contains(a) && japanese.contains(b) { return .western }
        if a == .dividing && latin.contains(b) { return .western }
        return .none
    }

    /// L33.
    private static func widening(_ a: LineClass, _ b: LineClass) -> Pair.Widening {
        if a == .openingBracket || untouched.contains(b) { return .never }
        if a == .warichuOpen || b == .warichuClose || b == .wordSpace || a == .wordSpace || b == .ornamented { return .never }
        if a == .dividing && latin.contains(b) { return .western }
        if b == .openingBracket { return .last }
        if marks.contains(a) { return iterations.contains(b) ? .never : .last }
        if a == .ideographicSpace || b == .ideographicSpace { return .last }
        if iterations.contains(a) && b == .inseparable { return .last }
        if a == .inseparable && b == .digit { return .last }
        if solid.contains(a) && solid.contains(b) { return .solid }
        if words.contains(a) && signs.contains(b) { return .solid }
        if signs.contains(a) && letters.contains(b) { return .solid }
        if japanese.contains(a) && latin.contains(b) || latin.contains(a) && japanese.contains(b) { return .western }
        return .never
    }

    /// L20, L21, L22 as far as classes decide; what single characters decide is in `Prepare`.
    private static func breaks(_ a: LineClass, _ b: LineClass, kinsoku: Style.Kinsoku) -> Bool {
        // L21, whatever the kinsoku.
        if b == .reference || a == .warichuOpen || b == .warichuClose || b == .wordSpace || b == .ornamented { return false }
        if a == .prefix && b == .digit || a == .digit && b == .postfix { return false }
        if words.contains(a) && words.contains(b) { return false }
        if kinsoku == .none { return true }
        if a == .openingBracket || a == .prefix { return false }
        switch b {
        case .closingBracket, .fullStop, .comma, .hyphen: return false
        case .dividing, .middleDot: return kinsoku == .loose
        case .iteration, .prolonged, .smallKana: return kinsoku != .strict
        default: return true
        }
    }
}
