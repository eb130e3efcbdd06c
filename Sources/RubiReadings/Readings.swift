import RubiText
import Synchronization

/// Readings of Japanese text, by MeCab and its dictionary; for any number of threads. What was asked is remembered.
///
///     let readings = try Readings()
///     readings.reading(of: "東京")          // とうきょう
///     readings.romaji(of: "東京")           // toukyou
///     readings.romaji(of: "Apple")          // apple
public final class Readings: Sendable {
    /// A piece of text with the reading over it; nil where it needs none.
    public struct Piece: Equatable, Sendable {
        /// The text.
        public let base: String
        /// Its reading in hiragana.
        public let reading: String?
        /// The reading of each character, where every one's is certain; else empty.
        public let parts: [String]
    }

    private let dictionary: MorphologicalDictionary
    private let table = Mutex<KanjiReadings?>(nil)
    /// Readers that no thread is using, and what was asked.
    private let state = Mutex(State())

    private struct State: ~Copyable {
        var readers: [ReaderBox] = []
        var cache: [String: String] = [:]
        var list = ReadingList()
    }

    /// A reader on its way from one thread to another: never used by two at once.
    private struct ReaderBox: @unchecked Sendable { let reader: WordReader }

    /// So many answers are remembered; then all are forgotten, so that memory stays bounded.
    private static let longestCache = 1 << 16

    /// The file by which compounds are read that MeCab's dictionary lacks (Debian: `edict`); nil where it is not installed.
    package static var compounds: String? { WordFile.edict == nil ? nil : WordFile.place }

    /// Loads MeCab and its dictionary.
    public convenience init(dictionary folder: String? = nil, userDictionaries: [String] = []) throws(ReadingError) {
        self.init(try MorphologicalDictionary(folder: folder, userDictionaries: userDictionaries))
    }

    /// Readings by a dictionary that is loaded.
    public init(_ dictionary: MorphologicalDictionary) { self.dictionary = dictionary }

    /// What one thread reads with.
    func makeReader(divides: Bool) throws(ReadingError) -> WordReader {
        try WordReader(dictionary, table: divides ? kanjiReadings : nil, list: state.withLock { $0.list })
    }

    /// The readings of single kanji that the dictionary attests, learned when they are first wanted.
    package var kanjiReadings: KanjiReadings {
        table.withLock { table in
            if let table { return table }
            let learned = KanjiReadings(learningFrom: dictionary.files)
            table = learned
            return learned
        }
    }

    /// Takes the readings of names and other words for those of MeCab: one a line, the word and its reading with a tabulator or a comma between.
    public func setList(lines: String) throws(ReadingError) {
        let list = try ReadingList(lines: lines)
        state.withLock { state in
            state.list = list
            state.cache.removeAll()
            state.readers.removeAll()
        }
    }

    // MARK: Text

    /// The text with its kanji read, in hiragana; all other characters as they are.
    public func reading(of text: String) -> String {
        if let known = state.withLock({ $0.cache[text] }) { return known }
        let scalars = text.unicodeScalars.map(\.value)
        var answer = text
        if scalars.contains(where: { $0 >= 0x3005 && CharacterTable.shared.traits(of: $0).characterClass == .kanji }) {
            withReader { reader in
                var found = FoundRubies()
                reader.read(scalars[...], into: &found)
                answer = KanaText.string(found.reading(of: scalars[...]))
            }
        }
        state.withLock { state in
            if state.cache.count >= Self.longestCache { state.cache.removeAll(keepingCapacity: true) }
            state.cache[text] = answer
        }
        return answer
    }

    /// The text in Latin letters; Latin text in small letters, and all else as it is.
    public func romaji(of text: String, _ style: Romanization = .kana) -> String { style.romaji(of: reading(of: text)) }

    /// The text in pieces: kanji with the reading over them, and what lies between.
    public func furigana(of text: String) throws(ReadingError) -> [Piece] {
        let scalars = text.unicodeScalars.map(\.value)
        let reader = try makeReader(divides: true)
        var found = FoundRubies()
        reader.read(scalars[...], into: &found)
        return found.pieces(of: scalars[...])
    }

    /// Calls `body` with a reader that no other thread uses meanwhile. Does nothing where memory for one is short.
    func withReader(_ body: (WordReader) -> Void) {
        let idle = state.withLock { $0.readers.popLast() }
        guard let box = try? idle ?? ReaderBox(reader: makeReader(divides: false)) else { return }
        body(box.reader)
        state.withLock { $0.readers.append(box) }
    }
}

extension FoundRubies {
    /// The sentence with the readings in the place of their bases.
    func reading(of sentence: ArraySlice<UInt32>) -> [UInt32] {
        var result: [UInt32] = []
        var at = 0
        for ruby in rubies {
            result += sentence[sentence.startIndex + at..<sentence.startIndex + ruby.base.lowerBound]
            result += kana[ruby.kana]
            at = ruby.base.upperBound
        }
        return result + sentence[(sentence.startIndex + at)...]
    }

    func pieces(of sentence: ArraySlice<UInt32>) -> [Readings.Piece] {
        var result: [Readings.Piece] = []
        var at = 0
        func plain(to end: Int) {
            guard at < end else { return }
            result.append(
                Readings.Piece(
                    base: KanaText.string(sentence[sentence.startIndex + at..<sentence.startIndex + end]), reading: nil, parts: []))
        }
        for ruby in rubies {
            plain(to: ruby.base.lowerBound)
            var kanaStart = ruby.kana.lowerBound
            let parts = shares[ruby.shares].map { share in
                defer { kanaStart += Int(share.kana) }
                return KanaText.string(kana[kanaStart..<kanaStart + Int(share.kana)])
            }
            let base = KanaText.string(sentence[sentence.startIndex + ruby.base.lowerBound..<sentence.startIndex + ruby.base.upperBound])
            result.append(Readings.Piece(base: base, reading: KanaText.string(kana[ruby.kana]), parts: parts))
            at = ruby.base.upperBound
        }
        plain(to: sentence.count)
        return result
    }
}
