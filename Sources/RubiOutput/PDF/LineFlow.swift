import RubiLayout

/// A line's runs in the order of reading: base text, each ruby around its base, and kanbun marks and notes where they stand.
struct LineFlow {
    enum Piece {
        /// Glyphs of one run, and where in the line's text the last of them may end.
        case text(run: Int, glyphs: Range<Int>, textEnd: Int)
        /// The base of a ruby begins; the runs of its readings.
        case beginRuby([Int])
        case endRuby([Int])
    }

    private(set) var pieces: [Piece] = []

    /// Runs of readings, by their bases; the runs of one base follow one another.
    private var rubyRuns: [Int] = []
    /// Runs beside the text that belong to it, in their order.
    private var insets: [Int] = []
    private var ruby = 0
    private var inset = 0
    /// The runs of the ruby whose base is being given, and where that ends.
    private var open: (runs: [Int], end: Int)?

    /// Pieces end before and after blanks and where there is more than `PDFColumn.gap` between two glyphs.
    private let isDivided: Bool

    /// `isDivided`: blanks and gaps are pieces of their own, or part them.
    init(isDivided: Bool) { self.isDivided = isDivided }

    /// Finds the pieces of a line; the arrays are kept from line to line.
    mutating func read(_ line: borrowing ComposedLine) {
        pieces.removeAll(keepingCapacity: true)
        rubyRuns.removeAll(keepingCapacity: true)
        insets.removeAll(keepingCapacity: true)
        (ruby, inset, open) = (0, 0, nil)
        var textRuns: [Int] = []
        for index in line.runs.indices where !line.runs[index].glyphs.isEmpty {
            switch line.runs[index].role {
            case .base, .tateChuYoko, .warichu: textRuns.append(index)
            case .ruby: rubyRuns.append(index)
            case .note, .kaeriten, .okurigana: insets.append(index)
            case .emphasis, .folio, .header: break
            }
        }
        let runs = line.runs
        if rubyRuns.count > 1 { rubyRuns.sort { (runs[$0].base.lowerBound, $0) < (runs[$1].base.lowerBound, $1) } }
        for (place, run) in textRuns.enumerated() {
            let isLast = place + 1 == textRuns.count
            add(run, textEnd: isLast ? line.text.count : Int(line.cluster[line.runs[textRuns[place + 1]].glyphs.lowerBound]), line)
        }
        endRuby(before: Int.max)
        while inset < insets.count { addInset(line) }
        while ruby < rubyRuns.count {
            beginRuby(line)
            endRuby(before: Int.max)
        }
    }

    private mutating func add(_ run: Int, textEnd: Int, _ line: borrowing ComposedLine) {
        let glyphs = line.runs[run].glyphs
        let size = Int(line.runs[run].size)
        var first = glyphs.lowerBound
        while first < glyphs.upperBound {
            let offset = Int(line.cluster[first])
            endRuby(before: offset)
            if inset < insets.count, line.along[line.runs[insets[inset]].glyphs.lowerBound] < line.along[first] {
                addInset(line)
                continue
            }
            if open == nil, ruby < rubyRuns.count, line.runs[rubyRuns[ruby]].base.lowerBound <= offset {
                beginRuby(line)
                continue
            }
            let limit = open?.end ?? (ruby < rubyRuns.count ? line.runs[rubyRuns[ruby]].base.lowerBound : Int.max)
            let stop: Int32 = inset < insets.count ? line.along[line.runs[insets[inset]].glyphs.lowerBound] : .max
            var end = first + 1
            while end < glyphs.upperBound, line.cluster[end] == line.cluster[end - 1] || Int(line.cluster[end]) < limit && line.along[end] <= stop {
                if isDivided, PDFColumn.parts(end, size: size, of: line) { break }
                end += 1
            }
            pieces.append(.text(run: run, glyphs: first..<end, textEnd: textEnd))
            first = end
        }
    }

    private mutating func endRuby(before offset: Int) {
        guard let open, offset >= open.end else { return }
        self.open = nil
        pieces.append(.endRuby(open.runs))
    }

    private mutating func beginRuby(_ line: borrowing ComposedLine) {
        let first = line.runs[rubyRuns[ruby]]
        var runs: [Int] = []
        while ruby < rubyRuns.count, line.runs[rubyRuns[ruby]].ruby == first.ruby, line.runs[rubyRuns[ruby]].base == first.base {
            runs.append(rubyRuns[ruby])
            ruby += 1
        }
        open = (runs, first.base.upperBound)
        pieces.append(.beginRuby(runs))
    }

    private mutating func addInset(_ line: borrowing ComposedLine) {
        let run = insets[inset]
        inset += 1
        pieces.append(.text(run: run, glyphs: line.runs[run].glyphs, textEnd: line.text.count))
    }
}
