import RubiLayout
import RubiShaping

/// How the glyphs of one run are set, in the terms of PDF.
struct PDFSetter {
    let geometry: RunGeometry
    let place: LinePlace
    let font: Int
    /// Vertical writing in the sense of PDF: upright glyphs, with their origin at the top.
    let isVertical: Bool
    /// The font's size, and the length of an em along the glyphs' writing, raw `Length`s.
    let size: Int
    let em: Int
    /// Tangent of the slant, in 1/65536.
    let slant: Int

    init(_ run: ComposedRun, document: DocumentRecord, place: LinePlace) {
        geometry = RunGeometry(run, isVertical: document.isVertical)
        self.place = place
        font = Int(run.font)
        isVertical = geometry.setting == .upright
        size = Int(run.size)
        em = isVertical ? geometry.height : geometry.width
        slant = run.isItalic ? Slant.tangent : 0
    }

    /// Along the glyphs' own direction of writing, and across it.
    @inline(__always)
    func row(_ index: Int, of line: borrowing ComposedLine) -> (along: Int, across: Int) {
        let origin = geometry.ownOrigin(index, of: line)
        return isVertical ? (origin.y, origin.x) : (origin.x, origin.y)
    }

    /// 1/1000 em of a length along the writing.
    @inline(__always)
    func thousandths(_ length: Int) -> Int {
        let product = length * 1000
        return (product >= 0 ? product + em / 2 : product - em / 2) / em
    }

    /// The text matrix does nothing but move.
    var isPlain: Bool { slant == 0 && em == size && geometry.setting != .turned }

    /// The text matrix without its place, in 1/65536.
    var matrix: [Int] {
        let ratio = em * 65536 / size
        switch geometry.setting {
        case .horizontal: return [ratio, 0, slant, 65536]
        case .upright: return [65536, 0, slant, ratio]
        case .turned: return [0, -ratio, 65536, -slant * ratio / 65536]
        }
    }
}

extension Pen {
    /// A number of 1/65536 with as many decimals as it takes.
    mutating func ratio(_ value: Int) {
        if value < 0 { byte(0x2D) }
        billionths((Int(value.magnitude) * 1_000_000_000 + 32768) >> 16)
    }
}
