/// Ways to write kana in Latin letters.
public enum Romanization: String, Sendable, CaseIterable {
    /// As the kana are spelled: とうきょう toukyou, しんぶん shinbun, ー as a hyphen is left out with its vowel doubled (らーめん raamen).
    case kana
    /// Hepburn as it is most used now (修正ヘボン式): long vowels with a macron (tōkyō), ん always n, with an apostrophe before vowels and y.
    case hepburn

    /// Kana in Latin letters, Latin text in small letters, and all else as it is.
    public func romaji(of text: String) -> String {
        var result: [UInt32] = []
        let scalars = text.unicodeScalars.map { KanaText.hiragana($0.value) }
        var index = 0
        while index < scalars.count {
            index += append(scalars, index, to: &result)
        }
        let spelled = self == .hepburn ? Self.withMacrons(result) : result
        return KanaText.string(spelled.map { Self.lengthMark == $0 ? 0x30FC : $0 })
    }

    /// Stands behind a vowel that the next one lengthens, until macrons are put.
    private static let lengthMark: UInt32 = 0xE000
    private static let vowels = Set("aeiou".unicodeScalars.map(\.value))

    /// Appends the syllable at `index`; returns how many characters it took.
    private func append(_ scalars: [UInt32], _ index: Int, to result: inout [UInt32]) -> Int {
        let scalar = scalars[index]
        let next = index + 1 < scalars.count ? scalars[index + 1] : 0
        if scalar == 0x3063 {  // っ doubles the consonant behind it
            guard let first = Self.table[next]?.first, !Self.vowels.contains(first) else {
                result.append(0x74)
                return 1
            }
            // っち is tchi.
            result.append(first == 0x63 ? 0x74 : first)
            return 1
        }
        if scalar == 0x30FC {  // ー repeats the vowel before it
            guard let last = result.last, Self.vowels.contains(last) else { return skip(scalar, &result) }
            if self == .hepburn { result.append(Self.lengthMark) }
            result.append(last)
            return 1
        }
        if scalar == 0x3093 {
            result.append(0x6E)
            let isOpen = Self.table[next].map { Self.vowels.contains($0[0]) || $0[0] == 0x79 } ?? false
            if isOpen { result.append(0x27) }
            return 1
        }
        guard let syllable = Self.table[scalar] else { return skip(scalar, &result) }
        if let small = Self.smallVowels[next], let joined = join(syllable, small, isYa: 0x3083...0x3088 ~= next) {
            result += joined
            return 2
        }
        if self == .hepburn, syllable.count == 1, let last = result.last, Self.lengthens(last, syllable[0]) {
            result.append(Self.lengthMark)
        }
        result += syllable
        return 1
    }

    /// おう and うう, ああ and so on are long; えい and いい are not written so.
    private static func lengthens(_ last: UInt32, _ vowel: UInt32) -> Bool {
        switch (last, vowel) {
        case (0x6F, 0x75), (0x6F, 0x6F), (0x75, 0x75), (0x61, 0x61), (0x65, 0x65): true
        default: false
        }
    }

    private func skip(_ scalar: UInt32, _ result: inout [UInt32]) -> Int {
        switch scalar {
        case 0x41...0x5A: result.append(scalar + 0x20)
        case 0xFF01...0xFF5E:
            let narrow = scalar - 0xFEE0
            result.append(0x41...0x5A ~= narrow ? narrow + 0x20 : narrow)
        default: result.append(scalar)
        }
        return 1
    }

    /// き and ゃ: kya; し and ゃ: sha; ふ and ぁ: fa; て and ぃ: ti.
    private func join(_ syllable: [UInt32], _ small: UInt32, isYa: Bool) -> [UInt32]? {
        guard let vowel = syllable.last else { return nil }
        let stem = syllable.dropLast()
        if isYa {
            guard vowel == 0x69, !stem.isEmpty else { return vowel == 0x65 || vowel == 0x75 ? stem + [0x79, small] : nil }
            return stem.count == 2 || stem == [0x6A] ? stem + [small] : stem + [0x79, small]
        }
        if vowel == 0x75, stem.isEmpty { return [0x77, small] }  // うぃ wi
        return stem.isEmpty ? nil : stem + [small]
    }

    private static let smallVowels: [UInt32: UInt32] = [
        0x3041: 0x61, 0x3043: 0x69, 0x3045: 0x75, 0x3047: 0x65, 0x3049: 0x6F, 0x3083: 0x61, 0x3085: 0x75, 0x3087: 0x6F,
    ]

    private static let table: [UInt32: [UInt32]] = {
        let rows: [(kana: String, letters: String)] = [
            ("あいうえお", "a i u e o"), ("かきくけこ", "ka ki ku ke ko"), ("がぎぐげご", "ga gi gu ge go"), ("さしすせそ", "sa shi su se so"),
            ("ざじずぜぞ", "za ji zu ze zo"), ("たちつてと", "ta chi tsu te to"), ("だぢづでど", "da ji zu de do"), ("なにぬねの", "na ni nu ne no"),
            ("はひふへほ", "ha hi fu he ho"), ("ばびぶべぼ", "ba bi bu be bo"), ("ぱぴぷぺぽ", "pa pi pu pe po"), ("まみむめも", "ma mi mu me mo"),
            ("やゆよ", "ya yu yo"), ("らりるれろ", "ra ri ru re ro"), ("わゐゑを", "wa i e o"), ("ゔ", "vu"), ("ぁぃぅぇぉ", "a i u e o"),
            ("ゃゅょ", "ya yu yo"),
            ("ゎ", "wa"), ("ゕゖ", "ka ke"),
        ]
        var table: [UInt32: [UInt32]] = [:]
        for row in rows {
            for (kana, letters) in zip(row.kana.unicodeScalars, row.letters.split(separator: " ")) {
                table[kana.value] = letters.unicodeScalars.map(\.value)
            }
        }
        return table
    }()

    private static let macrons: [UInt32: UInt32] = [0x61: 0x101, 0x69: 0x12B, 0x75: 0x16B, 0x65: 0x113, 0x6F: 0x14D]

    private static func withMacrons(_ letters: [UInt32]) -> [UInt32] {
        var result: [UInt32] = []
        var index = 0
        while index < letters.count {
            if index + 2 < letters.count, letters[index + 1] == lengthMark, let long = macrons[letters[index]] {
                result.append(long)
                index += 3
            } else {
                result.append(letters[index])
                index += 1
            }
        }
        return result
    }
}
