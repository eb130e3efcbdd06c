import CShaping
import RubiShaping

/// The outline of a glyph in font units, y up.
struct GlyphOutline {
    enum Verb: UInt8 { case move, line, quadratic, cubic, close }

    var verbs: [Verb] = []
    /// x and y in turn: one point for `move` and `line`, two for `quadratic`, three for `cubic`, none for `close`.
    var coordinates: [Int32] = []

    var isEmpty: Bool { verbs.isEmpty }

    /// Points that a verb takes.
    static func points(of verb: Verb) -> Int {
        switch verb {
        case .move, .line: 1
        case .quadratic: 2
        case .cubic: 3
        case .close: 0
        }
    }
}

/// Reads outlines of one font, each once. HarfBuzz gives TrueType and CFF outlines alike, exact where the font is not varied.
final class OutlineReader {
    private let font: OpaquePointer
    private let functions: OpaquePointer
    private var known: [UInt32: GlyphOutline] = [:]

    init(_ font: Font) {
        // At the scale it is made with, one em of HarfBuzz's font is the font's own units.
        self.font = hb_font_create(font.face)
        functions = hb_draw_funcs_create()
        hb_draw_funcs_set_move_to_func(functions, { _, data, _, x, y, _ in OutlineReader.add(.move, [x, y], to: data) }, nil, nil)
        hb_draw_funcs_set_line_to_func(functions, { _, data, _, x, y, _ in OutlineReader.add(.line, [x, y], to: data) }, nil, nil)
        hb_draw_funcs_set_quadratic_to_func(
            functions, { _, data, _, x1, y1, x, y, _ in OutlineReader.add(.quadratic, [x1, y1, x, y], to: data) }, nil, nil)
        hb_draw_funcs_set_cubic_to_func(
            functions, { _, data, _, x1, y1, x2, y2, x, y, _ in OutlineReader.add(.cubic, [x1, y1, x2, y2, x, y], to: data) }, nil, nil)
        hb_draw_funcs_set_close_path_func(functions, { _, data, _, _ in OutlineReader.add(.close, [], to: data) }, nil, nil)
        hb_draw_funcs_make_immutable(functions)
    }

    deinit {
        hb_draw_funcs_destroy(functions)
        hb_font_destroy(font)
    }

    func outline(of glyph: UInt32) -> GlyphOutline {
        if let outline = known[glyph] { return outline }
        var outline = GlyphOutline()
        withUnsafeMutablePointer(to: &outline) { hb_font_get_glyph_shape(font, glyph, functions, $0) }
        known[glyph] = outline
        return outline
    }

    private static func add(_ verb: GlyphOutline.Verb, _ coordinates: [Float], to data: UnsafeMutableRawPointer?) {
        guard let outline = data?.assumingMemoryBound(to: GlyphOutline.self) else { return }
        outline.pointee.verbs.append(verb)
        for coordinate in coordinates { outline.pointee.coordinates.append(Int32(coordinate.rounded())) }
    }
}
