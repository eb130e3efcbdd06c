/// UTF-8, with the longest valid beginning of a broken sequence as one bad sequence (Unicode 15, 3.9, "best practice").
enum UTF8Decoder {
    /// The bits of three bytes, the first lowest, that say that they are a sequence, and what they must be.
    private static let threeByteMask: UInt32 = 0x00C0_C0F0
    private static let threeByteForm: UInt32 = 0x0080_80E0

    @inline(__always)
    private static func word(_ bytes: UnsafePointer<UInt8>) -> UInt32 {
        UInt32(littleEndian: UnsafeRawPointer(bytes).loadUnaligned(as: UInt32.self))
    }

    static func decode(_ bytes: UnsafeBufferPointer<UInt8>, into scratch: ScalarScratch) {
        scratch.withTraits { table in
            guard let base = bytes.baseAddress else { return }
            let end = bytes.count
            var i = 0
            var n = scratch.count
            var traits: UInt8 = 0
            let scalars = scratch.scalars
            let offsets = scratch.offsets
            while i < end {
                // Kana and kanji are three bytes: the common case first, as one word.
                if i &+ 4 <= end {
                    let word = Self.word(base + i)
                    let scalar = (word & 0xF) << 12 | (word >> 2) & 0xFC0 | (word >> 16) & 0x3F
                    if word & threeByteMask == threeByteForm, scalar >= 0x800, scalar & 0xF800 != 0xD800 {
                        scalars[n] = scalar
                        offsets[n] = UInt32(truncatingIfNeeded: i)
                        traits |= table[Int(scalar)]
                        n &+= 1
                        i &+= 3
                        continue
                    }
                }
                if base[i] < 0x80 {
                    scalars[n] = UInt32(base[i])
                    offsets[n] = UInt32(truncatingIfNeeded: i)
                    traits |= table[Int(base[i])]
                    n &+= 1
                    i &+= 1
                    continue
                }
                scratch.count = n
                let sequence = self.sequence(bytes, at: i)
                if let scalar = sequence.scalar {
                    scratch.append(scalar, at: i)
                } else {
                    scratch.appendBad(i..<i + sequence.length)
                }
                n = scratch.count
                i += sequence.length
            }
            scratch.count = n
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
            if i &+ 4 <= end, word(base + i) & threeByteMask == threeByteForm, base[i] != 0xE0, base[i] != 0xED {
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
