import CShaping

/// The character frame (仮想ボディ, the em box) of a font against its alphabetic base line (R6), in 1/65536 em, up positive. It is one em high.
public struct CharacterFrame: Sendable, Equatable {
    /// Top of the frame.
    public var ascent: Int32
    /// Foot of the frame, negative below the base line.
    public var descent: Int32
    /// Where a font says nothing: 0.88 and −0.12 em, as most Japanese fonts have it (R6).
    static let usual = CharacterFrame(ascent: 57672, descent: -7864)
}

/// One font file at one index, opened: what writers and the composer need to know of it. It is immutable and may be used by all workers.
public final class Font: @unchecked Sendable {
    /// English name of the family, if there is one.
    public let family: String
    /// Regular, Bold and so on.
    public let style: String
    /// File name without its folder.
    public let file: String
    /// Path of the file.
    public let path: String
    /// Index in the file, from 0.
    public let index: Int
    /// Font units of one em.
    public let unitsPerEm: Int
    /// Tags of the features of `GSUB` and `GPOS`, sorted.
    public let features: [String]
    /// The em box that ruby touches (R6).
    public let frame: CharacterFrame
    /// HarfBuzz's face, for the subsetter and for raw tables (`hb_face_t`).
    package let face: OpaquePointer
    /// HarfBuzz's font at a scale of 65536 an em (`hb_font_t`).
    package let hbFont: OpaquePointer

    /// Length of 1 em at the scale of `hbFont`.
    package static let scale: Int32 = 65536

    init(_ place: FontLocator.Place) throws(FontError) {
        guard let blob = hb_blob_create_from_file_or_fail(place.path) else { throw .unreadable(path: place.path) }
        defer { hb_blob_destroy(blob) }
        let count = Int(hb_face_count(blob))
        guard count > 0 else { throw .notAFont(path: place.path) }
        guard place.index < count else { throw .noSuchIndex(path: place.path, index: place.index, count: count) }
        guard let face = hb_face_create(blob, UInt32(place.index)), let font = hb_font_create(face) else {
            throw .notAFont(path: place.path)
        }
        (self.face, hbFont) = (face, font)
        let names = FontNames(face: face)
        (family, style) = (names.englishFamily, names.englishStyle)
        (path, index) = (place.path, place.index)
        file = String(place.path.split(separator: "/").last ?? "")
        unitsPerEm = Int(hb_face_get_upem(face))
        features = FontFeatures.tags(of: face)
        hb_font_set_scale(font, Self.scale, Self.scale)
        frame = Self.characterFrame(face: face, font: font)
        guard hb_face_get_glyph_count(face) > 0 else { throw .notAFont(path: place.path) }
        if !Self.hasTable(face, "vmtx") { VerticalDefaults.install(in: font, ascent: frame.ascent) }
        hb_font_make_immutable(font)
    }

    deinit {
        hb_font_destroy(hbFont)
        hb_face_destroy(face)
    }

    /// Name by which PDF calls the font.
    public var postScriptName: String { FontNames(face: face).postScriptName }
    /// The licence as the font states it; empty if it does not.
    public var licence: String { FontNames(face: face).licenceText }
    /// Number of glyphs.
    public var glyphCount: Int { Int(hb_face_get_glyph_count(face)) }

    /// Whether `GSUB` or `GPOS` has the feature.
    public func hasFeature(_ tag: String) -> Bool { features.contains(tag) }

    /// The nominal glyph of a scalar; nil if the font has none.
    public func glyph(of scalar: UInt32) -> UInt32? {
        var glyph: hb_codepoint_t = 0
        return hb_font_get_nominal_glyph(hbFont, scalar, &glyph) != 0 && glyph < hb_face_get_glyph_count(face) ? glyph : nil
    }

    /// From a glyph's horizontal origin (left end on the base line) to its vertical one (top centre), in 1/65536 em, y up (L50).
    public func verticalOrigin(of glyph: UInt32) -> (x: Int32, y: Int32) {
        var (x, y): (hb_position_t, hb_position_t) = (0, 0)
        hb_font_get_glyph_origin_for_direction(hbFont, glyph, HB_DIRECTION_TTB, &x, &y)
        return (x, y)
    }

    /// Advance in horizontal writing, in 1/65536 em.
    public func horizontalAdvance(of glyph: UInt32) -> Int32 { hb_font_get_glyph_h_advance(hbFont, glyph) }
    /// Advance in vertical writing, down positive, in 1/65536 em.
    public func verticalAdvance(of glyph: UInt32) -> Int32 { -hb_font_get_glyph_v_advance(hbFont, glyph) }

    /// The box of a glyph's ink from its horizontal origin, in 1/65536 em, y up; nil for a glyph that draws nothing.
    public func ink(of glyph: UInt32) -> (left: Int, bottom: Int, right: Int, top: Int)? {
        var extents = hb_glyph_extents_t()
        guard hb_font_get_glyph_extents(hbFont, glyph, &extents) != 0, extents.width > 0, extents.height < 0 else { return nil }
        let left = Int(extents.x_bearing), top = Int(extents.y_bearing)
        return (left, top + Int(extents.height), left + Int(extents.width), top)
    }

    static func hasTable(_ face: OpaquePointer, _ tag: String) -> Bool {
        let blob = hb_face_reference_table(face, openTypeTag(tag))
        defer { hb_blob_destroy(blob) }
        return hb_blob_get_length(blob) > 0
    }

    /// R6: the `BASE` table's ideographic em box, or its ideographic character face, which is centred in the em box; else the typographic ascender and
    /// descender, scaled to 1 em; else the usual.
    private static func characterFrame(face: OpaquePointer, font: OpaquePointer) -> CharacterFrame {
        if hasTable(face, "BASE") {
            let kana = openTypeTag("kana")
            func coordinate(_ baseline: hb_ot_layout_baseline_tag_t) -> Int32? {
                var value: hb_position_t = 0
                return hb_ot_layout_get_baseline(font, baseline, HB_DIRECTION_LTR, kana, openTypeTag("JAN "), &value) != 0 ? value : nil
            }
            if let bottom = coordinate(HB_OT_LAYOUT_BASELINE_TAG_IDEO_EMBOX_BOTTOM_OR_LEFT) {
                return CharacterFrame(ascent: bottom + scale, descent: bottom)
            }
            if let bottom = coordinate(HB_OT_LAYOUT_BASELINE_TAG_IDEO_FACE_BOTTOM_OR_LEFT),
                let top = coordinate(HB_OT_LAYOUT_BASELINE_TAG_IDEO_FACE_TOP_OR_RIGHT)
            {
                let middle = (bottom + top) / 2
                return CharacterFrame(ascent: middle + scale / 2, descent: middle - scale / 2)
            }
        }
        let table = hb_face_reference_table(face, openTypeTag("OS/2"))
        defer { hb_blob_destroy(table) }
        var length: UInt32 = 0
        guard let bytes = hb_blob_get_data(table, &length), length >= 72 else { return .usual }
        let reader = BigEndianReader(UnsafeRawBufferPointer(start: bytes, count: Int(length)))
        let (ascender, descender) = (Int(reader.int16(at: 68)), Int(reader.int16(at: 70)))
        guard ascender > descender else { return .usual }
        let ascent = Int32(ascender * Int(scale) / (ascender - descender))
        return CharacterFrame(ascent: ascent, descent: ascent - scale)
    }
}

/// Four characters as OpenType packs them.
func openTypeTag(_ tag: String) -> hb_tag_t { hb_tag_from_string(tag, Int32(tag.utf8.count)) }

/// The vertical metrics of a font without `vmtx`: one em down, from the top of the character frame, centred (L50). HarfBuzz would centre each glyph's ink in
/// the font's line height.
private enum VerticalDefaults {
    static func install(in font: OpaquePointer, ascent: Int32) {
        let functions = hb_font_funcs_create()
        defer { hb_font_funcs_destroy(functions) }
        hb_font_funcs_set_glyph_v_advance_func(functions, { _, _, _, _ in -Font.scale }, nil, nil)
        hb_font_funcs_set_glyph_v_origin_func(
            functions,
            { font, data, glyph, x, y, _ in
                x?.pointee = hb_font_get_glyph_h_advance(font, glyph) / 2
                y?.pointee = Int32(Int(bitPattern: data))
                return 1
            }, nil, nil)
        // What is not set here is asked of the parent: the font as HarfBuzz reads it.
        let parent = hb_font_create(hb_font_get_face(font))
        hb_font_set_scale(parent, Font.scale, Font.scale)
        hb_font_set_parent(font, parent)
        hb_font_destroy(parent)
        hb_font_set_funcs(font, functions, UnsafeMutableRawPointer(bitPattern: Int(ascent)), nil)
    }
}
