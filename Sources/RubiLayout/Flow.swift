import RubiMarkup
import RubiShaping

/// What takes the composed lines of a document in order: pages (`PageBuilder`), or a recording that can be put into frames again and again (L61).
protocol LineFlow: AnyObject {
    /// Adds a line `slots` grid lines deep. `keepsNext`: it does not stand at the end of a column without the line after it.
    func add(_ line: inout ComposedLine, slots: Int, keepsNext: Bool, matter: Matter) throws
    /// Adds a line that shares the line before it if there is room, else stands on its own (L41).
    func addJoined(_ line: inout ComposedLine, slots: Int, keepsNext: Bool) throws
    /// Adds a heading that stands in a window two lines deep, beside the two lines that follow (窓見出し, L42).
    func addWindow(_ line: inout ComposedLine) throws
    /// What follows does not stand beside such a heading.
    func endWindow() throws
    /// 段組み: what follows, up to `closeColumns`, stands in columns of the frame's column.
    func openColumns(_ count: Int) throws
    func closeColumns() throws
    func breakPage() throws
    func breakPage(toOdd odd: Bool) throws
    func breakColumn() throws
    func beginCentering() throws
    func openBox() throws
    func endBox() throws
}

extension LineFlow {
    func add(_ line: inout ComposedLine, slots: Int, keepsNext: Bool = false) throws {
        try add(&line, slots: slots, keepsNext: keepsNext, matter: .body)
    }
}

/// A document's composed lines, kept to be put into frames of any size without composing them again (L61).
public final class ComposedDocument: LineFlow {
    private enum Step {
        case line(ComposedLine, slots: Int, keepsNext: Bool, matter: Matter)
        case joined(ComposedLine, slots: Int, keepsNext: Bool)
        case window(ComposedLine), windowEnd
        case openColumns(Int), closeColumns
        case pageBreak, oddPageBreak, evenPageBreak, columnBreak, centre, openBox, endBox
    }

    private var steps: [Step] = []
    private let style: Style
    private let fonts: FontSet
    private var record = DocumentRecord()
    private var holdsPictures = false
    private var holdsColumns = false
    /// Problems of composition, in the order they were met.
    package private(set) var problems: [CompositionProblem] = []

    /// Composes the whole of `manuscript`.
    public init(_ manuscript: Manuscript, style: Style, fonts: FontSet) throws {
        (self.style, self.fonts) = (style, fonts)
        let layout = Layout(style: style, fonts: fonts)
        record = try layout.compose(manuscript, into: self)
        problems = layout.problems
    }

    /// Whether frames of `other` can be filled with these lines: all that decides how lines are composed is the same.
    public func fits(_ other: Style) -> Bool {
        var other = other
        // Pictures take grid lines by the size of the frame.
        if !holdsPictures { (other.page, other.lines) = (style.page, style.lines) }
        (other.margins, other.columns) = (style.margins, style.columns)
        // The lines of 段組み are as long as its gap leaves them.
        if !holdsColumns { other.columnGap = style.columnGap }
        (other.folio, other.runningHead, other.grid) = (style.folio, style.runningHead, style.grid)
        return other == style
    }

    /// Puts the lines into frames of `style`, of which only what `fits` leaves free counts, and tells `consumer`; `consumer.end` is the caller's.
    public func flow(_ style: Style, to consumer: any PageConsumer) throws -> EndRecord {
        record.page = style.page
        try consumer.begin(record, fonts: fonts)
        let pages = PageBuilder(style: style, fonts: fonts, frame: LineFrame(fonts, style), title: record.meta.title, consumer: consumer)
        for step in steps {
            switch step {
            case .line(var line, let slots, let keepsNext, let matter):
                try pages.add(&line, slots: slots, keepsNext: keepsNext, matter: matter)
            case .joined(var line, let slots, let keepsNext): try pages.addJoined(&line, slots: slots, keepsNext: keepsNext)
            case .window(var line): try pages.addWindow(&line)
            case .windowEnd: try pages.endWindow()
            case .openColumns(let count): try pages.openColumns(count)
            case .closeColumns: try pages.closeColumns()
            case .pageBreak: try pages.breakPage()
            case .oddPageBreak: try pages.breakPage(toOdd: true)
            case .evenPageBreak: try pages.breakPage(toOdd: false)
            case .columnBreak: try pages.breakColumn()
            case .centre: try pages.beginCentering()
            case .openBox: pages.openBox()
            case .endBox: try pages.endBox()
            }
        }
        try pages.finish()
        return pages.figures
    }

    func add(_ line: inout ComposedLine, slots: Int, keepsNext: Bool, matter: Matter) {
        holdsPictures = holdsPictures || line.rules.contains { $0.kind == .image }
        steps.append(.line(line, slots: slots, keepsNext: keepsNext, matter: matter))
    }
    func addJoined(_ line: inout ComposedLine, slots: Int, keepsNext: Bool) {
        steps.append(.joined(line, slots: slots, keepsNext: keepsNext))
    }
    func addWindow(_ line: inout ComposedLine) { steps.append(.window(line)) }
    func endWindow() { steps.append(.windowEnd) }
    func openColumns(_ count: Int) {
        holdsColumns = true
        steps.append(.openColumns(count))
    }
    func closeColumns() { steps.append(.closeColumns) }
    func breakPage() { steps.append(.pageBreak) }
    func breakPage(toOdd odd: Bool) { steps.append(odd ? .oddPageBreak : .evenPageBreak) }
    func breakColumn() { steps.append(.columnBreak) }
    func beginCentering() { steps.append(.centre) }
    func openBox() { steps.append(.openBox) }
    func endBox() { steps.append(.endBox) }
}
