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
    func clusterEnd(_ index: Int, in range: Range<Int>, of line: borrowing ComposedLine) -> Int {
        var end = index + 1
        while end < range.upperBound, line.cluster[end] == line.cluster[index] { end += 1 }
        return end
    }

    /// The bytes of the cluster whose glyphs these are.
    @inline(__always)
    private func bytes(_ cluster: Range<Int>, of line: borrowing ComposedLine) -> Range<Int> {
        let from = start + Int(line.cluster[cluster.lowerBound])
        let to = cluster.upperBound < glyphs.upperBound ? start + Int(line.cluster[cluster.upperBound]) : end
        return from..<max(from, to)
    }

    /// Tells the font what the glyphs of a cluster stand for; false where the text must be given beside them.
    @inline(__always)
    func use(_ cluster: Range<Int>, of line: borrowing ComposedLine, font: PDFFont) -> Bool {
        let range = bytes(cluster, of: line)
        if cluster.count == 1, let scalar = Self.onlyScalar(isOwn ? line.strings : line.text, range) {
            return font.use(line.glyph[cluster.lowerBound], for: scalar)
        }
        return useParts(cluster, of: line, font: font)
    }

    private func useParts(_ cluster: Range<Int>, of line: borrowing ComposedLine, font: PDFFont) -> Bool {
        let text = string(cluster, of: line)
        if cluster.count == 1 { return font.use(line.glyph[cluster.lowerBound], for: text) }
        let scalars = text.unicodeScalars.map(\.value)
        var isPlain = scalars.count == cluster.count
        for (place, index) in cluster.enumerated() {
            if isPlain { isPlain = font.use(line.glyph[index], for: scalars[place]) }
            font.use(line.glyph[index])
        }
        return isPlain
    }

    /// Adds the text of glyphs to `span`.
    func append(_ range: Range<Int>, of line: borrowing ComposedLine, to span: inout SpanText) {
        span.append(isOwn ? line.strings : line.text, bytes(of: range, line))
    }

    private func string(_ range: Range<Int>, of line: borrowing ComposedLine) -> String {
        var span = SpanText()
        append(range, of: line, to: &span)
        return String(decoding: span.units, as: UTF16.self)
    }

    /// The bytes of the text of glyphs.
    private func bytes(of range: Range<Int>, _ line: borrowing ComposedLine) -> Range<Int> {
        guard let last = range.last else { return 0..<0 }
        var first = last
        while first > range.lowerBound, line.cluster[first - 1] == line.cluster[last] { first -= 1 }
        let from = bytes(range.lowerBound..<range.lowerBound + 1, of: line).lowerBound
        return from..<max(from, bytes(first..<range.upperBound, of: line).upperBound)
    }

    /// The scalar that the bytes of `range` are; nil if they are none or several.
    @inline(__always)
    private static func onlyScalar(_ bytes: [UInt8], _ range: Range<Int>) -> UInt32? {
        guard !range.isEmpty, range.upperBound <= bytes.count else { return nil }
        let first = UInt32(bytes[range.lowerBound])
        switch range.count {
        case 1: return first
        case 2 where first >> 5 == 6: return (first & 0x1F) << 6 | tail(bytes, range.lowerBound + 1)
        case 3 where first >> 4 == 14:
            return (first & 0x0F) << 12 | tail(bytes, range.lowerBound + 1) << 6 | tail(bytes, range.lowerBound + 2)
        case 4 where first >> 3 == 30:
            return (first & 0x07) << 18 | tail(bytes, range.lowerBound + 1) << 12 | tail(bytes, range.lowerBound + 2) << 6
                | tail(bytes, range.lowerBound + 3)
        default: return nil
        }
    }

    @inline(__always)
    private static func tail(_ bytes: [UInt8], _ index: Int) -> UInt32 { UInt32(bytes[index] & 0x3F) }
}
