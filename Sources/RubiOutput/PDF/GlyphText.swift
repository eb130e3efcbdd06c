import CShaping
import RubiLayout

/// What the glyphs of one run stand for: the line's text, or for readings and marks the run's own string.
struct GlyphText {
    /// The bytes are in the line's `strings`, else in its `text`.
    private let isOwn: Bool
    private let start: Int
    /// Where the text of the last glyph ends.
    private let end: Int
    private let glyphs: Range<Int>

    /// Glyphs of the run `index`; `textEnd`: where in the line's text that of the last one may end.
    init(_ index: Int, _ glyphs: Range<Int>, of line: LineView, textEnd: Int) {
        self.glyphs = glyphs
        let run = line.runs[index]
        switch run.role {
        case .base, .tateChuYoko, .warichu, .emphasis: (isOwn, start, end) = (false, 0, textEnd)
        case .ruby, .note, .kaeriten, .okurigana, .folio, .header:
            // A string in several fonts has several runs, one after another.
            let next = index + 1 < line.runs.count ? line.runs[index + 1] : run
            let goesOn = index + 1 < line.runs.count && next.role == run.role && next.string == run.string && !next.glyphs.isEmpty
            let ownEnd = goesOn ? run.string.lowerBound + Int(line.cluster[next.glyphs.lowerBound]) : run.string.upperBound
            (isOwn, start, end) = (true, run.string.lowerBound, ownEnd)
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

    /// The scalars that each glyph of a cluster stands for, and whether together they are the cluster's text. Several glyphs for one character, as a letter
    /// and its accent, stand for its decomposition; else the first stands for all, the others for nothing (U+2060).
    func texts(of cluster: Range<Int>, of line: LineView) -> (texts: [[UInt32]], areExact: Bool) {
        var reader = ScalarReader(isOwn ? line.strings : line.text, bytes(cluster, of: line))
        var scalars: [UInt32] = []
        while let scalar = reader.next() { scalars.append(scalar) }
        if cluster.count == 1 { return ([scalars], true) }
        if scalars.count == cluster.count { return (scalars.map { [$0] }, true) }
        let parts = scalars.flatMap(Self.decomposed)
        if parts.count == cluster.count { return (parts.map { [$0] }, false) }
        return ([scalars] + Array(repeating: [0x2060], count: cluster.count - 1), false)
    }

    /// The canonical decomposition of a character.
    private static func decomposed(_ scalar: UInt32) -> [UInt32] {
        let functions = hb_unicode_funcs_get_default()
        var (first, second): (hb_codepoint_t, hb_codepoint_t) = (scalar, 0)
        var tail: [UInt32] = []
        while hb_unicode_decompose(functions, first, &first, &second) != 0 {
            if second != 0 { tail.append(second) }
        }
        return [first] + tail.reversed()
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
