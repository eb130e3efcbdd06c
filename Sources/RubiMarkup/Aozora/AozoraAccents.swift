import RubiText

/// Letters with accents written as two or three ASCII characters inside 〔…〕 (M80), as the Aozora Bunko manual lists them.
enum AozoraAccents {
    /// The letters, and what may follow them. `'`, `:` and `,` stand in texts as themselves too, so only these letters take them.
    private static let marks: [UInt32: String] = Dictionary(
        uniqueKeysWithValues: [
            ("a", "`'^~:&_"), ("c", ",'^"), ("d", "/"), ("e", "`'^:_~"), ("g", "^"), ("h", "^/"), ("i", "`'^:_~/"), ("j", "^"), ("l", "/'"),
            ("m", "'"), ("n", "`~'"), ("o", "`'^~:/_"), ("r", "'"), ("s", "',^"), ("t", ","), ("u", "`'^:_&~"), ("y", "':"), ("z", "'"),
        ].map { (Unicode.Scalar($0.0).map(\.value) ?? 0, $0.1) })
    private static let combining: [UInt32: UInt32] = [
        0x60: 0x300, 0x27: 0x301, 0x5E: 0x302, 0x7E: 0x303, 0x3A: 0x308, 0x26: 0x30A, 0x2C: 0x327, 0x5F: 0x304,
    ]
    /// Letters with a stroke, which no combining mark makes, lower and upper.
    private static let strokes: [UInt32: (UInt32, UInt32)] = [
        0x64: (0x111, 0x110), 0x68: (0x127, 0x126), 0x69: (0x268, 0x197), 0x6C: (0x142, 0x141), 0x6F: (0xF8, 0xD8),
    ]
    /// Letter and mark together to the precomposed letter.
    private static let table: [UInt64: UInt32] = {
        var table: [UInt64: UInt32] = [:]
        for (letter, marks) in marks {
            for mark in marks.unicodeScalars.map(\.value) {
                for (base, isUpper) in [(letter, false), (letter - 0x20, true)] {
                    let composed =
                        mark == 0x2F
                        ? strokes[letter].map { isUpper ? $0.1 : $0.0 } : combining[mark].flatMap { Normalization.composed(base, $0) }
                    if let composed { table[key(base, mark)] = composed }
                }
            }
        }
        table[key(0x73, 0x26)] = 0xDF  // s& ß
        table[key(0x21, 0x40)] = 0xA1  // !@ ¡
        table[key(0x3F, 0x40)] = 0xBF  // ?@ ¿
        return table
    }()

    private static func key(_ first: UInt32, _ second: UInt32) -> UInt64 { UInt64(first) << 32 | UInt64(second) }

    /// The letter that begins at `i`, and how many characters spell it; nil where none does before `end`.
    static func letter(_ s: [UInt32], at i: Int, end: Int) -> (scalar: UInt32, length: Int)? {
        guard i + 1 < end, s[i] < 0x80 else { return nil }
        if i + 2 < end, s[i + 2] == 0x26 {
            switch (s[i], s[i + 1]) {
            case (0x61, 0x65): return (0xE6, 3)  // ae& æ
            case (0x6F, 0x65): return (0x153, 3)  // oe& œ
            case (0x41, 0x45): return (0xC6, 3)  // AE& Æ
            case (0x4F, 0x45): return (0x152, 3)  // OE& Œ
            default: break
            }
        }
        guard s[i + 1] < 0x80, let scalar = table[key(s[i], s[i + 1])] else { return nil }
        return (scalar, 2)
    }

    static func holdsDigraph(_ s: [UInt32], _ range: Range<Int>) -> Bool {
        range.contains { letter(s, at: $0, end: range.upperBound) != nil }
    }
}
