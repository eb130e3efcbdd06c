import CShaping

/// What a font's `name` table says. Name identifiers are OpenType's.
struct FontNames {
    private static let family = hb_ot_name_id_t(1), style = hb_ot_name_id_t(2), postScript = hb_ot_name_id_t(6)
    private static let licence = hb_ot_name_id_t(13), licenceAddress = hb_ot_name_id_t(14)
    private static let typographicFamily = hb_ot_name_id_t(16), typographicStyle = hb_ot_name_id_t(17)

    private let face: OpaquePointer?
    init(face: OpaquePointer?) { self.face = face }

    /// English if there is any, else what there is; empty if the font has none.
    private func text(_ name: hb_ot_name_id_t, _ language: hb_language_t? = hb_language_from_string("en", -1)) -> String {
        var length = hb_ot_name_get_utf8(face, name, language, nil, nil)
        guard length > 0 else { return "" }
        length += 1
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(length)) { buffer in
            guard let start = buffer.baseAddress else { return "" }
            _ = hb_ot_name_get_utf8(face, name, language, &length, start)
            return String(decoding: UnsafeRawBufferPointer(start: start, count: Int(length)), as: UTF8.self)
        }
    }

    private func firstNonEmpty(_ names: hb_ot_name_id_t...) -> String {
        for name in names {
            let found = text(name)
            if !found.isEmpty { return found }
        }
        return ""
    }

    var englishFamily: String { firstNonEmpty(Self.typographicFamily, Self.family) }
    var englishStyle: String { firstNonEmpty(Self.typographicStyle, Self.style) }
    var postScriptName: String { text(Self.postScript) }
    /// The licence as the font states it: its text, else its address.
    var licenceText: String { firstNonEmpty(Self.licence, Self.licenceAddress) }

    /// The family's name in every language.
    var families: [String] {
        var count: UInt32 = 0
        guard let entries = hb_ot_name_list_names(face, &count) else { return [] }
        var found: [String] = []
        for entry in UnsafeBufferPointer(start: entries, count: Int(count))
        where entry.name_id == Self.family || entry.name_id == Self.typographicFamily {
            let name = text(entry.name_id, entry.language)
            if !name.isEmpty, !found.contains(name) { found.append(name) }
        }
        return found
    }
}
