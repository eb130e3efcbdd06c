import RubiMarkup
import RubiShaping

/// Sizes on paper in integers: 1/65536 pt.
public struct PageSize: Sendable, Equatable {
    public var width: Int
    public var height: Int
    public init(width: Int, height: Int) { (self.width, self.height) = (width, height) }
}

/// Where a matter line comes from (L66).
public enum Matter: UInt8, Sendable { case body, front, back }

/// A line's place: the page counts from 1, the column in its page, the line in its column. `x` and `y` are where the line starts, on its base line, from
/// the page's top left corner, y down, in raw `Length`s (1/65536 of the page's em).
public struct LinePlace: Sendable {
    public var page = 1
    public var column = 1
    public var line = 1
    public var x = 0
    public var y = 0
    public var matter = Matter.body
    public init() {}
}

/// What is known of a document before its first line.
public struct DocumentRecord: Sendable {
    public var source = ""
    public var dialect = ""
    public var encoding = ""
    public var meta = DocumentMeta()
    public var isVertical = true
    /// Absent with `--page none`.
    public var page: PageSize?
    /// Characters a line.
    public var measure = 0
    /// The page's font size in 1/65536 pt.
    public var fontSize = 0
    public init() {}
}

/// A page as it begins: its number from 1, and what stands outside the frame: folio and running head, as lines with roles `folio` and `header`.
public struct PageRecord: Sendable {
    public var number = 1
    public var size = PageSize(width: 0, height: 0)
    /// Beside each line of `outside`, its place.
    public var places: [LinePlace] = []
    public var outside: [ComposedLine] = []
    public init() {}
}

/// The figures of a whole document.
public struct EndRecord: Sendable, Equatable {
    public var pages = 0
    public var lines = 0
    public var glyphs = 0
    public var characters = 0
    public var rubies = 0
    public var warnings = 0
    public var errors = 0
    public init() {}
}

/// What writes a document: it is told of each part in the order of reading. `--page none` has no pages: `beginPage` and `endPage` are not called.
public protocol PageConsumer: AnyObject {
    func begin(_ document: DocumentRecord, fonts: FontSet) throws
    func beginPage(_ page: PageRecord) throws
    func line(_ line: borrowing ComposedLine, at place: LinePlace) throws
    func endPage() throws
    func end(_ figures: EndRecord) throws
}
