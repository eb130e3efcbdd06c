/// Reads the numbers of an OpenType table. A place outside the table reads as 0.
struct BigEndianReader {
    private let bytes: UnsafeRawBufferPointer
    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    var count: Int { bytes.count }
    func contains(_ offset: Int, count: Int) -> Bool { offset >= 0 && count >= 0 && offset <= bytes.count - count }

    func uint16(at offset: Int) -> Int {
        guard contains(offset, count: 2) else { return 0 }
        return Int(bytes[offset]) << 8 | Int(bytes[offset + 1])
    }
    func int16(at offset: Int) -> Int16 { Int16(truncatingIfNeeded: uint16(at: offset)) }
    func uint32(at offset: Int) -> Int { uint16(at: offset) << 16 | uint16(at: offset + 2) }
}
