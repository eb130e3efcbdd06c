import RubiText

extension KanjiReadings {
    /// Learns the readings from compiled dictionaries of MeCab; what is no such file teaches nothing.
    package convenience init(learningFrom files: [String]) {
        var learner = ReadingLearner()
        for file in files { DictionaryFile(path: file)?.forEachFeature { learner.read($0) } }
        self.init(learner.learn())
    }
}

/// Finds the readings of kanji in the words of a dictionary.
private struct ReadingLearner {
    private var known = ReadingSet(capacity: 1 << 15)
    private var aligner = ReadingAligner()
    /// Compounds, one after another: where each one's kanji and kana begin.
    private var kanji: [UInt32] = []
    private var kana: [UInt32] = []
    private var kanjiStarts: [Int32] = [0]
    private var kanaStarts: [Int32] = [0]
    private var word: [UInt32] = []
    private var reading: [UInt32] = []

    /// Words of more characters teach little and cost much.
    private static let longestWord = 6, longestReading = 10
    /// Compounds are gone through so often; each time what was learnt teaches more.
    private static let passes = 3
    /// So many compounds have to agree on a reading that is not known from elsewhere.
    private static let leastWitnesses = 2

    /// Takes a word as the dictionary writes it: uninflected, and no name, whose readings are free.
    mutating func read(_ feature: UnsafePointer<CChar>) {
        guard !Feature.begins(feature, with: "名詞,固有名詞"), !Feature.begins(feature, with: "記号"), !Feature.begins(feature, with: "名詞,数") else {
            return
        }
        let isInflected =
            Feature.begins(feature, with: "動詞") || Feature.begins(feature, with: "形容詞") || Feature.begins(feature, with: "助動詞")
        if isInflected, !Feature.column(5, of: feature).elementsEqual("基本形".utf8) { return }
        let spelling = Feature.column(Feature.baseColumn, of: feature)
        // The bytes of kanji begin with E4 and above.
        guard spelling.contains(where: { $0 >= 0xE4 }), spelling.count <= 3 * Self.longestWord else { return }
        let spoken = Feature.reading(feature)
        guard !spoken.isEmpty, spoken.count <= 3 * Self.longestReading else { return }
        word.removeAll(keepingCapacity: true)
        reading.removeAll(keepingCapacity: true)
        KanaText.appendHiragana(spelling, to: &word)
        KanaText.appendHiragana(spoken, to: &reading)
        guard word.contains(where: { !aligner.isKanji($0) }) else { return take(word[...], reading[...]) }
        guard let segments = aligner.align(word[...], reading[...], nil) else { return }
        for segment in segments { take(word[segment.base], reading[segment.kana]) }
    }

    private mutating func take(_ base: ArraySlice<UInt32>, _ share: ArraySlice<UInt32>) {
        if base.count == 1 { return known.add(ReadingSet.hash(base[base.startIndex], share)) }
        guard base.count <= share.count else { return }
        kanji += base
        kana += share
        kanjiStarts.append(Int32(kanji.count))
        kanaStarts.append(Int32(kana.count))
    }

    mutating func learn() -> ReadingSet {
        for _ in 0..<Self.passes {
            var seen = ReadingSet(capacity: 1 << 14)
            for index in 0..<kanjiStarts.count - 1 {
                let base = kanji[Int(kanjiStarts[index])..<Int(kanjiStarts[index + 1])]
                let share = kana[Int(kanaStarts[index])..<Int(kanaStarts[index + 1])]
                if base.count <= 4, let new = newReading(base, share) { seen.add(new) }
            }
            seen.forEach { hash, times in if times >= Self.leastWitnesses { known.add(hash, times: times) } }
        }
        return known
    }

    /// The one reading that a compound adds to what is known, if it adds one only: that of its only kanji whose share is not attested, or of either of two
    /// where the shapes of Chinese readings leave one division.
    private func newReading(_ base: ArraySlice<UInt32>, _ share: ArraySlice<UInt32>) -> UInt64? {
        var found: UInt64?
        // Each kanji in turn is the unknown one.
        for unknown in base.indices {
            let before = base[..<unknown], after = base[(unknown + 1)...]
            for start in before.count...max(before.count, min(share.count - after.count - 1, 6 * before.count)) {
                guard before.isEmpty == (start == 0), !before.contains(base[unknown]) else { continue }
                let least = 1, most = min(4, share.count - start - after.count)
                guard most >= least, attested(before, share[share.startIndex..<share.startIndex + start], isLast: false) else { continue }
                for length in least...most {
                    let end = share.startIndex + start + length
                    if after.isEmpty != (end == share.endIndex) { continue }
                    if end < share.endIndex, KanaText.isSmall(share[end]) || share[end] == 0x3093 || share[end] == 0x3063 { continue }
                    let mine = share[share.startIndex + start..<end]
                    guard Self.isChineseShape(mine), mine.last != 0x3063, attested(after, share[end...], isLast: true) else { continue }
                    let hash = ReadingSet.hash(base[unknown], mine)
                    if known.times(hash) > 0 { return nil }
                    if let found, found != hash { return nil }
                    found = hash
                }
            }
        }
        return found
    }

    private func attested(_ base: ArraySlice<UInt32>, _ share: ArraySlice<UInt32>, isLast: Bool) -> Bool {
        guard !base.isEmpty else { return share.isEmpty }
        if base.count == 1 {
            let kanji = base[base.startIndex]
            return !share.isEmpty && known.penalty(kanji, share, isFirst: !isLast, isLast: isLast, after: 0) != nil
        }
        var search = DivisionSearch(base, share, known)
        return search.best() != nil
    }

    /// Whether a reading has the shape of those from Chinese (音読み): one mora, or two of which the second is ん い う く き つ ち.
    private static func isChineseShape(_ reading: ArraySlice<UInt32>) -> Bool {
        var rest = reading.dropFirst()
        if let next = rest.first, KanaText.isSmall(next) { rest = rest.dropFirst() }
        guard let second = rest.first else { return true }
        return rest.count == 1 && [0x3093, 0x3044, 0x3046, 0x304F, 0x304D, 0x3064, 0x3061].contains(second)
    }
}
