import RubiMarkup
import RubiReadings
import RubiText

/// Figures of a manuscript that do not depend on how it is set.
public struct Statistics: Sendable, Equatable {
    /// Characters of the text, without readings, notes and blanks (Unicode scalars but for marks that join the one before).
    public internal(set) var characters = 0
    /// Paragraphs and headings.
    public internal(set) var paragraphs = 0
    /// Sentences: up to 。 ！ ？ or the end of a paragraph.
    public internal(set) var sentences = 0
    /// Lines of twenty squares on manuscript paper (原稿用紙): every paragraph begins a line, and a blank line takes one.
    public internal(set) var manuscriptLines = 0
    /// Readings.
    public internal(set) var rubies = 0
    /// Kanji.
    public internal(set) var kanji = 0
    /// Kanji under a reading.
    public internal(set) var kanjiWithRuby = 0
    /// Hiragana.
    public internal(set) var hiragana = 0
    /// Katakana.
    public internal(set) var katakana = 0
    /// Kanji by the school year in which they are taught, 1 to 6, then those that are taught later or not at all (学年別漢字配当表).
    public internal(set) var kanjiByGrade = [Int](repeating: 0, count: SchoolKanji.years.upperBound + 1)
    /// 、 and ，.
    private var commas = 0
    /// Runs of letters of one kind, one after another: how many, by `Script`.
    private var runs = [Int](repeating: 0, count: Script.allCases.count)
    private var letters = [Int](repeating: 0, count: Script.allCases.count)

    /// Squares of a sheet, and of a line of it.
    public static let sheet = (lines: 20, measure: 20)
    /// Characters a minute: read silently, and aloud as newsreaders do.
    public static let pace = (silent: 500, aloud: 300)

    /// Kinds of letters that the formula of reading ease tells apart.
    private enum Script: Int, CaseIterable { case latin, hiragana, kanji, katakana }

    /// Reads the whole of `manuscript`, from where it is.
    public init(_ manuscript: Manuscript) {
        let years = Self.years
        var block = Block()
        while manuscript.next(into: &block) {
            if block.kind == .blank { manuscriptLines += Int(block.n) }
            guard let content = ParagraphContent(block) else { continue }
            add(content, years)
        }
    }

    /// The sheets of manuscript paper that the text takes.
    public var sheets: Int { (manuscriptLines + Self.sheet.lines - 1) / Self.sheet.lines }

    /// The share of kanji that have a reading over them, in percent.
    public var rubyDensity: Double { percent(kanjiWithRuby, of: kanji) }

    /// How easy the text is to read: 50 on average, 10 the standard deviation, higher is easier (Tateisi, Ono, Yamada: A computer readability formula of
    /// Japanese texts for machine scoring, COLING 1988). Nil for a text without a sentence.
    public var readingEase: Double? {
        guard sentences > 0, characters > 0 else { return nil }
        func run(_ script: Script) -> Double { Double(letters[script.rawValue]) / Double(max(1, runs[script.rawValue])) }
        let length = Double(characters) / Double(sentences)
        let pauses = Double(commas) / Double(sentences)
        return -0.12 * length - 1.37 * run(.latin) + 7.4 * run(.hiragana) - 23.18 * run(.kanji) - 5.4 * run(.katakana) - 4.67 * pauses
            + 115.79
    }

    /// Minutes that it takes to read `characters` at `pace` a minute, rounded up.
    public func minutes(at pace: Int) -> Int { (characters + pace - 1) / pace }

    /// `part` of `whole`, in percent.
    public func percent(_ part: Int, of whole: Int) -> Double { whole == 0 ? 0 : 100 * Double(part) / Double(whole) }

    // MARK: Counting

    private mutating func add(_ content: ParagraphContent, _ years: [UInt32: Int]) {
        paragraphs += 1
        manuscriptLines += max(1, (content.scalars.count + Self.sheet.measure - 1) / Self.sheet.measure)
        rubies += content.rubies.count
        let table = CharacterTable.shared
        var last: Script?
        var isOpen = false
        for scalar in content.scalars where scalar != 0x20 && scalar != 0x3000 && scalar != 0x0A && scalar != 0x09 {
            let traits = table.traits(of: scalar)
            if traits.contains(.extends) { continue }
            characters += 1
            let script = count(scalar, traits.characterClass, years)
            if let script {
                letters[script.rawValue] += 1
                if script != last { runs[script.rawValue] += 1 }
            }
            last = script
            switch scalar {
            // 。 ！ ？ and their other forms; of several together the first counts.
            case 0x3002, 0xFF01, 0xFF1F, 0x21, 0x3F, 0xFF61:
                if isOpen { sentences += 1 }
                isOpen = false
            // What closes a quotation belongs to the sentence before it.
            case 0x300D, 0x300F, 0xFF09: break
            case 0x3001, 0xFF0C: commas += 1
            default: isOpen = true
            }
        }
        if isOpen { sentences += 1 }
        for ruby in content.rubies {
            kanjiWithRuby += content.scalars[ruby.base].count { table.traits(of: $0).characterClass == .kanji }
        }
    }

    private mutating func count(_ scalar: UInt32, _ kind: CharacterClass, _ years: [UInt32: Int]) -> Script? {
        switch kind {
        case .kanji:
            kanji += 1
            kanjiByGrade[(years[scalar] ?? SchoolKanji.years.upperBound + 1) - 1] += 1
            return .kanji
        case .hiragana:
            hiragana += 1
            return .hiragana
        case .katakana:
            katakana += 1
            return .katakana
        default: return (scalar | 0x20) >= 0x61 && (scalar | 0x20) <= 0x7A || 0xFF21...0xFF5A ~= scalar ? .latin : nil
        }
    }

    private static var years: [UInt32: Int] {
        var years: [UInt32: Int] = [:]
        for (index, kanji) in SchoolKanji.table.enumerated() {
            for scalar in kanji.unicodeScalars { years[scalar.value] = index + 1 }
        }
        return years
    }
}
