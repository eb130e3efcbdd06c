/// Reads `GSUB` and `GPOS`: coverages, classes, lookups (OpenType, "Common Table Formats"). Whatever does not fit is remembered in `isBroken`.
struct LayoutTable {
    private let reader: BigEndianReader
    private(set) var isBroken = false
    /// Glyphs that may still be listed: fonts that would take more are left to HarfBuzz alone.
    private var budget = 4_000_000

    init(_ bytes: UnsafeRawBufferPointer) { reader = BigEndianReader(bytes) }

    mutating func uint16(_ offset: Int) -> Int {
        if !reader.contains(offset, count: 2) { isBroken = true }
        return reader.uint16(at: offset)
    }

    /// An array of offsets, each from `base`, that begins with its count at `offset`.
    mutating func offsets(at offset: Int, from base: Int) -> [Int] {
        uint16s(at: offset + 2, count: uint16(offset)).map { base + $0 }
    }

    mutating func uint16s(at offset: Int, count: Int) -> [Int] {
        guard spend(count), reader.contains(offset, count: 2 * count) else {
            isBroken = true
            return []
        }
        return (0..<count).map { reader.uint16(at: offset + 2 * $0) }
    }

    /// Whether any of `count` bytes is not zero.
    mutating func isNonZero(at offset: Int, count: Int) -> Bool {
        stride(from: offset, to: offset + count, by: 2).contains { uint16($0) != 0 }
    }

    /// The glyphs of a coverage table, in the order of its indices.
    mutating func coverage(at offset: Int) -> [UInt16] {
        switch uint16(offset) {
        case 1: return uint16s(at: offset + 4, count: uint16(offset + 2)).map { UInt16($0) }
        case 2:
            var glyphs: [UInt16] = []
            for range in 0..<uint16(offset + 2) {
                let (first, last) = (uint16(offset + 4 + 6 * range), uint16(offset + 6 + 6 * range))
                guard first <= last, spend(last - first + 1) else {
                    isBroken = true
                    return []
                }
                glyphs.append(contentsOf: UInt16(first)...UInt16(last))
            }
            return glyphs
        default:
            isBroken = true
            return []
        }
    }

    /// The glyphs of each class but 0, which has all the rest.
    mutating func classes(at offset: Int) -> [Int: [UInt16]] {
        var found: [Int: [UInt16]] = [:]
        switch uint16(offset) {
        case 1:
            let first = uint16(offset + 2)
            for (index, value) in uint16s(at: offset + 6, count: uint16(offset + 4)).enumerated() where value != 0 && first + index <= 65535
            {
                found[value, default: []].append(UInt16(first + index))
            }
        case 2:
            for range in 0..<uint16(offset + 2) {
                let place = offset + 4 + 6 * range
                let (first, last, value) = (uint16(place), uint16(place + 2), uint16(place + 4))
                guard first <= last, spend(last - first + 1) else {
                    isBroken = true
                    return [:]
                }
                if value != 0 { found[value, default: []].append(contentsOf: UInt16(first)...UInt16(last)) }
            }
        default: isBroken = true
        }
        return found
    }

    /// A lookup: its flags, and its subtables with their types, extensions resolved.
    mutating func lookup(_ index: Int, extensionType: Int) -> (flags: Int, subtables: [(type: Int, offset: Int)]) {
        let list = uint16(8)
        guard index < uint16(list) else {
            isBroken = true
            return (0, [])
        }
        let lookup = list + uint16(list + 2 + 2 * index)
        let type = uint16(lookup)
        var subtables: [(type: Int, offset: Int)] = []
        for offset in offsets(at: lookup + 4, from: lookup) {
            if type == extensionType {
                if !reader.contains(offset, count: 8) { isBroken = true }
                subtables.append((uint16(offset + 2), offset + reader.uint32(at: offset + 4)))
            } else {
                subtables.append((type, offset))
            }
        }
        return (uint16(lookup + 2), subtables)
    }

    private mutating func spend(_ glyphs: Int) -> Bool {
        budget -= max(glyphs, 1)
        return budget >= 0
    }
}
