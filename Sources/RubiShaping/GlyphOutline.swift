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

        public var coordinateCount: Int {
            switch self {
            case .move, .line: 2
            case .quad: 4
            case .cubic: 6
            case .close: 0
            }
        }
    }

    public var verbs: [Verb] = []
    public var coordinates: [Int32] = []

    public init() {}
    /// No ink, as a space.
    public var isEmpty: Bool { verbs.isEmpty }

    public mutating func removeAll() {
        verbs.removeAll(keepingCapacity: true)
        coordinates.removeAll(keepingCapacity: true)
    }
}
