import RubiText

/// What a table knows of a scalar: its glyph and advance, where its shaping does not depend on its neighbours.
package struct TableEntry: Equatable {
    /// Glyph in the low 16 bits, flags in the next 16, advance in the high 32.
    var bits: UInt64

    /// The scalar has not been looked at.
    static let unbuilt: UInt64 = 1 << 16
    /// A rule of the font, or of Unicode, may change the glyph by its neighbours: HarfBuzz shapes the run around it.
    static let trigger: UInt64 = 1 << 17
    /// The font has no glyph.
    static let missing: UInt64 = 1 << 18
    /// The glyph is moved from its origin: by how much is in the table's `offsets`.
    static let moved: UInt64 = 1 << 19
    /// The scalar is of another writing system.
    static let foreign: UInt64 = 1 << 20
    /// Some rule names the glyph, but only together with a trigger.
    static let touched: UInt64 = 1 << 21
    /// Flags with which the fast path cannot answer.
    static let stops: UInt64 = unbuilt | trigger | missing | moved | foreign

    init(bits: UInt64) { self.bits = bits }
    init(glyph: UInt32, advance: Int32, flags: UInt64) {
        bits = UInt64(glyph & 0xFFFF) | flags | UInt64(UInt32(bitPattern: advance)) << 32
    }

    package var glyph: UInt32 { UInt32(bits & 0xFFFF) }
    package var advance: Int32 { Int32(truncatingIfNeeded: bits >> 32) }
    func has(_ flags: UInt64) -> Bool { bits & flags != 0 }
}

/// A table from scalar to entry. One worker's.
final class GlyphTable {
    typealias Page = ScalarTable.Page
    private let words = ScalarTable(absent: TableEntry.unbuilt)
    let pages: UnsafeMutablePointer<Page>
    /// Shifts along and across of the entries that are `moved`.
    var offsets: [UInt32: (along: Int32, across: Int32)] = [:]

    init() { pages = words.pages }

    /// The bits of a scalar's entry.
    @inline(__always) static func bits(_ pages: UnsafeMutablePointer<Page>, _ scalar: UInt32) -> UInt64 { ScalarTable.word(pages, scalar) }

    subscript(scalar: UInt32) -> TableEntry {
        get { TableEntry(bits: Self.bits(pages, scalar)) }
        set { words.set(newValue.bits, of: scalar) }
    }
}
