/// A word of 64 bits for every Unicode scalar, in pages of 256 that are made when they are first written to. One worker's.
@usableFromInline package final class ScalarTable {
    /// The words of 256 scalars.
    @usableFromInline package typealias Page = UnsafeMutablePointer<UInt64>
    /// Pages for 21 bits of scalar, so that no scalar can point outside.
    private static let pageCount = 0x2000

    /// What `word(_:_:)` looks in. The pointer stays the same as long as the table lives.
    package let pages: UnsafeMutablePointer<Page>
    private let blank: Page
    private let absent: UInt64

    /// A table in which every scalar has the word `absent`.
    package init(absent: UInt64) {
        self.absent = absent
        blank = .allocate(capacity: 256)
        blank.initialize(repeating: absent, count: 256)
        pages = .allocate(capacity: Self.pageCount)
        pages.initialize(repeating: blank, count: Self.pageCount)
    }

    deinit {
        for index in 0..<Self.pageCount where pages[index] != blank { pages[index].deallocate() }
        pages.deallocate()
        blank.deallocate()
    }

    /// The word of a scalar in the pages of a table.
    @inlinable @inline(__always)
    package static func word(_ pages: UnsafeMutablePointer<Page>, _ scalar: UInt32) -> UInt64 {
        pages[Int(scalar >> 8) & 0x1FFF][Int(scalar & 0xFF)]
    }

    /// Gives a scalar its word.
    package func set(_ word: UInt64, of scalar: UInt32) {
        let index = Int(scalar >> 8) & 0x1FFF
        if pages[index] == blank {
            pages[index] = .allocate(capacity: 256)
            pages[index].initialize(repeating: absent, count: 256)
        }
        pages[index][Int(scalar & 0xFF)] = word
    }
}
