import RubiText

/// Reads single lines: readings given as ruby first, MeCab's for the rest.
struct LineReading {
    private let reader: WordReader
    private let characters = CharacterTable.shared
    private var found = FoundRubies()
    private var scalars: [UInt32] = []
    private var units: [UInt16] = []

    init(_ reader: WordReader) { self.reader = reader }

    private static let open: UInt32 = 0x300A, close: UInt32 = 0x300B, bar: UInt32 = 0xFF5C

    /// The reading of a text in UTF-8.
    mutating func reading(of bytes: some Collection<UInt8>) -> [UInt32] {
        scalars.removeAll(keepingCapacity: true)
        scalars.append(contentsOf: String(decoding: bytes, as: UTF8.self).unicodeScalars.lazy.map(\.value))
        guard scalars.contains(Self.open) else { return plain(scalars[...]) }
        var result: [UInt32] = []
        // What is not yet read; the base of the next ruby is at its end.
        var start = 0
        var index = 0
        while index < scalars.count {
            guard scalars[index] == Self.open, let close = scalars[index...].firstIndex(of: Self.close), close > index + 1,
                let base = baseStart(from: start, to: index)
            else {
                index += 1
                continue
            }
            let hasBar = base > start && scalars[base - 1] == Self.bar
            result += plain(scalars[start..<base - (hasBar ? 1 : 0)])
            result += scalars[index + 1..<close]
            start = close + 1
            index = start
        }
        return result + plain(scalars[start...])
    }

    /// Where the base before `end` begins: behind a bar, or the run of kanji; nil where there is none.
    private func baseStart(from start: Int, to end: Int) -> Int? {
        if let bar = scalars[start..<end].lastIndex(of: Self.bar), bar + 1 < end { return bar + 1 }
        var base = end
        while base > start, characters.traits(of: scalars[base - 1]).characterClass == .kanji { base -= 1 }
        return base < end ? base : nil
    }

    private mutating func plain(_ text: ArraySlice<UInt32>) -> [UInt32] {
        reader.read(text, into: &found)
        return found.rubies.isEmpty ? Array(text) : found.reading(of: text)
    }

    /// As ICU wants it.
    mutating func utf16(_ text: [UInt32]) -> [UInt16] {
        units.removeAll(keepingCapacity: true)
        for scalar in text {
            if scalar < 0x10000 {
                units.append(UInt16(scalar))
            } else {
                units.append(UInt16(0xD800 + (scalar - 0x10000) >> 10))
                units.append(UInt16(0xDC00 + (scalar - 0x10000) & 0x3FF))
            }
        }
        return units
    }
}

/// Cuts fields out of records.
enum FieldCutter {
    private static let quote = UInt8(ascii: "\"")

    /// A field of a record; all of it where none is asked for, nothing where there are not so many.
    static func field(_ field: LineIndex.Field?, of record: ArraySlice<UInt8>) -> [UInt8] {
        guard let field else { return Array(record) }
        guard field.isCSV else {
            let parts = record.split(separator: 0x09, maxSplits: field.number, omittingEmptySubsequences: false)
            return field.number <= parts.count ? Array(parts[field.number - 1]) : []
        }
        var number = 1
        var value: [UInt8] = []
        var isQuoted = false
        for byte in record {
            if byte == quote {
                // Two quotes are one that is meant.
                if !isQuoted, number == field.number, !value.isEmpty, value.last != UInt8(ascii: ",") { value.append(quote) }
                isQuoted.toggle()
            } else if byte == UInt8(ascii: ","), !isQuoted {
                if number == field.number { return value }
                number += 1
            } else if number == field.number {
                value.append(byte)
            }
        }
        return number == field.number ? value : []
    }

    /// Whether a record ends with the line: its quotes are closed.
    static func isWhole(_ scalars: some Sequence<UInt32>) -> Bool { scalars.count { $0 == UInt32(quote) } % 2 == 0 }
}
