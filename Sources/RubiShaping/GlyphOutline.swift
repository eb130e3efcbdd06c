/// The outline of a glyph in font units, y up: verbs, and the coordinates that they take, one after another.
public struct GlyphOutline: Sendable, Equatable {
    /// What a verb does, and how many numbers of `coordinates` it takes.
    public enum Verb: UInt8, Sendable {
        /// x, y
        case move
        /// x, y
        case line
        /// Control point, end: 4 numbers.
        case quad
        /// Two control points, end: 6 numbers.
        case cubic
        /// Back to the start of the contour; no numbers.
        case close

        /// Numbers that the verb takes.
        public var coordinateCount: Int {
            switch self {
            case .move, .line: 2
            case .quad: 4
            case .cubic: 6
            case .close: 0
            }
        }
    }

    /// What to draw, in order.
    public var verbs: [Verb] = []
    /// x, y, x, y, … of all verbs.
    public var coordinates: [Int32] = []

    /// No ink.
    public init() {}
    /// No ink, as a space.
    public var isEmpty: Bool { verbs.isEmpty }

    /// Empties the arrays and keeps their room.
    public mutating func removeAll() {
        verbs.removeAll(keepingCapacity: true)
        coordinates.removeAll(keepingCapacity: true)
    }
}
