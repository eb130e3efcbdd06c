/// A map from codes to Unicode (ToUnicode CMap, ISO 32000, 9.10.3).
struct PDFUnicodeMap {
    /// Ranges and single characters that one section may hold.
    private static let sectionLimit = 100
    private let entries: [(code: UInt32, text: String)]

    init(entries: [(code: UInt32, text: String)]) {
        self.entries = entries.filter { !$0.text.isEmpty }.sorted { $0.code < $1.code }
    }

    var bytes: [UInt8] {
        var ranges: [String] = []
        var singles: [String] = []
        var index = 0
        while index < entries.count {
            let end = endOfRange(from: index)
            let first = PDFText.hexadecimal(entries[index].code)
            let text = PDFText.hexadecimal(entries[index].text)
            if end - index > 1 {
                ranges.append("<\(first)><\(PDFText.hexadecimal(entries[end - 1].code))><\(text)>")
            } else {
                singles.append("<\(first)><\(text)>")
            }
            index = end
        }
        var text = """
            /CIDInit/ProcSet findresource begin
            12 dict begin
            begincmap
            /CIDSystemInfo<</Registry(Adobe)/Ordering(UCS)/Supplement 0>>def
            /CMapName/Adobe-Identity-UCS def
            /CMapType 2 def
            1 begincodespacerange
            <0000><FFFF>
            endcodespacerange

            """
        for (list, name) in [(singles, "bfchar"), (ranges, "bfrange")] {
            for start in stride(from: 0, to: list.count, by: Self.sectionLimit) {
                let section = list[start..<min(start + Self.sectionLimit, list.count)]
                text += "\(section.count) begin\(name)\n\(section.joined(separator: "\n"))\nend\(name)\n"
            }
        }
        text += "endcmap\nCMapName currentdict/CMap defineresource pop\nend\nend\n"
        return Array(text.utf8)
    }

    /// Codes and characters that count up together, without a change of the upper byte of either.
    private func endOfRange(from start: Int) -> Int {
        var end = start + 1
        while end < entries.count, entries[end].code == entries[end - 1].code + 1, entries[end].code & 0xFF != 0,
            let before = single(end - 1), let scalar = single(end), scalar == before + 1, scalar & 0xFF != 0
        {
            end += 1
        }
        return end
    }

    /// The one UTF-16 unit of an entry.
    private func single(_ index: Int) -> UInt16? {
        let units = entries[index].text.utf16
        return units.count == 1 ? units.first : nil
    }
}
