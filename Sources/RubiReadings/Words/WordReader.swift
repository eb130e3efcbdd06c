import RubiText

/// Finds the readings of the words of sentences: of one thread.
final class WordReader {
    private let analyzer: MorphologicalAnalyzer
    /// By which compounds are divided; nil: they are not.
    private let table: KanjiReadings?
    private var aligner = ReadingAligner()
    private var words = Morphemes()
    private let characters = CharacterTable.shared
    /// What goes before MeCab's readings.
    private let list: ReadingList
    /// What knows compounds that MeCab does not; nil where it is not installed.
    private let compounds: CompoundFinder?

    init(_ dictionary: MorphologicalDictionary, table: KanjiReadings?, list: ReadingList) throws(ReadingError) {
        analyzer = try MorphologicalAnalyzer(dictionary)
        (self.table, self.list) = (table, list)
        compounds = WordFile.edict.flatMap(CompoundFinder.init)
    }

    /// Fills `found` with the readings of the kanji of a sentence.
    func read(_ sentence: ArraySlice<UInt32>, weighs: Bool = false, into found: inout FoundRubies) {
        found.removeAll()
        guard sentence.contains(where: isIdeograph) else { return }
        // On the stack while they are read: every access to a stored one would be checked.
        var words = Morphemes()
        swap(&words, &self.words)
        defer { swap(&words, &self.words) }
        analyzer.analyze(sentence, weighs: weighs, into: &words)
        var index = 0
        while index < words.count {
            if words.parts[index] == .number, let next = readNumber(from: index, words, sentence, &found) {
                index = next
                continue
            }
            if words.mayHoldKanji[index] { readWord(index, words, sentence, &found) }
            index += 1
        }
        compounds?.apply(to: &found, sentence, table)
        found.apply(LiteraryWords.list, .dictionary, to: sentence)
        found.apply(list, .list, to: sentence)
    }

    private func isIdeograph(_ scalar: UInt32) -> Bool {
        scalar >= 0x3005 && characters.traits(of: scalar).characterClass == .kanji && scalar != 0x30F6
    }

    private func characters(of index: Int, _ words: Morphemes, _ sentence: ArraySlice<UInt32>) -> ArraySlice<UInt32> {
        let range = words.range(index)
        return sentence[sentence.startIndex + range.lowerBound..<sentence.startIndex + range.upperBound]
    }

    private func readWord(_ index: Int, _ words: Morphemes, _ sentence: ArraySlice<UInt32>, _ found: inout FoundRubies) {
        let range = words.range(index)
        guard hasKanji(range, sentence) else { return }
        let word = characters(of: index, words, sentence)
        let kana = words.kana[words.reading(index)]
        if word.first == 0x3005 {  // 々
            if found.repeatLast(over: range) { return }
            if let last = found.unknown.last, last.upperBound == range.lowerBound {
                // It is of the word that MeCab does not know (稍々), which the lists may.
                found.unknown[found.unknown.count - 1] = last.lowerBound..<range.upperBound
                return
            }
        }
        guard !kana.isEmpty, !words.isUnknown[index] else {
            if words.parts[index] != .symbol, word.contains(where: { isIdeograph($0) && $0 != 0x3007 }) { found.unknown.append(range) }
            return
        }
        guard words.parts[index] != .symbol, kana.allSatisfy(KanaText.isKana) else { return }
        let confidence = words.confidences.isEmpty ? 1 : words.confidences[index]
        // Most words are kanji alone, or kanji and okurigana.
        if let tail = okurigana(of: word, kana) {
            return append(
                range.lowerBound..<range.upperBound - tail, word.dropLast(tail), kana.dropLast(tail), confidence, beginsWord: true,
                endsWord: tail == 0,
                &found)
        }
        guard let segments = aligner.align(word, kana, table) ?? coarse(word, kana) else {
            found.unknown.append(range)
            return
        }
        for segment in segments {
            let base = range.lowerBound + segment.base.lowerBound..<range.lowerBound + segment.base.upperBound
            let reading = kana[kana.startIndex + segment.kana.lowerBound..<kana.startIndex + segment.kana.upperBound]
            let spelled = word[word.startIndex + segment.base.lowerBound..<word.startIndex + segment.base.upperBound]
            append(
                base, spelled, reading, confidence, beginsWord: base.lowerBound == range.lowerBound,
                endsWord: base.upperBound == range.upperBound,
                &found)
        }
    }

    private func hasKanji(_ range: Range<Int>, _ sentence: ArraySlice<UInt32>) -> Bool {
        for index in sentence.startIndex + range.lowerBound..<sentence.startIndex + range.upperBound
        where isIdeograph(sentence[index]) || aligner.isKanji(sentence[index]) { return true }
        return false
    }

    private func append(
        _ base: Range<Int>, _ spelled: ArraySlice<UInt32>, _ reading: ArraySlice<UInt32>, _ confidence: Float, beginsWord: Bool,
        endsWord: Bool, _ found: inout FoundRubies
    ) {
        let lengths = base.count > 1 ? table?.divide(spelled, reading) : nil
        found.append(
            base, reading, shares: lengths.map { $0.map { (1, $0) } } ?? [], confidence: confidence, source: .dictionary,
            beginsWord: beginsWord,
            endsWord: endsWord
        )
    }

    /// How many kana stand at the end of a word that is of kanji before them, with a reading that ends so; nil for other words.
    private func okurigana(of word: ArraySlice<UInt32>, _ kana: ArraySlice<UInt32>) -> Int? {
        var tail = 0
        while tail < word.count, tail < kana.count, word[word.endIndex - 1 - tail] == kana[kana.endIndex - 1 - tail] { tail += 1 }
        guard tail < word.count, tail < kana.count else { return nil }
        for index in word.startIndex..<word.endIndex - tail where !aligner.isKanji(word[index]) { return nil }
        return tail
    }

    /// Where the kana of the spelling are not found in the reading: one reading from the first kanji to the last, without the kana at the ends that agree.
    private func coarse(_ word: ArraySlice<UInt32>, _ kana: ArraySlice<UInt32>) -> [ReadingAligner.Segment]? {
        var (word, kana) = (word, kana)
        let start = (word.startIndex, kana.startIndex)
        while let a = word.first, let b = kana.first, !aligner.isKanji(a), KanaText.hiragana(a) == b {
            (word, kana) = (word.dropFirst(), kana.dropFirst())
        }
        while let a = word.last, let b = kana.last, !aligner.isKanji(a), KanaText.hiragana(a) == b {
            (word, kana) = (word.dropLast(), kana.dropLast())
        }
        guard let first = word.first, let last = word.last, aligner.isKanji(first), aligner.isKanji(last), !kana.isEmpty else { return nil }
        return [
            .init(
                base: word.startIndex - start.0..<word.endIndex - start.0, kana: kana.startIndex - start.1..<kana.endIndex - start.1)
        ]
    }

    // MARK: Numbers

    /// Reads the number that begins with word `first`, and its counter; returns the word after them, or nil where it is read as any word.
    private func readNumber(from first: Int, _ words: Morphemes, _ sentence: ArraySlice<UInt32>, _ found: inout FoundRubies) -> Int? {
        var end = first
        while end < words.count, words.parts[end] == .number, words.starts[end] == words.ends[max(first, end - 1)] || end == first,
            characters(of: end, words, sentence).allSatisfy({ Numerals.isNumeral($0) })
        {
            end += 1
        }
        guard end > first else { return readArabic(from: first, words, sentence, &found) }
        let start = sentence.startIndex
        let number = sentence[start + Int(words.starts[first])..<start + Int(words.ends[end - 1])]
        let hasCounter =
            end < words.count && words.parts[end] == .counter && words.starts[end] == words.ends[end - 1] && !words.reading(end).isEmpty
            && characters(of: end, words, sentence).allSatisfy(aligner.isKanji)
        guard hasCounter else {
            let reading = Numerals.read(number, counter: [], [], isDate: false)
            append(reading, number, 0, from: Int(words.starts[first]), &found)
            return end
        }
        let counter = characters(of: end, words, sentence)
        let isDate = first > 0 && sentence[start + Int(words.ends[first - 1]) - 1] == 0x6708  // 月
        let reading = Numerals.read(number, counter: counter, words.kana[words.reading(end)], isDate: isDate)
        append(reading, number, counter.count, from: Int(words.starts[first]), &found)
        return end + 1
    }

    private func append(
        _ reading: Numerals.Reading, _ number: ArraySlice<UInt32>, _ counterCount: Int, from start: Int, _ found: inout FoundRubies
    ) {
        let base = start..<start + number.count + counterCount
        var shares = reading.isWhole ? [] : reading.numerals.map { (base: 1, kana: $0.count) }
        if counterCount == 1, !reading.isWhole { shares.append((1, reading.counter.count)) }
        if counterCount > 1 { shares = [] }
        found.append(base, reading.numerals.joined() + reading.counter, shares: table == nil ? [] : shares, source: .number, endsWord: true)
    }

    /// 3本: the counter alone has a reading; 何本 has one whole, joined as 三本 is. 数 and its like are words as any.
    private func readArabic(from first: Int, _ words: Morphemes, _ sentence: ArraySlice<UInt32>, _ found: inout FoundRubies) -> Int? {
        let counter = first + 1
        guard counter < words.count, words.parts[counter] == .counter, words.starts[counter] == words.ends[first],
            !words.reading(counter).isEmpty,
            let last = characters(of: first, words, sentence).last
        else { return nil }
        let isOneDigit = words.range(first).count == 1 && (first == 0 || words.parts[first - 1] != .number)
        let spelled = characters(of: counter, words, sentence)
        guard spelled.allSatisfy(aligner.isKanji) else { return nil }
        if isIdeograph(last) {
            let how: UInt32 = 0x4F55, three: UInt32 = 0x4E09
            guard last == how, words.range(first).count == 1,
                let kana = Numerals.counterReading(behind: three, isOneDigit: false, counter: spelled, words.kana[words.reading(counter)])
            else { return nil }
            let reading = Numerals.Reading(numerals: [KanaText.scalars("なん")], counter: kana)
            append(reading, [how], spelled.count, from: Int(words.starts[first]), &found)
            return counter + 1
        }
        guard let kana = Numerals.counterReading(behind: last, isOneDigit: isOneDigit, counter: spelled, words.kana[words.reading(counter)])
        else {
            return counter + 1
        }
        found.append(words.range(counter), kana, source: .number, endsWord: true)
        return counter + 1
    }
}
