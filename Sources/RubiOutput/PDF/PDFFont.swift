import CShaping
import Glibc
import RubiShaping

/// One font of a PDF: which of its glyphs are used, what they mean, and at the end its objects. Its codes are glyph indices, or CIDs where the font's own
/// outlines are keyed by CID; so a code is known when it is written, before the font is subset.
final class PDFFont {
    private enum Outlines {
        case trueType
        /// `CFF `, glyphs by index.
        case named
        /// `CFF `, glyphs by CID.
        case keyed([UInt16])
    }

    /// What is known of one glyph.
    struct Glyph {
        /// What it means: 0 not used; a scalar; `isPart`; or, with `isText`, an index in `texts`.
        fileprivate(set) var meaning: UInt32
        /// Its code as bytes of a string, with their escapes, and how many they are.
        fileprivate(set) var code: UInt32
        fileprivate(set) var codeLength: UInt32
        /// Advances in 1/1000 em as the PDF states them, across the page and down it.
        fileprivate(set) var width: Int32
        fileprivate(set) var height: Int32
    }

    /// What is known of all glyphs of a font.
    struct Glyphs {
        /// Zero where a glyph is not used, so that only what is used takes memory.
        fileprivate let entries: UnsafeMutablePointer<Glyph>
        fileprivate let count: Int

        @inline(__always)
        subscript(_ glyph: UInt32) -> Glyph {
            precondition(glyph < count)
            return entries[Int(glyph)]
        }

        /// Whether a glyph is known to stand for a character.
        @inline(__always)
        func isKnown(_ glyph: UInt32, for scalar: UInt32) -> Bool {
            glyph < count && entries[Int(glyph)].meaning == scalar && scalar != 0
        }
    }

    private let font: Font
    private let outlines: Outlines
    /// What is known of the font's glyphs; it lives as long as the font.
    let glyphs: Glyphs
    private var texts: [[UInt32]] = []
    private static let isText: UInt32 = 1 << 31
    /// Used, but only for a part of a text so far.
    private static let isPart: UInt32 = 1 << 30
    /// The objects of the font, first those that most glyphs are shown by. A glyph that stands for another text in another place, as the box of what the font
    /// lacks does, is shown there by a font that differs in its map to Unicode alone.
    private(set) var faces = [Face()]
    /// More texts than this for one glyph are given beside it.
    private static let faceLimit = 26

    /// A font as a page names it: the same glyphs and codes, and what they stand for.
    struct Face {
        /// The numbers of its objects for horizontal and vertical writing; 0 while unused.
        fileprivate(set) var horizontal = 0
        fileprivate(set) var vertical = 0
        /// But for the first face, what its glyphs stand for.
        fileprivate var texts: [UInt32: [UInt32]] = [:]
    }

    init(_ font: Font) throws(OutputError) {
        self.font = font
        let blob = hb_face_reference_table(font.face, hb_tag_from_string("CFF ", 4))
        defer { hb_blob_destroy(blob) }
        var length: UInt32 = 0
        if let table = hb_blob_get_data(blob, &length), length > 0 {
            guard let charset = CFFCharset(UnsafeRawBufferPointer(start: table, count: Int(length))) else {
                throw OutputError(code: EILSEQ)
            }
            outlines = charset.cids.map { .keyed($0) } ?? .named
        } else {
            outlines = .trueType
        }
        let count = font.glyphCount
        guard let room = calloc(count, MemoryLayout<Glyph>.stride) else { throw OutputError(code: ENOMEM) }
        glyphs = Glyphs(entries: room.bindMemory(to: Glyph.self, capacity: count), count: count)
    }

    deinit { free(glyphs.entries) }

    // MARK: Use

    /// Notes that a face is used in a direction.
    func use(face: Int, isVertical: Bool, in file: PDFFile) {
        if isVertical {
            if faces[face].vertical == 0 { faces[face].vertical = file.reserve() }
        } else {
            if faces[face].horizontal == 0 { faces[face].horizontal = file.reserve() }
        }
    }

    /// The code of a glyph.
    private func code(of glyph: UInt32) -> UInt32 {
        switch outlines {
        case .trueType, .named: glyph
        case .keyed(let cids): Int(glyph) < cids.count ? UInt32(cids[Int(glyph)]) : 0
        }
    }

    /// The face by which a glyph stands for a text; nil where it stands for too many.
    func face(of glyph: UInt32, for text: [UInt32]) -> Int? {
        let known = glyphs[glyph].meaning
        if text.isEmpty || text == [0] {
            if known == 0 { set(glyph, meaning: Self.isPart) }
            return nil
        }
        if known == 0 || known == Self.isPart {
            if text.count == 1 {
                set(glyph, meaning: text[0])
            } else {
                set(glyph, meaning: Self.isText | UInt32(texts.count))
                texts.append(text)
            }
            return 0
        }
        if self.text(of: glyph) == text { return 0 }
        for index in 1..<Self.faceLimit {
            if index == faces.count { faces.append(Face()) }
            if let other = faces[index].texts[glyph] {
                if other == text { return index }
            } else {
                faces[index].texts[glyph] = text
                return index
            }
        }
        return nil
    }

    private func text(of glyph: UInt32) -> [UInt32] {
        let meaning = glyphs[glyph].meaning
        return meaning & Self.isText != 0 ? texts[Int(meaning & ~Self.isText)] : meaning == Self.isPart ? [] : [meaning]
    }

    private func set(_ glyph: UInt32, meaning: UInt32) {
        let isNew = glyphs[glyph].meaning == 0
        let entry = glyphs.entries + Int(glyph)
        entry.pointee.meaning = meaning
        guard isNew else { return }
        (entry.pointee.code, entry.pointee.codeLength) = PDFText.escaped(code(of: glyph))
        entry.pointee.width = Self.thousandths(font.horizontalAdvance(of: glyph))
        entry.pointee.height = Self.thousandths(font.verticalAdvance(of: glyph))
    }

    private static func thousandths(_ length: Int32) -> Int32 { Int32((Int(length) * 1000 + 32768) >> 16) }

    // MARK: Objects

    /// Writes the font's objects: a Type 0 font for each direction in which it was used, with one subset, one set of metrics and one map to Unicode.
    func write(to file: PDFFile) throws {
        guard faces.contains(where: { $0.horizontal != 0 || $0.vertical != 0 }) else { return }
        let glyphs = (0..<UInt32(self.glyphs.count)).filter { self.glyphs[$0].meaning != 0 }
        let (descendant, descriptor, program) = (file.reserve(), file.reserve(), file.reserve())
        let name = Self.tag(of: glyphs) + "+" + postScriptName
        for (index, face) in faces.enumerated() where face.horizontal != 0 || face.vertical != 0 {
            let unicode = file.reserve()
            for (object, encoding) in [(face.horizontal, "Identity-H"), (face.vertical, "Identity-V")] where object != 0 {
                try file.write(
                    object,
                    "<</Type/Font/Subtype/Type0/BaseFont\(PDFText.name(isTrueType ? name : name + "-" + encoding))/Encoding/\(encoding)"
                        + "/DescendantFonts[\(descendant) 0 R]/ToUnicode \(unicode) 0 R>>")
            }
            let entries = glyphs.map { (code: code(of: $0), text: Self.string(index == 0 ? text(of: $0) : face.texts[$0] ?? [])) }
            try file.write(stream: unicode, "", PDFUnicodeMap(entries: entries).bytes)
        }
        let isVertical = faces.contains { $0.vertical != 0 }
        try file.write(
            descendant,
            "<</Type/Font/Subtype/CIDFontType\(isTrueType ? "2/CIDToGIDMap/Identity" : "0")/BaseFont\(PDFText.name(name))"
                + "/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor \(descriptor) 0 R"
                + horizontalMetrics(glyphs) + (isVertical ? verticalMetrics(glyphs) : "") + ">>")
        try file.write(descriptor, self.descriptor(name: name, program: program))
        let subset = try subset(glyphs)
        try file.write(stream: program, isTrueType ? "/Length1 \(subset.count)" : "/Subtype/CIDFontType0C", subset)
    }

    private var isTrueType: Bool { if case .trueType = outlines { true } else { false } }

    private var postScriptName: String {
        let name = font.postScriptName
        return name.isEmpty ? "Font" : name
    }

    private static func string(_ scalars: [UInt32]) -> String {
        var text = ""
        text.unicodeScalars.append(contentsOf: scalars.compactMap(Unicode.Scalar.init))
        return text
    }

    /// Six letters that differ between subsets (9.9.2), from the glyphs.
    private static func tag(of glyphs: [UInt32]) -> String {
        // FNV-1a.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for glyph in glyphs { hash = (hash ^ UInt64(glyph)) &* 0x100_0000_01B3 }
        var tag = ""
        for _ in 0..<6 {
            tag.unicodeScalars.append(Unicode.Scalar(UInt8(0x41 + hash % 26)))
            hash /= 26
        }
        return tag
    }

    private func descriptor(name: String, program: Int) -> String {
        let head = Self.bytes(of: hb_face_reference_table(font.face, hb_tag_from_string("head", 4)))
        func box(_ offset: Int) -> Int {
            guard head.count >= offset + 2 else { return 0 }
            return Int(Int16(bitPattern: UInt16(head[offset]) << 8 | UInt16(head[offset + 1]))) * 1000 / font.unitsPerEm
        }
        let (ascent, descent) = (Self.thousandths(font.frame.ascent), Self.thousandths(font.frame.descent))
        // Symbolic: its characters are not those of a Latin font.
        return
            "<</Type/FontDescriptor/FontName\(PDFText.name(name))/Flags 4/FontBBox[\(box(36)) \(box(38)) \(box(40)) \(box(42))]/ItalicAngle 0"
            + "/Ascent \(ascent)/Descent \(descent)/CapHeight \(ascent)/StemV 80/FontFile\(isTrueType ? "2" : "3") \(program) 0 R>>"
    }

    private func horizontalMetrics(_ glyphs: [UInt32]) -> String {
        metrics("/DW ", "/W", glyphs) {
            [Int(self.glyphs[$0].width)]
        } short: {
            "\($0[0])"
        }
    }

    /// The default position of a vertical origin is above the middle of the glyph's width (9.7.4.3).
    private func verticalMetrics(_ glyphs: [UInt32]) -> String {
        metrics("/DW2", "/W2", glyphs) { glyph in
            let origin = font.verticalOrigin(of: glyph)
            let x = Int(Self.thousandths(origin.x))
            // What the viewer assumes where nothing is said; a rounding apart is the same place.
            let middle = Int(self.glyphs[glyph].width) / 2
            return [-Int(self.glyphs[glyph].height), abs(x - middle) <= 1 ? .min : x, Int(Self.thousandths(origin.y))]
        } short: {
            "[\($0[2]) \($0[0])]"
        }
    }

    /// The default that most glyphs have, and an array of the others.
    private func metrics(
        _ defaultKey: String, _ key: String, _ glyphs: [UInt32], of values: (UInt32) -> [Int], short: ([Int]) -> String
    ) -> String {
        let all = glyphs.map { (code: code(of: $0), width: Int(self.glyphs[$0].width), values: values($0)) }.sorted {
            $0.code < $1.code
        }
        var counts: [[Int]: Int] = [:]
        for entry in all where entry.values.count == 1 || entry.values[1] == .min { counts[entry.values, default: 0] += 1 }
        let usual = counts.max { ($0.value, $1.key[0]) < ($1.value, $0.key[0]) }?.key ?? (key == "/W" ? [1000] : [-1000, .min, 880])
        var list = ""
        var next: UInt32?
        for entry in all where entry.values != usual {
            if entry.code != next { list += (next == nil ? "" : "]") + "\(entry.code)[" } else { list += " " }
            var values = entry.values
            if values.count == 3, values[1] == .min { values[1] = entry.width / 2 }
            list += values.map(String.init).joined(separator: " ")
            next = entry.code + 1
        }
        return defaultKey + short(usual) + (next == nil ? "" : key + "[" + list + "]]")
    }

    // MARK: Subset

    /// The font's program with the used glyphs alone.
    private func subset(_ glyphs: [UInt32]) throws(OutputError) -> [UInt8] {
        guard let input = hb_subset_input_create_or_fail() else { throw OutputError(code: ENOMEM) }
        defer { hb_subset_input_destroy(input) }
        let wanted = hb_subset_input_glyph_set(input)
        for glyph in glyphs { hb_set_add(wanted, glyph) }
        // The box of what no font has is drawn as it is in every other format.
        var flags = HB_SUBSET_FLAGS_NO_HINTING.rawValue | HB_SUBSET_FLAGS_NOTDEF_OUTLINE.rawValue
        // Where codes are glyph indices these must stay; where they are CIDs the subset keeps those.
        if case .keyed = outlines {} else { flags |= HB_SUBSET_FLAGS_RETAIN_GIDS.rawValue }
        hb_subset_input_set_flags(input, flags)
        // No glyph is to come in through layout rules, and none of these tables is of use in a PDF.
        let dropped = hb_subset_input_set(input, HB_SUBSET_SETS_DROP_TABLE_TAG)
        for tag in Self.droppedTables { hb_set_add(dropped, hb_tag_from_string(tag, 4)) }
        guard let face = hb_subset_or_fail(font.face, input) else { throw OutputError(code: EILSEQ) }
        defer { hb_face_destroy(face) }
        return isTrueType
            ? Self.bytes(of: hb_face_reference_blob(face)) : Self.bytes(of: hb_face_reference_table(face, hb_tag_from_string("CFF ", 4)))
    }

    private static let droppedTables = [
        "GSUB", "GPOS", "GDEF", "BASE", "JSTF", "MATH", "kern", "cmap", "name", "post", "OS/2", "vhea", "vmtx", "VORG", "DSIG", "gasp",
        "VDMX", "hdmx", "LTSH",
        "PCLT", "STAT", "fvar", "gvar", "avar", "HVAR", "VVAR", "MVAR", "cvar", "COLR", "CPAL", "SVG ", "CBDT", "CBLC", "EBDT", "EBLC",
        "EBSC", "sbix", "meta",
    ]

    /// The bytes of a blob, which is released.
    private static func bytes(of blob: OpaquePointer?) -> [UInt8] {
        defer { hb_blob_destroy(blob) }
        var length: UInt32 = 0
        guard let data = hb_blob_get_data(blob, &length) else { return [] }
        return Array(UnsafeRawBufferPointer(start: data, count: Int(length)))
    }
}
