import RubiText

/// Lays a word's reading beside its spelling: the kana in the spelling are found again in the reading, and what lies between them is the reading of the kanji
/// (食べる たべる → 食 た).
struct ReadingAligner {
    /// A run of kanji and its share of the reading; half open, counted from the word's and the reading's starts.
    struct Segment: Equatable {
        var base: Range<Int>
        var kana: Range<Int>
    }

    private let characters = CharacterTable.shared
    /// Runs of one kind, in order: those of kanji, and single kana.
    private var pieces: [(range: Range<Int>, isKanji: Bool)] = []
    private var trail: [Segment] = []
    private var solutions: [[Segment]] = []
    /// More ways than this are not weighed.
    private static let mostSolutions = 8

    func isKanji(_ scalar: UInt32) -> Bool { characters.traits(of: scalar).characterClass == .kanji || 0x30F5...0x30F6 ~= scalar }

    /// The segments of `word`, or nil where the kana of the two do not agree. Where there are several ways, the one that `rates` the least, and of those the
    /// one that gives the earlier kanji less.
    mutating func align(_ word: ArraySlice<UInt32>, _ kana: ArraySlice<UInt32>, _ table: KanjiReadings?) -> [Segment]? {
        guard !kana.isEmpty else { return nil }
        divide(word)
        for isLenient in [false, true] {
            solutions.removeAll(keepingCapacity: true)
            trail.removeAll(keepingCapacity: true)
            match(0, 0, word, kana, isLenient)
            guard let first = solutions.first else { continue }
            guard solutions.count > 1, let table else { return first }
            let rated = solutions.map { (segments: $0, penalty: Self.penalty($0, word, kana, table)) }
            return rated.min { $0.penalty < $1.penalty }?.segments
        }
        return nil
    }

    private static func penalty(_ segments: [Segment], _ word: ArraySlice<UInt32>, _ kana: ArraySlice<UInt32>, _ table: KanjiReadings)
        -> Int
    {
        segments.reduce(0) { sum, segment in
            let base = word[word.startIndex + segment.base.lowerBound..<word.startIndex + segment.base.upperBound]
            let reading = kana[kana.startIndex + segment.kana.lowerBound..<kana.startIndex + segment.kana.upperBound]
            return sum + (table.divide(base, reading) == nil ? 1 : 0)
        }
    }

    private mutating func divide(_ word: ArraySlice<UInt32>) {
        pieces.removeAll(keepingCapacity: true)
        for (index, scalar) in word.enumerated() {
            if isKanji(scalar) {
                if let last = pieces.last, last.isKanji {
                    pieces[pieces.count - 1].range = last.range.lowerBound..<index + 1
                } else {
                    pieces.append((index..<index + 1, true))
                }
            } else {
                pieces.append((index..<index + 1, false))
            }
        }
    }

    private mutating func match(_ piece: Int, _ place: Int, _ word: ArraySlice<UInt32>, _ kana: ArraySlice<UInt32>, _ isLenient: Bool) {
        guard solutions.count < Self.mostSolutions else { return }
        guard piece < pieces.count else {
            if place == kana.count { solutions.append(trail) }
            return
        }
        let (range, isKanji) = pieces[piece]
        let start = kana.startIndex
        if !isKanji {
            let spelled = KanaText.hiragana(word[word.startIndex + range.lowerBound])
            guard place < kana.count, spelled == kana[start + place] || isLenient && Self.sounds(spelled, as: kana[start + place]) else {
                return
            }
            return match(piece + 1, place + 1, word, kana, isLenient)
        }
        // What follows takes a kana a piece at least.
        let most = kana.count - (pieces.count - piece - 1)
        guard place < most, !Self.cannotBegin(kana[start + place]) else { return }
        for end in place + 1...most {
            if piece + 1 == pieces.count, end < kana.count { continue }
            if end < kana.count, KanaText.isSmall(kana[start + end]) || kana[start + end] == 0x30FC { continue }
            trail.append(Segment(base: range, kana: place..<end))
            match(piece + 1, end, word, kana, isLenient)
            trail.removeLast()
        }
    }

    static func cannotBegin(_ kana: UInt32) -> Bool { KanaText.isSmall(kana) || kana == 0x3063 || kana == 0x30FC || kana == 0x3093 }

    /// Whether a kana of the historical spelling, or a mark of iteration, may be pronounced so.
    private static func sounds(_ spelled: UInt32, as kana: UInt32) -> Bool {
        switch spelled {
        case 0x306F: kana == 0x308F  // は わ
        case 0x3072, 0x3090: kana == 0x3044  // ひ ゐ い
        case 0x3075: kana == 0x3046 || kana == 0x304A  // ふ う お
        case 0x3078, 0x3091: kana == 0x3048 || kana == 0x3044  // へ ゑ え
        case 0x307B, 0x3092: kana == 0x304A || kana == 0x3046  // ほ を お
        case 0x3080: kana == 0x3093  // む ん
        case 0x3062: kana == 0x3058  // ぢ じ
        case 0x3065: kana == 0x305A  // づ ず
        case 0x3064: kana == 0x3063  // つ っ
        case 0x3084, 0x3086, 0x3088: kana == spelled - 1  // やゆよ ゃゅょ
        case 0x3051, 0x3095: kana == 0x304B || kana == 0x304C  // ケ ヵ か が
        case 0x309D, 0x309E: true  // ゝ ゞ
        default: false
        }
    }
}
