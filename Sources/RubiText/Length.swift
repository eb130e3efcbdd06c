/// A length inside layout: a whole number of 1/65536 of the page's em. Integers, so that the same input gives the same bytes on every
/// machine; 64 bits, with 32 (`Int32` raw values) in arrays that hold one element a glyph.
public struct Length: Comparable, AdditiveArithmetic, Hashable, Sendable {
    /// The number of 1/65536 em.
    public var raw: Int

    /// A length by its number of 1/65536 em.
    @inlinable public init(raw: Int) { self.raw = raw }
    /// `thousandths` of an em, rounded to the nearest.
    @inlinable public init(thousandths: Int) { raw = (thousandths * 65536 + (thousandths < 0 ? -500 : 500)) / 1000 }
    /// A whole number of em.
    @inlinable public init(em: Int) { raw = em * 65536 }

    /// No length.
    public static let zero = Length(raw: 0)
    /// One em of the page's font size.
    public static let em = Length(raw: 65536)

    /// The sum.
    @inlinable public static func + (a: Length, b: Length) -> Length { Length(raw: a.raw + b.raw) }
    /// The difference.
    @inlinable public static func - (a: Length, b: Length) -> Length { Length(raw: a.raw - b.raw) }
    /// Shorter lengths first.
    @inlinable public static func < (a: Length, b: Length) -> Bool { a.raw < b.raw }
    /// The same length the other way.
    @inlinable public static prefix func - (a: Length) -> Length { Length(raw: -a.raw) }
    /// `self` × `numerator` ÷ `denominator`, rounded once to the nearest, halves up (R9: each place is rounded once).
    @inlinable public func scaled(_ numerator: Int, over denominator: Int) -> Length {
        let product = raw * numerator
        let half = denominator / 2
        return Length(raw: product >= 0 ? (product + half) / denominator : -((-product + half) / denominator))
    }
    /// So many times the length.
    @inlinable public static func * (a: Length, b: Int) -> Length { Length(raw: a.raw * b) }
}
