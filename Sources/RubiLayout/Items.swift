import RubiMarkup
import RubiShaping
import RubiText

/// A paragraph as the stages see it: flat arrays, one element a unit, reused from paragraph to paragraph.
///
/// A *unit* is what is never divided: a cluster of glyphs, a tate-chu-yoko, a picture. Lengths are raw `Length`s. `space` and what belongs to it speak of the
/// place before a unit.
struct Items {
    // MARK: Text, one element a scalar

    var scalars: [UInt32] = []
    /// The byte each scalar came from, counted from `sourceStart`.
    var offsets: [UInt32] = []

    // MARK: Units

    /// Line class (L1) after neighbours are settled.
    var lineClass: [UInt8] = []
    /// Advance without the blank of marks (L10).
    var width: [Int32] = []
    /// First scalar of each unit; one element more than units.
    var text: [Int32] = []
    /// First glyph of each unit in `glyphs`; one element more than units.
    var glyph: [Int32] = []
    /// Index in `looks`.
    var look: [UInt16] = []
    /// Natural space before the unit: L11, L12, word spaces.
    var space: [Int32] = []
    /// What ruby opens before the unit inside a line (R15, R19). Empty where the paragraph has no ruby.
    var rubySpace: [Int32] = []
    var pair: [Pair] = []
    /// How much of `space` may be taken away (L32, less what R51 keeps).
    var shrink: [Int32] = []
    /// Running sums: where the unit starts if the paragraph were one line; and the shrink of all places up to and with the one before the unit.
    var start: [Int] = []
    var shrinkSum: [Int] = []

    var glyphs = GlyphBuffer()
    var looks: [Look] = [Look()]
    /// The largest em among the looks, no less than the page's.
    var largestSize: Int32 = 65536

    // MARK: Ruby and what else stands beside

    var blocks: [RubyBlock] = []
    var parts: [RubyBlockPart] = []
    /// Index of the block that each unit belongs to; −1: none. Empty where the paragraph has no ruby.
    var blockOf: [Int32] = []
    var rubyGlyphs = GlyphBuffer()
    /// The readings as written; `rubyGlyphs.cluster` counts in it.
    var rubyScalars: [UInt32] = []
    var rubyOrientation: [GlyphOrientation] = []
    /// Beside `rubyGlyphs`: whether the glyph begins a ruby unit (R9).
    var rubyUnitStart: [Bool] = []
    /// File names, alternative texts and targets, UTF-8.
    var strings: [UInt8] = []
    /// Some class depends on its neighbours (quotation marks, digits, signs).
    var hasWestern = false
    var spans: [Span] = []
    /// Index of the emphasis that marks each unit on the over and on the under side; empty where there is none.
    var overMark: [Int32] = []
    var underMark: [Int32] = []
    var insets: [Inset] = []
    /// Notes in two half-size lines (L43), in their order.
    var warichu: [Warichu] = []
    /// By raw value of `EmphasisMark`; shaped when a paragraph first asks for it.
    var markGlyphs = [MarkGlyph?](repeating: nil, count: EmphasisMark.allCases.count)
    /// Units before which U+200B allows (true) or U+2060 forbids a break (L22).
    var breakHints: [(unit: Int, allows: Bool)] = []
    /// U+0020 and U+00A0, with the font's space (L12).
    var wordSpaces: [(unit: Int, space: Int32)] = []
    /// Units before which a line must end (`br`), ascending.
    var forcedBreaks: [Int] = []

    var sourceStart = 0
    var source: Range<Int> = 0..<0

    var count: Int { lineClass.count }

    mutating func removeAll() {
        scalars.removeAll(keepingCapacity: true)
        offsets.removeAll(keepingCapacity: true)
        lineClass.removeAll(keepingCapacity: true)
        width.removeAll(keepingCapacity: true)
        text.removeAll(keepingCapacity: true)
        glyph.removeAll(keepingCapacity: true)
        look.removeAll(keepingCapacity: true)
        glyphs.removeAll()
        looks.removeAll(keepingCapacity: true)
        largestSize = 65536
        blocks.removeAll(keepingCapacity: true)
        parts.removeAll(keepingCapacity: true)
        rubyScalars.removeAll(keepingCapacity: true)
        rubyGlyphs.removeAll()
        rubyUnitStart.removeAll(keepingCapacity: true)
        rubyOrientation.removeAll(keepingCapacity: true)
        strings.removeAll(keepingCapacity: true)
        blockOf.removeAll(keepingCapacity: true)
        spans.removeAll(keepingCapacity: true)
        overMark.removeAll(keepingCapacity: true)
        underMark.removeAll(keepingCapacity: true)
        hasWestern = false
        insets.removeAll(keepingCapacity: true)
        warichu.removeAll(keepingCapacity: true)
        breakHints.removeAll(keepingCapacity: true)
        wordSpaces.removeAll(keepingCapacity: true)
        forcedBreaks.removeAll(keepingCapacity: true)
    }

    /// No unit stands for a note or a picture, which have no glyphs.
    var hasGlyphsAlone: Bool { warichu.isEmpty && insets.isEmpty }

    /// Each of the units is one glyph and one character; a unit has no fewer.
    @inline(__always)
    func isOneToOne(_ units: Range<Int>) -> Bool {
        glyph[units.upperBound] - glyph[units.lowerBound] == units.count && text[units.upperBound] - text[units.lowerBound] == units.count
    }

    /// The first unit from `unit` on, before `end`, that stands in a ruby block; `end` where none does.
    func blockStart(from unit: Int, to end: Int) -> Int {
        if blocks.isEmpty { return end }
        return blockOf.withUnsafeBufferPointer { blockOf in
            var unit = unit
            while unit < end, blockOf[unit] < 0 { unit += 1 }
            return unit
        }
    }

    /// Where the unit ends if the paragraph were one line.
    @inline(__always)
    func end(of unit: Int) -> Int { start[unit] + Int(width[unit]) }
}

/// How the glyphs of a unit are set: what a run of the output has in common.
struct Look: Equatable {
    var role = RunRole.base
    var orientation = GlyphOrientation.upright
    /// Size of the em across the line, in 1/65536 of the page's em.
    var size: Int32 = 65536
    /// Scale along over across, in 1/65536 (squeezed tate-chu-yoko, L44).
    var condensation: Int32 = 65536
    /// Shift across the line, towards the over side (raised and lowered characters, L45).
    var shift: Int32 = 0
    var isBold = false
    var isItalic = false
}

/// What is drawn at a unit besides its own glyphs: a picture (the unit is its room), kanbun marks beside it (L45).
struct Inset {
    enum Kind: UInt8 { case image, kaeriten, okurigana }
    var kind: Kind
    var unit: Int
    /// Kanbun: how far it stands behind the first mark of its kind at the unit.
    var shift = 0
    /// Images: file and alternative text, in `strings`.
    var string: Range<Int> = 0..<0
    var string2: Range<Int> = 0..<0
    /// Kanbun: the marks, set like a reading.
    var marks = Reading()
    /// Kanbun: the emphasis or line that lies on the marks, at their outer side.
    var beside: Span?
    /// Images: size across the line in raw lengths.
    var height = 0
}

/// An emphasis mark, shaped once a paragraph: the glyphs of one character in 1/65536 of the mark's em.
struct MarkGlyph {
    var glyph: UInt32
    var font: UInt8
    var advance: Int32
    var along: Int32
    var across: Int32
}

/// A reading on one side of a ruby block, or the part of it that belongs to a slice.
struct Reading {
    /// In `rubyGlyphs`; empty where the side has no reading.
    var glyphs: Range<Int> = 0..<0
    /// In `rubyScalars`.
    var text: Range<Int> = 0..<0
    /// Its width set solid, and its units (R9).
    var width = 0
    var units = 0
    var isJapanese = true

    var isPresent: Bool { !glyphs.isEmpty }
}

/// One part of a divided ruby: its units and its share of the over and the under reading.
struct RubyBlockPart {
    var units: Range<Int>
    var over = Reading()
    var under = Reading()
}

/// How far ruby may reach over what stands at one side of its block, by side of the line.
struct Allowance: Equatable {
    var over = 0
    var under = 0
}

/// A base with its readings (R1–R3), or as much of one as stands on a line.
struct RubyBlock {
    var units: Range<Int>
    /// Number in the document, from 1.
    var number = 0
    var kind = RubyKind.mono
    var over = Reading()
    var under = Reading()
    /// Of a divided reading, in the paragraph's `parts`.
    var parts: Range<Int> = 0..<0
    /// Size of the base in 1/65536 of the page's em; the ruby's em is `Style.rubySize` of it.
    var size: Int32 = 65536

    /// Inside a line: its placement and what the neighbours allow (R20–R28).
    var placement = BlockPlacement()
    /// From its base's start to the end of base and readings, where nothing may lie over what follows.
    var extent = 0
    var before = Allowance()
    /// What is allowed before where the unit before begins the line, so that R25 has nothing to say.
    var beforeFree = Allowance()
    var after = Allowance()
    /// A line may end inside (R40, R41).
    var mayBreak = false
    /// On how many lines it stands, once the paragraph is broken.
    var lines = 1
}
