/// The characters of JIS X 0213:2004 by plane, row and cell (面区点), through EUC-JISX0213 of the C library (M79).
package final class JISCells {
    private let iconv = Iconv(from: "EUC-JISX0213")

    package init() {}

    /// One scalar, or two (か゚ at 1-4-87); nil where the cell is not assigned. `second` is 0 where there is one.
    package func scalars(plane: Int, row: Int, cell: Int) -> (first: UInt32, second: UInt32)? {
        guard 1...2 ~= plane, 1...94 ~= row, 1...94 ~= cell else { return nil }
        let pair = [UInt8(0xA0 + row), UInt8(0xA0 + cell)]
        return iconv?.scalars(plane == 1 ? pair : [0x8F] + pair)
    }
}
