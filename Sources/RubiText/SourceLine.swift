/// One line of a manuscript, decoded; the reader fills the same value again and again, so its buffers are allocated once.
///
/// `scalars[i]` came from the byte `start + offsets[i]` of the input as it was read, before decoding.
/// `offsets` has one element more than `scalars`: the last is the end of the line's content, before its line end.
/// The scalars are normalised (M120); columns count scalars before normalisation (M2), so they are found from the bytes.
package struct SourceLine: Sendable {
    package enum Ending: UInt8, Sendable { case none, lf, crlf, cr }

    package var scalars: [UInt32] = []
    package var offsets: [UInt32] = []
    /// Byte offset of the line's first byte in the input.
    package var start = 0
    /// Byte offset of the first byte after the line end.
    package var end = 0
    /// Line number, from 1.
    package var number = 0
    package var ending = Ending.none

    package init() {}
}

/// A place in a manuscript as people count it: line and column from 1, columns in Unicode scalars of the decoded line (M2).
public struct SourcePlace: Equatable, Comparable, Sendable {
    public var line: Int
    public var column: Int

    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    public static func < (a: SourcePlace, b: SourcePlace) -> Bool { (a.line, a.column) < (b.line, b.column) }
}
