import RubiText

/// A piece of an annotation with its numbers taken out, to be looked up in the vocabulary (M51).
struct AozoraTemplate {
    /// The piece with a mark in place of each number.
    private(set) var word: [UInt32] = []
    private(set) var numbers: [Int32] = []

    /// The largest number that makes sense; larger ones are taken as this.
    private static let largest = 9999

    /// Takes out numbers written in digits of either width, and in kanji too where `kanji` is set.
    mutating func read(_ s: [UInt32], _ range: Range<Int>, kanji: Bool) {
        word.removeAll(keepingCapacity: true)
        numbers.removeAll(keepingCapacity: true)
        var i = range.lowerBound
        while i < range.upperBound {
            let end = Self.numberEnd(s, i, range.upperBound, kanji: kanji)
            if end > i, let number = Self.number(s[i..<end]) {
                word.append(AozoraVocabulary.numberMark)
                numbers.append(Int32(number))
                i = end
            } else {
                word.append(s[i])
                i += 1
            }
        }
    }

    private static func numberEnd(_ s: [UInt32], _ i: Int, _ end: Int, kanji: Bool) -> Int {
        var k = i
        while k < end, Kana.digit(s[k]) != nil { k += 1 }
        if k == i, kanji { while k < end, kanjiValue(s[k]) != nil { k += 1 } }
        return k
    }

    private static func kanjiValue(_ scalar: UInt32) -> Int? {
        switch scalar {
        case 0x3007: 0  // 〇
        case 0x4E00: 1
        case 0x4E8C: 2
        case 0x4E09: 3
        case 0x56DB: 4
        case 0x4E94: 5
        case 0x516D: 6
        case 0x4E03: 7
        case 0x516B: 8
        case 0x4E5D: 9
        case 0x5341: 10  // 十
        case 0x767E: 100  // 百
        default: nil
        }
    }

    /// The value of digits of either width, or of kanji numerals (十二, 二十, 一五); nil for anything else.
    static func number(_ digits: ArraySlice<UInt32>) -> Int? {
        guard !digits.isEmpty else { return nil }
        var sum = 0
        var current: Int?
        for scalar in digits {
            guard let value = Kana.digit(scalar) ?? kanjiValue(scalar) else { return nil }
            if value >= 10 {
                sum += (current ?? 1) * value
                current = nil
            } else {
                current = min((current ?? 0) * 10 + value, largest)
            }
        }
        return min(sum + (current ?? 0), largest)
    }
}
