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

/// A table from scalar to entry, in pages of 256 scalars that are made when they are first written to. One worker's.
final class GlyphTable {
    typealias Page = UnsafeMutablePointer<UInt64>
    /// Pages for 21 bits of scalar, so that no scalar can point outside.
    private static let pageCount = 0x2000
    let pages: UnsafeMutablePointer<Page>
    private let blank: Page
    /// Shifts along and across of the entries that are `moved`.
    var offsets: [UInt32: (along: Int32, across: Int32)] = [:]

    init() {
        blank = Page.allocate(capacity: 256)
        blank.initialize(repeating: TableEntry.unbuilt, count: 256)
        pages = .allocate(capacity: Self.pageCount)
        pages.initialize(repeating: blank, count: Self.pageCount)
    }

    deinit {
        for index in 0..<Self.pageCount where pages[index] != blank { pages[index].deallocate() }
        pages.deallocate()
        blank.deallocate()
    }

    /// The bits of a scalar's entry.
    @inline(__always) static func bits(_ pages: UnsafeMutablePointer<Page>, _ scalar: UInt32) -> UInt64 {
        pages[Int(scalar >> 8) & 0x1FFF][Int(scalar & 0xFF)]
    }

    subscript(scalar: UInt32) -> TableEntry {
        get { TableEntry(bits: Self.bits(pages, scalar)) }
        set {
            let index = Int(scalar >> 8) & 0x1FFF
            if pages[index] == blank {
                pages[index] = Page.allocate(capacity: 256)
                pages[index].initialize(repeating: TableEntry.unbuilt, count: 256)
            }
            pages[index][Int(scalar & 0xFF)] = newValue.bits
        }
    }
}
