/// Kana as scalars.
package enum KanaText {
    /// Katakana as hiragana, all else as it is. ヴ and the small ヵ and ヶ have hiragana too; ー stays.
    @inline(__always)
    package static func hiragana(_ scalar: UInt32) -> UInt32 {
        0x30A1...0x30F6 ~= scalar || scalar == 0x30FD || scalar == 0x30FE ? scalar - 0x60 : scalar
    }

    /// Whether a scalar is hiragana, full-width katakana, a mark of prolongation or of iteration.
    @inline(__always)
    package static func isKana(_ scalar: UInt32) -> Bool {
        0x3041...0x3096 ~= scalar || 0x309D...0x309F ~= scalar || 0x30A1...0x30FA ~= scalar || 0x30FC...0x30FF ~= scalar
    }

    /// Appends UTF-8, katakana turned into hiragana.
    static func appendHiragana(_ bytes: UnsafeBufferPointer<UInt8>, to kana: inout [UInt32]) {
        var index = 0
        while index < bytes.count {
            let lead = UInt32(bytes[index])
            let length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
            guard index + length <= bytes.count else { return }
            var scalar = length == 1 ? lead : lead & (0x7F >> UInt32(length))
            for offset in 1..<max(1, length) { scalar = scalar << 6 | UInt32(bytes[index + offset]) & 0x3F }
            kana.append(hiragana(scalar))
            index += length
        }
    }

    /// The voiced forms of か to と, は to ほ (連濁); nil where there is none.
    static func voiced(_ scalar: UInt32) -> UInt32? {
        switch scalar {
        // か … ち: every other one.
        case 0x304B...0x3061 where scalar % 2 == 1: scalar + 1
        case 0x3064, 0x3066, 0x3068: scalar + 1
        // は ひ ふ へ ほ: every third.
        case 0x306F, 0x3072, 0x3075, 0x3078, 0x307B: scalar + 1
        default: nil
        }
    }

    /// The half-voiced forms of は to ほ.
    static func halfVoiced(_ scalar: UInt32) -> UInt32? {
        switch scalar {
        case 0x306F, 0x3072, 0x3075, 0x3078, 0x307B: scalar + 2
        default: nil
        }
    }

    /// Small kana that belong to the one before them: ゃゅょ and the small vowels. Not っ.
    static func isSmall(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x3041, 0x3043, 0x3045, 0x3047, 0x3049, 0x3083, 0x3085, 0x3087, 0x308E: true
        default: false
        }
    }

    /// As scalars.
    static func scalars(_ text: String) -> [UInt32] { text.unicodeScalars.map(\.value) }

    /// As text.
    package static func string(_ scalars: some Sequence<UInt32>) -> String {
        var view = String.UnicodeScalarView()
        for scalar in scalars { view.append(Unicode.Scalar(scalar) ?? "\u{FFFD}") }
        return String(view)
    }
}
