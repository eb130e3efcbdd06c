import RubiText

/// Reads, by a second dictionary, compounds that MeCab reads in parts (生捕る, 物数奇) and words that it does not know (儘, 促す): of one thread.
///
/// What is one word to MeCab stays as MeCab reads it, and so does a compound of which the second dictionary attests the reading of the parts.
final class CompoundFinder {
    private let file: WordFile
    private let encoder: TextEncoder
    /// The lines that begin with a character, or two, of those looked up: by the first << 32 | the second.
    private var lines: [UInt64: Range<Int>] = [:]
    private var pieces: [Piece] = []
    /// The word that is looked up, in the file's encoding.
    private var bytes: [UInt8] = []

    /// Kanji with one reading, or with none.
    private struct Piece {
        var base: Range<Int>
        /// Its place among the readings found; -1: MeCab does not know it.
        var ruby: Int
        var beginsWord: Bool
        var endsWord: Bool
    }

    private struct Answer {
        var reading: [UInt32]
        var confidence: Float
        var endsWord: Bool
    }

    /// Compounds of more kanji are not looked for.
    private static let longest = 8

    /// Nil where the C library lacks the encoding of the file.
    init?(_ file: WordFile) {
        guard let encoder = TextEncoder(.eucJP) else { return nil }
        (self.file, self.encoder) = (file, encoder)
    }

    /// Puts the readings of compounds in the place of those of their parts.
    func apply(to found: inout FoundRubies, _ sentence: ArraySlice<UInt32>, _ table: KanjiReadings?) {
        guard collect(found) else { return }
        var rubies: [FoundRuby] = []
        var next = 0
        while next < pieces.count {
            if let (end, answer) = longestWord(from: next, found, sentence) {
                let base = pieces[next].base.lowerBound..<pieces[end].base.upperBound
                let first = sentence.startIndex
                let lengths = table?.divide(sentence[first + base.lowerBound..<first + base.upperBound], answer.reading[...])
                found.append(
                    base, answer.reading, shares: lengths.map { $0.map { (1, $0) } } ?? [], confidence: answer.confidence,
                    source: .dictionary,
                    endsWord: answer.endsWord)
                rubies.append(found.rubies.removeLast())
                found.unknown.removeAll { base.contains($0.lowerBound) }
                next = end + 1
            } else {
                if pieces[next].ruby >= 0 { rubies.append(found.rubies[pieces[next].ruby]) }
                next += 1
            }
        }
        found.rubies = rubies
    }

    /// Lays the readings found and the words without one in order; returns whether any of them may be part of a compound.
    private func collect(_ found: FoundRubies) -> Bool {
        var mayStand = !found.unknown.isEmpty
        for index in found.rubies.indices.dropFirst() where !mayStand {
            mayStand = found.rubies[index].base.lowerBound == found.rubies[index - 1].base.upperBound
        }
        guard mayStand else { return false }
        pieces.removeAll(keepingCapacity: true)
        var unknown = found.unknown[...]
        func takeUnknown(before place: Int) {
            while let range = unknown.first, range.lowerBound < place {
                pieces.append(Piece(base: range, ruby: -1, beginsWord: true, endsWord: true))
                unknown.removeFirst()
            }
        }
        for (index, ruby) in found.rubies.enumerated() {
            takeUnknown(before: ruby.base.lowerBound)
            pieces.append(Piece(base: ruby.base, ruby: index, beginsWord: ruby.beginsWord, endsWord: ruby.endsWord))
        }
        takeUnknown(before: .max)
        return true
    }

    /// The longest compound, or unknown word, that begins with a piece, and its last piece; nil where there is none, or where it is read as it is.
    private func longestWord(from first: Int, _ found: FoundRubies, _ sentence: ArraySlice<UInt32>) -> (end: Int, answer: Answer)? {
        guard pieces[first].beginsWord, pieces[first].ruby < 0 || continues(first, from: first) else { return nil }
        let start = sentence.startIndex
        let initial = sentence[start + pieces[first].base.lowerBound]
        guard encoder.holds(initial) else { return nil }
        bytes.removeAll(keepingCapacity: true)
        encoder.append(initial, to: &bytes)
        var lines = lines(UInt64(initial) << 32, in: file.all)
        var longest: (end: Int, finding: Finding)?
        var (end, encoded) = (first, pieces[first].base.lowerBound + 1)
        while true {
            let base = start + pieces[first].base.lowerBound..<start + pieces[end].base.upperBound
            if start + encoded < base.upperBound {
                for scalar in sentence[start + encoded..<base.upperBound] {
                    guard encoder.holds(scalar) else { return longest.flatMap(Self.answer) }
                    encoder.append(scalar, to: &bytes)
                }
                lines =
                    base.count == 2
                    ? self.lines(UInt64(initial) << 32 | UInt64(sentence[base.upperBound - 1]), in: lines) : file.lines(bytes, in: lines)
                encoded = base.upperBound - start
            }
            if lines.isEmpty { break }
            if end > first || pieces[end].ruby < 0 {
                let finding = look(sentence[base], lines, following: sentence[base.upperBound...], pieces[first...end], found)
                if let finding { longest = (end, finding) }
            }
            guard continues(end, from: first) else { break }
            end += 1
        }
        return longest.flatMap(Self.answer)
    }

    /// The lines within `lines` that begin with the word, looked up once.
    private func lines(_ key: UInt64, in lines: Range<Int>) -> Range<Int> {
        if let known = self.lines[key] { return known }
        let answer = file.lines(bytes, in: lines)
        self.lines[key] = answer
        return answer
    }

    /// Whether the piece after `index` stands directly behind it, and a compound with it would not be too long.
    private func continues(_ index: Int, from first: Int) -> Bool {
        index + 1 < pieces.count && pieces[index + 1].base.lowerBound == pieces[index].base.upperBound
            && pieces[index + 1].base.upperBound - pieces[first].base.lowerBound <= Self.longest
    }

    private enum Finding { case same, other(Answer) }

    private static func answer(_ longest: (end: Int, finding: Finding)) -> (end: Int, answer: Answer)? {
        if case .other(let answer) = longest.finding { (longest.end, answer) } else { nil }
    }

    /// What the dictionary has for a word, among the lines that begin with it; nil where it has none.
    private func look(
        _ word: ArraySlice<UInt32>, _ lines: Range<Int>, following: ArraySlice<UInt32>, _ pieces: ArraySlice<Piece>, _ found: FoundRubies
    ) -> Finding? {
        guard let last = pieces.last, !word.allSatisfy(Numerals.isNumeral) else { return nil }
        var best: (entry: WordFile.Entry, rank: Int)?
        var (isSame, count) = (false, 0)
        file.forEachEntry(bytes.count, in: lines) { entry in
            guard entry.tail.isEmpty ? last.endsWord : Self.stands(entry.tail, before: following), entry.reading.count > entry.tail.count,
                entry.reading.suffix(entry.tail.count).elementsEqual(entry.tail)
            else { return }
            count += 1
            isSame = isSame || Self.isRead(pieces, as: entry.reading.dropLast(entry.tail.count), found)
            // With more of the kana that follow it is surer; a word without any is the surest.
            let rank = (entry.tail.isEmpty ? -100 : -10 * entry.tail.count) + entry.rarity
            if best.map({ rank < $0.rank }) ?? true { best = (entry, rank) }
        }
        guard let entry = best?.entry else { return nil }
        if isSame { return .same }
        return .other(
            Answer(
                reading: Array(entry.reading.dropLast(entry.tail.count)), confidence: 1 / Float(count), endsWord: entry.tail.isEmpty))
    }

    /// Whether the readings of the pieces make up a reading.
    private static func isRead(_ pieces: ArraySlice<Piece>, as reading: ArraySlice<UInt32>, _ found: FoundRubies) -> Bool {
        var rest = reading
        for piece in pieces {
            guard piece.ruby >= 0 else { return false }
            let kana = found.kana[found.rubies[piece.ruby].kana]
            guard rest.starts(with: kana) else { return false }
            rest = rest.dropFirst(kana.count)
        }
        return rest.isEmpty
    }

    /// Whether the kana at the end of a word, as dictionaries spell it, may stand inflected at the beginning of `following`.
    static func stands(_ tail: [UInt32], before following: ArraySlice<UInt32>) -> Bool {
        guard let last = tail.last, following.count >= tail.count else { return false }
        for (kana, other) in zip(tail.dropLast(), following) where kana != KanaText.hiragana(other) { return false }
        let next = KanaText.hiragana(following[following.startIndex + tail.count - 1])
        if next == last || inflections[last]?.contains(next) == true { return true }
        // 一段: the る goes.
        return last == 0x308B && tail.count > 1 && vowelsOfStems.contains(tail[tail.count - 2])
    }

    /// What may stand in the place of the last kana of verbs, and of い of adjectives.
    private static let inflections: [UInt32: Set<UInt32>] = {
        let rows = ["うわいうえおっ", "くかきくけこいっ", "ぐがぎぐげごい", "すさしすせそ", "つたちつてとっ", "ぬなにぬねのん", "ぶばびぶべぼん", "むまみむめもん", "るらりるれろっ", "いくかけうさき"]
        return Dictionary(uniqueKeysWithValues: rows.map { row in (KanaText.scalars(row)[0], Set(KanaText.scalars(row).dropFirst())) })
    }()
    private static let vowelsOfStems = Set(KanaText.scalars("いきしちにひみりぎじびえけせてねへめれげぜでべ"))
}
