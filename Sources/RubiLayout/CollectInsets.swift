import RubiMarkup
import RubiShaping
import RubiText

/// The part of `Collect` for what stands beside characters or in their place: emphasis marks, kanbun marks, pictures.
extension Collector {
    /// The characters of emphasis marks, by raw value of `EmphasisMark` (R80).
    private static let markScalars: [UInt32] = [0xFE45, 0xFE46, 0x25CF, 0x25CB, 0x25B2, 0x25B3, 0x25CE, 0x25C9, 0xD7, 0x30FB]

    /// Shapes the mark of an emphasis; where no font has it, 、 or ・ stands in (R80).
    mutating func shapeMark(_ detail: UInt8, into items: inout Items) {
        let index = Int(detail)
        guard index < Self.markScalars.count, items.markGlyphs[index] == nil else { return }
        var glyphs = GlyphBuffer()
        for scalar in [Self.markScalars[index], style.isVertical ? 0x3001 : 0x30FB] {
            glyphs.removeAll()
            let missing = shaper.missing.count
            withUnsafePointer(to: scalar) { pointer in
                shaper.shape(
                    UnsafeBufferPointer(start: pointer, count: 1), range: 0..<1, orientation: style.isVertical ? .upright : .horizontal,
                    use: .base,
                    into: &glyphs)
            }
            if shaper.missing.count == missing { break }
            shaper.missing.removeLast(shaper.missing.count - missing)
        }
        guard glyphs.count > 0 else { return }
        items.markGlyphs[index] = MarkGlyph(
            glyph: glyphs.glyph[0], font: glyphs.font[0], advance: glyphs.advance[0], along: glyphs.along[0], across: glyphs.across[0])
    }

    /// L45: half size, beside the unit before, so that no line can part them; without one they are small text of their own.
    /// `beside`: the dots or the line that lie on them.
    mutating func appendKanbun(_ node: InlineNode, of tree: borrowing InlineTree, beside: InlineNode? = nil, into items: inout Items) {
        let scalars = tree.scalars[node.text.indices]
        guard !scalars.isEmpty else { return }
        guard items.count > 0 else {
            let size = context.size
            context.size /= 2
            appendScalars(Array(scalars), offset: node.source.lowerBound, into: &items)
            context.size = size
            return
        }
        let kind: Inset.Kind = node.kind == .kaeriten ? .kaeriten : .okurigana
        let isRoom = kanbun.isRoom && kanbun.unit == items.count - 1
        // In a note (L43) there is no room beside a half line: they stand behind their character, inside its frame.
        if !isRoom, context.role == .warichu || isTaken(kind == .kaeriten ? .under : .over, in: items) { appendRoom(into: &items) }
        let unit = items.count - 1
        let size = Int(context.size)
        if kanbun.unit != unit { kanbun = KanbunRoom(unit: unit) }
        let marks = reading(of: scalars, size: context.size, into: &items)
        let shift = kind == .kaeriten ? kanbun.kaeriten : kanbun.okurigana
        var inset = Inset(kind: kind, unit: unit, shift: shift, marks: marks)
        if let beside {
            inset.beside = Span(kind: beside.kind == .emphasis ? .emphasis : .sideLine, detail: beside.detail, units: unit..<unit + 1)
            if beside.kind == .emphasis { shapeMark(beside.detail, into: &items) }
        }
        items.insets.append(inset)
        let end = shift + marks.width
        if kind == .kaeriten { kanbun.kaeriten = end } else { kanbun.okurigana = end }
        // They begin at the middle of their character; what reaches past its end needs room.
        items.width[unit] = max(items.width[unit], Int32(clamping: size / 2 + end))
    }

    /// Whether the last character has a reading or an emphasis mark at that side already, so that kanbun marks stand behind it.
    private func isTaken(_ side: Side, in items: borrowing Items) -> Bool {
        if let block = items.blocks.last {
            // Inside a base they stand outside its reading.
            if block.number == 0 { return false }
            if block.units.upperBound == items.count, side == .over ? block.over.isPresent : block.under.isPresent { return true }
        }
        return openSpans.isMarked(side, at: items.count)
    }

    /// A unit without glyph or text, which keeps to what stands before it.
    private mutating func appendRoom(into items: inout Items) {
        items.breakHints.append((items.count, false))
        kanbun = KanbunRoom(unit: items.count, kaeriten: -Int(context.size) / 2, okurigana: -Int(context.size) / 2, isRoom: true)
        items.lineClass.append(LineClass.picture.rawValue)
        items.width.append(0)
        items.text.append(Int32(items.scalars.count))
        items.glyph.append(Int32(items.glyphs.count))
        items.look.append(look(style.isVertical ? .upright : .horizontal, in: &items))
    }

    /// A picture in the line: one unit as high as the line's em, as wide as its proportions ask.
    mutating func appendImage(_ node: InlineNode, of tree: borrowing InlineTree, into items: inout Items) {
        var width = Int(context.size)
        if node.number > 0, node.number2 > 0 {
            let long = style.isVertical ? node.number2 : node.number, short = style.isVertical ? node.number : node.number2
            width = min(width * Int(long) / Int(short), 8 * width)
        }
        var inset = Inset(kind: .image, unit: items.count, height: Int(context.size))
        inset.string = append(tree.scalars[node.text.indices], to: &items.strings)
        inset.string2 = append(tree.scalars[node.text2.indices], to: &items.strings)
        items.insets.append(inset)
        items.lineClass.append(LineClass.picture.rawValue)
        items.width.append(Int32(clamping: width))
        items.text.append(Int32(items.scalars.count))
        items.glyph.append(Int32(items.glyphs.count))
        items.look.append(look(style.isVertical ? .upright : .horizontal, in: &items))
    }

    func append(_ scalars: ArraySlice<UInt32>, to bytes: inout [UInt8]) -> Range<Int> {
        let start = bytes.count
        for scalar in scalars { UTF8Text.append(scalar, to: &bytes) }
        return start..<bytes.count
    }
}

/// How far kanbun marks reach beside a unit, from its middle, so that several stand one after another.
struct KanbunRoom {
    var unit = -1
    var kaeriten = 0
    var okurigana = 0
    /// The unit is there for them alone.
    var isRoom = false
}
