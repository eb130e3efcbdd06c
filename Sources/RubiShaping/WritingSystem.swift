import CShaping

/// What HarfBuzz's script is set from: a run is shaped in pieces of one writing system each.
enum WritingSystem: UInt8, CaseIterable {
    /// Kanji, kana and their punctuation, as one: Japanese fonts give the scripts `hani` and `kana` the same features, and a word runs over both.
    case japanese
    case latin, greek, cyrillic
    /// Every other script; its pieces always go to HarfBuzz.
    case other
}

/// The writing system of a scalar, as far as it has one of its own.
enum ScalarSystem: Equatable {
    case of(WritingSystem)
    /// Another script, by HarfBuzz's name.
    case script(hb_script_t)
    /// Common and inherited scalars go with what stands before them.
    case common

    init(_ scalar: UInt32) {
        if Self.isJapaneseBlock(scalar) {
            self = .of(.japanese)
            return
        }
        let script = hb_unicode_script(hb_unicode_funcs_get_default(), scalar)
        switch script {
        case HB_SCRIPT_HAN, HB_SCRIPT_HIRAGANA, HB_SCRIPT_KATAKANA, HB_SCRIPT_BOPOMOFO: self = .of(.japanese)
        case HB_SCRIPT_LATIN: self = .of(.latin)
        case HB_SCRIPT_GREEK: self = .of(.greek)
        case HB_SCRIPT_CYRILLIC: self = .of(.cyrillic)
        case HB_SCRIPT_COMMON, HB_SCRIPT_INHERITED, HB_SCRIPT_UNKNOWN: self = .common
        default: self = .script(script)
        }
    }

    /// Blocks of East Asian punctuation and full-width forms, whatever script Unicode gives their scalars: Ａ is set as a Japanese character.
    private static func isJapaneseBlock(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x3000...0x312F, 0x3190...0x31FF, 0x3220...0x325F, 0x3280...0x33FF, 0xFE30...0xFE4F, 0xFF00...0xFF9F, 0xFFE0...0xFFE6: true
        default: false
        }
    }
}

/// The systems of the scalars below U+10000, each asked of HarfBuzz once.
struct ScalarSystemCache {
    private static let unknown: UInt8 = 0, common: UInt8 = 1, script: UInt8 = 2, firstSystem: UInt8 = 3
    private var codes: [UInt8] = []

    subscript(scalar: UInt32) -> ScalarSystem {
        mutating get {
            guard scalar < 0x10000 else { return ScalarSystem(scalar) }
            if codes.isEmpty { codes = Array(repeating: Self.unknown, count: 0x10000) }
            switch codes[Int(scalar)] {
            case Self.common: return .common
            case Self.unknown, Self.script: break
            case let code:
                if let system = WritingSystem(rawValue: code - Self.firstSystem) { return .of(system) }
            }
            let system = ScalarSystem(scalar)
            switch system {
            case .common: codes[Int(scalar)] = Self.common
            case .script: codes[Int(scalar)] = Self.script
            case .of(let own): codes[Int(scalar)] = Self.firstSystem + own.rawValue
            }
            return system
        }
    }
}

/// Scalars whose glyph hangs on their neighbours whatever the font: HarfBuzz joins them to a cluster, composes, hides or reorders them.
func dependsOnNeighbours(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0xAD, 0x034F, 0x061C, 0x17B4, 0x17B5, 0x180B...0x180F, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x206F, 0xFE00...0xFE0F, 0xFEFF,
        0xFFF0...0xFFF8, 0xE0000...0xE0FFF, 0x1D173...0x1D17A, 0x115F, 0x1160, 0x3164, 0xFFA0:
        return true  // Default_Ignorable_Code_Point
    case 0xFF9E, 0xFF9F, 0x1F3FB...0x1F3FF, 0x1F1E6...0x1F1FF: return true  // half-width sound marks, skin tones, flags
    case 0x2044: return true  // the fraction slash asks for `frac`
    default: break
    }
    switch hb_unicode_general_category(hb_unicode_funcs_get_default(), scalar) {
    case HB_UNICODE_GENERAL_CATEGORY_SPACING_MARK, HB_UNICODE_GENERAL_CATEGORY_ENCLOSING_MARK, HB_UNICODE_GENERAL_CATEGORY_NON_SPACING_MARK:
        return true
    default: return false
    }
}

/// The standardised and ideographic variation selectors.
func isVariationSelector(_ scalar: UInt32) -> Bool { 0xFE00...0xFE0F ~= scalar || 0xE0100...0xE01EF ~= scalar }
