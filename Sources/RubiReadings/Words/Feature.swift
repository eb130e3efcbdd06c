/// Reads the columns of a word that MeCab gives as one string, as the IPA dictionary has them: 品詞,細分類1,2,3,活用型,活用形,原形,読み,発音.
enum Feature {
    /// Commas before the inflected form's name, the base form, and the reading.
    static let formColumn = 5, baseColumn = 6, readingColumn = 7

    /// A column; empty where there are not so many, or where it says `*`.
    static func column(_ column: Int, of feature: UnsafePointer<CChar>) -> UnsafeBufferPointer<UInt8> {
        var start = UnsafeRawPointer(feature).assumingMemoryBound(to: UInt8.self)
        for _ in 0..<column {
            while start.pointee != UInt8(ascii: ",") {
                if start.pointee == 0 { return UnsafeBufferPointer(start: nil, count: 0) }
                start += 1
            }
            start += 1
        }
        var count = 0
        while start[count] != 0, start[count] != UInt8(ascii: ",") { count += 1 }
        if count == 1, start[0] == UInt8(ascii: "*") { count = 0 }
        return UnsafeBufferPointer(start: start, count: count)
    }

    static func reading(_ feature: UnsafePointer<CChar>) -> UnsafeBufferPointer<UInt8> { column(readingColumn, of: feature) }

    static func part(_ feature: UnsafePointer<CChar>) -> PartOfSpeech {
        // Most words are told by the first character.
        switch UInt8(bitPattern: feature[0]) {
        case 0xE5 where begins(feature, with: "名詞,"):
            let detail = feature + 7
            if begins(detail, with: "数") { return .number }
            if begins(detail, with: "接尾,助数詞") { return .counter }
            return begins(detail, with: "固有名詞") ? .name : .other
        case 0xE6 where begins(feature, with: "接頭詞"): return .prefix
        case 0xE8 where begins(feature, with: "記号"): return .symbol
        default: return .other
        }
    }

    static func begins(_ feature: UnsafePointer<CChar>, with text: StaticString) -> Bool {
        for index in 0..<text.utf8CodeUnitCount where UInt8(bitPattern: feature[index]) != text.utf8Start[index] { return false }
        return true
    }
}
