/// A colour, 8 bits a channel, sRGB.
public struct Color: Sendable, Hashable {
    /// The channels, red in the highest of the three bytes.
    public let rgb: UInt32

    /// The colour with these channels, `0xRRGGBB`.
    public init(rgb: UInt32) { self.rgb = rgb & 0xFF_FFFF }

    /// Black.
    public static let black = Color(rgb: 0)

    /// White.
    public static let white = Color(rgb: 0xFF_FFFF)

    var isGrey: Bool { rgb == (rgb & 255) * 0x1_0101 }

    /// `#RRGGBB`, `#RGB` or a colour name of CSS (CSS Color 4, 6.1), in any case; nil for anything else.
    public init?(_ text: String) {
        if text.utf8.first == 0x23 {
            let digits = text.dropFirst()
            guard digits.allSatisfy(\.isHexDigit), let value = UInt32(digits, radix: 16) else { return nil }
            switch digits.utf8.count {
            case 6: self.init(rgb: value)
            case 3: self.init(rgb: (value >> 8) * 0x11_0000 | (value >> 4 & 15) * 0x1100 | (value & 15) * 0x11)
            default: return nil
            }
        } else {
            guard let value = Self.names[text.lowercased()] else { return nil }
            self.init(rgb: value)
        }
    }

    /// The channels, 0–255.
    var channels: (red: UInt8, green: UInt8, blue: UInt8) {
        (UInt8(rgb >> 16), UInt8(rgb >> 8 & 255), UInt8(rgb & 255))
    }

    /// `#rrggbb`.
    var hex: String { "#" + String(0x100_0000 + rgb, radix: 16).dropFirst() }
}

/// How drawn formats look.
public struct DrawingStyle: Sendable {
    /// The colour of text and what is not ruby.
    public var color = Color.black
    /// The colour of readings; nil: the text's.
    public var rubyColor: Color?
    /// The colour of the page; nil: none.
    public var background: Color?

    /// Where pictures are; nil: none are shown.
    public var pictures: PictureFolder?

    /// Black text on no background.
    public init() {}
}
