import CShaping

/// What decides how a piece of text is shaped in one font.
struct PlanKey: Equatable {
    var font: UInt8
    var use: GlyphUse
    var orientation: GlyphOrientation
    var system: WritingSystem

    /// A small number of its own for each key.
    var slot: Int {
        ((Int(font) * 2 + Int(use.rawValue)) * 3 + Int(orientation.rawValue)) * WritingSystem.allCases.count + Int(system.rawValue)
    }
}

/// HarfBuzz's settings for a font, use, orientation and writing system, and the table of what they make of single scalars. One worker's.
final class ShapingPlan {
    let font: Font
    let fontIndex: UInt8
    let orientation: GlyphOrientation
    let system: WritingSystem
    let script: hb_script_t
    let features: [hb_feature_t]
    let table = GlyphTable()
    private let analysis: TriggerAnalysis?
    private let glyphCount: UInt32
    /// Scalars that are being looked at for the first time.
    private var fresh: [UInt32] = []

    private let language: hb_language_t? = hb_language_from_string("ja", -1)

    init(_ key: PlanKey, fonts: FontSet) {
        font = fonts.fonts[Int(key.font)]
        glyphCount = hb_face_get_glyph_count(font.face)
        (fontIndex, orientation, system) = (key.font, key.orientation, key.system)
        switch key.system {
        // The OpenType script `kana`, where the font has it; else `hani`; without either HarfBuzz takes the default script.
        case .japanese: script = Self.hasScript(font.face, "kana") ? HB_SCRIPT_HIRAGANA : HB_SCRIPT_HAN
        case .latin: script = HB_SCRIPT_LATIN
        case .greek: script = HB_SCRIPT_GREEK
        case .cyrillic: script = HB_SCRIPT_CYRILLIC
        case .other: script = HB_SCRIPT_COMMON
        }
        var features: [hb_feature_t] = []
        // Japanese characters are set solid, em by em (L10): kerning is for Western text.
        if key.system == .japanese { features.append(FontFeatures.whole("kern", 0)) }
        if key.use == .ruby, font.hasFeature("ruby") { features.append(FontFeatures.whole("ruby", 1)) }
        self.features = features + fonts.features
        analysis = key.system == .other ? nil : Self.analyse(font, script: script, orientation: key.orientation, features: self.features)
    }

    var direction: hb_direction_t { orientation == .upright ? HB_DIRECTION_TTB : HB_DIRECTION_LTR }

    /// Whether the table may answer for anything: the font's rules are understood.
    var hasTable: Bool { analysis != nil }
    /// The number of glyphs that make HarfBuzz shape the run they are in.
    var triggerCount: Int? { analysis?.triggers.count }

    private static func hasScript(_ face: OpaquePointer, _ tag: String) -> Bool {
        var index: UInt32 = 0
        return hb_ot_layout_table_find_script(face, openTypeTag("GSUB"), openTypeTag(tag), &index) != 0
    }

    /// Nil if the font shapes by other tables than `GSUB` and `GPOS`, or by rules that are not understood.
    private static func analyse(_ font: Font, script: hb_script_t, orientation: GlyphOrientation, features: [hb_feature_t])
        -> TriggerAnalysis?
    {
        let others = ["morx", "mort", "kerx", "trak", "Silf"] + (orientation == .upright ? [] : ["kern"])
        guard !others.contains(where: { Font.hasTable(font.face, $0) }), font.glyphCount <= 65536 else { return nil }
        var properties = hb_segment_properties_t()
        properties.direction = orientation == .upright ? HB_DIRECTION_TTB : HB_DIRECTION_LTR
        properties.script = script
        properties.language = hb_language_from_string("ja", -1)
        guard let plan = hb_shape_plan_create_cached(font.face, &properties, features, UInt32(features.count), nil) else { return nil }
        defer { hb_shape_plan_destroy(plan) }
        func lookups(_ table: String) -> [Int] {
            let set = hb_set_create()
            defer { hb_set_destroy(set) }
            hb_ot_shape_plan_collect_lookups(plan, openTypeTag(table), set)
            var (found, next): ([Int], hb_codepoint_t) = ([], hb_codepoint_t.max)  // HB_SET_VALUE_INVALID begins the walk
            while hb_set_next(set, &next) != 0 { found.append(Int(next)) }
            return found
        }
        let analysis = TriggerAnalysis(
            face: font.face, substitutions: lookups("GSUB"), positionings: lookups("GPOS"), frequency: GlyphFrequency(font: font.hbFont))
        return analysis.isUnderstood ? analysis : nil
    }

    // MARK: - HarfBuzz

    /// Shapes `range` of `scalars` into `buffer`; clusters are indices into `scalars`.
    func shape(
        _ scalars: UnsafeBufferPointer<UInt32>, _ range: Range<Int>, script: hb_script_t?, extra: hb_feature_t? = nil,
        into buffer: OpaquePointer
    ) {
        hb_buffer_clear_contents(buffer)
        hb_buffer_add_utf32(buffer, scalars.baseAddress, Int32(scalars.count), UInt32(range.lowerBound), Int32(range.count))
        hb_buffer_set_direction(buffer, direction)
        hb_buffer_set_script(buffer, script ?? self.script)
        hb_buffer_set_language(buffer, language)
        // Selectors that the font does not know leave no glyph, instead of an empty one.
        hb_buffer_set_flags(buffer, HB_BUFFER_FLAG_REMOVE_DEFAULT_IGNORABLES)
        if let extra {
            let all = features + [extra]
            hb_shape(font.hbFont, buffer, all, UInt32(all.count))
        } else {
            hb_shape(font.hbFont, buffer, features, UInt32(features.count))
        }
        // A character map and rules may name glyphs that a damaged font does not have.
        var count: UInt32 = 0
        guard let infos = hb_buffer_get_glyph_infos(buffer, &count) else { return }
        for index in 0..<Int(count) where infos[index].codepoint >= glyphCount { infos[index].codepoint = 0 }
    }

    /// A glyph's place against the line, from HarfBuzz's: advance along the line, shifts from the pen. Upright glyphs count from their vertical origin.
    func place(_ info: hb_glyph_info_t, _ position: hb_glyph_position_t) -> (advance: Int32, along: Int32, across: Int32) {
        guard orientation == .upright else {
            return (Self.bounded(position.x_advance), Self.bounded(position.x_offset), Self.bounded(position.y_offset))
        }
        let origin = font.verticalOrigin(of: info.codepoint)
        return (
            -Self.bounded(position.y_advance), -Self.bounded(position.y_offset &+ origin.y), Self.bounded(position.x_offset &+ origin.x)
        )
    }

    /// What no sound font passes, 32 em, so that lengths of lines do not overflow in a font whose metrics lie.
    private static func bounded(_ length: Int32) -> Int32 { min(max(length, -32 * Font.scale), 32 * Font.scale) }

    // MARK: - The table

    /// Fills the table for every scalar of the range that it does not have yet.
    func learn(_ scalars: UnsafeBufferPointer<UInt32>, _ range: Range<Int>, with buffer: OpaquePointer) {
        guard let analysis else { return }
        fresh.removeAll(keepingCapacity: true)
        for index in range where table[scalars[index]].has(TableEntry.unbuilt) {
            let scalar = scalars[index]
            let flags = flags(of: scalar, analysis)
            // Until HarfBuzz has spoken, a trigger: then twice in the range is asked once.
            table[scalar] = TableEntry(glyph: 0, advance: 0, flags: flags | TableEntry.trigger)
            if flags & TableEntry.stops == 0 {
                fresh.append(scalar)
            } else if flags & TableEntry.foreign != 0 {
                table[scalar] = TableEntry(glyph: 0, advance: 0, flags: TableEntry.foreign)
            }
        }
        guard !fresh.isEmpty else { return }
        // None of them is a trigger, so that they can be shaped side by side and come out as each would alone.
        fresh.withUnsafeBufferPointer { shape($0, 0..<$0.count, script: nil, into: buffer) }
        record(analysis, from: buffer)
    }

    /// Flags that the scalar has whatever HarfBuzz makes of it.
    private func flags(of scalar: UInt32, _ analysis: TriggerAnalysis) -> UInt64 {
        switch ScalarSystem(scalar) {
        case .of(let own) where own != system: return TableEntry.foreign
        case .script: return TableEntry.foreign
        case .of, .common: break
        }
        if dependsOnNeighbours(scalar) { return TableEntry.trigger | TableEntry.touched }
        var glyph: hb_codepoint_t = 0
        let isKnown = hb_font_get_nominal_glyph(font.hbFont, scalar, &glyph) != 0
        if isKnown, analysis.triggers.contains(glyph) || isMark(glyph) { return TableEntry.trigger | TableEntry.touched }
        return analysis.touchesAll || analysis.touched.contains(glyph) ? TableEntry.touched : 0
    }

    private func isMark(_ glyph: UInt32) -> Bool { hb_ot_layout_get_glyph_class(font.face, glyph) == HB_OT_LAYOUT_GLYPH_CLASS_MARK }

    /// Takes what HarfBuzz made of the fresh scalars: one glyph each, or they stay triggers.
    private func record(_ analysis: TriggerAnalysis, from buffer: OpaquePointer) {
        var count: UInt32 = 0
        guard let infos = hb_buffer_get_glyph_infos(buffer, &count), let positions = hb_buffer_get_glyph_positions(buffer, nil) else {
            return
        }
        let length = Int(count)
        for index in 0..<length {
            let cluster = infos[index].cluster
            let next = index + 1 < length ? infos[index + 1].cluster : UInt32(fresh.count)
            let isAlone = (index == 0 ? cluster == 0 : infos[index - 1].cluster < cluster) && next == cluster + 1
            let glyph = infos[index].codepoint
            guard isAlone, !analysis.triggers.contains(glyph) else { continue }
            let scalar = fresh[Int(cluster)]
            let place = place(infos[index], positions[index])
            var flags: UInt64 = analysis.touchesAll || analysis.touched.contains(glyph) ? TableEntry.touched : 0
            flags |= table[scalar].bits & TableEntry.touched
            if glyph == 0 { flags |= TableEntry.missing }
            if place.along != 0 || place.across != 0 {
                flags |= TableEntry.moved
                table.offsets[scalar] = (place.along, place.across)
            }
            table[scalar] = TableEntry(glyph: glyph, advance: place.advance, flags: flags)
        }
    }
}
