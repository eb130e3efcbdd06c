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

    /// Runs whose clusters are in the line's text, by where they begin there.
    private var textRuns: [Int] = []
    private var nextRun = 0
    /// Runs of readings, by their bases; the runs of one base follow one another.
    private var rubyRuns: [Int] = []
    /// Runs beside the text that belong to it, in their order.
    private var insets: [Int] = []
    private var ruby = 0
    private var inset = 0
    /// The runs of the ruby whose base is being given, and where that ends.
    private var open: (runs: [Int], end: Int)?

    /// Finds the pieces of a line, parted where `PDFColumn` says; the arrays are kept from line to line.
    mutating func read(_ line: borrowing ComposedLine) {
        pieces.removeAll(keepingCapacity: true)
        rubyRuns.removeAll(keepingCapacity: true)
        insets.removeAll(keepingCapacity: true)
        (ruby, inset, open) = (0, 0, nil)
        textRuns.removeAll(keepingCapacity: true)
        nextRun = 0
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
        let cluster = line.cluster
        if textRuns.count > 1 { textRuns.sort { cluster[runs[$0].glyphs.lowerBound] < cluster[runs[$1].glyphs.lowerBound] } }
        while nextRun < textRuns.count { addNextRun(until: line.text.count, line) }
        endRuby(before: Int.max)
        while inset < insets.count { addInset(line) }
        while ruby < rubyRuns.count {
            beginRuby(line)
            endRuby(before: Int.max)
        }
    }

    /// Where in the line's text the next run begins.
    private func nextStart(_ line: borrowing ComposedLine) -> Int? {
        nextRun < textRuns.count ? Int(line.cluster[line.runs[textRuns[nextRun]].glyphs.lowerBound]) : nil
    }

    /// Adds the next run, and those that stand inside it, as warichu does; its text ends where that of the next run begins, or at `end`.
    private mutating func addNextRun(until end: Int, _ line: borrowing ComposedLine) {
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
            if open == nil, ruby < rubyRuns.count, line.runs[rubyRuns[ruby]].base.lowerBound <= offset {
                beginRuby(line)
                continue
            }
            let textEnd = min(nextStart(line) ?? end, end)
            let limit = min(textEnd, open?.end ?? (ruby < rubyRuns.count ? line.runs[rubyRuns[ruby]].base.lowerBound : Int.max))
            let stop: Int32 = inset < insets.count ? line.along[line.runs[insets[inset]].glyphs.lowerBound] : .max
            var next = first + 1
            while next < glyphs.upperBound,
                line.cluster[next] == line.cluster[next - 1] || Int(line.cluster[next]) < limit && line.along[next] <= stop
            {
                if PDFColumn.parts(next, size: size, of: line) { break }
                next += 1
            }
            let following = next < glyphs.upperBound ? Int(line.cluster[next]) : Int.max
            pieces.append(.text(run: run, glyphs: first..<next, textEnd: min(following, textEnd)))
            first = next
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
