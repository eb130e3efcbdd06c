/// One line of a manuscript, decoded; the reader fills the same value again and again, so its buffers are allocated once.
///
/// `scalars[i]` came from the byte `start + offsets[i]` of the input as it was read, before decoding.
/// `offsets` has one element more than `scalars`: the last is the end of the line's content, before its line end.
/// The scalars are normalised (M120); columns count scalars before normalisation (M2).
package struct SourceLine: Sendable {
    package enum Ending: UInt8, Sendable { case none, lf, crlf, cr }

    package var scalars: [UInt32] = []
    package var offsets: [UInt32] = []
    /// The offsets before normalisation, one a column; empty where normalisation changed nothing.
    package var columnOffsets: [UInt32] = []
    /// Indices of the scalars that can begin or end a construct of the Aozora notation (`CharacterTraits.aozoraMark`).
    package var marks: [UInt32] = []
    /// Traits (`CharacterTraits`) of all scalars together: what is not here is nowhere in the line.
    package var traits: UInt8 = 0
    /// Byte offset of the line's first byte in the input.
    package var start = 0
    /// Byte offset of the first byte after the line end.
    package var end = 0
    /// Line number, from 1.
    package var number = 0
    package var ending = Ending.none

    package init() {}

    /// Byte offset of the line's content end, before its line end.
    package var contentEnd: Int { start + Int(offsets.last ?? 0) }

    /// Column of the byte `offset`, from 1. Takes time in the logarithm of the line's length (M5).
    package func column(of offset: Int) -> Int {
        let columns = columnOffsets.isEmpty ? offsets : columnOffsets
        let wanted = offset - start
        var low = 0
        var high = columns.count
        while low < high {
            let middle = (low + high) / 2
            if Int(columns[middle]) < wanted { low = middle + 1 } else { high = middle }
        }
        return low + 1
    }
}

/// A place in a manuscript as people count it: line and column from 1, columns in Unicode scalars of the decoded line (M2).
public struct SourcePlace: Equatable, Comparable, Sendable {
    /// Line, from 1.
    public var line: Int
    /// Column, from 1.
    public var column: Int

    /// A place by its numbers.
    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// Earlier lines first, and in a line earlier columns.
    public static func < (a: SourcePlace, b: SourcePlace) -> Bool { (a.line, a.column) < (b.line, b.column) }
}
