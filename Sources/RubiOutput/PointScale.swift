/// Turns raw `Length`s (1/65536 of the page's em) into thousandths of a point, each rounded once to the nearest, halves up.
///
/// A length times the font size (1/65536 pt) is in 1/2³² pt; the product is taken in 128 bits, so that ten million lines after another do not overflow.
struct PointScale {
    /// Thousandths of a point in one raw length: `factor` / 2^`shift`.
    private let factor: Int
    private let shift: Int
    private let half: Int

    /// `fontSize` in 1/65536 pt.
    init(fontSize: Int) {
        // 1000 / 2³² = 125 / 2²⁹; what is even in the font size is taken out as well.
        let zeros = min(fontSize == 0 ? 0 : fontSize.trailingZeroBitCount, 28)
        factor = (fontSize >> zeros) * 125
        shift = 29 - zeros
        half = 1 << (shift - 1)
    }

    /// Thousandths of a point of a raw length.
    @inline(__always)
    func thousandths(_ raw: Int) -> Int {
        let product = raw.multipliedFullWidth(by: factor)
        let (low, carry) = product.low.addingReportingOverflow(UInt(half))
        let high = product.high &+ (carry ? 1 : 0)
        return high &<< (64 &- shift) | Int(bitPattern: low &>> UInt(shift))
    }

    /// Thousandths of a point of a size in 1/65536 pt.
    static func thousandths(points size: Int) -> Int { (size * 1000 + 32768) >> 16 }
}
