import RubiLayout
import RubiMarkup
import RubiShaping
import RubiText

/// Where two versions of a manuscript differ, in what they say and in the pages that this makes.
public struct Difference: Sendable {
    /// Where something stands in one of the versions.
    public struct Place: Sendable, Equatable {
        /// Line and column, from 1.
        public let source: SourcePlace
        /// The page it is set on, from 1; nil where none of its text is set.
        public let page: Int?
    }

    /// One change.
    public struct Change: Sendable {
        /// What differs: the characters, or only the reading over them.
        public enum Kind: String, Sendable { case text, ruby }
        /// Which of them it is.
        public let kind: Kind
        /// Where it stands in the old version.
        public let from: Place
        /// Where it stands in the new version.
        public let to: Place
        /// What stands in each version; of `ruby` the reading, with `|` between its parts, empty where there is none.
        public let old: String
        /// The same of the new version.
        public let new: String
        /// The characters before and after the change in the same paragraph, a few; of `ruby`, `before` is what the reading stands over.
        public let before: String
        /// The characters behind it; of `ruby` empty.
        public let after: String
    }

    /// In the order of the text.
    public let changes: [Change]
    /// How many pages each version has.
    public let pageCounts: (from: Int, to: Int)
    /// The pages that hold other lines in one version than in the other, by number.
    public let pages: [Int]

    /// Whether the two say the same and have the same pages.
    public var isEmpty: Bool { changes.isEmpty && pages.isEmpty }

    /// Compares what was read.
    public init(from old: ManuscriptVersion, to new: ManuscriptVersion) {
        pageCounts = (old.pages.count, new.pages.count)
        pages = (0..<max(old.pages.count, new.pages.count)).filter {
            $0 >= old.pages.count || $0 >= new.pages.count || old.pages[$0] != new.pages[$0]
        }.map { $0 + 1 }
        var comparison = Comparison(old: old, new: new)
        comparison.run()
        let (from, to) = (old.places(comparison.found.map(\.oldOffset)), new.places(comparison.found.map(\.newOffset)))
        changes = zip(comparison.found, zip(from, to)).map { found, places in
            Change(
                kind: found.kind, from: places.0, to: places.1, old: found.old, new: found.new, before: found.before, after: found.after)
        }
    }
}

/// One version of a manuscript, read and set, as `Difference` compares it.
public struct ManuscriptVersion {
    let paragraphs: [ParagraphContent]
    /// What each page holds, as a number that differs where it differs.
    let pages: [Int]
    private let finder: PageFinder
    private let manuscript: Manuscript
    /// What was wrong with it.
    public let diagnostics: [Diagnostic]

    /// Reads and sets the whole of `manuscript`.
    public init(_ manuscript: Manuscript, _ style: Style, fonts: FontSet) throws {
        // In memory, so that places can be told when the file is closed.
        let bytes = manuscript.bytes(in: 0..<manuscript.byteCount)
        let manuscript = try Manuscript(name: manuscript.name, bytes: bytes, options: manuscript.options)
        let (finder, prints) = (PageFinder(), PagePrints())
        diagnostics = try manuscript.typeset(style, fonts: fonts, to: Both(finder, prints)).diagnostics
        manuscript.rewind()
        var paragraphs: [ParagraphContent] = []
        var block = Block()
        while manuscript.next(into: &block) {
            if let content = ParagraphContent(block) { paragraphs.append(content) }
        }
        (self.paragraphs, self.finder, self.manuscript, pages) = (paragraphs, finder, manuscript, prints.pages.map { $0.finalize() })
    }

    /// Where the bytes at `offsets` stand.
    func places(_ offsets: [Int]) -> [Difference.Place] {
        let order = offsets.indices.sorted { (offsets[$0], $0) < (offsets[$1], $1) }
        var places = [SourcePlace](repeating: SourcePlace(line: 1, column: 1), count: offsets.count)
        for (index, place) in zip(order, manuscript.places(of: order.map { offsets[$0] })) { places[index] = place }
        return zip(offsets, places).map { Difference.Place(source: $1, page: finder.page(of: $0)) }
    }
}

/// Tells two consumers the same.
private final class Both: PageConsumer {
    private let first: any PageConsumer, second: any PageConsumer
    init(_ first: any PageConsumer, _ second: any PageConsumer) { (self.first, self.second) = (first, second) }
    func begin(_ document: DocumentRecord, fonts: FontSet) throws {
        try first.begin(document, fonts: fonts)
        try second.begin(document, fonts: fonts)
    }
    func beginPage(_ page: PageRecord) throws {
        try first.beginPage(page)
        try second.beginPage(page)
    }
    func line(_ line: borrowing ComposedLine, at place: LinePlace) throws {
        try first.line(line, at: place)
        try second.line(line, at: place)
    }
    func endPage() throws {
        try first.endPage()
        try second.endPage()
    }
    func end(_ figures: EndRecord) throws {
        try first.end(figures)
        try second.end(figures)
    }
}

/// Keeps a hash of each page's text and readings.
private final class PagePrints: PageConsumer {
    var pages: [Hasher] = []
    func begin(_ document: DocumentRecord, fonts: FontSet) {}
    func beginPage(_ page: PageRecord) {}
    func line(_ line: borrowing ComposedLine, at place: LinePlace) {
        while pages.count < place.page { pages.append(Hasher()) }
        pages[place.page - 1].combine(line.text)
        pages[place.page - 1].combine(line.strings)
    }
    func endPage() {}
    func end(_ figures: EndRecord) {}
}

/// The search for changes.
private struct Comparison {
    struct Found {
        var kind: Difference.Change.Kind
        var oldOffset: Int
        var newOffset: Int
        var old: String
        var new: String
        var before: String
        var after: String
    }

    let old: ManuscriptVersion
    let new: ManuscriptVersion
    var found: [Found] = []

    init(old: ManuscriptVersion, new: ManuscriptVersion) { (self.old, self.new) = (old, new) }

    /// Characters that are shown on each side of a change.
    private static let context = 10
    /// So few equal characters between two changes belong to them.
    private static let island = 2
    /// How far on a paragraph is looked for that became another.
    private static let reach = 8

    mutating func run() {
        let matches = Matching.matches(old.paragraphs.map(\.scalars), new.paragraphs.map(\.scalars))
        var at = 0
        var gap: [Int] = []
        for index in old.paragraphs.indices {
            guard let other = matches[index] else {
                gap.append(index)
                continue
            }
            compare(gap, Array(at..<other), before: index)
            gap.removeAll(keepingCapacity: true)
            let (first, second) = (old.paragraphs[index], new.paragraphs[other])
            if first.rubies != second.rubies { compareRubies(first, second, Array(first.scalars.indices)) }
            at = other + 1
        }
        compare(gap, Array(at..<new.paragraphs.count), before: old.paragraphs.count)
    }

    /// Paragraphs that have no equal in the other version: those that are alike became one another, the others came or went.
    /// - Parameter end: the paragraph of the old version that follows.
    private mutating func compare(_ olds: [Int], _ news: [Int], before end: Int) {
        var next = 0
        for index in olds {
            let paragraph = old.paragraphs[index]
            let alike = news[next...].prefix(Self.reach).firstIndex { isAlike(paragraph.scalars, new.paragraphs[$0].scalars) }
            guard let alike else {
                add(.text, paragraph, paragraph.scalars.indices, newParagraph(news, next), 0..<0)
                continue
            }
            for other in news[next..<alike] {
                add(.text, oldParagraph(index), 0..<0, new.paragraphs[other], new.paragraphs[other].scalars.indices)
            }
            compare(paragraph, new.paragraphs[news[alike]])
            next = alike + 1
        }
        for other in news[next...] {
            add(.text, oldParagraph(end), 0..<0, new.paragraphs[other], new.paragraphs[other].scalars.indices)
        }
    }

    /// The paragraph before which something was inserted, or nothing at the end.
    private func oldParagraph(_ index: Int) -> ParagraphContent? {
        old.paragraphs.indices.contains(index) ? old.paragraphs[index] : old.paragraphs.last
    }

    private func newParagraph(_ news: [Int], _ next: Int) -> ParagraphContent? {
        news.indices.contains(next) ? new.paragraphs[news[next]] : news.last.map { new.paragraphs[$0] } ?? new.paragraphs.last
    }

    /// At least half of the shorter one's characters stand in the longer one in order.
    private func isAlike(_ a: [UInt32], _ b: [UInt32]) -> Bool {
        Matching.matches(a, b).count { $0 != nil } * 2 >= max(a.count, b.count)
    }

    /// Two paragraphs of which one became the other.
    private mutating func compare(_ first: ParagraphContent, _ second: ParagraphContent) {
        let matches = Matching.matches(first.scalars, second.scalars)
        // Runs of characters that have no equal, joined over short islands.
        var hunks: [(old: Range<Int>, new: Range<Int>)] = []
        var (x, y) = (0, 0)
        while x < first.scalars.count || y < second.scalars.count {
            if x < first.scalars.count, matches[x] == y {
                (x, y) = (x + 1, y + 1)
                continue
            }
            let start = (x, y)
            while x < first.scalars.count, matches[x] == nil { x += 1 }
            y = x < first.scalars.count ? matches[x] ?? y : second.scalars.count
            if let last = hunks.last, start.0 - last.old.upperBound <= Self.island {
                hunks[hunks.count - 1] = (last.old.lowerBound..<x, last.new.lowerBound..<y)
            } else {
                hunks.append((start.0..<x, start.1..<y))
            }
        }
        for hunk in hunks { add(.text, first, hunk.old, second, hunk.new) }
        compareRubies(first, second, matches)
    }

    private mutating func add(
        _ kind: Difference.Change.Kind, _ first: ParagraphContent?, _ inFirst: Range<Int>, _ second: ParagraphContent?,
        _ inSecond: Range<Int>
    ) {
        let shown = inFirst.isEmpty ? (second, inSecond) : (first, inFirst)
        let text = shown.0?.scalars ?? []
        let before = text[..<shown.1.lowerBound].suffix(Self.context), after = text[shown.1.upperBound...].prefix(Self.context)
        found.append(
            Found(
                kind: kind, oldOffset: offset(inFirst.lowerBound, in: first), newOffset: offset(inSecond.lowerBound, in: second),
                old: string(first?.scalars[inFirst] ?? []), new: string(second?.scalars[inSecond] ?? []), before: string(before),
                after: string(after)))
    }

    private func offset(_ index: Int, in paragraph: ParagraphContent?) -> Int {
        guard let paragraph else { return 0 }
        return index < paragraph.offsets.count ? paragraph.offsets[index] : paragraph.offsets.last ?? paragraph.start
    }

    /// The readings over characters that both versions have.
    /// - Parameter matches: for each character of `first`, the one of `second` that it is.
    private mutating func compareRubies(_ first: ParagraphContent, _ second: ParagraphContent, _ matches: [Int?]) {
        func image(_ range: Range<Int>) -> Range<Int>? {
            guard let start = range.first.flatMap({ matches[$0] }), range.allSatisfy({ matches[$0] == start + $0 - range.lowerBound })
            else {
                return nil
            }
            return start..<start + range.count
        }
        let readings = Dictionary(second.rubies.map { ($0.base, $0.reading) }) { first, _ in first }
        var known: Set<Range<Int>> = []
        for ruby in first.rubies {
            guard let range = image(ruby.base) else { continue }
            known.insert(range)
            let reading = readings[range] ?? []
            if reading != ruby.reading { addRuby(first, ruby.base, ruby.reading, second, range, reading) }
        }
        var inverse = [Int?](repeating: nil, count: second.scalars.count)
        for (index, match) in matches.enumerated() { if let match { inverse[match] = index } }
        for ruby in second.rubies where !known.contains(ruby.base) {
            guard let start = ruby.base.first.flatMap({ inverse[$0] }),
                image(start..<min(first.scalars.count, start + ruby.base.count)) == ruby.base
            else { continue }
            addRuby(first, start..<start + ruby.base.count, [], second, ruby.base, ruby.reading)
        }
    }

    private mutating func addRuby(
        _ first: ParagraphContent, _ inFirst: Range<Int>, _ old: [UInt32], _ second: ParagraphContent, _ inSecond: Range<Int>,
        _ new: [UInt32]
    ) {
        found.append(
            Found(
                kind: .ruby, oldOffset: offset(inFirst.lowerBound, in: first), newOffset: offset(inSecond.lowerBound, in: second),
                old: string(old), new: string(new), before: string(first.scalars[inFirst]), after: ""))
    }
}
