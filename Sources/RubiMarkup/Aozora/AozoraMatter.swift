import RubiText

/// Where the front matter of a text in Aozora notation is (M85): looked for before reading, so that the text itself streams.
struct AozoraMatter {
    /// Bytes of the lines from the first line of dashes to the second.
    private(set) var legend: Range<Int>?
    /// Whether the text begins with a header, and may end with a colophon.
    private(set) var isPresent = false

    static let legendTitle = "【テキスト中に現れる記号について】"
    static let colophonStart = "底本："
    /// A rule is a line of so many `-` or more.
    private static let ruleLength = 10

    init(_ context: ReadingContext) {
        guard context.options.frontMatter != .no else { return }
        let source = context.source
        if source.firstLine(beginning: Self.legendTitle) != nil { legend = Self.findLegend(source) }
        isPresent = context.options.frontMatter == .yes || legend != nil || source.firstLine(beginning: Self.colophonStart) != nil
        source.rewind()
    }

    static func isRule(_ line: SourceLine) -> Bool { line.scalars.count >= ruleLength && line.scalars.allSatisfy { $0 == 0x2D } }

    private static func findLegend(_ source: SourceText) -> Range<Int>? {
        let title = AozoraVocabulary.word(legendTitle)
        var line = SourceLine()
        var ruleStart: Int?
        var isInLegend = false
        source.rewind()
        while source.readLine(into: &line) {
            if isRule(line) {
                if isInLegend, let ruleStart { return ruleStart..<line.end }
                ruleStart = line.start
            } else if line.scalars == title, ruleStart != nil {
                isInLegend = true
            }
        }
        return nil
    }
}

extension DocumentMeta {
    /// Most lines that a header can have (M86); a longer beginning is text.
    static let longestHeader = 6

    /// Fills in what the lines of a header say (M86).
    init(header lines: [String]) {
        self.init()
        guard let first = lines.first else { return }
        title = first
        switch lines.count {
        case 1: break
        case 2: setPerson(lines[1])
        case 3:
            if Self.isHelper(lines[2]) { author = lines[1] } else { setSecondTitle(lines[1]) }
            setPerson(lines[2])
        case 4 where !Self.isHelper(lines[3]):
            (originalTitle, subtitle, author) = (lines[1], lines[2], lines[3])
        case 4:
            setSecondTitle(lines[1])
            author = lines[2]
            setPerson(lines[3])
        case 5:
            (originalTitle, subtitle, author) = (lines[1], lines[2], lines[3])
            setPerson(lines[4])
        default:
            (originalTitle, subtitle, originalSubtitle, author) = (lines[1], lines[2], lines[3], lines[4])
            for person in lines[5...] { setPerson(person) }
        }
    }

    private static func isHelper(_ line: String) -> Bool { ["訳", "編", "校訂", "編集"].contains { line.hasSuffix($0) } }

    /// A translator, an editor, both, or else an author beside the one there is.
    private mutating func setPerson(_ line: String) {
        if line.hasSuffix("編訳") {
            (editor, translator) = (line, line)
        } else if line.hasSuffix("訳") {
            translator = line
        } else if Self.isHelper(line) {
            editor = line
        } else {
            author = author.map { $0 + "、" + line } ?? line
        }
    }

    /// A title in Latin, Greek or Cyrillic is the original's, any other a subtitle.
    private mutating func setSecondTitle(_ line: String) {
        let isForeign = line.unicodeScalars.allSatisfy {
            switch CharacterTable.shared.traits(of: $0.value).characterClass {
            case .kanji, .hiragana, .katakana: false
            case .other, .fullwidthLatin, .halfwidthLatin, .symbol: true
            }
        }
        if isForeign { originalTitle = line } else { subtitle = line }
    }
}
