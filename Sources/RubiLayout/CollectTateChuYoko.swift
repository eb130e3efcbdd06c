import RubiMarkup
import RubiShaping
import RubiText

/// The part of `Collect` for upright characters side by side (L44, L51).
extension Collector {
    /// L44: upright, side by side, squeezed to 1 em if wider; one unit of cl-30. In horizontal text its characters are plain text.
    mutating func appendTateChuYoko(_ index: Int32, of tree: borrowing InlineTree, into items: inout Items) {
        let first = items.scalars.count
        var child = tree.nodes[Int(index)].firstChild
        while child >= 0 {
            let range = tree.nodes[Int(child)].text.indices
            if tree.nodes[Int(child)].kind == .text {
                items.scalars.append(contentsOf: tree.scalars[range])
                items.offsets.append(contentsOf: tree.offsets[range])
            }
            child = tree.nodes[Int(child)].next
        }
        guard items.scalars.count > first else { return }
        guard style.direction == .vertical else { return appendUnits(from: first, into: &items) }
        setTateChuYoko(first..<items.scalars.count, into: &items)
    }

    /// L51: a run of at most so many ASCII digits that stands alone, or a pair of ASCII ! and ?; where it ends.
    func tateChuYoko(at index: Int, from first: Int, in items: borrowing Items) -> Int? {
        func isMark(_ scalar: UInt32) -> Bool { scalar == 0x21 || scalar == 0x3F }
        func isDigit(_ scalar: UInt32) -> Bool { 0x30...0x39 ~= scalar }
        func isASCII(_ index: Int) -> Bool { index >= first && index < items.scalars.count && 0x21...0x7E ~= items.scalars[index] }
        let scalar = items.scalars[index]
        guard isDigit(scalar) || isMark(scalar), !isASCII(index - 1) else { return nil }
        var stop = index
        while stop < items.scalars.count, isDigit(scalar) ? isDigit(items.scalars[stop]) : isMark(items.scalars[stop]) { stop += 1 }
        guard !isASCII(stop) else { return nil }
        let length = stop - index
        return (isDigit(scalar) ? length <= style.autoTateChuYoko : length == 2) ? stop : nil
    }

    mutating func setTateChuYoko(_ range: Range<Int>, into items: inout Items) {
        let firstGlyph = items.glyphs.count
        items.scalars.withUnsafeBufferPointer { scalars in
            shaper.shape(scalars, range: range, orientation: .horizontal, use: .base, into: &items.glyphs)
        }
        let width = items.glyphs.advance[firstGlyph...].reduce(0) { $0 + Int($1) }
        let role = context.role
        context.role = .tateChuYoko
        let condensation = width > Em.whole ? Em.whole * 65536 / width : 65536
        let look = self.look(.horizontal, condensation: Int32(condensation), in: &items)
        context.role = role
        items.lineClass.append(LineClass.tateChuYoko.rawValue)
        items.width.append(context.size)
        items.text.append(Int32(range.lowerBound))
        items.glyph.append(Int32(firstGlyph))
        items.look.append(look)
    }
}
