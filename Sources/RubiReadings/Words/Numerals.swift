/// Reads numbers written in kanji, and the counters behind them, whose sounds change at the joint (三本 さんぼん, 六百 ろっぴゃく, 一人 ひとり).
struct Numerals {
    /// The reading of a number and its counter, a part a character: of the numerals first.
    struct Reading: Equatable {
        var numerals: [[UInt32]]
        var counter: [UInt32]
        /// The number and the counter have one reading that cannot be shared out (一人 ひとり, 二十日 はつか).
        var isWhole = false
    }

    private static let digits = Array("〇一二三四五六七八九".unicodeScalars.map(\.value))
    private static let digitReadings = ["ぜろ", "いち", "に", "さん", "よん", "ご", "ろく", "なな", "はち", "きゅう"].map(KanaText.scalars)
    private static let units: [UInt32: [UInt32]] = [
        0x5341: KanaText.scalars("じゅう"), 0x767E: KanaText.scalars("ひゃく"), 0x5343: KanaText.scalars("せん"), 0x4E07: KanaText.scalars("まん"),
        0x5104: KanaText.scalars("おく"), 0x5146: KanaText.scalars("ちょう"),
    ]
    private static let ten: UInt32 = 0x5341, hundred: UInt32 = 0x767E, thousand: UInt32 = 0x5343

    static func isNumeral(_ scalar: UInt32) -> Bool { digit(scalar) != nil || units[scalar] != nil }

    private static func digit(_ scalar: UInt32) -> Int? { digits.firstIndex(of: scalar) }

    /// The value of a digit, in kanji or of either width.
    private static func value(_ scalar: UInt32) -> Int? {
        switch scalar {
        case 0x30...0x39: Int(scalar - 0x30)
        case 0xFF10...0xFF19: Int(scalar - 0xFF10)
        default: digit(scalar)
        }
    }

    /// Reads `number`, which is of numerals in kanji only, before a counter of the spelling and the reading given, both empty where there is none.
    /// - Parameter isDate: a month stands before it.
    static func read(_ number: ArraySlice<UInt32>, counter: ArraySlice<UInt32>, _ counterKana: ArraySlice<UInt32>, isDate: Bool) -> Reading
    {
        let spelled = KanaText.string(number), unit = KanaText.string(counter)
        if let whole = wholes[spelled + unit] ?? (isDate ? dates[spelled + unit] : nil) {
            return Reading(numerals: [KanaText.scalars(whole)], counter: [], isWhole: true)
        }
        if unit == "日", let day = days[spelled] {
            return Reading(numerals: day.map(KanaText.scalars), counter: KanaText.scalars("か"))
        }
        var numerals = plain(number)
        var changed = Array(counterKana)
        join(number, &numerals, counter: unit, &changed)
        return Reading(numerals: numerals, counter: changed)
    }

    /// The sound of a counter behind a number in Arabic digits, whose own reading is not written; nil where both have one reading (1人).
    static func counterReading(behind last: UInt32, isOneDigit: Bool, counter: ArraySlice<UInt32>, _ kana: ArraySlice<UInt32>) -> [UInt32]?
    {
        guard let value = value(last) else { return Array(kana) }
        let digit = digits[value]
        if isOneDigit, wholes[KanaText.string([digit]) + KanaText.string(counter)] != nil { return nil }
        var numerals = [digitReadings[value]]
        var changed = Array(kana)
        join([digit], &numerals, counter: KanaText.string(counter), &changed)
        return changed
    }

    // MARK: The number

    /// A reading a character: 三百 さん びゃく. Digits in a row, without ten and hundred between, are read as the number they write.
    private static func plain(_ number: ArraySlice<UInt32>) -> [[UInt32]] {
        var readings: [[UInt32]] = []
        for (index, scalar) in zip(number.indices, number) {
            guard let unit = units[scalar] else {
                // 二三日 are two or three.
                let isRange = number.count == 2 && digit(number[number.endIndex - 1]) == (digit(number[number.startIndex]) ?? 0) + 1
                let isPositional = number.count > 1 && !isRange && !number.contains { units[$0] != nil }
                readings.append(isPositional ? positional(scalar, place: number.endIndex - 1 - index) : digitReadings[digit(scalar) ?? 0])
                continue
            }
            var reading = unit
            if index > number.startIndex, let before = digit(number[index - 1]) {
                (readings[readings.count - 1], reading) = joined(before, scalar, unit)
            } else if index > number.startIndex, scalar == 0x5146 {
                readings[readings.count - 1] = withSokuon(readings[readings.count - 1])
            }
            readings.append(reading)
        }
        return readings
    }

    /// 三 + 百 = さん びゃく.
    private static func joined(_ digit: Int, _ unit: UInt32, _ reading: [UInt32]) -> (digit: [UInt32], unit: [UInt32]) {
        let plain = digitReadings[digit]
        switch (digit, unit) {
        case (3, hundred): return (plain, KanaText.scalars("びゃく"))
        case (6, hundred), (8, hundred): return (withSokuon(plain), KanaText.scalars("ぴゃく"))
        case (3, thousand): return (plain, KanaText.scalars("ぜん"))
        case (1, thousand), (8, thousand), (1, 0x5146), (8, 0x5146): return (withSokuon(plain), reading)
        default: return (plain, reading)
        }
    }

    /// One digit of 一九九八, せん きゅうひゃく きゅうじゅう はち, `place` places before the last.
    private static func positional(_ scalar: UInt32, place: Int) -> [UInt32] {
        let digit = digit(scalar) ?? 0
        let unit: UInt32
        switch place % 4 {
        case 1: unit = ten
        case 2: unit = hundred
        case 3: unit = thousand
        default: return digit == 0 ? digitReadings[0] : digitReadings[digit]
        }
        guard digit != 0, let reading = units[unit] else { return digitReadings[digit] }
        if digit == 1 { return reading }
        let (first, second) = joined(digit, unit, reading)
        return first + second
    }

    // MARK: The joint

    /// Numbers and counters that have one reading.
    private static let wholes = ["一人": "ひとり", "二人": "ふたり", "二十歳": "はたち", "二十日": "はつか"]
    /// Of days behind a month.
    private static let dates = ["一日": "ついたち"]
    /// Days of the month that are counted in か.
    private static let days: [String: [String]] = [
        "二": ["ふつ"], "三": ["みっ"], "四": ["よっ"], "五": ["いつ"], "六": ["むい"], "七": ["なの"], "八": ["よう"], "九": ["ここの"], "十": ["とお"],
        "十四": ["じゅう", "よっ"], "二十四": ["に", "じゅう", "よっ"],
    ]

    /// Digits that have another reading before a counter that begins so: 四 よ, 七 しち, 九 く.
    private static let digitChanges: [(counters: [String], digit: UInt32, reading: String)] = [
        (["人", "年", "時", "円", "畳", "段"], 0x56DB, "よ"), (["月"], 0x56DB, "し"), (["月", "時", "人", "日", "年"], 0x4E03, "しち"),
        (["月", "時", "日"], 0x4E5D, "く"),
    ]
    /// Counters in は that become ば behind 三; the others become ぱ, as behind 一.
    private static let voicedBehindThree = ["本", "匹", "杯", "票", "俵", "遍", "疋", "百"]
    /// Counters in か and さ that are voiced behind 三.
    private static let voicedToo = ["階", "軒", "足", "寸", "千"]

    private static func join(_ number: ArraySlice<UInt32>, _ numerals: inout [[UInt32]], counter: String, _ kana: inout [UInt32]) {
        guard let last = number.last, let first = kana.first else { return }
        let end = numerals.count - 1
        for change in digitChanges where change.digit == last && change.counters.contains(where: counter.hasPrefix) {
            numerals[end] = KanaText.scalars(change.reading)
        }
        let isKa = 0x304B...0x3054 ~= first && first % 2 == 1
        let isSaOrTa = (0x3055...0x3062 ~= first && first % 2 == 1) || [0x3064, 0x3066, 0x3068].contains(first)
        let isHa = KanaText.halfVoiced(first) != nil
        let isOne = last == 0x4E00, isThree = last == 0x4E09, isSix = last == 0x516D, isEight = last == 0x516B, isTen = last == ten,
            isHundred = last == hundred
        if isOne || isEight || isTen, isKa || isSaOrTa || isHa { numerals[end] = withSokuon(numerals[end]) }
        if isSix || isHundred, isKa || isHa { numerals[end] = withSokuon(numerals[end]) }
        if isHa, isOne || isSix || isEight || isTen || isHundred, let half = KanaText.halfVoiced(first) { kana[0] = half }
        if isHa, isThree || last == thousand || last == 0x4E07 {
            let isVoiced = voicedBehindThree.contains { counter.hasPrefix($0) }
            if let changed = isVoiced ? KanaText.voiced(first) : KanaText.halfVoiced(first) { kana[0] = changed }
        }
        if counter.hasPrefix("分"), last == 0x56DB, let half = KanaText.halfVoiced(first) { kana[0] = half }
        if isKa || isSaOrTa, isThree, voicedToo.contains(where: counter.hasPrefix), let voiced = KanaText.voiced(first) { kana[0] = voiced }
    }

    /// いち → いっ, じゅう → じゅっ.
    private static func withSokuon(_ reading: [UInt32]) -> [UInt32] { reading.dropLast() + [0x3063] }
}
