import RubiText

/// Sets of line classes, a bit each.
enum ClassSet {
    @inline(__always) static func bit(_ lineClass: UInt8) -> UInt32 { 1 << UInt32(lineClass & 31) }
    @inline(__always) static func bit(_ lineClass: LineClass) -> UInt32 { 1 << UInt32(lineClass.rawValue) }

    /// Marks of half an em (L10).
    @inline(__always) static var marks: UInt32 { bit(.openingBracket) | bit(.middleDot) | blankAfter }
    /// Marks with their blank behind them.
    @inline(__always) static var blankAfter: UInt32 { bit(.closingBracket) | bit(.fullStop) | bit(.comma) }
    /// What neighbours decide.
    @inline(__always) static var neighbourly: UInt32 { bit(.mathSymbol) | bit(.mathOperator) | western }
    /// Runs of these are one unit (R9).
    @inline(__always) static var western: UInt32 { latin | bit(.wordSpace) }
    @inline(__always) static var latin: UInt32 { bit(.western) | bit(.digit) | bit(.unit) }
    /// R22: one ruby em.
    @inline(__always) static var kana: UInt32 { kanaOfJIS | bit(.katakana) | bit(.prolonged) }
    /// R23: as `kana`, without cl-16 and cl-10; katakana of cl-11 are left out by scalar.
    @inline(__always) static var kanaOfJIS: UInt32 { bit(.hiragana) | bit(.smallKana) | bit(.inseparable) }
    /// R24: half a ruby em.
    @inline(__always) static var kanaAndKanji: UInt32 {
        bit(.iteration) | bit(.prolonged) | bit(.smallKana) | bit(.hiragana) | bit(.katakana) | bit(.ideograph)
    }
}
