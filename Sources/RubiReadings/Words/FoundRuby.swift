/// The share of a reading that one character of a compound has.
package struct RubyShare: Equatable, Sendable {
    /// Characters of the base, and kana of the reading.
    package var base: Int32
    package var kana: Int32
}

/// Where a reading comes from.
package enum ReadingSource: UInt8, Sendable { case dictionary, number, list, author }

/// A reading to be set over a piece of a sentence.
package struct FoundRuby: Sendable {
    /// Scalars of the sentence.
    package var base: Range<Int>
    /// Its reading, a range of `FoundRubies.kana`.
    package var kana: Range<Int>
    /// Its division, a range of `FoundRubies.shares`; empty where it is one.
    package var shares: Range<Int>
    /// How sure it is, 0…1; 1 where that was not asked for.
    package var confidence: Float
    package var source: ReadingSource
    /// A word begins with the base.
    package var beginsWord = true
    /// The word ends with the base: no okurigana follows.
    package var endsWord: Bool
}

/// The readings of one sentence, in order; used again for the next.
package struct FoundRubies: Sendable {
    package var rubies: [FoundRuby] = []
    /// Hiragana.
    package var kana: [UInt32] = []
    package var shares: [RubyShare] = []
    /// Words with kanji of which MeCab knows no reading.
    package var unknown: [Range<Int>] = []

    package init() {}

    package mutating func removeAll() {
        rubies.removeAll(keepingCapacity: true)
        kana.removeAll(keepingCapacity: true)
        shares.removeAll(keepingCapacity: true)
        unknown.removeAll(keepingCapacity: true)
    }

    /// Reads 々 that MeCab leaves alone, as many as the base before them has characters, as that base again (町々 まちまち). Returns whether it could.
    mutating func repeatLast(over range: Range<Int>) -> Bool {
        guard let last = rubies.last, last.base.upperBound == range.lowerBound, last.base.count == range.count,
            last.kana.upperBound == kana.count
        else {
            return false
        }
        let lengths = [(base: last.base.count, kana: last.kana.count), (base: range.count, kana: last.kana.count)]
        rubies.removeLast()
        append(
            last.base.lowerBound..<range.upperBound, Array(kana[last.kana]) + kana[last.kana], shares: range.count == 1 ? lengths : [],
            confidence: last.confidence, source: last.source, beginsWord: last.beginsWord, endsWord: true)
        return true
    }

    mutating func append(
        _ base: Range<Int>, _ reading: some Collection<UInt32>, shares lengths: [(base: Int, kana: Int)] = [], confidence: Float = 1,
        source: ReadingSource, beginsWord: Bool = true, endsWord: Bool
    ) {
        let start = kana.count, shareStart = shares.count
        kana.append(contentsOf: reading)
        if lengths.count > 1 { for length in lengths { shares.append(RubyShare(base: Int32(length.base), kana: Int32(length.kana))) } }
        rubies.append(
            FoundRuby(
                base: base, kana: start..<kana.count, shares: shareStart..<shares.count, confidence: confidence, source: source,
                beginsWord: beginsWord, endsWord: endsWord))
    }
}
