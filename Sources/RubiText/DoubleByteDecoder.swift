/// Shift_JIS and EUC-JP by table, and ISO-2022-JP by the table of EUC-JP.
enum DoubleByteDecoder {
    static func decode(_ bytes: UnsafeBufferPointer<UInt8>, by table: DoubleByteTable, into scratch: ScalarScratch) {
        let hasTriples = !table.triple.isEmpty
        scratch.withTraits { traitsTable in
            table.double.withUnsafeBufferPointer { double in
                table.single.withUnsafeBufferPointer { single in
                    let end = bytes.count
                    var i = 0
                    var n = scratch.count
                    var m = scratch.markCount
                    var traits: UInt8 = 0
                    let (scalars, offsets, marks) = (scratch.scalars, scratch.offsets, scratch.marks)
                    while i < end {
                        let lead = bytes[i]
                        var scalar = UInt32(lead)
                        var length = 1
                        if lead >= 0x80 {
                            scalar = single[Int(lead)]
                            if scalar == 0, i + 1 < end {
                                scalar = double[Int(lead) << 8 | Int(bytes[i + 1])]
                                length = 2
                            }
                        }
                        if scalar < 0x10000, scalar != 0 || lead == 0 {
                            scalars[n] = scalar
                            offsets[n] = UInt32(truncatingIfNeeded: i)
                            marks[m] = UInt32(truncatingIfNeeded: n)
                            // All kanji are alike: asking of one of them keeps what is asked of the table small.
                            let added = traitsTable[scalar &- 0x3400 < 0x6C00 ? 0x4E00 : Int(scalar)]
                            traits |= added
                            m &+= Int(added >> CharacterTraits.aozoraMarkBit)
                            n &+= 1
                            i &+= length
                            continue
                        }
                        (scratch.count, scratch.markCount) = (n, m)
                        if scalar == 0, hasTriples, lead == 0x8F, i + 2 < end {
                            scalar = table.triple[Int(bytes[i + 1]) << 8 | Int(bytes[i + 2])]
                            length = 3
                        }
                        i += append(scalar, bytes, at: i, length: length, to: scratch)
                        (n, m) = (scratch.count, scratch.markCount)
                    }
                    (scratch.count, scratch.markCount) = (n, m)
                    scratch.traits |= traits
                }
            }
        }
    }

    /// How many bytes are characters, from the beginning to the first sequence that is none, or is cut.
    static func validLength(_ bytes: UnsafeBufferPointer<UInt8>, by table: DoubleByteTable) -> Int {
        let hasTriples = !table.triple.isEmpty
        return table.double.withUnsafeBufferPointer { double in
            table.single.withUnsafeBufferPointer { single in
                var i = 0
                while i < bytes.count {
                    let lead = bytes[i]
                    if lead < 0x80 || single[Int(lead)] != 0 {
                        i &+= 1
                    } else if i &+ 1 < bytes.count, double[Int(lead) << 8 | Int(bytes[i &+ 1])] != 0 {
                        i &+= 2
                    } else if hasTriples, lead == 0x8F, i + 2 < bytes.count, table.triple[Int(bytes[i + 1]) << 8 | Int(bytes[i + 2])] != 0 {
                        i += 3
                    } else {
                        return i
                    }
                }
                return i
            }
        }
    }

    /// Appends what an entry of a table says, and returns how many bytes that took. A bad sequence keeps its hands off ASCII.
    private static func append(
        _ entry: UInt32, _ bytes: UnsafeBufferPointer<UInt8>, at i: Int, length: Int, to scratch: ScalarScratch
    ) -> Int {
        if entry == 0 {
            let bad = i + 1 < bytes.count && bytes[i + 1] >= 0x80 ? 2 : 1
            scratch.appendBad(i..<i + bad)
            return bad
        }
        if entry & DoubleByteTable.isPair != 0 {
            scratch.append((entry & ~DoubleByteTable.isPair) >> 16, at: i)
            scratch.append(entry & 0xFFFF, at: i)
        } else {
            scratch.append(entry, at: i)
        }
        return length
    }
}

/// ISO-2022-JP (RFC 1468) with JIS X 0201 katakana and JIS X 0212. The set in force is kept from line to line: old files do not
/// return to ASCII before a line end as they should.
struct ISO2022JPDecoder: Sendable {
    private enum CharacterSet: Sendable { case ascii, roman, katakana, kanji, supplement }
    private var set = CharacterSet.ascii

    mutating func decode(_ bytes: UnsafeBufferPointer<UInt8>, by table: DoubleByteTable, into scratch: ScalarScratch) {
        var i = 0
        while i < bytes.count {
            let byte = bytes[i]
            if byte == 0x1B, let (set, length) = Self.escape(bytes, at: i) {
                self.set = set
                i += length
                continue
            }
            if byte >= 0x80 {
                scratch.appendBad(i..<i + 1)
                i += 1
                continue
            }
            if byte < 0x21 || byte == 0x7F {
                scratch.append(UInt32(byte), at: i)
                i += 1
                continue
            }
            switch set {
            case .ascii: scratch.append(UInt32(byte), at: i)
            case .roman: scratch.append(byte == 0x5C ? 0xA5 : byte == 0x7E ? 0x203E : UInt32(byte), at: i)
            case .katakana where byte <= 0x5F: scratch.append(0xFF40 + UInt32(byte), at: i)
            case .katakana: scratch.appendBad(i..<i + 1)
            case .kanji, .supplement:
                let codes = set == .kanji ? table.double : table.triple
                let scalar = i + 1 < bytes.count ? codes[Int(byte | 0x80) << 8 | Int(bytes[i + 1] | 0x80)] : 0
                if scalar == 0 {
                    let bad = i + 1 < bytes.count && 0x21...0x7E ~= bytes[i + 1] ? 2 : 1
                    scratch.appendBad(i..<i + bad)
                    i += bad
                } else {
                    scratch.append(scalar, at: i)
                    i += 2
                }
                continue
            }
            i += 1
        }
    }

    private static func escape(_ bytes: UnsafeBufferPointer<UInt8>, at i: Int) -> (CharacterSet, Int)? {
        func byte(_ k: Int) -> UInt8 { i + k < bytes.count ? bytes[i + k] : 0 }
        switch (byte(1), byte(2)) {
        case (0x28, 0x42): return (.ascii, 3)  // ESC ( B
        case (0x28, 0x4A): return (.roman, 3)  // ESC ( J
        case (0x28, 0x49): return (.katakana, 3)  // ESC ( I
        case (0x24, 0x40), (0x24, 0x42): return (.kanji, 3)  // ESC $ @, ESC $ B
        case (0x24, 0x28) where byte(3) == 0x44: return (.supplement, 4)  // ESC $ ( D
        case (0x24, 0x28) where byte(3) == 0x40 || byte(3) == 0x42: return (.kanji, 4)
        default: return nil
        }
    }
}
