/// Room for one decoded line, filled by the decoders and used again for every line.
///
/// Decoders write through these pointers without a check for each character: `reserve` has made room for one scalar a byte, and no
/// encoding gives more.
final class ScalarScratch {
    private(set) var scalars: UnsafeMutablePointer<UInt32>
    /// Beside `scalars`: the byte each came from, counted from the line's start.
    private(set) var offsets: UnsafeMutablePointer<UInt32>
    /// Indices of the scalars that can begin or end a construct (`CharacterTraits.aozoraMark`). Decoders store one past the last, and count it or not.
    private(set) var marks: UnsafeMutablePointer<UInt32>
    private var capacity: Int
    var count = 0
    var markCount = 0
    /// Traits of all scalars together.
    var traits: UInt8 = 0
    /// Byte ranges, counted from the line's start, that are not valid in the encoding; each gave U+FFFD.
    var badRanges: [Range<Int>] = []
    private let table: [UInt8]

    init(capacity: Int) {
        self.capacity = capacity
        scalars = .allocate(capacity: capacity)
        offsets = .allocate(capacity: capacity)
        marks = .allocate(capacity: capacity + 1)
        table = CharacterTable.shared.basicPlane
    }

    deinit {
        scalars.deallocate()
        offsets.deallocate()
        marks.deallocate()
    }

    /// Empties the scratch and makes room for `byteCount` scalars.
    func reserve(_ byteCount: Int) {
        count = 0
        markCount = 0
        traits = 0
        badRanges.removeAll(keepingCapacity: true)
        guard byteCount > capacity else { return }
        scalars.deallocate()
        offsets.deallocate()
        marks.deallocate()
        capacity = byteCount + byteCount / 2
        scalars = .allocate(capacity: capacity)
        offsets = .allocate(capacity: capacity)
        marks = .allocate(capacity: capacity + 1)
    }

    /// Appends one scalar; for the rare ones that a decoder does not write itself.
    func append(_ scalar: UInt32, at offset: Int) {
        scalars[count] = scalar
        offsets[count] = UInt32(truncatingIfNeeded: offset)
        let added = scalar < 0x10000 ? table[Int(scalar)] : CharacterTable.supplementaryTraits(of: scalar)
        marks[markCount] = UInt32(truncatingIfNeeded: count)
        markCount += Int(added >> CharacterTraits.aozoraMarkBit)
        count += 1
        traits |= added
    }

    /// Appends U+FFFD for the bytes of `range`.
    func appendBad(_ range: Range<Int>) {
        append(0xFFFD, at: range.lowerBound)
        badRanges.append(range)
    }

    /// Calls `body` with the table of traits, for loops that look up many.
    func withTraits<R>(_ body: (UnsafePointer<UInt8>) -> R) -> R {
        table.withUnsafeBufferPointer { body($0.baseAddress.unsafelyUnwrapped) }
    }
}
