/// UTF-8 of single scalars, for buffers of bytes.
@usableFromInline package enum UTF8Text {
    /// Bytes of `scalar` in UTF-8.
    @inlinable @inline(__always) package static func length(_ scalar: UInt32) -> Int {
        scalar < 0x80 ? 1 : scalar < 0x800 ? 2 : scalar < 0x1_0000 ? 3 : 4
    }

    /// Writes `scalar` at `start`, where there is room for it; returns where it ends.
    @inlinable @inline(__always)
    package static func write(_ scalar: UInt32, to bytes: UnsafeMutableBufferPointer<UInt8>, at start: Int) -> Int {
        if scalar < 0x80 {
            bytes[start] = UInt8(truncatingIfNeeded: scalar)
            return start + 1
        }
        if scalar < 0x800 {
            bytes[start] = UInt8(truncatingIfNeeded: 0xC0 | scalar >> 6)
            bytes[start + 1] = UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F)
            return start + 2
        }
        if scalar < 0x1_0000 {
            bytes[start] = UInt8(truncatingIfNeeded: 0xE0 | scalar >> 12)
            bytes[start + 1] = UInt8(truncatingIfNeeded: 0x80 | scalar >> 6 & 0x3F)
            bytes[start + 2] = UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F)
            return start + 3
        }
        bytes[start] = UInt8(truncatingIfNeeded: 0xF0 | scalar >> 18)
        bytes[start + 1] = UInt8(truncatingIfNeeded: 0x80 | scalar >> 12 & 0x3F)
        bytes[start + 2] = UInt8(truncatingIfNeeded: 0x80 | scalar >> 6 & 0x3F)
        bytes[start + 3] = UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F)
        return start + 4
    }

    /// Appends `scalar`, a Unicode scalar value.
    @inlinable package static func append(_ scalar: UInt32, to bytes: inout [UInt8]) {
        if scalar < 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: scalar))
        } else if scalar < 0x800 {
            bytes.append(UInt8(truncatingIfNeeded: 0xC0 | scalar >> 6))
            bytes.append(UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F))
        } else if scalar < 0x1_0000 {
            bytes.append(UInt8(truncatingIfNeeded: 0xE0 | scalar >> 12))
            bytes.append(UInt8(truncatingIfNeeded: 0x80 | scalar >> 6 & 0x3F))
            bytes.append(UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F))
        } else {
            bytes.append(UInt8(truncatingIfNeeded: 0xF0 | scalar >> 18))
            bytes.append(UInt8(truncatingIfNeeded: 0x80 | scalar >> 12 & 0x3F))
            bytes.append(UInt8(truncatingIfNeeded: 0x80 | scalar >> 6 & 0x3F))
            bytes.append(UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F))
        }
    }
}
