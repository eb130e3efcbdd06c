/// What a PDF must know of a `CFF ` table: whether it is keyed by CID, and then the CID of each glyph (Adobe Technical Note 5176).
struct CFFCharset {
    /// CIDs by glyph; nil: the font is keyed by name.
    let cids: [UInt16]?

    /// Nil if the table cannot be read.
    init?(_ table: UnsafeRawBufferPointer) {
        let reader = Reader(bytes: table)
        guard table.count > 4, let names = reader.index(at: Int(table[2])), let tops = reader.index(at: names.end),
            let top = tops.items.first,
            let dictionary = reader.dictionary(top)
        else { return nil }
        guard dictionary[Self.registryOrderingSupplement] != nil else {
            cids = nil
            return
        }
        guard let charStrings = dictionary[17], let count = reader.count(at: charStrings), let offset = dictionary[15],
            let cids = reader.charset(at: offset, glyphs: count)
        else { return nil }
        self.cids = cids
    }

    /// Operator ROS, 12 30.
    private static let registryOrderingSupplement = 12 << 8 | 30

    private struct Reader {
        let bytes: UnsafeRawBufferPointer

        func number(at offset: Int, size: Int) -> Int? {
            guard offset >= 0, offset + size <= bytes.count else { return nil }
            return bytes[offset..<offset + size].reduce(0) { $0 << 8 | Int($1) }
        }

        func count(at offset: Int) -> Int? { number(at: offset, size: 2) }

        /// The items of an INDEX and where it ends.
        func index(at offset: Int) -> (items: [Range<Int>], end: Int)? {
            guard let count = count(at: offset) else { return nil }
            if count == 0 { return ([], offset + 2) }
            guard let size = number(at: offset + 2, size: 1), (1...4).contains(size) else { return nil }
            let base = offset + 3 + (count + 1) * size - 1
            var items: [Range<Int>] = []
            guard var start = number(at: offset + 3, size: size) else { return nil }
            for item in 1...count {
                guard let end = number(at: offset + 3 + item * size, size: size), end >= start, base + end <= bytes.count else {
                    return nil
                }
                items.append(base + start..<base + end)
                start = end
            }
            return (items, base + start)
        }

        /// The last operand of each operator of a DICT; real numbers count as 0.
        func dictionary(_ range: Range<Int>) -> [Int: Int]? {
            var entries: [Int: Int] = [:]
            var operand = 0
            var offset = range.lowerBound
            while offset < range.upperBound {
                let byte = Int(bytes[offset])
                offset += 1
                switch byte {
                case 12:
                    guard let second = number(at: offset, size: 1) else { return nil }
                    entries[12 << 8 | second] = operand
                    offset += 1
                case 0...21: entries[byte] = operand
                case 28:
                    guard let value = number(at: offset, size: 2) else { return nil }
                    operand = value
                    offset += 2
                case 29:
                    guard let value = number(at: offset, size: 4) else { return nil }
                    operand = value
                    offset += 4
                case 30:
                    while offset < range.upperBound, bytes[offset] & 15 != 15, bytes[offset] >> 4 != 15 { offset += 1 }
                    offset += 1
                    operand = 0
                case 32...246: operand = byte - 139
                case 247...254:
                    guard let low = number(at: offset, size: 1) else { return nil }
                    operand = byte < 251 ? (byte - 247) * 256 + low + 108 : -(byte - 251) * 256 - low - 108
                    offset += 1
                default: return nil
                }
            }
            return entries
        }

        func charset(at offset: Int, glyphs: Int) -> [UInt16]? {
            var cids: [UInt16] = [0]
            guard let format = number(at: offset, size: 1), format <= 2 else { return nil }
            var place = offset + 1
            while cids.count < glyphs {
                guard let first = number(at: place, size: 2) else { return nil }
                place += 2
                if format == 0 {
                    cids.append(UInt16(first))
                    continue
                }
                guard let left = number(at: place, size: format) else { return nil }
                place += format
                for step in 0...left where cids.count < glyphs { cids.append(UInt16(truncatingIfNeeded: first + step)) }
            }
            return cids
        }
    }
}
