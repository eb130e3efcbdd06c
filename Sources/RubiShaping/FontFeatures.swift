import CShaping

/// OpenType features: what a font has, what the user asks for.
enum FontFeatures {
    static func tags(of face: OpaquePointer) -> [String] {
        var found: Set<hb_tag_t> = []
        for table in ["GSUB", "GPOS"] {
            let tag = openTypeTag(table)
            var count = hb_ot_layout_table_get_feature_tags(face, tag, 0, nil, nil)
            guard count > 0 else { continue }
            let tags = [hb_tag_t](unsafeUninitializedCapacity: Int(count)) { buffer, filled in
                hb_ot_layout_table_get_feature_tags(face, tag, 0, &count, buffer.baseAddress)
                filled = Int(count)
            }
            found.formUnion(tags)
        }
        return found.sorted().map { tag in
            String(decoding: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: tag >> $0) }, as: UTF8.self)
        }
    }

    /// `liga,ruby=0` as HarfBuzz reads features.
    static func parse(_ list: String) throws(FontError) -> [hb_feature_t] {
        var features: [hb_feature_t] = []
        for item in list.split(separator: ",") {
            let text = String(item)
            var feature = hb_feature_t()
            guard hb_feature_from_string(text, Int32(text.utf8.count), &feature) != 0 else { throw .badFeature(text) }
            features.append(feature)
        }
        return features
    }

    /// A feature on a whole run.
    static func whole(_ tag: String, _ value: UInt32) -> hb_feature_t {
        hb_feature_t(tag: openTypeTag(tag), value: value, start: 0, end: UInt32.max)
    }
}
