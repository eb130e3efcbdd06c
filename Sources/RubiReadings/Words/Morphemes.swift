import CLanguage
import RubiText

/// The parts of speech that decide something here.
enum PartOfSpeech: UInt8 {
    case other, number, counter, prefix, name, symbol
}

/// The words of one sentence, in flat arrays that are used again.
struct Morphemes {
    /// The scalars of the sentence at which each word begins and ends; between two words there may be spaces.
    var starts: [Int32] = []
    var ends: [Int32] = []
    /// Whether MeCab does not know the word.
    var isUnknown: [Bool] = []
    var parts: [PartOfSpeech] = []
    /// Whether the word may hold kanji: most words do not, and need no more looking at.
    var mayHoldKanji: [Bool] = []
    /// Where each word's reading begins in `kana`; one element more, the end. Empty for words that have no kanji, and for those of which the dictionary says none.
    var readingStarts: [Int32] = []
    /// Hiragana.
    var kana: [UInt32] = []
    /// How sure the reading is, 0…1; only where it was asked for.
    var confidences: [Float] = []

    var count: Int { isUnknown.count }
    func range(_ index: Int) -> Range<Int> { Int(starts[index])..<Int(ends[index]) }
    func reading(_ index: Int) -> Range<Int> { Int(readingStarts[index])..<Int(readingStarts[index + 1]) }

    mutating func removeAll() {
        starts.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        isUnknown.removeAll(keepingCapacity: true)
        parts.removeAll(keepingCapacity: true)
        mayHoldKanji.removeAll(keepingCapacity: true)
        readingStarts.removeAll(keepingCapacity: true)
        kana.removeAll(keepingCapacity: true)
        confidences.removeAll(keepingCapacity: true)
    }
}

/// Cuts sentences into words with MeCab: of one thread.
final class MorphologicalAnalyzer {
    private let dictionary: MorphologicalDictionary
    private let analyzer: OpaquePointer
    private var text = EncodedText()

    /// A sentence in UTF-8, with a NUL behind it.
    private struct EncodedText {
        var bytes: [UInt8] = []
        /// The byte at which each scalar begins; one element more, the end.
        var starts: [Int32] = []

        mutating func encode(_ sentence: ArraySlice<UInt32>) {
            bytes.removeAll(keepingCapacity: true)
            starts.removeAll(keepingCapacity: true)
            for scalar in sentence {
                starts.append(Int32(bytes.count))
                // A NUL would end the sentence for MeCab.
                UTF8Text.append(scalar == 0 ? 0x20 : scalar, to: &bytes)
            }
            starts.append(Int32(bytes.count))
            bytes.append(0)
        }
    }

    init(_ dictionary: MorphologicalDictionary) throws(ReadingError) {
        guard let analyzer = dictionary.makeAnalyzer() else { throw .dictionary("no memory to analyse with") }
        (self.dictionary, self.analyzer) = (dictionary, analyzer)
    }

    deinit { rubi_analyzer_free(analyzer) }

    /// Fills `words` with the words of the sentence.
    /// - Parameter weighs: whether to find how sure each reading is.
    func analyze(_ sentence: ArraySlice<UInt32>, weighs: Bool = false, into words: inout Morphemes) {
        words.removeAll()
        // On the stack while it is used: every access to a stored one would be checked.
        var encoded = EncodedText()
        swap(&encoded, &text)
        defer { swap(&encoded, &text) }
        encoded.encode(sentence)
        let starts = encoded.starts
        encoded.bytes.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            base.withMemoryRebound(to: CChar.self, capacity: buffer.count) { text in
                var node = rubi_analyze(analyzer, text, buffer.count - 1, weighs ? dictionary.layout.costFactor : 0)
                var scalar = 0
                while let current = node?.pointee {
                    // Not the marks of beginning and end.
                    if current.stat == UInt8(MECAB_NOR_NODE) || current.stat == UInt8(MECAB_UNK_NODE) {
                        let start = current.surface - text
                        while Int(starts[scalar]) < start { scalar += 1 }
                        words.starts.append(Int32(scalar))
                        while Int(starts[scalar]) < start + Int(current.length) { scalar += 1 }
                        words.ends.append(Int32(scalar))
                        take(current, at: start, weighs, &words)
                    }
                    node = current.next.map { UnsafePointer($0) }
                }
            }
        }
        words.readingStarts.append(Int32(words.kana.count))
    }

    private func take(_ node: mecab_node_t, at start: Int, _ weighs: Bool, _ words: inout Morphemes) {
        words.isUnknown.append(node.stat == UInt8(MECAB_UNK_NODE))
        words.readingStarts.append(Int32(words.kana.count))
        let mayHoldKanji = mayHoldKanji(node.surface, Int(node.length))
        words.mayHoldKanji.append(mayHoldKanji)
        guard mayHoldKanji, let feature = node.feature else {
            words.parts.append(.other)
            if weighs { words.confidences.append(1) }
            return
        }
        words.parts.append(Feature.part(feature))
        let reading = Feature.column(dictionary.layout.reading, of: feature)
        KanaText.appendHiragana(reading, to: &words.kana)
        if weighs { words.confidences.append(confidence(of: node, at: start, reading)) }
    }

    /// Whether a kanji, or 々 and its like, may be among the bytes: those begin with E3 80 (85…87 or BB behind it), E3 83 B5 or B6, or E3 90 and above.
    private func mayHoldKanji(_ surface: UnsafePointer<CChar>, _ length: Int) -> Bool {
        var index = 0
        while index < length {
            let lead = UInt8(bitPattern: surface[index])
            if lead >= 0xE4 { return true }
            if lead == 0xE3 {
                let second = UInt8(bitPattern: surface[index + 1])
                let third = UInt8(bitPattern: surface[index + 2])
                if second >= 0x90 || second == 0x80 && (0x85...0x87 ~= third || third == 0xBB)
                    || second == 0x83 && third >= 0xB5 && third <= 0xB6
                {
                    return true
                }
            }
            index += lead < 0x80 ? 1 : lead < 0xE0 ? 2 : 3
        }
        return false
    }

    /// The probability of the same word with the same reading, whatever its part of speech.
    private func confidence(of node: mecab_node_t, at start: Int, _ reading: UnsafeBufferPointer<UInt8>) -> Float {
        var sum: Float = 0
        var other = rubi_analyzer_words_at(analyzer, start)
        while let current = other?.pointee {
            if current.length == node.length, let feature = current.feature,
                Feature.column(dictionary.layout.reading, of: feature).elementsEqual(reading)
            {
                sum += current.prob
            }
            other = current.bnext.map { UnsafePointer($0) }
        }
        return min(1, sum)
    }
}
