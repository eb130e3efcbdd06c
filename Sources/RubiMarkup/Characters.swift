/// Characters that continue the one before them: variation selectors and combining marks (M10).
@inline(__always)
func continuesCharacter(_ scalar: UInt32) -> Bool {
    guard scalar >= 0x300 else { return false }
    return scalar <= 0x36F || scalar == 0x3099 || scalar == 0x309A || (scalar >= 0xFE00 && scalar <= 0xFE0F)
        || (scalar >= 0xE0100 && scalar <= 0xE01EF)
}

/// U+200D joins its neighbours to one character (M10).
let zeroWidthJoiner: UInt32 = 0x200D

/// The end of the character (M10) that begins at `start`, which lies before `limit`.
func characterEnd(after start: Int, in scalars: [UInt32], limit: Int) -> Int {
    var end = start + 1
    while end < limit {
        if continuesCharacter(scalars[end]) {
            end += 1
        } else if scalars[end] == zeroWidthJoiner {
            end = min(end + 2, limit)
        } else {
            break
        }
    }
    return end
}

/// Characters between which a line end is no space (M115, M117): those of East Asian width, and dashes and ellipses, which Japanese text shares.
@inline(__always)
func joinsAcrossLines(_ scalar: UInt32) -> Bool {
    guard scalar >= 0x2014 else { return false }
    switch scalar {
    case 0x2014, 0x2015, 0x2025, 0x2026, 0x2E80...0xA4CF, 0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF01...0xFFEF, 0x20000...0x3FFFD: return true
    default: return false
    }
}

/// ASCII punctuation: what a backslash makes literal in Markdown and Typst.
@inline(__always)
func isASCIIPunctuation(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: return true
    default: return false
    }
}

@inline(__always)
func isASCIIDigit(_ scalar: UInt32) -> Bool { scalar >= 0x30 && scalar <= 0x39 }

@inline(__always)
func isASCIILetter(_ scalar: UInt32) -> Bool { (scalar | 0x20) >= 0x61 && (scalar | 0x20) <= 0x7A }

/// Space or tabulator.
@inline(__always)
func isBlank(_ scalar: UInt32) -> Bool { scalar == 0x20 || scalar == 0x09 }

/// The scalar of an ASCII (or other) character literal, for comparing.
@inline(__always)
func scalar(_ literal: Unicode.Scalar) -> UInt32 { literal.value }

/// Whether `scalars` hold the ASCII string `word` at `index`.
func matches(_ word: StaticString, at index: Int, in scalars: [UInt32], limit: Int? = nil) -> Bool {
    let length = word.utf8CodeUnitCount
    guard index >= 0, index + length <= limit ?? scalars.count else { return false }
    return word.withUTF8Buffer { bytes in
        for offset in 0..<length where scalars[index + offset] != UInt32(bytes[offset]) { return false }
        return true
    }
}

/// The characters as a string, for messages and metadata.
func string(_ scalars: ArraySlice<UInt32>) -> String {
    var result = String.UnicodeScalarView()
    for value in scalars { result.append(Unicode.Scalar(value) ?? "\u{FFFD}") }
    return String(result)
}

extension StyleName {
    /// Size steps of a style that names none: one, if it is a size.
    static func steps(_ rawValue: UInt8) -> Int32 { rawValue == larger.rawValue || rawValue == smaller.rawValue ? 1 : 0 }
}
