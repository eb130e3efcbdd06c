import RubiLayout
import RubiShaping

/// How the glyphs of one run stand on the page: what every drawn format needs of it. Lengths are raw `Length`s, page directions are x to the right and y down,
/// from the line's start.
struct RunGeometry {
    let setting: GlyphOrientation
    let isVertical: Bool
    /// The run's em along the glyphs' own x and y axes.
    let width: Int
    let height: Int

    init(_ run: ComposedRun, isVertical: Bool) {
        self.isVertical = isVertical
        setting = run.isUpright ? .upright : run.isTurned ? .turned : .horizontal
        // Condensation is along the glyphs' own direction of writing (R5, L44).
        let condensed = (Int(run.size) * Int(run.condensation)) >> 16
        switch setting {
        case .horizontal, .turned: (width, height) = (condensed, Int(run.size))
        case .upright: (width, height) = (Int(run.size), condensed)
        }
    }

    /// Where the glyph's origin is on the page: of an upright glyph the top centre, else the left end on the base line.
    @inline(__always)
    func origin(along: Int32, across: Int32) -> (x: Int, y: Int) {
        isVertical ? (Int(across), Int(along)) : (Int(along), -Int(across))
    }

    /// The same in the glyph's own frame, before it is turned: x along its base line, y down from it.
    @inline(__always)
    func ownOrigin(along: Int32, across: Int32) -> (x: Int, y: Int) {
        switch setting {
        case .horizontal, .upright: origin(along: along, across: across)
        case .turned: (Int(along), -Int(across))
        }
    }
}
