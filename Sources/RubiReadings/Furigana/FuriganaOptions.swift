import RubiMarkup
import RubiText

/// What readings are added to, and where they come from: the options of `rubi furigana`.
public struct FuriganaOptions: Sendable {
    /// Within what a word gets its reading only once.
    public enum First: String, Sendable, CaseIterable { case manuscript, chapter, page }

    /// `--first`; nil: every time.
    public var first: First?
    /// `--level`: a base of these kanji alone gets no reading.
    public var known: Set<UInt32> = []
    /// `--only`: no other words get readings; nil: all do.
    public var only: Set<String>?
    /// `--except`: these words get none.
    public var except: Set<String> = []
    /// `--readings`: what MeCab does not know, or knows otherwise.
    package var list = ReadingList()
    /// `--confidence`: readings less sure than so many percent are marked, and reported; 0: none are.
    public var confidence = 0
    /// The notation, the encoding and so on of what is written; the target is nil for the manuscript's own notation.
    public var target: ConvertOptions?
    /// `--output-encoding`; nil: the manuscript's own.
    public var encoding: TextEncoding?
    /// `--split-jukugo`.
    public var splitsJukugo = false

    /// Readings for all, in the manuscript's own notation.
    public init() {}

    /// Takes the readings of names and other words from `lines`: one a line, the word and its reading with a tabulator or a comma between.
    public mutating func setReadings(lines: String) throws(ReadingError) { list = try ReadingList(lines: lines) }
    /// Takes the kanji taught in school up to the end of a year, 1 to 6, for known.
    public mutating func setKnown(schoolYear: Int) { known = SchoolKanji.known(atEndOf: schoolYear) }
}
