/// Which columns of a word's features hold what, and how its costs are scaled.
struct FeatureLayout: Equatable, Sendable {
    /// Commas before the inflected form's name, the base form, and the reading.
    let form: Int, base: Int, reading: Int
    /// Costs are logarithms of probabilities times this: `cost-factor` of the dictionary.
    let costFactor: Int32

    /// The IPA dictionary, and NAIST's: 品詞,細分類1,2,3,活用型,活用形,原形,読み,発音.
    static let ipa = FeatureLayout(form: 5, base: 6, reading: 7, costFactor: 800)
    /// UniDic 2.1, of 26 columns: cForm, orthBase, kana.
    static let unidic2 = FeatureLayout(form: 5, base: 10, reading: 17, costFactor: 700)
    /// UniDic from 2.2 on, of 29 columns.
    static let unidic3 = FeatureLayout(form: 5, base: 10, reading: 20, costFactor: 700)

    private init(form: Int, base: Int, reading: Int, costFactor: Int32) {
        (self.form, self.base, self.reading, self.costFactor) = (form, base, reading, costFactor)
    }

    /// The layout of a dictionary, by how many columns one of its words has.
    init(of feature: UnsafePointer<CChar>) {
        var (commas, index) = (0, 0)
        while feature[index] != 0 {
            if UInt8(bitPattern: feature[index]) == UInt8(ascii: ",") { commas += 1 }
            index += 1
        }
        self = commas >= 28 ? .unidic3 : commas >= 20 ? .unidic2 : .ipa
    }
}

/// Reads the columns of a word that MeCab gives as one string, with commas between.
enum Feature {
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

    /// The part of speech, of the IPA dictionary's names or UniDic's.
    static func part(_ feature: UnsafePointer<CChar>) -> PartOfSpeech {
        // Most words are told by the first character.
        switch UInt8(bitPattern: feature[0]) {
        case 0xE5 where begins(feature, with: "名詞,"):
            let detail = feature + 7
            if begins(detail, with: "数") { return .number }
            if begins(detail, with: "接尾,助数詞") || begins(detail, with: "普通名詞,助数詞可能") { return .counter }
            return begins(detail, with: "固有名詞") ? .name : .other
        case 0xE6 where begins(feature, with: "接頭"): return .prefix
        case 0xE6 where begins(feature, with: "接尾辞,名詞的,助数詞"): return .counter
        case 0xE8 where isSymbol(feature): return .symbol
        default: return .other
        }
    }

    static func isSymbol(_ feature: UnsafePointer<CChar>) -> Bool { begins(feature, with: "記号") || begins(feature, with: "補助記号") }

    static func begins(_ feature: UnsafePointer<CChar>, with text: StaticString) -> Bool {
        for index in 0..<text.utf8CodeUnitCount where UInt8(bitPattern: feature[index]) != text.utf8Start[index] { return false }
        return true
    }
}
