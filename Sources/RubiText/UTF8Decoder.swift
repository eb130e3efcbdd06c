/// UTF-8, with the longest valid beginning of a broken sequence as one bad sequence (Unicode 15, 3.9, "best practice").
enum UTF8Decoder {
    static func decode(_ bytes: UnsafeBufferPointer<UInt8>, into scratch: ScalarScratch) {
        scratch.withTraits { table in
            let end = bytes.count
            var i = 0
            var n = scratch.count
            var traits: UInt8 = 0
            let scalars = scratch.scalars
            let offsets = scratch.offsets
            while i < end {
                let lead = bytes[i]
                // Kana and kanji are three bytes: the common case first.
                if lead & 0xF0 == 0xE0, i + 2 < end {
                    let second = bytes[i + 1]
                    let third = bytes[i + 2]
                    let scalar = UInt32(lead & 0x0F) << 12 | UInt32(second & 0x3F) << 6 | UInt32(third & 0x3F)
                    if second & 0xC0 == 0x80, third & 0xC0 == 0x80, scalar >= 0x800, scalar & 0xF800 != 0xD800 {
                        scalars[n] = scalar
                        offsets[n] = UInt32(truncatingIfNeeded: i)
                        traits |= table[Int(scalar)]
                        n += 1
                        i += 3
                        continue
                    }
                } else if lead < 0x80 {
                    scalars[n] = UInt32(lead)
                    offsets[n] = UInt32(truncatingIfNeeded: i)
                    traits |= table[Int(lead)]
                    n += 1
                    i += 1
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
        var i = 0
        let end = bytes.count
        while i < end {
            let lead = bytes[i]
            if lead < 0x80 {
                i += 1
            } else if lead & 0xF0 == 0xE0, lead != 0xE0, lead != 0xED, i + 2 < end, bytes[i + 1] & 0xC0 == 0x80, bytes[i + 2] & 0xC0 == 0x80
            {
                i += 3
            } else {
                let sequence = self.sequence(bytes, at: i)
                if sequence.scalar == nil { return i }
                i += sequence.length
            }
        }
        return i
    }
}
