import RubiText

extension ComposedLine {
    /// Where the first glyph's room begins.
    var start: Int { along.first.map(Int.init) ?? 0 }

    /// Puts the glyphs of `other`, which stands on the same line, behind.
    mutating func append(_ other: borrowing ComposedLine) {
        let glyphs = glyph.count, bytes = text.count, strings = self.strings.count
        glyph.append(contentsOf: other.glyph)
        along.append(contentsOf: other.along)
        across.append(contentsOf: other.across)
        advanceOf.append(contentsOf: other.advanceOf)
        cluster.append(contentsOf: other.cluster)
        text.append(contentsOf: other.text)
        self.strings.append(contentsOf: other.strings)
        for run in other.runs {
            var run = run
            run.glyphs = run.glyphs.lowerBound + glyphs..<run.glyphs.upperBound + glyphs
            run.string = run.string.lowerBound + strings..<run.string.upperBound + strings
            run.base = run.base.lowerBound + bytes..<run.base.upperBound + bytes
            switch run.role {
            case .base, .tateChuYoko, .warichu, .emphasis: for glyph in run.glyphs { cluster[glyph] += UInt32(truncatingIfNeeded: bytes) }
            case .ruby, .note, .kaeriten, .okurigana, .folio, .header: break
            }
            runs.append(run)
        }
        for rule in other.rules {
            var rule = rule
            rule.string = rule.string.lowerBound + strings..<rule.string.upperBound + strings
            rule.string2 = rule.string2.lowerBound + strings..<rule.string2.upperBound + strings
            rules.append(rule)
        }
        source = source.lowerBound..<max(source.upperBound, other.source.upperBound)
        advance = other.advance
        over = max(over, other.over)
        under = max(under, other.under)
        characters += other.characters
        rubies += other.rubies
    }
}
