/// Characters to the bytes of an encoding, for what is written (M135).
///
/// The inverse of the decoders, by the same tables: what a file of the encoding says can be written back. Where JIS and Microsoft map a code
/// differently (M122) both characters are written as it.
package final class TextEncoder {
    package let encoding: TextEncoding
    /// Bytes by scalar: the count in the highest byte, then the bytes, the last lowest; of the basic plane, 0 for what is not there.
    private var basicPlane: [UInt32] = []
    private var supplementary: [UInt32: UInt32] = [:]
    /// Two scalars that are one code (か゚), by the first << 32 | the second.
    private var pairs: [UInt64: UInt32] = [:]
    /// The set in force of ISO-2022-JP.
    private var set = CharacterSet.ascii

    private enum CharacterSet { case ascii, katakana, kanji, supplement }

    /// What Microsoft's tables have for codes that JIS maps otherwise, and the character of JIS.
    private static let microsoft: [(UInt32, UInt32)] = [
        (0xFF5E, 0x301C), (0x2225, 0x2016), (0xFF0D, 0x2212), (0xFFE0, 0xA2), (0xFFE1, 0xA3), (0xFFE2, 0xAC), (0x2014, 0x2015),
    ]

    /// Nil where the C library lacks the encoding.
    package init?(_ encoding: TextEncoding) {
        self.encoding = encoding
        let table: DoubleByteTable?
        switch encoding {
        case .utf8, .utf16: return
        case .cp932: table = DoubleByteTable.cp932
        case .shiftJISX0213: table = DoubleByteTable.shiftJISX0213
        case .eucJP, .iso2022JP: table = DoubleByteTable.eucJP
        }
        guard let table else { return nil }
        fill(table)
    }

    private func fill(_ table: DoubleByteTable) {
        basicPlane = [UInt32](repeating: 0, count: 0x10000)
        for scalar in UInt32(0)..<0x80 { basicPlane[Int(scalar)] = 1 << 24 | scalar }
        for byte in 0x80..<0x100 where table.single[byte] != 0 { set(table.single[byte], 1 << 24 | UInt32(byte)) }
        for lead in Self.leads(encoding) {
            for trail in 0x21..<0xFF { set(table.double[lead << 8 | trail], 2 << 24 | UInt32(lead << 8 | trail)) }
        }
        if !table.triple.isEmpty {
            for code in table.triple.indices where table.triple[code] != 0 { set(table.triple[code], 3 << 24 | 0x8F0000 | UInt32(code)) }
        }
        for (other, jis) in Self.microsoft where basicPlane[Int(other)] == 0 { basicPlane[Int(other)] = basicPlane[Int(jis)] }
    }

    /// The first bytes of double-byte codes, those first whose codes are preferred: of CP932, JIS X 0208 and NEC's row 13, then IBM's extensions,
    /// and last the same selected by NEC.
    private static func leads(_ encoding: TextEncoding) -> [Int] {
        guard encoding == .cp932 else { return Array(0x80..<0x100) }
        return Array(0x81...0x9F) + Array(0xE0...0xEC) + [0xFA, 0xFB, 0xFC, 0xED, 0xEE]
    }

    private func set(_ entry: UInt32, _ code: UInt32) {
        guard entry != 0 else { return }
        if entry & DoubleByteTable.isPair != 0 {
            let key = UInt64((entry & ~DoubleByteTable.isPair) >> 16) << 32 | UInt64(entry & 0xFFFF)
            if pairs[key] == nil { pairs[key] = code }
        } else if entry < 0x10000 {
            if basicPlane[Int(entry)] == 0 { basicPlane[Int(entry)] = code }
        } else if supplementary[entry] == nil {
            supplementary[entry] = code
        }
    }

    private func code(_ scalar: UInt32) -> UInt32 { scalar < 0x10000 ? basicPlane[Int(scalar)] : supplementary[scalar] ?? 0 }

    /// Whether the encoding has the character.
    package func holds(_ scalar: UInt32) -> Bool {
        switch encoding {
        case .utf8, .utf16: true
        case .cp932, .eucJP, .iso2022JP, .shiftJISX0213: code(scalar) != 0
        }
    }

    /// Whether the two scalars are one code.
    package func holdsPair(_ first: UInt32, _ second: UInt32) -> Bool {
        !pairs.isEmpty && pairs[UInt64(first) << 32 | UInt64(second)] != nil
    }

    /// What the encoding wants before the first character.
    package func begin(_ bytes: inout [UInt8]) { if encoding == .utf16 { bytes += [0xFF, 0xFE] } }

    /// Appends a character that the encoding has.
    package func append(_ scalar: UInt32, to bytes: inout [UInt8]) {
        switch encoding {
        case .utf8: UTF8Text.append(scalar, to: &bytes)
        case .utf16: Self.appendUTF16(scalar, to: &bytes)
        case .iso2022JP: appendISO2022(code(scalar), to: &bytes)
        case .cp932, .eucJP, .shiftJISX0213: Self.append(code: code(scalar), to: &bytes)
        }
    }

    /// Appends two scalars that are one code.
    package func appendPair(_ first: UInt32, _ second: UInt32, to bytes: inout [UInt8]) {
        if let code = pairs[UInt64(first) << 32 | UInt64(second)] { Self.append(code: code, to: &bytes) }
    }

    /// Goes back to ASCII at the end of ISO-2022-JP.
    package func end(_ bytes: inout [UInt8]) { switchSet(to: .ascii, &bytes) }

    private static func append(code: UInt32, to bytes: inout [UInt8]) {
        for index in stride(from: Int(code >> 24) - 1, through: 0, by: -1) {
            bytes.append(UInt8(truncatingIfNeeded: code >> UInt32(8 * index)))
        }
    }

    private static func appendUTF16(_ scalar: UInt32, to bytes: inout [UInt8]) {
        func append(_ unit: UInt32) { bytes += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
        if scalar < 0x10000 { return append(scalar) }
        append(0xD800 + (scalar - 0x10000) >> 10)
        append(0xDC00 + (scalar - 0x10000) & 0x3FF)
    }

    /// A code of EUC-JP as ISO-2022-JP has it, in its set.
    private func appendISO2022(_ code: UInt32, to bytes: inout [UInt8]) {
        let count = Int(code >> 24)
        let lead = UInt8(code >> 8 & 0xFF)
        let wanted: CharacterSet = count == 1 ? .ascii : count == 3 ? .supplement : lead == 0x8E ? .katakana : .kanji
        switchSet(to: wanted, &bytes)
        if count > 1, wanted != .katakana { bytes.append(lead & 0x7F) }
        bytes.append(UInt8(code & 0x7F))
    }

    private func switchSet(to wanted: CharacterSet, _ bytes: inout [UInt8]) {
        guard wanted != set else { return }
        set = wanted
        switch wanted {
        case .ascii: bytes += [0x1B, 0x28, 0x42]
        case .katakana: bytes += [0x1B, 0x28, 0x49]
        case .kanji: bytes += [0x1B, 0x24, 0x42]
        case .supplement: bytes += [0x1B, 0x24, 0x28, 0x44]
        }
    }
}
