/// What an index is sorted by: `--key`.
public enum IndexKey: String, Sendable, CaseIterable {
    /// By the reading, in gojūon order.
    case reading
    /// By the reading in Latin letters as the kana are spelled.
    case romaji
    /// By the reading in Hepburn's spelling.
    case hepburn

    /// The key of a reading, as text.
    public func text(of reading: String) -> String {
        switch self {
        case .reading: reading
        case .romaji: Romanization.kana.romaji(of: reading)
        case .hepburn: Romanization.hepburn.romaji(of: reading)
        }
    }
}

/// How an index is divided by headings: `--group`.
public enum IndexGrouping: String, Sendable, CaseIterable {
    /// Not at all.
    case none
    /// By the rows of the kana table: あ か さ た な は ま や ら わ.
    case row
    /// By the first kana, voiced or not, or the first letter.
    case kana

    /// The heading that an entry with this key belongs under; nil for `none`. Latin letters stand under their capital, digits and signs under 記号.
    public func heading(of key: String) -> String? {
        guard self != .none else { return nil }
        guard let first = key.unicodeScalars.first.map({ KanaText.hiragana($0.value) }) else { return "記号" }
        if let kana = Self.plain(first) {
            guard self == .row else { return KanaText.string([kana]) }
            return Self.rows.last { $0.first.value <= kana }?.name ?? "あ"
        }
        return Self.letter(first) ?? (Self.isKanji(first) ? "漢字" : "記号")
    }

    private static let rows: [(first: Unicode.Scalar, name: String)] = [
        ("あ", "あ"), ("か", "か"), ("さ", "さ"), ("た", "た"), ("な", "な"), ("は", "は"), ("ま", "ま"), ("や", "や"), ("ら", "ら"), ("わ", "わ"),
    ]

    /// A hiragana without marks and in full size: ぱ は, っ つ, ゔ う.
    private static func plain(_ scalar: UInt32) -> UInt32? {
        switch scalar {
        case 0x3041...0x304A: scalar | 1 == scalar ? scalar + 1 : scalar  // ぁ … お
        case 0x304B...0x3062: scalar | 1 == scalar ? scalar : scalar - 1  // か … ぢ
        case 0x3063...0x3065: 0x3064  // っ つ づ
        case 0x3066...0x3069: scalar & ~1  // て … ど
        case 0x306A...0x306E: scalar  // な … の
        case 0x306F...0x307D: 0x306F + (scalar - 0x306F) / 3 * 3  // は … ぽ
        case 0x307E...0x3082: scalar
        case 0x3083...0x3088: scalar | 1 == scalar ? scalar + 1 : scalar  // ゃ … よ
        case 0x3089...0x308D: scalar
        case 0x308E: 0x308F
        case 0x308F...0x3093: scalar
        case 0x3094: 0x3046
        case 0x3095: 0x304B
        case 0x3096: 0x3051
        default: nil
        }
    }

    /// The capital of a Latin letter, its accents left out.
    private static func letter(_ scalar: UInt32) -> String? {
        switch scalar {
        case 0x41...0x5A: KanaText.string([scalar])
        case 0x61...0x7A: KanaText.string([scalar - 0x20])
        case 0xFF21...0xFF3A: KanaText.string([scalar - 0xFEE0])
        case 0xFF41...0xFF5A: KanaText.string([scalar - 0xFEE0 - 0x20])
        case 0x101: "A"
        case 0x12B: "I"
        case 0x16B: "U"
        case 0x113: "E"
        case 0x14D: "O"
        default: nil
        }
    }

    private static func isKanji(_ scalar: UInt32) -> Bool { 0x3400...0x9FFF ~= scalar || scalar >= 0x20000 }
}
