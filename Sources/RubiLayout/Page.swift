import RubiMarkup
import RubiShaping

/// Sizes on paper in integers: 1/65536 pt.
public struct PageSize: Sendable, Equatable {
    /// From left to right.
    public var width: Int
    /// From top to bottom.
    public var height: Int
    /// A size by its two lengths, in 1/65536 pt.
    public init(width: Int, height: Int) { (self.width, self.height) = (width, height) }
}

/// Where a matter line comes from (L66).
public enum Matter: UInt8, Sendable { case body, front, back }

/// A line's place: the page counts from 1, the column in its page, the line in its column. `x` and `y` are where the line starts, on its base line, from
/// the page's top left corner, y down, in raw `Length`s (1/65536 of the page's em).
public struct LinePlace: Sendable {
    /// The page, from 1.
    public var page = 1
    /// The column (段) of the page, from 1.
    public var column = 1
    /// The line of the column, from 1.
    public var line = 1
    /// From the page's left edge, in 1/65536 em.
    public var x = 0
    /// From the page's top edge, down, in 1/65536 em.
    public var y = 0
    /// Whether it is of the text, or of what stands before or behind it (L66).
    public var matter = Matter.body
    /// The first line of page 1, at the page's corner.
    public init() {}
}

/// What is known of a document before its first line.
public struct DocumentRecord: Sendable {
    /// The manuscript's name.
    public var source = ""
    /// The notation, by the name of `--from`.
    public var dialect = ""
    /// The encoding, by the name of `--encoding`.
    public var encoding = ""
    /// Title, author and so on (M85–M88).
    public var meta = DocumentMeta()
    /// Lines run from top to bottom.
    public var isVertical = true
    /// Absent with `--page none`.
    public var page: PageSize?
    /// Characters a line.
    public var measure = 0
    /// The page's font size in 1/65536 pt.
    public var fontSize = 0
    /// Nothing is known.
    public init() {}
}

/// A page as it begins: its number from 1, and what stands outside the frame: folio and running head, as lines with roles `folio` and `header`.
public struct PageRecord: Sendable {
    /// From 1.
    public var number = 1
    /// The paper.
    public var size = PageSize(width: 0, height: 0)
    /// Beside each line of `outside`, its place.
    public var places: [LinePlace] = []
    /// Folio, running head, and the squares of manuscript paper.
    public var outside: [ComposedLine] = []
    /// Page 1, with nothing outside the frame.
    public init() {}
}

/// The figures of a whole document.
public struct EndRecord: Sendable, Equatable {
    /// Pages that were made; 0 with no page size.
    public var pages = 0
    /// Lines, without those outside the frames.
    public var lines = 0
    /// Glyphs in those lines.
    public var glyphs = 0
    /// Characters of the text (Unicode scalars), without readings.
    public var characters = 0
    /// Readings.
    public var rubies = 0
    /// Warnings about the manuscript.
    public var warnings = 0
    /// Errors in the manuscript.
    public var errors = 0
    /// Nothing yet.
    public init() {}
}

/// What writes a document: it is told of each part in the order of reading. `--page none` has no pages: `beginPage` and `endPage` are not called.
public protocol PageConsumer: AnyObject {
    /// The document begins; glyphs name the fonts by their index in `fonts`.
    func begin(_ document: DocumentRecord, fonts: FontSet) throws
    /// A page begins.
    func beginPage(_ page: PageRecord) throws
    /// The next line, in its place. It is lent: who wants to keep it copies it.
    func line(_ line: borrowing ComposedLine, at place: LinePlace) throws
    /// The page is complete.
    func endPage() throws
    /// The document is complete.
    func end(_ figures: EndRecord) throws
}
