import RubiShaping
import RubiText

/// 〱 and 〲, marks of vertical writing two em high: in horizontal lines they are set in half their size, so that they stand in their em (*Choice*; the rules say
/// nothing, and fonts have no other form).
enum TallMarks {
    @inline(__always)
    static func contains(_ scalar: UInt32) -> Bool { scalar &- 0x3031 <= 1 }

    /// Halves the advance of such marks among the glyphs of a reading from `first` on.
    static func halve(_ glyphs: inout GlyphBuffer, from first: Int, _ scalars: [UInt32]) {
        for index in first..<glyphs.count where contains(scalars[Int(glyphs.cluster[index])]) { glyphs.advance[index] /= 2 }
    }
}

extension Collector {
    /// Such a mark in the base: half as large, its middle where the middle of the others is.
    mutating func appendTall(_ index: Int, _ orientation: GlyphOrientation, into items: inout Items) {
        let outer = context
        context.size /= 2
        context.shift += Int32(
            Em.scale((Int(shaper.fonts.primary.frame.ascent) + Int(shaper.fonts.primary.frame.descent)) / 2, by: Int(context.size)))
        shape(index..<index + 1, orientation: orientation, into: &items)
        context.size = outer.size
        context.shift = outer.shift
    }
}
