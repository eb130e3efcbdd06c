import RubiMarkup
import RubiShaping
import RubiText

/// The part of `Collect` that makes ruby blocks.
extension Collector {
    /// Completes the block that was begun with the ruby node (R1–R4).
    mutating func closeRuby(_ node: InlineNode, of tree: borrowing InlineTree, into items: inout Items) {
        guard let index = items.blocks.lastIndex(where: { $0.number == 0 }) else { return }
        let units = items.blocks[index].units.lowerBound..<items.count
        // A base without a unit, such as a lone break hint, has nothing to carry its reading.
        guard !units.isEmpty else {
            items.blocks.remove(at: index)
            return
        }
        let size = items.blocks[index].size
        var block = RubyBlock(units: units, number: nextRubyNumber, kind: RubyKind(rawValue: node.detail) ?? .group, size: size)
        nextRubyNumber += 1
        let isDivided = node.parts.count > 1 && style.ruby != .group && divide(node, of: tree, units: units, block: &block, into: &items)
        if !isDivided {
            if block.kind == .jukugo || style.ruby == .group && node.parts.count > 1 { block.kind = .group }
            if node.hasReading { block.over = reading(of: tree.scalars[node.text.indices], size: size, into: &items) }
        }
        if node.hasUnder { block.under = reading(of: tree.scalars[node.text2.indices], size: size, into: &items) }
        if style.rubySide == .under, !block.under.isPresent {
            swap(&block.over, &block.under)
            for part in block.parts {
                (items.parts[part].over, items.parts[part].under) = (items.parts[part].under, items.parts[part].over)
            }
        }
        guard block.over.isPresent || block.under.isPresent else {
            items.blocks.remove(at: index)
            return
        }
        // R4: a group whose base is one unit, Japanese, is set as mono.
        if block.kind == .group, units.count == 1, ClassSet.western & ClassSet.bit(items.lineClass[units.lowerBound]) == 0 {
            block.kind = .mono
        }
        items.blocks[index] = block
        if isDivided, block.kind == .mono || style.ruby == .mono { separate(index, in: &items) }
        if style.ruby == .jukugo { joinToCompound(index, in: &items) }
    }

    /// Shapes the parts of a divided reading, one after another, so that the whole reading is their row; false where the parts do not fall on units.
    private mutating func divide(
        _ node: InlineNode, of tree: borrowing InlineTree, units: Range<Int>, block: inout RubyBlock, into items: inout Items
    ) -> Bool {
        var bounds: [Int] = []
        var unit = units.lowerBound
        var scalar = Int(items.text[unit])
        for part in node.parts.indices {
            scalar += tree.parts[part].base.count
            while unit < units.upperBound, Int(items.text[unit]) < scalar { unit += 1 }
            let starts = unit < units.upperBound ? Int(items.text[unit]) : items.scalars.count
            guard starts == scalar, unit > (bounds.last ?? units.lowerBound) else { return false }
            bounds.append(unit)
        }
        guard bounds.last == units.upperBound else { return false }
        let firstPart = items.parts.count
        var lower = units.lowerBound
        for (part, upper) in zip(node.parts.indices, bounds) {
            let over = reading(of: tree.scalars[tree.parts[part].reading.indices], size: block.size, into: &items)
            items.parts.append(RubyBlockPart(units: lower..<upper, over: over))
            lower = upper
        }
        block.parts = firstPart..<items.parts.count
        block.over = Reading.joined(items.parts[block.parts].map(\.over))
        return true
    }

    /// `--ruby mono`: each part a block of its own, all with the ruby's number.
    private func separate(_ index: Int, in items: inout Items) {
        let whole = items.blocks.remove(at: index)
        for part in whole.parts where items.parts[part].over.isPresent || items.parts[part].under.isPresent {
            var block = RubyBlock(units: items.parts[part].units, number: whole.number, kind: .mono, size: whole.size)
            block.over = items.parts[part].over
            block.under = items.parts[part].under
            items.blocks.append(block)
        }
    }

    /// `--ruby jukugo`: a mono block directly after another, both on kanji, becomes the next part of one compound (R4).
    private func joinToCompound(_ index: Int, in items: inout Items) {
        guard index > 0, index == items.blocks.count - 1 else { return }
        let last = items.blocks[index], before = items.blocks[index - 1]
        let kanji = ClassSet.bit(.ideograph) | ClassSet.bit(.iteration)
        guard before.units.upperBound == last.units.lowerBound, last.kind == .mono, last.units.count == 1, before.size == last.size,
            before.kind != .group, !last.under.isPresent, !before.under.isPresent,
            kanji & ClassSet.bit(items.lineClass[before.units.upperBound - 1]) != 0,
            kanji & ClassSet.bit(items.lineClass[last.units.lowerBound]) != 0
        else { return }
        var joined = before
        joined.kind = .jukugo
        joined.units = before.units.lowerBound..<last.units.upperBound
        if before.parts.isEmpty || before.parts.upperBound != items.parts.count {
            let first = items.parts.count
            items.parts.append(
                contentsOf: before.parts.isEmpty
                    ? [RubyBlockPart(units: before.units, over: before.over)] : Array(items.parts[before.parts]))
            joined.parts = first..<items.parts.count
        }
        items.parts.append(RubyBlockPart(units: last.units, over: last.over))
        joined.parts = joined.parts.lowerBound..<items.parts.count
        joined.over = Reading.joined([before.over, last.over])
        items.blocks.removeLast()
        items.blocks[index - 1] = joined
    }

    /// Shapes a reading and counts its units (R9). Its width is in the page's em.
    mutating func reading(of scalars: ArraySlice<UInt32>, size: Int32, into items: inout Items) -> Reading {
        let text = items.rubyScalars.count..<items.rubyScalars.count + scalars.count
        items.rubyScalars.append(contentsOf: scalars)
        let firstGlyph = items.rubyGlyphs.count
        if style.rubyKana == .full {
            // R7: what is set differs from what is written; clusters still count in `rubyScalars`.
            readingForms.append(contentsOf: scalars.lazy.map(Kana.fullSize(of:)))
            shapeReading(text, of: readingForms, into: &items.rubyGlyphs, &items.rubyOrientation)
        } else {
            shapeReading(text, of: items.rubyScalars, into: &items.rubyGlyphs, &items.rubyOrientation)
        }
        var reading = Reading(glyphs: firstGlyph..<items.rubyGlyphs.count, text: text)
        countUnits(of: &reading, in: &items)
        reading.width = style.rubyLength(reading.width, baseSize: size)
        return reading
    }

    private mutating func shapeReading(
        _ text: Range<Int>, of scalars: [UInt32], into glyphs: inout GlyphBuffer, _ orientations: inout [GlyphOrientation]
    ) {
        let shaper = shaper
        var index = text.lowerBound
        while index < text.upperBound {
            let orientation = self.orientation(of: properties.property(of: scalars[index]))
            var stop = index + 1
            while stop < text.upperBound {
                let property = properties.property(of: scalars[stop])
                if !property.isExtending, self.orientation(of: property) != orientation { break }
                stop += 1
            }
            scalars.withUnsafeBufferPointer { scalars in
                shaper.shape(scalars, range: index..<stop, orientation: orientation, use: .ruby, into: &glyphs)
            }
            if orientation != .upright { TallMarks.halve(&glyphs, from: orientations.count, scalars) }
            orientations.append(repeating: orientation, count: glyphs.count - orientations.count)
            index = stop
        }
    }

    private mutating func countUnits(of reading: inout Reading, in items: inout Items) {
        reading.isJapanese = false
        var previousIsWestern = false
        var previousCluster = UInt32.max
        for glyph in reading.glyphs {
            reading.width += Int(items.rubyGlyphs.advance[glyph])
            let cluster = items.rubyGlyphs.cluster[glyph]
            let property = properties.property(of: items.rubyScalars[Int(cluster)])
            let isWestern = ClassSet.western & ClassSet.bit(property.raw & 0x1F) != 0
            let begins = cluster != previousCluster && !(isWestern && previousIsWestern)
            previousCluster = cluster
            previousIsWestern = isWestern
            if !isWestern { reading.isJapanese = true }
            if begins { reading.units += 1 }
            items.rubyUnitStart.append(begins)
        }
    }
}

extension Reading {
    /// Readings that stand one after another, as one row.
    static func joined(_ readings: some Collection<Reading>) -> Reading {
        guard let first = readings.first else { return Reading() }
        return readings.dropFirst().reduce(into: first) { row, next in
            row.glyphs = row.glyphs.lowerBound..<next.glyphs.upperBound
            row.text = row.text.lowerBound..<next.text.upperBound
            row.width += next.width
            row.units += next.units
            row.isJapanese = row.isJapanese || next.isJapanese
        }
    }
}

extension Style {
    /// R5: an advance in 1/65536 of the ruby's em as a length along the line, over a base of `baseSize`.
    func rubyLength(_ advance: Int, baseSize: Int32) -> Int {
        let across = advance * rubySize
        let along = rubyCondensation == 65536 ? across : ((across >> 8) * rubyCondensation) >> 8
        return baseSize == 65536 ? (along + 32768) >> 16 : ((along >> 16) * Int(baseSize) + 32768) >> 16
    }

    /// A ruby em along the line: r of the rules.
    func rubyEm(baseSize: Int32) -> Int { rubyLength(Em.whole, baseSize: baseSize) }
}
