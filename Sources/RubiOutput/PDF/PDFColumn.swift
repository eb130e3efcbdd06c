import RubiLayout
import RubiShaping

/// Vertical lines for programs that put text together by where it is on the page.
///
/// Such programs (poppler's pdftotext in its default mode is the one that readers of PDF build on) take a column for one thing only where its characters follow
/// one another on one axis, in one writing mode, and take columns from right to left only where they begin at one height. What does not keep to that, turned
/// Latin, tate-chu-yoko, kanbun marks, notes, an indent, is therefore put together with its neighbours on the axis as one piece of marked content with
/// `ActualText`: the program then takes the piece's text, from where its first glyph begins to where its last ends. Programs that ignore `ActualText` read
/// the glyphs, which are in the same order.
struct PDFColumn {
    /// Glyphs that are shown together.
    struct Part {
        var run: Int
        var glyphs: Range<Int>
        var text: GlyphText
    }

    /// Whether a piece stands on the line's axis in vertical writing.
    static func isRegular(_ run: Int, _ glyphs: Range<Int>, of line: borrowing ComposedLine) -> Bool {
        line.runs[run].isUpright && line.across[glyphs.lowerBound] == 0
    }

    /// Glyphs of the first cluster, with those after it as long as what is before them is blank: a blank alone would be left out.
    static func head(_ glyphs: Range<Int>, _ text: GlyphText, of line: borrowing ComposedLine) -> Range<Int> {
        var end = text.clusterEnd(glyphs.lowerBound, in: glyphs, of: line)
        while end < glyphs.upperBound, text.isBlank(end - 1, of: line) { end = text.clusterEnd(end, in: glyphs, of: line) }
        return glyphs.lowerBound..<end
    }

    /// Glyphs of the last cluster.
    static func tail(_ glyphs: Range<Int>, of line: borrowing ComposedLine) -> Range<Int> {
        var start = glyphs.upperBound - 1
        while start > glyphs.lowerBound, line.cluster[start - 1] == line.cluster[start] { start -= 1 }
        return start..<glyphs.upperBound
    }

    /// How far a line's first glyph is from the place where the first glyph of every line is taken to begin: those programs count a glyph of vertical writing
    /// from one em before its origin to its origin.
    static func indent(of run: ComposedRun, _ glyph: Int, in line: borrowing ComposedLine) -> Int {
        Int(line.along[glyph]) - start(of: run)
    }

    /// Where along the line that place is.
    static func start(of run: ComposedRun) -> Int { Int(run.size) - 65536 }

    /// The blanks that stand for an indent.
    static func blanks(_ indent: Int, size: Int) -> String { String(repeating: "\u{3000}", count: max(0, (indent + size / 2) / max(1, size))) }
}
