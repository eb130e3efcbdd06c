/// The readings of single kanji that a dictionary attests, by which readings of compounds are divided.
///
/// A reading is attested where the dictionary leaves no doubt whose it is: a word of one kanji, or of one kanji between kana (食べる 食 た); and, from those on,
/// what is left to one kanji of a compound when the others have theirs. No other list is used.
package final class KanjiReadings: Sendable {
    private let known: ReadingSet

    init(_ known: ReadingSet) { self.known = known }

    /// How many kana each kanji of `base` has of `reading`, where every kanji's share is attested and no other division is as good; else nil.
    package func divide(_ base: ArraySlice<UInt32>, _ reading: ArraySlice<UInt32>) -> [Int]? {
        guard base.count > 1, base.count <= Self.longest, reading.count >= base.count else {
            return base.count == 1 && !reading.isEmpty
                && known.penalty(base[base.startIndex], reading, isFirst: true, isLast: true, after: 0) != nil
                ? [reading.count] : nil
        }
        var search = DivisionSearch(base, reading, known)
        return search.best()
    }

    /// Compounds of more kanji are not divided.
    static let longest = 8

    /// Whether the dictionary attests `reading` for `kanji`, as it is written alone.
    package func attests(_ reading: [UInt32], of kanji: UInt32) -> Bool { known.contains(kanji, reading[...]) }
}

/// Pairs of a kanji and a reading, as hashes: of some thousand pairs among 2⁶⁴, two never meet.
struct ReadingSet: Sendable {
    private var slots: [UInt64]
    private var counts: [UInt16]
    private(set) var count = 0

    init(capacity: Int) {
        var size = 1 << 10
        while size < 2 * capacity { size *= 2 }
        slots = [UInt64](repeating: 0, count: size)
        counts = [UInt16](repeating: 0, count: size)
    }

    static func hash(_ kanji: UInt32, _ reading: ArraySlice<UInt32>, first: UInt32? = nil, last: UInt32? = nil) -> UInt64 {
        var hash = UInt64(kanji) &* 0x9E37_79B9_7F4A_7C15
        let end = reading.endIndex - 1
        for index in reading.indices {
            var scalar = reading[index]
            if index == end, let last { scalar = last }
            if index == reading.startIndex, let first { scalar = first }
            hash = (hash ^ UInt64(scalar)) &* 0xD6E8_FEB8_6659_FD93
            hash ^= hash >> 29
        }
        return hash | 1
    }

    private func slot(_ hash: UInt64) -> Int {
        let mask = slots.count - 1
        var slot = Int(truncatingIfNeeded: hash >> 20) & mask
        while slots[slot] != 0, slots[slot] != hash { slot = (slot + 1) & mask }
        return slot
    }

    /// How often the pair was seen.
    func times(_ hash: UInt64) -> Int { Int(counts[slot(hash)]) }
    func contains(_ kanji: UInt32, _ reading: ArraySlice<UInt32>) -> Bool { times(Self.hash(kanji, reading)) > 0 }

    mutating func add(_ hash: UInt64, times: Int = 1) {
        let slot = slot(hash)
        if slots[slot] == 0 {
            guard 4 * (count + 1) < 3 * slots.count else { return grow(adding: hash, times) }
            slots[slot] = hash
            count += 1
        }
        counts[slot] = UInt16(min(Int(UInt16.max), Int(counts[slot]) + times))
    }

    private mutating func grow(adding hash: UInt64, _ times: Int) {
        var larger = ReadingSet(capacity: slots.count)
        forEach { larger.add($0, times: $1) }
        larger.add(hash, times: times)
        self = larger
    }

    func forEach(_ body: (UInt64, Int) -> Void) {
        for index in slots.indices where slots[index] != 0 { body(slots[index], Int(counts[index])) }
    }

    /// What a reading costs as that of `kanji`: 0 as it is attested, 1 with a changed sound at a joint (連濁, 促音便), 2 with 連声; nil where it is not attested.
    func penalty(_ kanji: UInt32, _ reading: ArraySlice<UInt32>, isFirst: Bool, isLast: Bool, after previous: UInt32) -> Int? {
        if contains(kanji, reading) { return 0 }
        guard let first = reading.first, let last = reading.last else { return nil }
        let plain = isFirst ? nil : Self.unvoiced(first)
        if let plain, times(Self.hash(kanji, reading, first: plain)) > 0 { return 1 }
        if !isLast, last == 0x3063 {  // っ from つ, く, ち, き
            for whole: UInt32 in [0x3064, 0x304F, 0x3061, 0x304D] {
                if times(Self.hash(kanji, reading, last: whole)) > 0 { return 1 }
                if let plain, times(Self.hash(kanji, reading, first: plain, last: whole)) > 0 { return 1 }
            }
        }
        if previous == 0x3093, let vowel = Self.beforeLiaison(first), times(Self.hash(kanji, reading, first: vowel)) > 0 { return 2 }
        return nil
    }

    /// か of が, は of ば and ぱ, and so on.
    private static func unvoiced(_ scalar: UInt32) -> UInt32? {
        switch scalar {
        case 0x304C...0x3062 where scalar % 2 == 0: scalar - 1  // が … ぢ
        case 0x3065, 0x3067, 0x3069: scalar - 1  // づ で ど
        case 0x3070, 0x3073, 0x3076, 0x3079, 0x307C: scalar - 1  // ば び ぶ べ ぼ
        case 0x3071, 0x3074, 0x3077, 0x307A, 0x307D: scalar - 2  // ぱ ぴ ぷ ぺ ぽ
        default: nil
        }
    }

    /// 連声: the vowel that became な, に, ね, の or み behind ん.
    private static func beforeLiaison(_ scalar: UInt32) -> UInt32? {
        switch scalar {
        case 0x306A: 0x3042
        case 0x306B, 0x307F: 0x3044
        case 0x306C: 0x3046
        case 0x306D: 0x3048
        case 0x306E: 0x304A
        default: nil
        }
    }
}

/// The cheapest way to share a reading out among the kanji of a compound.
struct DivisionSearch {
    private let base: ArraySlice<UInt32>
    private let reading: ArraySlice<UInt32>
    private let known: ReadingSet
    private var trail: [Int] = []
    private var found: (penalty: Int, lengths: [Int])?
    private var isAmbiguous = false
    /// No kanji has more kana: うけたまわ has five, こころざし too.
    private static let mostKana = 6

    init(_ base: ArraySlice<UInt32>, _ reading: ArraySlice<UInt32>, _ known: ReadingSet) {
        (self.base, self.reading, self.known) = (base, reading, known)
    }

    mutating func best() -> [Int]? {
        search(0, 0, 0)
        return isAmbiguous ? nil : found?.lengths
    }

    private mutating func search(_ index: Int, _ place: Int, _ penalty: Int) {
        if let found, penalty > found.penalty { return }
        if index == base.count {
            guard place == reading.count else { return }
            isAmbiguous = found?.penalty == penalty
            found = (penalty, trail)
            return
        }
        let rest = base.count - index - 1
        let most = min(Self.mostKana, reading.count - place - rest)
        guard most >= 1 else { return }
        // 々 is read as the kanji before it.
        var kanji = base[base.startIndex + index]
        if kanji == 0x3005, index > 0 { kanji = base[base.startIndex + index - 1] }
        for length in 1...most {
            if rest == 0, place + length < reading.count { continue }
            let start = reading.startIndex + place
            if place + length < reading.count, KanaText.isSmall(reading[start + length]) { continue }
            let previous = place == 0 ? 0 : reading[start - 1]
            let cost = known.penalty(kanji, reading[start..<start + length], isFirst: index == 0, isLast: rest == 0, after: previous)
            guard let cost else { continue }
            trail.append(length)
            search(index + 1, place + length, penalty + cost)
            trail.removeLast()
        }
    }
}
