import RubiLayout

/// What the glyphs of one run stand for: the line's text, or for readings and marks the run's own string.
struct GlyphText {
    /// The bytes are in the line's `strings`, else in its `text`.
    private let isOwn: Bool
    private let start: Int
    /// Where the text of the last glyph ends.
    private let end: Int
    private let glyphs: Range<Int>

    /// `textEnd`: where in the line's text that of `glyphs` ends.
    init(_ run: ComposedRun, _ glyphs: Range<Int>, textEnd: Int) {
        self.glyphs = glyphs
        switch run.role {
        case .base, .tateChuYoko, .warichu, .emphasis: (isOwn, start, end) = (false, 0, textEnd)
        case .ruby, .note, .kaeriten, .okurigana, .folio, .header:
            (isOwn, start, end) = (true, run.string.lowerBound, run.string.upperBound)
        }
    }

    /// Where the cluster of the glyph `index` ends: the first glyph after it of another one.
    @inline(__always)
    func clusterEnd(_ index: Int, in range: Range<Int>, of line: LineView) -> Int {
        var end = index + 1
        while end < range.upperBound, line.cluster[end] == line.cluster[index] { end += 1 }
        return end
    }

    /// The bytes of the cluster whose glyphs these are.
    @inline(__always)
    private func bytes(_ cluster: Range<Int>, of line: LineView) -> Range<Int> {
        let from = start + Int(line.cluster[cluster.lowerBound])
        let to = cluster.upperBound < glyphs.upperBound ? start + Int(line.cluster[cluster.upperBound]) : end
        return from..<max(from, to)
    }

    /// The scalar that a cluster of one glyph stands for; nil if it is none, or several, or not in three bytes.
    @inline(__always)
    func scalar(_ index: Int, of line: LineView) -> UInt32? {
        let range = bytes(index..<index + 1, of: line)
        let bytes = isOwn ? line.strings : line.text
        guard range.count == 3, range.upperBound <= bytes.count else { return nil }
        let first = UInt32(bytes[range.lowerBound])
        guard first >> 4 == 14 else { return nil }
        return (first & 0x0F) << 12 | UInt32(bytes[range.lowerBound + 1] & 0x3F) << 6 | UInt32(bytes[range.lowerBound + 2] & 0x3F)
    }

    /// Tells the font what the glyphs of a cluster stand for; false where the text must be given beside them.
    func use(_ cluster: Range<Int>, of line: LineView, font: PDFFont) -> Bool {
        var reader = ScalarReader(isOwn ? line.strings : line.text, bytes(cluster, of: line))
        var scalars: [UInt32] = []
        while let scalar = reader.next() { scalars.append(scalar) }
        if cluster.count == 1 {
            if scalars.count == 1 { return font.use(line.glyph[cluster.lowerBound], for: scalars[0]) }
            return font.use(line.glyph[cluster.lowerBound], for: scalars)
        }
        var isPlain = scalars.count == cluster.count
        for (place, index) in cluster.enumerated() {
            if isPlain { isPlain = font.use(line.glyph[index], for: scalars[place]) }
            font.use(line.glyph[index])
        }
        return isPlain
    }

    /// Adds the text of glyphs to `span`.
    func append(_ range: Range<Int>, of line: LineView, to span: inout SpanText) {
        guard let last = range.last else { return }
        var first = last
        while first > range.lowerBound, line.cluster[first - 1] == line.cluster[last] { first -= 1 }
        let from = bytes(range.lowerBound..<range.lowerBound + 1, of: line).lowerBound
        let to = bytes(first..<range.upperBound, of: line).upperBound
        span.append(isOwn ? line.strings : line.text, from..<max(from, to))
    }
}
