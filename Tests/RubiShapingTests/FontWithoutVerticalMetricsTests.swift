import CShaping
import Foundation
import Testing

@testable import RubiShaping

/// L50: a font without `vmtx` has one em of vertical advance, from the top of its character frame.
@Suite struct FontWithoutVerticalMetricsTests {
    /// The test font with a few glyphs, without `vmtx`, `vhea` and `BASE`.
    private static func write(to path: String) throws {
        let blob = try #require(hb_blob_create_from_file_or_fail(Place.testFont))
        defer { hb_blob_destroy(blob) }
        let face = hb_face_create(blob, 0)
        defer { hb_face_destroy(face) }
        let input = try #require(hb_subset_input_create_or_fail())
        defer { hb_subset_input_destroy(input) }
        for scalar in "漢字a。".unicodeScalars { hb_set_add(hb_subset_input_unicode_set(input), scalar.value) }
        for table in ["vmtx", "vhea", "BASE"] { hb_set_add(hb_subset_input_set(input, HB_SUBSET_SETS_DROP_TABLE_TAG), openTypeTag(table)) }
        let subset = try #require(hb_subset_or_fail(face, input))
        defer { hb_face_destroy(subset) }
        let result = hb_face_reference_blob(subset)
        defer { hb_blob_destroy(result) }
        var length: UInt32 = 0
        let bytes = try #require(hb_blob_get_data(result, &length))
        try Data(bytes: bytes, count: Int(length)).write(to: URL(fileURLWithPath: path))
    }

    @Test func oneEmFromTheTopOfTheFrame() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("rubi-no-vmtx-\(getpid()).ttf").path
        defer { unlink(path) }
        try Self.write(to: path)
        let fonts = try FontSet(chain: [path])
        let font = fonts.primary
        // OS/2's typographic metrics, since there is no BASE (R6).
        #expect(font.frame == CharacterFrame(ascent: 57671, descent: -7865))
        let glyphs = Shaper(fonts: fonts).shape("漢a。", .upright)
        #expect(glyphs.advance == [65536, 65536, 65536])
        #expect(glyphs.along == [0, 0, 0])
        #expect(glyphs.across == [0, 0, 0])
        for (index, width) in [65536, 32768, 65536].enumerated() {
            #expect(font.verticalOrigin(of: glyphs.glyph[index]) == (Int32(width / 2), font.frame.ascent))
            #expect(Int(font.horizontalAdvance(of: glyphs.glyph[index])) == width)
        }
    }
}
