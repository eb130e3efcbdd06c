import Testing

@testable import RubiText

/// M20–M22.
@Test(arguments: [
    ("漢㐀𠀋々〆〇〻仝ヶ\u{FA11}", CharacterClass.kanji), ("あんゝゞゟ〱〵", .hiragana), ("アヵケーヽヾヿㇰｱﾟ", .katakana), ("０Ａｚαд−＆’，．Ё", .fullwidthLatin),
    ("0Az#-&',éž", .halfwidthLatin), ("○＋％‰＠＊＃／＼〓①＝÷×→゛", .symbol), ("「。、・　 \u{1}？（", .other),
])
func classes(_ text: String, _ expected: CharacterClass) {
    for scalar in text.unicodeScalars {
        #expect(CharacterTable.shared.traits(of: scalar.value).characterClass == expected, "U+\(String(scalar.value, radix: 16)) \(scalar)")
    }
}

/// M21.
@Test func extenders() {
    for scalar: UInt32 in [0xFE00, 0xE0100, 0x3099, 0x309A, 0x301, 0x200D] {
        #expect(CharacterTable.shared.traits(of: scalar).contains(.extends))
    }
    #expect(!CharacterTable.shared.traits(of: 0x3042).contains(.extends))
}

/// M79.
@Test(arguments: [
    (1, 86, 29, 0x6B1E as UInt32, 0 as UInt32), (1, 4, 87, 0x304B, 0x309A), (2, 83, 12, 0x7A78, 0), (1, 13, 21, 0x2160, 0),
    (1, 1, 52, 0x300A, 0),
    (2, 1, 1, 0x20089, 0),
])
func cells(_ plane: Int, _ row: Int, _ cell: Int, _ first: UInt32, _ second: UInt32) {
    let found = JISCells().scalars(plane: plane, row: row, cell: cell)
    #expect(found?.first == first)
    #expect(found?.second == second)
}

@Test func unassignedCells() {
    #expect(JISCells().scalars(plane: 2, row: 2, cell: 1) == nil)
    #expect(JISCells().scalars(plane: 3, row: 1, cell: 1) == nil)
    #expect(JISCells().scalars(plane: 1, row: 95, cell: 1) == nil)
}
