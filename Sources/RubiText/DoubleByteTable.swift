/// The characters of an encoding of one to three bytes, looked up once with iconv.
///
/// An entry is a scalar; 0: not a character; with the highest bit set: two scalars, of 15 and 16 bits (か゚ of JIS X 0213).
struct DoubleByteTable: Sendable {
    static let isPair: UInt32 = 0x8000_0000

    /// Characters of one byte from 0x80 on; below, bytes are ASCII.
    private(set) var single = [UInt32](repeating: 0, count: 256)
    /// Characters of two bytes, by lead << 8 | trail.
    private(set) var double = [UInt32](repeating: 0, count: 0x10000)
    /// EUC: characters of the bytes 8F lead trail, by lead << 8 | trail.
    private(set) var triple: [UInt32] = []

    /// Made when first needed; nil where the C library lacks the encoding.
    static let cp932 = DoubleByteTable(shiftJIS: "CP932", holdsPairs: false)
    static let shiftJISX0213 = DoubleByteTable(shiftJIS: "SHIFT_JISX0213", holdsPairs: true)
    static let eucJP = DoubleByteTable(euc: "EUC-JP", otherwise: "EUC-JP-MS")

    /// Where JIS and Microsoft map a double-byte code differently: row, cell, and the scalar of JIS (M122).
    private static let jisMappings: [(row: Int, cell: Int, scalar: UInt32)] = [
        (1, 33, 0x301C), (1, 34, 0x2016), (1, 61, 0x2212), (1, 81, 0xA2), (1, 82, 0xA3), (2, 44, 0xAC), (1, 29, 0x2015), (1, 32, 0xFF3C),
    ]

    /// `holdsPairs`: some characters are two scalars.
    private init?(shiftJIS encoding: String, holdsPairs: Bool) {
        guard let iconv = Iconv(from: encoding) else { return nil }
        for byte in 0xA1...0xDF { single[byte] = 0xFF61 + UInt32(byte) - 0xA1 }
        for lead in [0x81...0x9F, 0xE0...0xFC].joined() {
            guard holdsPairs else {
                for trails in [0x40...0x7E, 0x80...0xFC] {
                    iconv.row(prefix: [UInt8(lead)], trails: trails) { double[lead << 8 | $0] = $1 }
                }
                continue
            }
            for trail in 0x40...0xFC where trail != 0x7F {
                double[lead << 8 | trail] = Self.entry(iconv.scalars([UInt8(lead), UInt8(trail)]))
            }
        }
        for mapping in Self.jisMappings {
            let lead = 0x81 + (mapping.row - 1) / 2
            let trail = mapping.row % 2 == 0 ? mapping.cell + 0x9E : mapping.cell + 0x3F + (mapping.cell > 63 ? 1 : 0)
            double[lead << 8 | trail] = mapping.scalar
        }
    }

    /// `otherwise` adds the extensions of NEC and IBM, which the encoding itself lacks.
    private init?(euc encoding: String, otherwise extended: String) {
        guard let iconv = Iconv(from: encoding) else { return nil }
        let extensions = Iconv(from: extended)
        triple = [UInt32](repeating: 0, count: 0x10000)
        for trail in 0xA1...0xDF { double[0x8E << 8 | trail] = 0xFF61 + UInt32(trail) - 0xA1 }
        // What the encoding itself has is not overwritten; the extension's user-defined rows are left out.
        for (iconv, isExtension) in [(iconv, false), (extensions, true)] {
            for lead in 0xA1...0xFE {
                iconv?.row(prefix: [UInt8(lead)], trails: 0xA1...0xFE) { Self.set(&double[lead << 8 | $0], $1, isExtension) }
                iconv?.row(prefix: [0x8F, UInt8(lead)], trails: 0xA1...0xFE) { Self.set(&triple[lead << 8 | $0], $1, isExtension) }
            }
        }
        for mapping in Self.jisMappings { double[(0xA0 + mapping.row) << 8 | 0xA0 + mapping.cell] = mapping.scalar }
    }

    private static func set(_ entry: inout UInt32, _ scalar: UInt32, _ isExtension: Bool) {
        if isExtension, entry != 0 || 0xE000...0xF8FF ~= scalar { return }
        entry = scalar
    }

    private static func entry(_ scalars: (first: UInt32, second: UInt32)?) -> UInt32 {
        guard let scalars else { return 0 }
        return scalars.second == 0 ? scalars.first : isPair | scalars.first << 16 | scalars.second
    }
}
