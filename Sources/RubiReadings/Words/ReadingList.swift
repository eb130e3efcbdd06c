import RubiText

/// Words with the readings that someone gave them: those of `--readings`, and those that the author gave in the manuscript.
package struct ReadingList: Sendable {
    struct Entry: Sendable {
        var word: [UInt32]
        var kana: [UInt32]
        /// The division, where it was given.
        var shares: [(base: Int, kana: Int)]
        /// The kana behind the word that belongs to it (okurigana); 0: none, another word begins there; `anyOkurigana`: some.
        var following: UInt32
        /// The word counts only where no other kanji stands beside it.
        var standsAlone = false
        /// How often it was given.
        var times: Int

        /// Whether the word stands at `index`.
        func stands(at index: Int, in sentence: ArraySlice<UInt32>) -> Bool {
            guard index + word.count <= sentence.endIndex else { return false }
            for offset in word.indices where sentence[index + offset] != word[offset] { return false }
            return true
        }
    }

    /// By the first character; longer words first.
    private var entries: [UInt32: [Entry]] = [:]
    /// A bit for each pair that a word begins with, by its hash: at most places of a text no word can begin, and looking one up costs more.
    private var beginnings = [UInt64](repeating: 0, count: 1 << 10)

    package init() {}

    package var isEmpty: Bool { entries.isEmpty }

    /// Reads lines of a word and its reading, with a tabulator, a comma or `=` between, or with the reading in 《》; `|` divides the reading among the characters. Empty lines, and
    /// those that begin with `#`, are left out.
    package init(lines: String) throws(ReadingError) {
        var number = 0
        for line in lines.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            number += 1
            guard let first = line.unicodeScalars.first, first != "#",
                line.unicodeScalars.contains(where: { $0 != " " && $0 != "\u{FEFF}" })
            else { continue }
            let scalars = line.unicodeScalars.map(\.value).filter { $0 != 0xFEFF && $0 != 0x0D }
            guard let cut = scalars.firstIndex(where: { [0x09, 0x2C, 0x3D, 0x300A].contains($0) }) else {
                throw .list(line: number, "a word and its reading are wanted, with a tabulator or a comma between")
            }
            let word = Self.trimmed(scalars[..<cut].filter { $0 != 0xFF5C })
            let parts = scalars[(cut + 1)...].filter { $0 != 0x300B }.split(separator: 0x7C, omittingEmptySubsequences: false)
                .map { Self.trimmed(Array($0)).map(KanaText.hiragana) }
            guard !word.isEmpty, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(KanaText.isKana) }) else {
                throw .list(line: number, "the reading is to be in kana")
            }
            guard parts.count == 1 || parts.count == word.count else {
                throw .list(line: number, "\(parts.count) readings for \(word.count) characters")
            }
            add(Self.entry(word, Array(parts.joined()), shares: parts.count > 1 ? parts.map { (1, $0.count) } : []))
        }
    }

    /// 承る うけたまわる: the kana at the end are okurigana.
    private static func entry(_ word: [UInt32], _ kana: [UInt32], shares: [(base: Int, kana: Int)]) -> Entry {
        var entry = Entry(word: word, kana: kana, shares: shares, following: 0, times: 1)
        while shares.isEmpty, entry.word.count > 1, let last = entry.word.last, KanaText.isKana(last),
            KanaText.hiragana(last) == entry.kana.last
        {
            entry.following = KanaText.hiragana(last)
            entry.word.removeLast()
            entry.kana.removeLast()
        }
        return entry
    }

    private static func trimmed(_ scalars: [UInt32]) -> [UInt32] {
        let isSpace: (UInt32) -> Bool = { $0 == 0x20 || $0 == 0x3000 }
        return Array(scalars.drop(while: isSpace).reversed().drop(while: isSpace).reversed())
    }

    /// Stands for any okurigana.
    static let anyOkurigana: UInt32 = 0x2D

    /// Takes a word of the list of literature: kana at the end of both are okurigana, and `-` is any. A single kanji counts only where it stands alone.
    mutating func add(_ word: [UInt32], _ kana: [UInt32]) {
        var entry =
            word.last == Self.anyOkurigana
            ? Entry(word: word.dropLast(), kana: kana, shares: [], following: Self.anyOkurigana, times: 1)
            : Self.entry(word, kana, shares: [])
        entry.standsAlone = entry.word.count == 1
        add(entry)
    }

    /// Takes a reading that the author gave. `next` is the character behind the base.
    mutating func teach(_ word: [UInt32], _ kana: [UInt32], shares: [(base: Int, kana: Int)], next: UInt32) {
        let isOkurigana = 0x3041...0x3096 ~= next && !Self.particles.contains(next)
        add(Entry(word: word, kana: kana, shares: shares, following: isOkurigana ? next : 0, times: 1))
    }

    /// Hiragana that the words after a noun begin with: a noun in front of them has no okurigana.
    private static let particles = Set("はがをにのともでやへかよねなだばじらさま".unicodeScalars.map(\.value))

    private mutating func add(_ entry: Entry) {
        guard let first = entry.word.first else { return }
        var list = entries[first] ?? []
        if let same = list.firstIndex(where: { $0.word == entry.word && $0.kana == entry.kana && $0.following == entry.following }) {
            list[same].times += 1
        } else {
            // Behind those that are as long.
            list.insert(entry, at: list.firstIndex { $0.word.count < entry.word.count } ?? list.count)
        }
        entries[first] = list
        let needsOkurigana = entry.following != Self.anyOkurigana && entry.following != 0
        let bit = Self.bit(first, entry.word.count > 1 ? entry.word[1] : needsOkurigana ? entry.following : 0)
        beginnings[bit >> 6] |= 1 << UInt64(bit & 63)
    }

    /// The entries for the words that begin with the character, longer ones first.
    func words(from first: UInt32) -> [Entry] { entries[first] ?? [] }

    /// Whether a word may stand at `index`: one that begins with its character and the next, or a single character before whatever it may be.
    @inline(__always)
    func mayStand(at index: Int, in sentence: ArraySlice<UInt32>) -> Bool {
        let first = sentence[index]
        let next = index + 1 < sentence.endIndex ? sentence[index + 1] : 0
        return holds(Self.bit(first, 0)) || holds(Self.bit(first, next))
    }

    private func holds(_ bit: Int) -> Bool { beginnings[bit >> 6] >> UInt64(bit & 63) & 1 != 0 }

    private static func bit(_ first: UInt32, _ next: UInt32) -> Int {
        Int((first &* 0x9E37_79B1 ^ KanaText.hiragana(next) &* 0x85EB_CA6B) >> 16)
    }
}

extension FoundRubies {
    /// Puts the readings of a list in the place of those found, where the list's word begins and ends with words found, or with their kanji.
    /// Of several readings, the one that was found is taken if it is among them, else the one given most often.
    package mutating func apply(_ list: ReadingList, _ source: ReadingSource, to sentence: ArraySlice<UInt32>) {
        guard !list.isEmpty else { return }
        if !unknown.isEmpty { applyToUnknown(list, source, sentence) }
        // What is kept moves forward over what was replaced.
        var (next, end) = (0, 0)
        while next < rubies.count {
            let start = rubies[next].base.lowerBound
            if list.mayStand(at: sentence.startIndex + start, in: sentence), let match = match(list, at: start, next, sentence) {
                let ruby = take(match, at: start, source)
                unknown.removeAll { ruby.base.contains($0.lowerBound) }
                while next < rubies.count, rubies[next].base.lowerBound < ruby.base.upperBound { next += 1 }
                rubies[end] = ruby
            } else {
                if end < next { rubies[end] = rubies[next] }
                next += 1
            }
            end += 1
        }
        rubies.removeLast(next - end)
    }

    /// The same for words that begin where nothing was found.
    private mutating func applyToUnknown(_ list: ReadingList, _ source: ReadingSource, _ sentence: ArraySlice<UInt32>) {
        for range in unknown where list.mayStand(at: sentence.startIndex + range.lowerBound, in: sentence) {
            let place = rubies.firstIndex { $0.base.lowerBound >= range.lowerBound } ?? rubies.count
            if place > 0, rubies[place - 1].base.upperBound > range.lowerBound { continue }
            guard let match = match(list, at: range.lowerBound, place, sentence) else { continue }
            let ruby = take(match, at: range.lowerBound, source)
            let after = rubies[place...].firstIndex { $0.base.lowerBound >= ruby.base.upperBound } ?? rubies.count
            rubies.replaceSubrange(place..<after, with: CollectionOfOne(ruby))
            unknown.removeAll { ruby.base.contains($0.lowerBound) }
        }
    }

    private mutating func take(_ match: (entry: ReadingList.Entry, endsWord: Bool), at start: Int, _ source: ReadingSource) -> FoundRuby {
        let kanaStart = kana.count, shareStart = shares.count
        kana += match.entry.kana
        for share in match.entry.shares { shares.append(RubyShare(base: Int32(share.base), kana: Int32(share.kana))) }
        return FoundRuby(
            base: start..<start + match.entry.word.count, kana: kanaStart..<kana.count, shares: shareStart..<shares.count, confidence: 1,
            source: source,
            endsWord: match.endsWord)
    }

    private func isKanji(_ index: Int, _ sentence: ArraySlice<UInt32>) -> Bool {
        guard index >= 0, index < sentence.count else { return false }
        return CharacterTable.shared.traits(of: sentence[sentence.startIndex + index]).characterClass == .kanji
    }

    private func match(
        _ list: ReadingList, at start: Int, _ next: Int, _ sentence: ArraySlice<UInt32>
    ) -> (entry: ReadingList.Entry, endsWord: Bool)? {
        var best: (entry: ReadingList.Entry, endsWord: Bool)?
        let from = sentence.startIndex + start
        let words = list.words(from: sentence[from])
        for index in words.indices where words[index].stands(at: from, in: sentence) {
            let entry = words[index]
            let end = start + entry.word.count
            if let best, entry.word.count < best.entry.word.count { break }
            // The base ends where a base does, or a word.
            let ruby = rubies[next...].first { $0.base.upperBound >= end }
            let unknownEnd = unknown.first { $0.upperBound >= end }?.upperBound
            let isKanaEnd = KanaText.isKana(entry.word[entry.word.count - 1])
            guard ruby?.base.upperBound == end || unknownEnd == end || isKanaEnd && (ruby?.base.lowerBound ?? end) >= end else { continue }
            let endsWord = ruby?.base.upperBound == end ? ruby?.endsWord ?? true : true
            let following: UInt32 = end < sentence.count ? sentence[sentence.startIndex + end] : 0
            switch entry.following {
            case 0: if !endsWord { continue }
            case ReadingList.anyOkurigana: if !(0x3041...0x3096 ~= following) { continue }
            default: if KanaText.hiragana(following) != entry.following { continue }
            }
            if entry.standsAlone, isKanji(start - 1, sentence) || entry.following == 0 && isKanji(end, sentence) { continue }
            if let ruby, ruby.base == start..<end, kana[ruby.kana].elementsEqual(entry.kana) { return (entry, endsWord) }
            if best.map({ entry.times > $0.entry.times }) ?? true { best = (entry, endsWord) }
        }
        return best
    }
}
