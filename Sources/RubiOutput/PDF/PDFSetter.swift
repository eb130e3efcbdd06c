import RubiLayout
import RubiShaping

/// How the glyphs of one run are set, in the terms of PDF.
struct PDFSetter {
    let geometry: RunGeometry
    /// Where the line begins on the page.
    let x: Int
    let y: Int
    let font: Int
    /// Vertical writing in the sense of PDF: upright glyphs, with their origin at the top.
    let isVertical: Bool
    /// The font's size, and the length of an em along the glyphs' writing, raw `Length`s.
    let size: Int
    let em: Int
    /// Tangent of the slant, in 1/65536.
    let slant: Int
    let isBold: Bool
    let isRuby: Bool

    init(_ run: ComposedRun, isVertical isLineVertical: Bool, place: LinePlace) {
        geometry = RunGeometry(run, isVertical: isLineVertical)
        (x, y) = (place.x, place.y)
        font = Int(run.font)
        isVertical = geometry.setting == .upright
        size = Int(run.size)
        em = isVertical ? geometry.height : geometry.width
        slant = run.isItalic ? Slant.tangent : 0
        isBold = run.isBold
        isRuby = run.role == .ruby
    }

    /// Along the glyphs' own direction of writing, and across it.
    @inline(__always)
    func row(_ index: Int, of line: LineView) -> (along: Int, across: Int) {
        let origin = geometry.ownOrigin(along: line.along[index], across: line.across[index])
        return isVertical ? (origin.y, origin.x) : (origin.x, origin.y)
    }

    /// How far a length along the writing is beyond so many 1/1000 em, in 1/1000 em.
    @inline(__always)
    func thousandths(_ length: Int, beyond pen: Int) -> Int {
        let product = length &* 1000
        // Most glyphs stand where the one before them ends: no division then.
        if product == pen &* em { return 0 }
        return (product >= 0 ? product + em / 2 : product - em / 2) / em - pen
    }

    /// The text matrix does nothing but move.
    var isPlain: Bool { slant == 0 && em == size && geometry.setting != .turned }

    /// Writes the text matrix without its place, for a unit of so many thousandths.
    func writeMatrix(to ink: inout Pen, timesThousandths unit: Int = 1000) {
        let ratio = em * 65536 / size
        let values =
            switch geometry.setting {
            case .horizontal: (ratio, 0, slant, 65536)
            case .upright: (65536, 0, slant, ratio)
            case .turned: (0, -ratio, 65536, -slant * ratio / 65536)
            }
        ink.ratio(values.0 * unit / 1000)
        ink.ratio(values.1 * unit / 1000)
        ink.ratio(values.2 * unit / 1000)
        ink.ratio(values.3 * unit / 1000)
    }
}

extension Pen {
    /// A number of 1/65536 with as many decimals as it takes, and a blank.
    mutating func ratio(_ value: Int) {
        if value < 0 { byte(0x2D) }
        billionths((Int(value.magnitude) * 1_000_000_000 + 32768) >> 16)
        byte(0x20)
    }
}
