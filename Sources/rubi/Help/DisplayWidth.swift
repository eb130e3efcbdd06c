import CLanguage

/// Columns of a terminal that `text` takes: two for wide and full-width characters (UAX #11), none for what combines.
func displayWidth(_ text: String) -> Int {
    var width = 0
    for scalar in text.unicodeScalars { width += displayWidth(scalar) }
    return width
}

/// Columns of a terminal that `scalar` takes.
func displayWidth(_ scalar: Unicode.Scalar) -> Int {
    if scalar.isASCII { return 1 }
    // Kana and kanji, of which nearly all text is made.
    if 0x3041...0x3096 ~= scalar.value || 0x30A0...0x30FF ~= scalar.value || 0x4E00...0x9FFF ~= scalar.value { return 2 }
    switch UInt32(rubi_general_category(scalar.value)) {
    case RUBI_NON_SPACING_MARK.rawValue, RUBI_ENCLOSING_MARK.rawValue, RUBI_FORMAT_CHAR.rawValue: return 0
    default: break
    }
    return rubi_is_wide(scalar.value) != 0 ? 2 : 1
}
