import RubiLayout

/// A line's runs in the order of reading: base text, each ruby around its base, and kanbun marks and notes where they stand.
struct LineFlow {
    struct Piece {
        enum Kind: UInt8 {
            /// Glyphs of one run.
            case text
            /// The base of a ruby begins, or ends.
            case beginRuby, endRuby
        }
        var kind: Kind
        /// Of text, its run.
        var run = 0
        /// Of text, its glyphs; of a ruby, its readings, as a range of `rubyRuns`.
        var range: Range<Int>
        /// Of text, where in the line's text its last glyph may end.
        var textEnd = 0
    }

    private(set) var pieces: [Piece] = []
    /// Runs of readings, by their bases; the runs of one base follow one another.
    private(set) var rubyRuns: [Int] = []

    /// Runs whose clusters are in the line's text, by where they begin there.
    private var textRuns: [Int] = []
    private var nextRun = 0
    /// Runs beside the text that belong to it, in their order.
    private var insets: [Int] = []
    private var ruby = 0
    private var inset = 0
    /// The runs of the ruby whose base is being given, and where that ends; `noRuby`: none.
    private var open = 0..<0
    private var openEnd = Self.noRuby
    private static let noRuby = Int.max

    /// Finds the pieces of a line, parted where `PDFColumn` says; the arrays are kept from line to line. Without readings, bases are text like any other.
    mutating func read(_ line: LineView, withReadings: Bool = true) {
        pieces.removeAll(keepingCapacity: true)
        rubyRuns.removeAll(keepingCapacity: true)
        insets.removeAll(keepingCapacity: true)
        textRuns.removeAll(keepingCapacity: true)
        (ruby, inset, nextRun, openEnd) = (0, 0, 0, Self.noRuby)
        var (areTextsSorted, areRubiesSorted) = (true, true)
        var (lastText, lastBase) = (0, 0)
        for index in line.runs.indices where !line.runs[index].glyphs.isEmpty {
            switch line.runs[index].role {
            case .base, .tateChuYoko, .warichu:
                let start = Int(line.cluster[line.runs[index].glyphs.lowerBound])
                if start < lastText { areTextsSorted = false }
                lastText = start
                textRuns.append(index)
            case .ruby where !withReadings: break
            case .ruby:
                let base = line.runs[index].base.lowerBound
                if base < lastBase { areRubiesSorted = false }
                lastBase = base
                rubyRuns.append(index)
            case .note, .kaeriten, .okurigana: insets.append(index)
            case .emphasis, .folio, .header: break
            }
        }
        if !areRubiesSorted { rubyRuns.sort { (line.runs[$0].base.lowerBound, $0) < (line.runs[$1].base.lowerBound, $1) } }
        if !areTextsSorted {
            textRuns.sort { line.cluster[line.runs[$0].glyphs.lowerBound] < line.cluster[line.runs[$1].glyphs.lowerBound] }
        }
        while nextRun < textRuns.count { addNextRun(until: line.text.count, line) }
        // What stands beside the line's end belongs to a ruby that goes on in the next line.
        if openEnd != Self.noRuby, line.runs[rubyRuns[open.lowerBound]].part < line.runs[rubyRuns[open.lowerBound]].parts {
            while inset < insets.count { addInset(line) }
        }
        endRuby(before: Int.max)
        while inset < insets.count { addInset(line) }
        while ruby < rubyRuns.count {
            beginRuby(line)
            endRuby(before: Int.max)
        }
    }

    /// Where in the line's text the next run begins.
    private func nextStart(_ line: LineView) -> Int? {
        nextRun < textRuns.count ? Int(line.cluster[line.runs[textRuns[nextRun]].glyphs.lowerBound]) : nil
    }

    /// Adds the next run, and those that stand inside it, as warichu does; its text ends where that of the next run begins, or at `end`.
    private mutating func addNextRun(until end: Int, _ line: LineView) {
        let run = textRuns[nextRun]
        nextRun += 1
        let glyphs = line.runs[run].glyphs
        let size = Int(line.runs[run].size)
        var first = glyphs.lowerBound
        while first < glyphs.upperBound {
            let offset = Int(line.cluster[first])
            if let inner = nextStart(line), inner < offset {
                addNextRun(until: offset, line)
                continue
            }
            endRuby(before: offset)
            if inset < insets.count, line.along[line.runs[insets[inset]].glyphs.lowerBound] < line.along[first] {
                addInset(line)
                continue
            }
            if openEnd == Self.noRuby, ruby < rubyRuns.count, line.runs[rubyRuns[ruby]].base.lowerBound <= offset {
                beginRuby(line)
                continue
            }
            let textEnd = min(nextStart(line) ?? end, end)
            let rubyLimit =
                openEnd != Self.noRuby ? openEnd : ruby < rubyRuns.count ? line.runs[rubyRuns[ruby]].base.lowerBound : Int.max
            let limit = min(textEnd, rubyLimit)
            let stop: Int32 = inset < insets.count ? line.along[line.runs[insets[inset]].glyphs.lowerBound] : .max
            let isBlank = PDFColumn.isBlank(first, of: line)
            var next = first + 1
            while next < glyphs.upperBound,
                line.cluster[next] == line.cluster[next - 1] || Int(line.cluster[next]) < limit && line.along[next] <= stop
            {
                if PDFColumn.parts(next, isBlank: isBlank, size: size, of: line) { break }
                next += 1
            }
            let following = next < glyphs.upperBound ? Int(line.cluster[next]) : Int.max
            pieces.append(Piece(kind: .text, run: run, range: first..<next, textEnd: min(following, textEnd)))
            first = next
        }
    }

    private mutating func endRuby(before offset: Int) {
        guard openEnd != Self.noRuby, offset >= openEnd else { return }
        openEnd = Self.noRuby
        pieces.append(Piece(kind: .endRuby, range: open))
    }

    private mutating func beginRuby(_ line: LineView) {
        let first = line.runs[rubyRuns[ruby]]
        let start = ruby
        while ruby < rubyRuns.count, line.runs[rubyRuns[ruby]].ruby == first.ruby, line.runs[rubyRuns[ruby]].base == first.base {
            ruby += 1
        }
        (open, openEnd) = (start..<ruby, first.base.upperBound)
        pieces.append(Piece(kind: .beginRuby, range: open))
    }

    private mutating func addInset(_ line: LineView) {
        let run = insets[inset]
        inset += 1
        pieces.append(Piece(kind: .text, run: run, range: line.runs[run].glyphs, textEnd: line.text.count))
    }
}
