import RubiMarkup
import RubiText

/// What a run of glyphs is (`role` of output.md).
public enum RunRole: UInt8, Sendable {
    case base, ruby, emphasis, tateChuYoko, warichu, note, kaeriten, okurigana, folio, header
}

/// The rules of ruby-rules.md that placed a ruby, by number.
public struct RuleSet: Sendable, Hashable {
    /// R0 to R63, a bit each.
    public var low: UInt64 = 0
    /// R64 to R127.
    public var high: UInt64 = 0
    /// No rule.
    public init() {}
    /// The rules of these numbers.
    public init(_ numbers: Int...) { for number in numbers { insert(number) } }
    /// Adds the rule R`number`.
    public mutating func insert(_ number: Int) {
        if number < 64 { low |= 1 << UInt64(number) } else { high |= 1 << UInt64(number - 64) }
    }
    /// Whether the rule R`number` is among them.
    public func contains(_ number: Int) -> Bool {
        number < 64 ? low & (1 << UInt64(number)) != 0 : high & (1 << UInt64(number - 64)) != 0
    }
    /// Whether there is none.
    public var isEmpty: Bool { low == 0 && high == 0 }
}

/// Glyphs of one role, font, size and angle, one after another. Ranges are half open.
public struct ComposedRun: Sendable {
    /// What the glyphs are.
    public var role = RunRole.base
    /// Index in the document's list of fonts.
    public var font: UInt8 = 0
    /// Upright glyphs of a vertical line, with their origin at the top centre; else the origin is the left end on the base line.
    public var isUpright = false
    /// Turned 90° clockwise (`angle` 90).
    public var isTurned = false
    /// Size of the run's em, in 1/65536 of the page's em, across the line.
    public var size: Int32 = 65536
    /// Scale along the line over scale across it, in 1/65536: less than one for ruby of one third (R5) and squeezed tate-chu-yoko (L44).
    public var condensation: Int32 = 65536
    /// Drawn with a stroke about the outlines.
    public var isBold = false
    /// Drawn slanted.
    public var isItalic = false
    /// Indices in the arrays of the line.
    public var glyphs: Range<Int> = 0..<0

    /// Ruby alone: its number in the document, from 1.
    public var ruby = 0
    /// Ruby: how it is tied to its base (R1–R3).
    public var kind = RubyKind.mono
    /// Ruby: the side of the line it stands on.
    public var side = Side.over
    /// Ruby: its base, as bytes of the line's `text`.
    public var base: Range<Int> = 0..<0
    /// Ruby that was broken over lines: this is part `part` of `parts`; 0 where it was not broken.
    public var part = 0
    /// How many parts a broken ruby has.
    public var parts = 0
    /// Ruby: the reading; roles other than base, tate-chu-yoko, warichu, emphasis and ruby: their own text. Bytes of the line's `strings`.
    public var string: Range<Int> = 0..<0
    /// Ruby: the rules that placed it.
    public var rules = RuleSet()

    /// A run without glyphs.
    public init() {}
}

/// What is drawn beside glyphs: side lines, frames, pictures, grids. Lengths are raw `Length`s from the line's start.
public struct ComposedRule: Sendable {
    /// `grid`: a frame divided into squares, one an em along the line.
    public enum Kind: UInt8, Sendable { case sideLine, underline, strike, frame, grid, image, link }
    /// What it is.
    public var kind = Kind.sideLine
    /// Side lines: how they are drawn (R84).
    public var style = LineStyle.solid
    /// Where it begins and ends along the line.
    public var along: Range<Int32> = 0..<0
    /// Side lines: the middle of the line across (from the line's base axis, towards the over side). Frames and images: the lower edge.
    public var across: Int32 = 0
    /// Frames and images: the upper edge.
    public var acrossEnd: Int32 = 0
    /// Images: file name and alternative text; links: the target. Bytes of the line's `strings`.
    public var string: Range<Int> = 0..<0
    /// Images: the alternative text.
    public var string2: Range<Int> = 0..<0
    /// A line of no length.
    public init() {}
}

/// One composed line: glyphs in place, one array a field. All lengths are raw `Length`s, 1/65536 of the page's em.
///
/// `along` counts from the line's start in the direction of the line; `across` from its base line towards the over side: up in a horizontal line (whose base
/// line is the alphabetic one), right in a vertical one (whose base line is the centre axis).
public struct ComposedLine: Sendable {
    /// Numbers of glyphs in the run's font.
    public var glyph: [UInt32] = []
    /// Byte offset of the cluster: in `text` for base, tate-chu-yoko, warichu and emphasis, in the run's own string for the others.
    public var cluster: [UInt32] = []
    /// Origin of each glyph along the line.
    public var along: [Int32] = []
    /// Origin of each glyph across the line.
    public var across: [Int32] = []
    /// Advance of each glyph along the line.
    public var advanceOf: [Int32] = []
    /// The runs that the glyphs are divided into.
    public var runs: [ComposedRun] = []
    /// What is drawn besides glyphs.
    public var rules: [ComposedRule] = []
    /// The base text of the line, UTF-8.
    public var text: [UInt8] = []
    /// Readings and other strings of the runs, UTF-8.
    public var strings: [UInt8] = []
    /// Bytes of the input that the line was made from.
    public var source: Range<Int> = 0..<0
    /// Paragraph of the document, from 1.
    public var paragraph = 0
    /// Level of the heading that the line belongs to, 1–3; 0: none.
    public var heading = 0
    /// To the end of the last glyph's space.
    public var advance = 0
    /// The length that the line was set to.
    public var measure = 0
    /// How far the line reaches to each side of its base line, ruby included.
    public var over = 0
    /// How far it reaches to the other side.
    public var under = 0
    /// The number of base characters (Unicode scalars of `text`) and of rubies that begin in the line.
    public var characters = 0
    /// Rubies that begin in the line.
    public var rubies = 0
    /// First line of its paragraph, last line of its paragraph.
    public var isFirst = false
    /// Last line of its paragraph.
    public var isLast = false

    /// A line without glyphs.
    public init() {}

    /// Empties the line and keeps its buffers.
    public mutating func removeAll() {
        glyph.removeAll(keepingCapacity: true)
        cluster.removeAll(keepingCapacity: true)
        along.removeAll(keepingCapacity: true)
        across.removeAll(keepingCapacity: true)
        advanceOf.removeAll(keepingCapacity: true)
        runs.removeAll(keepingCapacity: true)
        rules.removeAll(keepingCapacity: true)
        text.removeAll(keepingCapacity: true)
        strings.removeAll(keepingCapacity: true)
        (characters, rubies) = (0, 0)
    }
}
