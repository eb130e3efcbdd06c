import RubiLayout
import RubiMarkup
import RubiShaping
import RubiText

/// A manuscript set in pages, held in memory: every line with its glyphs in place. For manuscripts of any length, `Manuscript.typeset(_:fonts:to:)` gives the
/// same lines one after another instead.
///
///     let book = try Book(Manuscript(path: "story.txt"), style: Style(page: .bunko), fonts: FontSet())
///     for page in book.pages {
///         for line in page.lines { print(line.place.x, line.place.y, line.text) }
///     }
public struct Book {
    /// One page. With no page size (`Style.page` is nil), what one frame holds.
    public struct Page: Sendable {
        /// From 1.
        public let number: Int
        /// Page number and running head, outside the frame.
        public internal(set) var furniture: [Line] = []
        /// In the order of reading.
        public internal(set) var lines: [Line] = []

        /// The bytes of the manuscript that the page was made from; empty for an empty page.
        public var source: Range<Int> {
            let sources = lines.filter { $0.place.matter == .body }.map(\.composed.source)
            guard let first = sources.first else { return 0..<0 }
            return first.lowerBound..<sources.reduce(first.upperBound) { max($0, $1.upperBound) }
        }

        /// How many glyphs stand in its lines.
        public var glyphCount: Int { lines.reduce(0) { $0 + $1.composed.glyph.count } }
    }

    /// One line in its place.
    public struct Line: Sendable {
        /// Page, column and line from 1, and where the line starts, from the page's top left corner, in 1/65536 em.
        public let place: LinePlace
        /// The glyphs, in 1/65536 em from the line's start; runs say what they are.
        public let composed: ComposedLine

        /// The base text.
        public var text: String { String(decoding: composed.text, as: UTF8.self) }

        /// Where the origin of glyph `index` is on the page, in points from its top left corner, y down.
        public func origin(of index: Int, in book: Book) -> (x: Double, y: Double) {
            let (along, across) = (Int(composed.along[index]), Int(composed.across[index]))
            let (x, y) = book.style.isVertical ? (place.x + across, place.y + along) : (place.x + along, place.y - across)
            return (book.points(x), book.points(y))
        }
    }

    /// What the pages were made by.
    public let style: Style
    /// The fonts that its glyphs are of.
    public let fonts: FontSet
    /// Dialect, encoding, title and so on.
    public let document: DocumentRecord
    /// In the order of reading.
    public let pages: [Page]
    /// Pages, lines, glyphs and so on.
    public let figures: EndRecord
    /// What was wrong with the manuscript and what could not be set as it should be, sorted by place.
    public let diagnostics: [Diagnostic]
    private let composed: ComposedDocument

    /// Reads and sets the whole of `manuscript`.
    /// - Throws: nothing but what reading throws; what is wrong in the manuscript is in `diagnostics`.
    public init(_ manuscript: Manuscript, style: Style = Style(), fonts: FontSet) throws {
        let composed = try ComposedDocument(manuscript, style: style, fonts: fonts)
        try self.init(composed, style: style, fonts: fonts, diagnostics: manuscript.diagnostics(with: composed.problems))
        if let error = manuscript.readError { throw error }
    }

    private init(_ composed: ComposedDocument, style: Style, fonts: FontSet, diagnostics: [Diagnostic]) throws {
        let collector = PageCollector()
        var figures = try composed.flow(style, to: collector)
        figures.errors = diagnostics.count { $0.code.severity == .error }
        figures.warnings = diagnostics.count { $0.code.severity == .warning }
        (self.style, self.fonts, self.composed, self.figures, self.diagnostics) = (style, fonts, composed, figures, diagnostics)
        (document, pages) = (collector.document, collector.pages)
    }

    /// The same lines in frames of another size, which are made until all of them stand in one (L61): nothing is composed again. Nil where `style` asks for
    /// other lines (another measure, another size of type): read the manuscript again then.
    public func reflowed(_ style: Style) throws -> Book? {
        guard composed.fits(style) else { return nil }
        return try Book(composed, style: style, fonts: fonts, diagnostics: diagnostics)
    }

    /// A length in 1/65536 em of the page, as lines have it, in points.
    public func points(_ length: Int) -> Double { Double(length) * Double(style.fontSize) / 65536 / 65536 }
}

/// Keeps what it is told.
private final class PageCollector: PageConsumer {
    var document = DocumentRecord()
    var pages: [Book.Page] = []

    func begin(_ document: DocumentRecord, fonts: FontSet) { self.document = document }

    func beginPage(_ page: PageRecord) {
        var new = Book.Page(number: page.number)
        new.furniture = zip(page.places, page.outside).map { Book.Line(place: $0, composed: $1) }
        pages.append(new)
    }

    func line(_ line: borrowing ComposedLine, at place: LinePlace) {
        // Frames without pages are not announced.
        while pages.last?.number ?? 0 < place.page { pages.append(Book.Page(number: (pages.last?.number ?? 0) + 1)) }
        pages[pages.count - 1].lines.append(Book.Line(place: place, composed: copy line))
    }

    func endPage() {}
    func end(_ figures: EndRecord) {}
}
