/// A problem of the bytes or lines themselves, whatever the notation (M121, M123, M124).
package struct SourceProblem: Sendable {
    package enum Kind: Sendable {
        /// `value` holds the bytes, the first highest; `length` says how many.
        case badBytes
        /// Once, at the first line whose end differs from that of line 1.
        case mixedLineEnds
        /// Once, at the first; `value` is the character.
        case controlCharacter
    }

    package var kind: Kind
    package var offset: Int
    package var place: SourcePlace
    package var value: UInt32 = 0
    package var length = 0
}
