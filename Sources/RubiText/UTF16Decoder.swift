/// UTF-16 in either byte order; an unpaired surrogate, or half a unit at the end, is a bad sequence.
enum UTF16Decoder {
    static func decode(_ bytes: UnsafeBufferPointer<UInt8>, bigEndian: Bool, into scratch: ScalarScratch) {
        var i = 0
        while i + 1 < bytes.count {
            let unit = self.unit(bytes, at: i, bigEndian: bigEndian)
            if unit & 0xF800 != 0xD800 {
                scratch.append(unit, at: i)
                i += 2
                continue
            }
            if unit < 0xDC00, i + 3 < bytes.count {
                let second = self.unit(bytes, at: i + 2, bigEndian: bigEndian)
                if second & 0xFC00 == 0xDC00 {
                    scratch.append(0x10000 + (unit & 0x3FF) << 10 + (second & 0x3FF), at: i)
                    i += 4
                    continue
                }
            }
            scratch.appendBad(i..<i + 2)
            i += 2
        }
        if i < bytes.count { scratch.appendBad(i..<bytes.count) }
    }

    static func unit(_ bytes: UnsafeBufferPointer<UInt8>, at i: Int, bigEndian: Bool) -> UInt32 {
        bigEndian ? UInt32(bytes[i]) << 8 | UInt32(bytes[i + 1]) : UInt32(bytes[i + 1]) << 8 | UInt32(bytes[i])
    }
}
