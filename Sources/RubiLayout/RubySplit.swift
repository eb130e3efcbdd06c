import RubiText

/// Ruby broken over a line's end (R40, R41, R43).
extension Preparer {
    /// As much of a block as `units`, with the share of its readings: whole parts of a jukugo, a proportion of a group's reading.
    func slice(of index: Int, units: Range<Int>, used: UsedReading, in items: borrowing Items) -> BlockSlice {
        let block = items.blocks[index]
        if units == block.units, used == UsedReading() { return items.slice(of: block) }
        if !block.parts.isEmpty {
            let lower = items.part(from: units.lowerBound, in: block.parts)
            var upper = lower
            while upper < block.parts.upperBound, items.parts[upper].units.upperBound <= units.upperBound { upper += 1 }
            let parts = lower..<max(lower, upper)
            return BlockSlice(
                units: units, over: Reading.joined(items.parts[parts].lazy.map(\.over).filter(\.isPresent)),
                under: Reading.joined(items.parts[parts].lazy.map(\.under).filter(\.isPresent)), parts: parts,
                isMono: parts.count == 1 && units.count == 1, size: block.size)
        }
        let isEnd = units.upperBound == block.units.upperBound
        let rest = items.base(units.lowerBound..<block.units.upperBound).width
        let share = isEnd ? rest : items.base(units).width
        return BlockSlice(
            units: units, over: cut(block.over, used: used.over, share: share, of: rest, size: block.size, in: items),
            under: cut(block.under, used: used.under, share: share, of: rest, size: block.size, in: items), parts: 0..<0,
            isMono: units.count == 1 && !items.isWestern(units.lowerBound), size: block.size)
    }

    /// What of a ruby broken at the end of `plan` is used up (R43), and the number of its part on the next line; a first part where none is broken.
    func rest(_ plan: LinePlan, _ items: borrowing Items) -> (UsedReading, Int) {
        if plan.noteEnd > 0 { return (UsedReading(note: plan.noteEnd), 1) }
        let next = plan.units.upperBound
        guard next < items.count, !items.blocks.isEmpty, items.blockOf[next] >= 0, items.blockOf[next - 1] == items.blockOf[next] else {
            return (UsedReading(), 1)
        }
        let index = Int(items.blockOf[next])
        let lower = max(items.blocks[index].units.lowerBound, plan.units.lowerBound)
        let before = lower == plan.units.lowerBound ? plan.used : UsedReading()
        let slice = slice(of: index, units: lower..<next, used: before, in: items)
        let part = plan.headBlock == index ? plan.headPart + 1 : 2
        return (UsedReading(over: before.over + slice.over.glyphs.count, under: before.under + slice.under.glyphs.count), part)
    }

    /// R41: of the n characters that are left, the k nearest to n × share ÷ whole, not before a small kana, ー or an iteration mark.
    private func cut(_ reading: Reading, used: Int, share: Int, of whole: Int, size: Int32, in items: borrowing Items) -> Reading {
        guard reading.isPresent else { return reading }
        let first = min(reading.glyphs.lowerBound + used, reading.glyphs.upperBound)
        let count = reading.glyphs.upperBound - first
        guard share < whole, count > 1 else { return part(of: reading, first..<reading.glyphs.upperBound, size: size, in: items) }
        let wanted = min(max((2 * count * share + whole) / (2 * whole), 1), count - 1)
        var distance = 0
        while distance < count {
            for candidate in [wanted + distance, wanted - distance] where candidate >= 1 && candidate <= count - 1 {
                if mayBegin(first + candidate, in: items) { return part(of: reading, first..<first + candidate, size: size, in: items) }
            }
            distance += 1
        }
        return part(of: reading, first..<first + wanted, size: size, in: items)
    }

    private func mayBegin(_ glyph: Int, in items: borrowing Items) -> Bool {
        let cluster = items.rubyGlyphs.cluster[glyph]
        if cluster == items.rubyGlyphs.cluster[glyph - 1] { return false }
        switch items.rubyScalars[Int(cluster)] {
        case 0x30FC, 0x3005, 0x303B, 0x309D, 0x309E, 0x30FD, 0x30FE: return false
        case let scalar: return Kana.fullSize(of: scalar) == scalar
        }
    }

    private func part(of reading: Reading, _ glyphs: Range<Int>, size: Int32, in items: borrowing Items) -> Reading {
        guard !glyphs.isEmpty else { return Reading() }
        var part = Reading(glyphs: glyphs)
        let end = glyphs.upperBound < reading.glyphs.upperBound ? Int(items.rubyGlyphs.cluster[glyphs.upperBound]) : reading.text.upperBound
        part.text = Int(items.rubyGlyphs.cluster[glyphs.lowerBound])..<end
        part.isJapanese = reading.isJapanese
        var advance = 0
        for glyph in glyphs {
            advance += Int(items.rubyGlyphs.advance[glyph])
            if items.rubyUnitStart[glyph] || glyph == glyphs.lowerBound { part.units += 1 }
        }
        part.width = style.rubyLength(advance, baseSize: size)
        return part
    }
}

extension Items {
    /// The first of `parts` that begins with `unit` or behind it.
    fileprivate func part(from unit: Int, in parts: Range<Int>) -> Int {
        var low = parts.lowerBound, high = parts.upperBound
        while low < high {
            let middle = (low + high) / 2
            if self.parts[middle].units.lowerBound < unit { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
