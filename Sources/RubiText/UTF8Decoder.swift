/// UTF-8, with the longest valid beginning of a broken sequence as one bad sequence (Unicode 15, 3.9, "best practice").
enum UTF8Decoder {
    /// The bits of three bytes, the first lowest, that say that they are a sequence, and what they must be.
    private static let threeByteMask: UInt32 = 0x00C0_C0F0
    private static let threeByteForm: UInt32 = 0x0080_80E0

    @inline(__always)
    private static func word(_ bytes: UnsafePointer<UInt8>) -> UInt32 {
        UInt32(littleEndian: UnsafeRawPointer(bytes).loadUnaligned(as: UInt32.self))
    }

    /// The same for two sequences, one after the other, in six bytes.
    private static let twoSequencesMask = UInt64(threeByteMask) | UInt64(threeByteMask) << 24
    private static let twoSequencesForm = UInt64(threeByteForm) | UInt64(threeByteForm) << 24
    /// The low halves of their leads; and what to add so that bit 4 says that a lead is past EC, or is not E0. ED may begin a surrogate, and E0 what is too long.
    private static let leadHalves: UInt64 = 0x0F00_000F
    private static let leadCarry: UInt64 = 0x1000_0010
    private static let toPastEC: UInt64 = 0x0300_0003
    private static let toPastE0: UInt64 = 0x0F00_000F

    @inline(__always)
    private static func twoSequences(_ bytes: UnsafePointer<UInt8>) -> UInt64? {
        let word = UInt64(littleEndian: UnsafeRawPointer(bytes).loadUnaligned(as: UInt64.self))
        guard word & twoSequencesMask == twoSequencesForm else { return nil }
        let leads = word & leadHalves
        guard (leads &+ toPastEC) & leadCarry | ~(leads &+ toPastE0) & leadCarry == 0 else { return nil }
        return word
    }

    @inline(__always)
    private static func scalar(of word: UInt32) -> UInt32 { (word & 0xF) << 12 | (word >> 2) & 0xFC0 | (word >> 16) & 0x3F }

    static func decode(_ bytes: UnsafeBufferPointer<UInt8>, into scratch: ScalarScratch) {
        scratch.withTraits { table in
            guard let base = bytes.baseAddress else { return }
            let end = bytes.count
            var i = 0
            var n = scratch.count
            var m = scratch.markCount
            var traits: UInt8 = 0
            let (scalars, offsets, marks) = (scratch.scalars, scratch.offsets, scratch.marks)
            @inline(__always)
            func put(_ scalar: UInt32, at i: Int, _ n: inout Int, _ m: inout Int, _ traits: inout UInt8) {
                scalars[n] = scalar
                offsets[n] = UInt32(truncatingIfNeeded: i)
                marks[m] = UInt32(truncatingIfNeeded: n)
                // All kanji are alike: asking of one of them keeps what is asked of the table small.
                let added = table[scalar &- 0x3400 < 0x6C00 ? 0x4E00 : Int(scalar)]
                traits |= added
                m &+= Int(added >> CharacterTraits.aozoraMarkBit)
                n &+= 1
            }
            while i < end {
                // Kana and kanji are three bytes: the common case first, two as one word.
                if i &+ 8 <= end, let word = twoSequences(base + i) {
                    put(scalar(of: UInt32(truncatingIfNeeded: word)), at: i, &n, &m, &traits)
                    put(scalar(of: UInt32(truncatingIfNeeded: word >> 24)), at: i &+ 3, &n, &m, &traits)
                    i &+= 6
                    continue
                }
                if i &+ 4 <= end {
                    let word = Self.word(base + i)
                    let scalar = self.scalar(of: word)
                    if word & threeByteMask == threeByteForm, scalar >= 0x800, scalar & 0xF800 != 0xD800 {
                        put(scalar, at: i, &n, &m, &traits)
                        i &+= 3
                        continue
                    }
                }
                if base[i] < 0x80 {
                    put(UInt32(base[i]), at: i, &n, &m, &traits)
                    i &+= 1
                    continue
                }
                (scratch.count, scratch.markCount) = (n, m)
                let sequence = self.sequence(bytes, at: i)
                if let scalar = sequence.scalar {
                    scratch.append(scalar, at: i)
                } else {
                    scratch.appendBad(i..<i + sequence.length)
                }
                (n, m) = (scratch.count, scratch.markCount)
                i += sequence.length
            }
            (scratch.count, scratch.markCount) = (n, m)
            scratch.traits |= traits
        }
    }

    /// The sequence that begins at `i`: its scalar, nil where it is broken, and its length in bytes.
    private static func sequence(_ bytes: UnsafeBufferPointer<UInt8>, at i: Int) -> (scalar: UInt32?, length: Int) {
        let lead = bytes[i]
        let (length, lowest, highest): (Int, UInt8, UInt8) =
            switch lead {
            case 0..<0x80: (1, 0, 0)
            case 0xC2...0xDF: (2, 0x80, 0xBF)
            case 0xE0: (3, 0xA0, 0xBF)
            case 0xED: (3, 0x80, 0x9F)
            case 0xE1...0xEF: (3, 0x80, 0xBF)
            case 0xF0: (4, 0x90, 0xBF)
            case 0xF1...0xF3: (4, 0x80, 0xBF)
            case 0xF4: (4, 0x80, 0x8F)
            default: (0, 0, 0)
            }
        if length == 0 { return (nil, 1) }
        if length == 1 { return (UInt32(lead), 1) }
        var scalar = UInt32(lead) & (0x7F >> UInt32(length))
        for k in 1..<length {
            guard i + k < bytes.count else { return (nil, k) }
            let byte = bytes[i + k]
            guard k == 1 ? lowest <= byte && byte <= highest : byte & 0xC0 == 0x80 else { return (nil, k) }
            scalar = scalar << 6 | UInt32(byte & 0x3F)
        }
        return (scalar, length)
    }

    /// How many bytes at the beginning are whole valid sequences. What is left is broken, or the beginning of a sequence that is cut.
    static func validLength(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        guard let base = bytes.baseAddress else { return 0 }
        var i = 0
        let end = bytes.count
        while i < end {
            // E0 and ED may begin what is too long, or a surrogate.
            if i &+ 8 <= end, twoSequences(base + i) != nil {
                i &+= 6
            } else if i &+ 4 <= end, word(base + i) & threeByteMask == threeByteForm, base[i] != 0xE0, base[i] != 0xED {
                i &+= 3
            } else if base[i] < 0x80 {
                i &+= 1
            } else {
                let sequence = self.sequence(bytes, at: i)
                if sequence.scalar == nil { return i }
                i += sequence.length
            }
        }
        return i
    }
}
