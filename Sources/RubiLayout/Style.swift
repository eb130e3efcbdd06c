import RubiMarkup
import RubiText

/// Everything that decides how a document is composed, resolved before layout from options, document and fonts. Each property is an option of the command
/// by the same name (cli.md); its documentation names the rule.
public struct Style: Sendable, Equatable {
    /// R4: how ruby is tied to its base.
    public enum RubyMode: String, Sendable, CaseIterable { case auto, mono, group, jukugo }
    /// R10–R17: how the shorter of ruby and base is spread over the longer.
    public enum RubyAlign: String, Sendable, CaseIterable { case even, jis, justify, center, start, end }
    /// R20–R28: what a long reading may lie over.
    public enum Overhang: String, Sendable, CaseIterable { case kana, jis, none, full }
    /// R30–R34: what is flush at the ends of a line.
    public enum RubyEdge: String, Sendable, CaseIterable { case ruby, base, protrude }
    /// R40–R43: whether a group ruby may be broken over lines.
    public enum RubyBreak: String, Sendable, CaseIterable { case keep, split }
    /// R18, R90: how the readings of a compound share its room.
    public enum JukugoMethod: String, Sendable, CaseIterable { case simple, jlreq }
    /// R7: whether small kana in readings become full-size.
    public enum RubyKana: String, Sendable, CaseIterable { case small, full }
    /// R81: characters without emphasis marks.
    public enum EmphasisSkip: String, Sendable, CaseIterable { case jlreq, punctuation, none }
    /// R82: where emphasis marks stand that meet ruby.
    public enum EmphasisWithRuby: String, Sendable, CaseIterable { case outside, otherSide = "other-side" }
    /// L20: what may not begin or end a line.
    public enum Kinsoku: String, Sendable, CaseIterable { case strict, normal, loose, none }
    /// L25: whether 。 and 、 may hang past the end of a line.
    public enum Hang: String, Sendable, CaseIterable { case none, allow, force }
    /// L30, L31: how breaks are chosen.
    public enum Breaker: String, Sendable, CaseIterable { case greedy, optimal }
    /// L36: where lines stand in their measure.
    public enum Align: String, Sendable, CaseIterable { case start, center, end, jidori }
    /// L13: how wide marks are.
    public enum Punctuation: String, Sendable, CaseIterable { case jlreq, full, half }
    /// L32: how far the blank of marks shrinks.
    public enum PunctuationMinimum: String, Sendable, CaseIterable { case solid, quarter }
    /// L23: how far a paragraph that begins with a bracket is set in.
    public enum BracketIndent: String, Sendable, CaseIterable { case half, flush, full }
    /// L50: which way the lines run.
    public enum Direction: String, Sendable, CaseIterable { case vertical, horizontal }
    /// L50: how Latin letters stand in vertical lines.
    public enum Orientation: String, Sendable, CaseIterable { case mixed, upright }
    /// L52: quotation marks in vertical lines.
    public enum Quotes: String, Sendable, CaseIterable { case keep, turned }
    /// R60: what a line with ruby does to the distance of lines.
    public enum LineHeight: String, Sendable, CaseIterable { case fixed, grow }
    /// L62: what the running head says.
    public enum RunningHead: String, Sendable, CaseIterable { case off, title, chapter, both }
    /// How headings and folios look (`--theme`).
    public enum Theme: String, Sendable, CaseIterable { case standard, novel, classic }
    /// L66: whether title, author and colophon are set.
    public enum MatterChoice: String, Sendable, CaseIterable { case front, none, all }

    // MARK: Ruby

    /// R4.
    public var ruby = RubyMode.auto
    /// R10–R17.
    public var rubyAlign = RubyAlign.even
    /// R12: the end gap's cap; nil: none. Nil by default for `even`, half an em for `jis`: resolved by the caller.
    public var rubyEndCap: Length?
    /// R18, R90.
    public var jukugo = JukugoMethod.simple
    /// R20–R28.
    public var rubyOverhang = Overhang.kana
    /// R30–R34.
    public var rubyEdge = RubyEdge.ruby
    /// R40–R43.
    public var rubyBreak = RubyBreak.keep
    /// R5: size of ruby across the line over the base's, in 1/65536.
    public var rubySize = 32768
    /// R5: scale along the line over scale across it, in 1/65536: 2/3 with `--ruby-size third`.
    public var rubyCondensation = 65536
    /// R6.
    public var rubyGap = Length.zero
    /// R7.
    public var rubyKana = RubyKana.small
    /// R6: the side of readings that the markup does not put `under`.
    public var rubySide = Side.over
    /// R81.
    public var emphasisSkip = EmphasisSkip.jlreq
    /// R82.
    public var emphasisWithRuby = EmphasisWithRuby.outside

    // MARK: Lines

    /// L20.
    public var kinsoku = Kinsoku.strict
    /// L25.
    public var hang = Hang.none
    /// L30–L34.
    public var justify = true
    /// L30, L31.
    public var breaker = Breaker.greedy
    /// L36.
    public var align = Align.start
    /// L13.
    public var punctuation = Punctuation.jlreq
    /// L32.
    public var punctuationMinimum = PunctuationMinimum.solid
    /// L23.
    public var bracketIndent = BracketIndent.half
    /// L40: first lines of paragraphs, in em.
    public var indent = Length.zero
    /// L64.
    public var widows = 1
    /// L43: size of warichu over the base's, in 1/65536.
    public var warichuSize = 32768
    /// L50.
    public var direction = Direction.vertical
    /// L50: Latin letters and digits in vertical lines.
    public var orientation = Orientation.mixed
    /// L51.
    public var autoTateChuYoko = 0
    /// L52.
    public var quotes = Quotes.keep

    // MARK: Pages

    /// The page's font size, 1/65536 pt.
    public var fontSize = 688_128
    /// Characters a line (字詰め).
    public var measure = 40
    /// Lines a column; 0: no end (only with no page).
    public var lines = 0
    /// L60; nil: `--page none`.
    public var page: PageSize?
    /// L60: columns a page (段).
    public var columns = 1
    /// L60: blank between two columns.
    public var columnGap = Length(em: 2)
    /// L60: blank between two lines.
    public var lineGap = Length(thousandths: 650)
    /// Top, outer, bottom, inner margins in 1/65536 pt; nil: what centres the frame.
    public var margins: [Int]?
    /// R60: `fixed` on pages, `grow` with no page, resolved by the caller.
    public var lineHeight = LineHeight.grow
    /// L62.
    public var folio = true
    /// L62: what the running head says.
    public var runningHead = RunningHead.off
    /// L42, L62: size, weight and indent of headings, place and digits of folios.
    public var theme = Theme.standard
    /// The squares of the grid are drawn, one a character, as on manuscript paper (原稿用紙).
    public var grid = false
    /// L66: `front` on pages, `none` with no page, resolved by the caller.
    public var matter = MatterChoice.none

    /// The defaults of the command, with no page.
    public init() {}

    /// Lines run from top to bottom.
    public var isVertical: Bool { direction == .vertical }
}
