import CShaping

/// Reads the outlines of a font by FreeType. It is one writer's: FreeType's faces are not for several threads.
public final class GlyphOutliner {
    /// The font whose glyphs are read.
    public let font: Font
    private var library: FT_Library?
    /// FreeType's face, for a writer that draws bitmaps.
    package private(set) var face: FT_Face?
    /// What FreeType reads from; it does not keep it alive.
    private let blob: OpaquePointer

    /// Opens the font a second time, for FreeType.
    public init(_ font: Font) throws(FontError) {
        self.font = font
        blob = hb_face_reference_blob(font.face)
        var length: UInt32 = 0
        let data = hb_blob_get_data(blob, &length)
        let isOpen =
            FT_Init_FreeType(&library) == 0
            && data.map {
                FT_New_Memory_Face(
                    library, UnsafeRawPointer($0).assumingMemoryBound(to: FT_Byte.self), FT_Long(length), FT_Long(font.index), &face)
            }
                == 0
        guard isOpen else { throw .notAFont(path: font.path) }
    }

    deinit {
        if face != nil { FT_Done_Face(face) }
        if library != nil { FT_Done_FreeType(library) }
        hb_blob_destroy(blob)
    }

    /// Replaces `outline` by the glyph's, unhinted, in font units. False, and empty, if the font has no outline for it.
    public func read(_ glyph: UInt32, into outline: inout GlyphOutline) -> Bool {
        outline.removeAll()
        guard let face, FT_Load_Glyph(face, glyph, FT_Int32(FT_LOAD_NO_SCALE | FT_LOAD_NO_BITMAP)) == 0,
            let slot = face.pointee.glyph, slot.pointee.format == FT_GLYPH_FORMAT_OUTLINE
        else { return false }
        var functions = FT_Outline_Funcs(
            move_to: { to, user in GlyphOutliner.add(.move, user, to) },
            line_to: { to, user in GlyphOutliner.add(.line, user, to) },
            conic_to: { control, to, user in GlyphOutliner.add(.quad, user, control, to) },
            cubic_to: { first, second, to, user in GlyphOutliner.add(.cubic, user, first, second, to) },
            shift: 0, delta: 0)
        var tracer = Tracer()
        swap(&tracer.outline, &outline)
        let isRead = withUnsafeMutablePointer(to: &tracer) { FT_Outline_Decompose(&slot.pointee.outline, &functions, $0) == 0 }
        tracer.close()
        swap(&tracer.outline, &outline)
        return isRead
    }

    private static func add(_ verb: GlyphOutline.Verb, _ user: UnsafeMutableRawPointer?, _ points: UnsafePointer<FT_Vector>?...) -> Int32 {
        guard let tracer = user?.assumingMemoryBound(to: Tracer.self) else { return 1 }
        if verb == .move { tracer.pointee.close() }
        tracer.pointee.outline.verbs.append(verb)
        for point in points {
            guard let point else { return 1 }
            tracer.pointee.outline.coordinates.append(Int32(point.pointee.x))
            tracer.pointee.outline.coordinates.append(Int32(point.pointee.y))
        }
        return 0
    }
}

/// The outline as FreeType traces it.
private struct Tracer {
    var outline = GlyphOutline()
    /// Where the contour at hand begins in the coordinates.
    private var start = 0

    /// Ends the contour. FreeType draws its last side even where it is straight; closing does that.
    mutating func close() {
        guard !outline.verbs.isEmpty else { return }
        let end = outline.coordinates.count
        if outline.verbs.last == .line, end - start > 4,
            outline.coordinates[end - 2..<end].elementsEqual(outline.coordinates[start..<start + 2])
        {
            outline.verbs.removeLast()
            outline.coordinates.removeLast(2)
        }
        outline.verbs.append(.close)
        start = outline.coordinates.count
    }
}
