/// Kana and digits in both widths.
package enum Kana {
    /// Full-width forms of U+FF61–FF9F, in order.
    private static let fullwidth: [UInt32] = "。「」、・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン゛゜"
        .unicodeScalars.map(\.value)

    /// Widens half-width kana and their punctuation, with their voiced marks (ｶﾞ → ガ), in place; `offsets` stands beside `scalars` and
    /// has one element more.
    static func widen(_ scalars: inout [UInt32], _ offsets: inout [UInt32]) {
        var written = 0
        var afterHalfwidth = false
        for i in scalars.indices {
            var scalar = scalars[i]
            let isHalfwidth = 0xFF61...0xFF9F ~= scalar
            if isHalfwidth { scalar = fullwidth[Int(scalar - 0xFF61)] }
            if afterHalfwidth, scalar == 0x309B || scalar == 0x309C, isHalfwidth,
                let voiced = Normalization.composed(scalars[written - 1], scalar == 0x309B ? 0x3099 : 0x309A)
            {
                scalars[written - 1] = voiced
                continue
            }
            scalars[written] = scalar
            offsets[written] = offsets[i]
            written += 1
            afterHalfwidth = isHalfwidth
        }
        offsets[written] = offsets[scalars.count]
        scalars.removeLast(scalars.count - written)
        offsets.removeLast(offsets.count - written - 1)
    }

    /// Value of a digit, half or full width.
    package static func digit(_ scalar: UInt32) -> Int? {
        switch scalar {
        case 0x30...0x39: Int(scalar - 0x30)
        case 0xFF10...0xFF19: Int(scalar - 0xFF10)
        default: nil
        }
    }

    /// Whether a scalar is kana of either width, a mark of prolongation or iteration, or a middle dot: what readings are written in.
    package static func isReading(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x3041...0x309F, 0x30A1...0x30FF, 0x31F0...0x31FF, 0xFF65...0xFF9F, 0x3031...0x3035: true
        default: false
        }
    }

    /// R7: the full-size form of a small kana, and every other scalar itself.
    package static func fullSize(of scalar: UInt32) -> UInt32 {
        switch scalar {
        case 0x3041, 0x3043, 0x3045, 0x3047, 0x3049, 0x3063, 0x3083, 0x3085, 0x3087, 0x308E,
            0x30A1, 0x30A3, 0x30A5, 0x30A7, 0x30A9, 0x30C3, 0x30E3, 0x30E5, 0x30E7, 0x30EE:
            scalar + 1
        case 0x3095: 0x304B
        case 0x3096: 0x3051
        case 0x30F5: 0x30AB
        case 0x30F6: 0x30B1
        default: scalar
        }
    }
}
