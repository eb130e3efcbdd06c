import RubiLayout
import RubiShaping

/// Lines for programs that put text together by where it is on the page.
///
/// Such programs (poppler's pdftotext in its default mode is the one that readers of PDF build on) take a vertical line for one thing only where its characters
/// follow one another on one axis, in one writing mode, without a blank, and take lines from right to left only where they begin at one height. What does not
/// keep to that, turned Latin, tate-chu-yoko, kanbun marks, notes, spaces, an indent, is therefore put together with its neighbours on the axis as one piece of
/// marked content with `ActualText`: the program then takes the piece's text, from where its first glyph begins to where its last ends. Programs that ignore
/// `ActualText` read the glyphs, which are in the same order. In horizontal lines blanks
/// that stand one below another would be taken for the space between columns.
struct PDFColumn {
    let isVertical: Bool

    /// Glyphs that are shown together.
    struct Part {
        var run: Int
        var glyphs: Range<Int>
        var text: GlyphText
    }

    /// More than this between two glyphs, in raw `Length`s, is taken for the space between two columns of text.
    static let gap = 65536 * 3 / 5

    /// Whether a piece stands on the line's axis in the line's own writing.
    func isOnAxis(_ part: Part, of line: LineView) -> Bool {
        line.runs[part.run].isUpright == isVertical && line.across[part.glyphs.lowerBound] == 0
    }

    /// Whether a piece is on the axis and not blank.
    func isRegular(_ part: Part, of line: LineView) -> Bool {
        isOnAxis(part, of: line) && !Self.isBlank(part.glyphs.lowerBound, of: line)
    }

    /// Whether a glyph of a base run and the one before it, which is blank or not, belong to different pieces: one is blank and the other not, or there is a gap. A glyph of two em,
    /// as 〱, is taken for one of one em with a gap.
    @inline(__always)
    static func parts(_ index: Int, isBlank isBlankBefore: Bool, size: Int, of line: LineView) -> Bool {
        Int(line.along[index]) - Int(line.along[index - 1]) > size + gap || isBlank(index, of: line) != isBlankBefore
    }

    /// Whether two parts that follow one another are to be shown as one piece of text.
    func isJoined(_ first: Part, _ second: Part, of line: LineView) -> Bool {
        !isRegular(first, of: line) || !isRegular(second, of: line)
            || Int(line.along[second.glyphs.lowerBound]) - Int(line.along[first.glyphs.upperBound - 1]) > Int(line.runs[first.run].size)
                + Self.gap
    }

    /// Whether the cluster of a glyph of a base run is an ideographic space.
    @inline(__always)
    static func isBlank(_ index: Int, of line: LineView) -> Bool {
        let place = Int(line.cluster[index])
        guard place < line.text.count else { return false }
        return line.text[place] == 0xE3 && place + 2 < line.text.count && line.text[place + 1] == 0x80 && line.text[place + 2] == 0x80
    }

    /// Glyphs of the first cluster.
    static func head(_ part: Part, of line: LineView) -> Range<Int> {
        part.glyphs.lowerBound..<part.text.clusterEnd(part.glyphs.lowerBound, in: part.glyphs, of: line)
    }

    /// Glyphs of the last cluster.
    static func tail(_ part: Part, of line: LineView) -> Range<Int> {
        let glyphs = part.glyphs
        var start = glyphs.upperBound - 1
        while start > glyphs.lowerBound, line.cluster[start - 1] == line.cluster[start] { start -= 1 }
        return start..<glyphs.upperBound
    }

    /// How far a line's first glyph is from the place where the first glyph of every line is taken to begin: those programs count a glyph of vertical writing
    /// from one em before its origin to its origin.
    func indent(of run: Int, _ glyph: Int, in line: LineView) -> Int {
        isVertical ? Int(line.along[glyph]) - Self.start(of: run, in: line) : 0
    }

    /// Where along the line that place is.
    static func start(of run: Int, in line: LineView) -> Int { Int(line.runs[run].size) - 65536 }

    /// Where along the line the last glyph of a part ends for those programs: one of two em, as 〱, after one.
    static func end(of part: Part, _ line: LineView) -> Int {
        let (last, size) = (part.glyphs.upperBound - 1, Int(line.runs[part.run].size))
        let advance = Int(line.advanceOf[last])
        return Int(line.along[last]) + (advance > size + gap ? size : advance)
    }

    /// The number of blanks that stand for an indent or a gap.
    static func blanks(_ indent: Int, size: Int) -> Int { max(0, (indent + size / 2) / max(1, size)) }
}
