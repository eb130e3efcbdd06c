import RubiText

extension KanjiReadings {
    /// Learns the readings from compiled dictionaries of MeCab; what is no such file teaches nothing.
    package convenience init(learningFrom files: [String]) {
        var learner = ReadingLearner()
        for file in files {
            guard let file = DictionaryFile(path: file) else { continue }
            let layout = file.layout
            file.forEachFeature { learner.read($0, layout) }
        }
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
    /// So many neighbours a kanji must have in the compounds that teach a reading: one of Chinese shape with more than one kana, and any other (大和, 今年 and
    /// their like teach nothing, however many words they are in).
    private static let leastNeighbours = 2, leastNeighboursOfOthers = 3

    /// Takes a word as the dictionary writes it. Names teach nothing: their readings are free.
    mutating func read(_ feature: UnsafePointer<CChar>, _ layout: FeatureLayout) {
        guard !Feature.begins(feature, with: "名詞,固有名詞"), !Feature.isSymbol(feature), !Feature.begins(feature, with: "名詞,数") else { return }
        let isInflected =
            Feature.begins(feature, with: "動詞") || Feature.begins(feature, with: "形容詞") || Feature.begins(feature, with: "助動詞")
        let form = isInflected ? Feature.column(layout.form, of: feature) : UnsafeBufferPointer(start: nil, count: 0)
        let isStem = isInflected && (form.elementsEqual("連用形".utf8) || form.elementsEqual("連用形-一般".utf8))
        guard !isInflected || isStem || form.elementsEqual("基本形".utf8) || form.elementsEqual("終止形-一般".utf8) else { return }
        let spelling = Feature.column(layout.base, of: feature)
        // The bytes of kanji begin with E4 and above.
        guard spelling.contains(where: { $0 >= 0xE4 }), spelling.count <= 3 * Self.longestWord else { return }
        let spoken = Feature.column(layout.reading, of: feature)
        guard !spoken.isEmpty, spoken.count <= 3 * Self.longestReading else { return }
        word.removeAll(keepingCapacity: true)
        reading.removeAll(keepingCapacity: true)
        KanaText.appendHiragana(spelling, to: &word)
        KanaText.appendHiragana(spoken, to: &reading)
        let isCompound = word.allSatisfy(aligner.isKanji)
        if isStem {
            // 建てる たて: so it is read where its okurigana is left out (建物).
            if !isCompound, aligner.isKanji(word[0]), !word.dropFirst().contains(where: aligner.isKanji) {
                known.add(ReadingSet.hash(word[0], reading[...]))
            }
            return
        }
        if isCompound { return take(word[...], reading[...]) }
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
        for pass in 1...Self.passes {
            var witnesses = ReadingSet(capacity: 1 << 15), others = ReadingSet(capacity: 1 << 14), chinese = ReadingSet(capacity: 1 << 14)
            for index in 0..<kanjiStarts.count - 1 {
                let base = kanji[Int(kanjiStarts[index])..<Int(kanjiStarts[index + 1])]
                let share = kana[Int(kanaStarts[index])..<Int(kanaStarts[index + 1])]
                guard base.count <= 3, let new = newReading(base, share, allowsNative: pass > 1) else { continue }
                let witness = new.hash ^ UInt64(new.neighbour) &* 0x9E37_79B9_7F4A_7C15 | 1
                if witnesses.times(witness) > 0 { continue }
                witnesses.add(witness)
                if new.isLong { chinese.add(new.hash) } else { others.add(new.hash) }
            }
            chinese.forEach { hash, times in if times >= Self.leastNeighbours { known.add(hash, times: times) } }
            others.forEach { hash, times in if times >= Self.leastNeighboursOfOthers { known.add(hash, times: times) } }
        }
        return known
    }

    private typealias NewReading = (hash: UInt64, neighbour: UInt32, isLong: Bool)

    /// The one reading that a compound adds to what is known, if it adds one only: that of its only kanji whose share is not attested, the others' being.
    private func newReading(_ base: ArraySlice<UInt32>, _ share: ArraySlice<UInt32>, allowsNative: Bool) -> NewReading? {
        var found: NewReading?
        // Each kanji in turn is the unknown one.
        for unknown in base.indices where base[unknown] != 0x3005 {
            let before = base[..<unknown], after = base[(unknown + 1)...]
            for start in before.count...max(before.count, min(share.count - after.count - 1, 6 * before.count)) {
                guard before.isEmpty == (start == 0), !before.contains(base[unknown]) else { continue }
                let most = min(4, share.count - start - after.count)
                guard most >= 1, attested(before, share[share.startIndex..<share.startIndex + start], isLast: false) else { continue }
                for length in 1...most {
                    let end = share.startIndex + start + length
                    if after.isEmpty != (end == share.endIndex) { continue }
                    if end < share.endIndex, KanaText.isSmall(share[end]) || share[end] == 0x3093 || share[end] == 0x3063 { continue }
                    let mine = share[share.startIndex + start..<end]
                    let isChinese = Self.isChineseShape(mine)
                    guard isChinese || allowsNative, !ReadingAligner.cannotBegin(share[mine.startIndex]), mine.last != 0x3063,
                        attested(after, share[end...], isLast: true)
                    else { continue }
                    let hash = ReadingSet.hash(base[unknown], mine)
                    if known.penalty(base[unknown], mine, isFirst: start == 0, isLast: end == share.endIndex, after: 0) != nil {
                        return nil
                    }
                    if let found, found.hash != hash { return nil }
                    found = (hash, before.last ?? after.first ?? 0, isChinese && mine.count > 1)
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
