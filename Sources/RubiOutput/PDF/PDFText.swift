/// Strings of PDF (ISO 32000, 7.3.4, 7.9.2).
enum PDFText {
    /// A text string: what is ASCII in parentheses, else UTF-16 with its mark, in hexadecimal.
    static func string(_ text: String) -> String {
        guard text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) else { return "<FEFF" + hexadecimal(text) + ">" }
        var string = "("
        for scalar in text.unicodeScalars {
            if scalar == "(" || scalar == ")" || scalar == "\\" { string += "\\" }
            string.unicodeScalars.append(scalar)
        }
        return string + ")"
    }

    /// UTF-16, most significant byte first, in hexadecimal.
    static func hexadecimal(_ text: String) -> String {
        var digits = ""
        for unit in text.utf16 { digits += hexadecimal(UInt32(unit)) }
        return digits
    }

    /// Four hexadecimal digits.
    static func hexadecimal(_ code: UInt32) -> String { String(String(0x10000 + code, radix: 16, uppercase: true).dropFirst()) }

    /// A byte string of the UTF-8 of `text`.
    static func bytes(_ text: String) -> String {
        var string = "("
        for byte in text.utf8 {
            switch byte {
            case 0x28, 0x29, 0x5C: string += "\\" + String(UnicodeScalar(byte))
            case 0x20..<0x7F: string += String(UnicodeScalar(byte))
            default: string += "\\" + String(0o1000 + Int(byte), radix: 8).dropFirst()
            }
        }
        return string + ")"
    }

    /// A number of thousandths.
    static func number(_ thousandths: Int) -> String {
        let (whole, rest) = thousandths.magnitude.quotientAndRemainder(dividingBy: 1000)
        var decimals = rest == 0 ? "" : "." + String(1000 + rest).dropFirst()
        while decimals.last == "0" { decimals.removeLast() }
        return (thousandths < 0 ? "-" : "") + String(whole) + decimals
    }

    /// A name: what is not a regular character is written `#xx`.
    static func name(_ text: String) -> String {
        var name = "/"
        for byte in text.utf8 {
            let isRegular = byte > 0x20 && byte < 0x7F && !"#()<>[]{}/%".utf8.contains(byte)
            name += isRegular ? String(UnicodeScalar(byte)) : "#" + String(0x100 + Int(byte), radix: 16, uppercase: true).dropFirst()
        }
        return name
    }
}

extension PDFText {
    /// Two bytes of a string in parentheses, with the escapes that they need, the first in the lowest byte; and how many they are.
    static func escaped(_ code: UInt32) -> (bytes: UInt32, count: UInt32) {
        var (bytes, count): (UInt32, UInt32) = (0, 0)
        for byte in [code >> 8 & 0xFF, code & 0xFF] {
            let isEscaped = byte == 0x28 || byte == 0x29 || byte == 0x5C || byte == 0x0D
            if isEscaped {
                bytes |= 0x5C << (8 * count)
                count += 1
            }
            bytes |= (byte == 0x0D ? 0x72 : byte) << (8 * count)
            count += 1
        }
        return (bytes, count)
    }
}

extension Pen {
    /// Two bytes of a string in parentheses, with the escapes that it needs.
    @inline(__always)
    mutating func stringBytes(of code: UInt32) {
        stringByte(UInt8(truncatingIfNeeded: code >> 8))
        stringByte(UInt8(truncatingIfNeeded: code))
    }

    @inline(__always)
    private mutating func stringByte(_ value: UInt8) {
        switch value {
        case 0x28, 0x29, 0x5C:
            byte(0x5C)
            byte(value)
        case 0x0D: text("\\r")
        default: byte(value)
        }
    }
}
