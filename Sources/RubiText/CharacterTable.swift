import CLanguage

/// Class of a character, by which the base of an unmarked ruby is found (M20).
@usableFromInline package enum CharacterClass: UInt8, Sendable {
    case other, kanji, hiragana, katakana, fullwidthLatin, halfwidthLatin, symbol
}

/// What reading has to know of a character, in one byte.
@usableFromInline package struct CharacterTraits: OptionSet, Sendable {
    @usableFromInline package let rawValue: UInt8
    @inlinable package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The lowest three bits are the raw value of a `CharacterClass`.
    @inlinable package static var classMask: UInt8 { 0b111 }
    /// Takes the class of the character before it: variation selectors, combining marks, joiners (M21).
    @inlinable package static var extends: CharacterTraits { CharacterTraits(rawValue: 0x08) }
    /// NFC may change it, or what stands before it (M120).
    @inlinable package static var unsettled: CharacterTraits { CharacterTraits(rawValue: 0x10) }
    /// A control character other than TAB (M123).
    @inlinable package static var control: CharacterTraits { CharacterTraits(rawValue: 0x20) }
    /// Half-width katakana and its punctuation, U+FF61–FF9F.
    @inlinable package static var halfwidthKana: CharacterTraits { CharacterTraits(rawValue: 0x40) }
    /// Can begin or end a construct of the Aozora notation. The highest bit, so that a shift tells it.
    @inlinable package static var aozoraMark: CharacterTraits { CharacterTraits(rawValue: 0x80) }

    static let aozoraMarkBit: UInt8 = 7

    /// The class that the lowest bits spell.
    @inlinable package var characterClass: CharacterClass { CharacterClass(rawValue: rawValue & Self.classMask) ?? .other }
}

/// The traits of every character; those of the basic plane in a table, which hot loops index themselves.
@usableFromInline package struct CharacterTable: Sendable {
    /// Constant data: what `computedTraits` finds in ICU's properties, kept as `runs`.
    package static let shared = CharacterTable()

    /// Raw traits of U+0000–FFFF.
    @usableFromInline package let basicPlane: [UInt8]

    private init() {
        basicPlane = [UInt8](unsafeUninitializedCapacity: 0x10000) { table, count in
            for (index, run) in Self.runs.enumerated() {
                let end = index + 1 < Self.runs.count ? Int(Self.runs[index + 1] >> 8) : 0x10000
                for scalar in Int(run >> 8)..<end { table[scalar] = UInt8(truncatingIfNeeded: run) }
            }
            count = 0x10000
        }
    }

    /// Han, Hangul syllables, surrogates and private use, of which nothing has to be asked.
    static func knownTraits(of scalar: UInt32) -> UInt8? {
        switch scalar {
        case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF: CharacterClass.kanji.rawValue
        case 0xA000...0xA48C, 0xAC00...0xD7A3, 0xD800...0xF8FF: 0
        default: nil
        }
    }

    /// Traits of any scalar.
    @inlinable package func traits(of scalar: UInt32) -> CharacterTraits {
        CharacterTraits(rawValue: scalar < 0x10000 ? basicPlane[Int(scalar)] : Self.supplementaryTraits(of: scalar))
    }

    /// Raw traits of a scalar past the basic plane.
    @usableFromInline package static func supplementaryTraits(of scalar: UInt32) -> UInt8 {
        switch scalar {
        case 0x20000...0x2F7FF, 0x2FA20...0x323AF, 0x2F800...0x2FA1F: CharacterClass.kanji.rawValue
        default: computedTraits(of: scalar)
        }
    }

    static func computedTraits(of scalar: UInt32) -> UInt8 {
        let category = UInt32(rubi_general_category(scalar))
        var traits = listedClass(of: scalar)?.rawValue ?? (isSymbol(category) ? CharacterClass.symbol.rawValue : 0)
        if isExtender(scalar, category) { traits |= CharacterTraits.extends.rawValue }
        if rubi_is_settled_in_nfc(scalar) == 0 { traits |= CharacterTraits.unsettled.rawValue }
        if scalar < 0x20 && scalar != 0x09 { traits |= CharacterTraits.control.rawValue }
        if 0xFF61...0xFF9F ~= scalar { traits |= CharacterTraits.halfwidthKana.rawValue }
        // 《 》 ｜ | ［ ］ ※ 〔 〕 ／
        if [0x300A, 0x300B, 0xFF5C, 0x7C, 0xFF3B, 0xFF3D, 0x203B, 0x3014, 0x3015, 0xFF0F].contains(scalar) {
            traits |= CharacterTraits.aozoraMark.rawValue
        }
        return traits
    }

    private static func listedClass(of scalar: UInt32) -> CharacterClass? {
        switch scalar {
        case 0x3005, 0x3006, 0x3007, 0x303B, 0x30F6: .kanji  // 々〆〇〻ヶ (M22)
        case 0x3041...0x3096, 0x309D...0x309F, 0x3031...0x3035: .hiragana
        case 0x30A1...0x30F5, 0x30F7...0x30FA, 0x30FC...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9F: .katakana
        case 0xFF10...0xFF19, 0xFF21...0xFF3A, 0xFF41...0xFF5A: .fullwidthLatin
        case 0x391...0x3A9, 0x3B1...0x3C9, 0x410...0x44F, 0x401, 0x451: .fullwidthLatin
        case 0x2212, 0xFF06, 0x2019, 0xFF0C, 0xFF0E: .fullwidthLatin  // −＆’，．
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: .halfwidthLatin
        case 0xD7, 0xF7: nil  // × ÷
        case 0xC0...0x24F, 0x1E00...0x1EFF: .halfwidthLatin
        case 0x23, 0x2D, 0x26, 0x27, 0x2C: .halfwidthLatin  // # - & ' ,
        case 0xFF05, 0x2030, 0xFF20, 0xFF0A, 0xFF03, 0xFF0F, 0xFF3C, 0x3013: .symbol  // ％‰＠＊＃／＼〓
        default: nil
        }
    }

    private static func isSymbol(_ category: UInt32) -> Bool {
        switch RubiCategory(category) {
        case RUBI_MATH_SYMBOL, RUBI_CURRENCY_SYMBOL, RUBI_MODIFIER_SYMBOL, RUBI_OTHER_SYMBOL, RUBI_LETTER_NUMBER, RUBI_OTHER_NUMBER: true
        default: false
        }
    }

    private static func isExtender(_ scalar: UInt32, _ category: UInt32) -> Bool {
        switch RubiCategory(category) {
        case RUBI_NON_SPACING_MARK, RUBI_ENCLOSING_MARK, RUBI_COMBINING_SPACING_MARK: true
        default: scalar == 0x200C || scalar == 0x200D
        }
    }
}
