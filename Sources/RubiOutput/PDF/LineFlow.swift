import RubiLayout

/// A line's runs in the order of reading: base text, each ruby around its base, and kanbun marks and notes where they stand.
struct LineFlow {
    enum Piece {
        case text(run: Int, glyphs: Range<Int>)
        /// The base of a ruby begins; the runs of its readings.
        case beginRuby([Int])
        case endRuby([Int])
    }

    /// Runs whose clusters are in the line's text, in their order.
    private var textRuns: [Int] = []
    /// Runs of readings, by their bases; the runs of one base follow one another.
    private var rubyRuns: [Int] = []
    /// Runs beside the text that belong to it, by where they stand.
    private var insets: [Int] = []

    private var textRun = 0
    private var glyph: Int?
    private var ruby = 0
    private var inset = 0
    /// The runs of the ruby whose base is being given, and where that ends.
    private var open: (runs: [Int], end: Int)?

    init(_ line: borrowing ComposedLine) {
        for index in line.runs.indices where !line.runs[index].glyphs.isEmpty {
            switch line.runs[index].role {
            case .base, .tateChuYoko, .warichu: textRuns.append(index)
            case .ruby: rubyRuns.append(index)
            case .note, .kaeriten, .okurigana: insets.append(index)
            case .emphasis, .folio, .header: break
            }
        }
        let runs = line.runs
        let along = line.along
        rubyRuns.sort { (runs[$0].base.lowerBound, $0) < (runs[$1].base.lowerBound, $1) }
        insets.sort { (along[runs[$0].glyphs.lowerBound], $0) < (along[runs[$1].glyphs.lowerBound], $1) }
    }

    /// Where in the line's text the run after `run` begins.
    func textEnd(of run: Int, _ line: borrowing ComposedLine) -> Int {
        guard let place = textRuns.firstIndex(of: run), place + 1 < textRuns.count else { return line.text.count }
        return Int(line.cluster[line.runs[textRuns[place + 1]].glyphs.lowerBound])
    }

    /// The next piece; nil at the line's end.
    mutating func next(_ line: borrowing ComposedLine) -> Piece? {
        while textRun < textRuns.count {
            let run = textRuns[textRun]
            let glyphs = line.runs[run].glyphs
            let first = glyph ?? glyphs.lowerBound
            guard first < glyphs.upperBound else {
                textRun += 1
                glyph = nil
                continue
            }
            let offset = Int(line.cluster[first])
            if let ended = endRuby(before: offset) { return ended }
            if inset < insets.count, line.along[line.runs[insets[inset]].glyphs.lowerBound] < line.along[first] { return takeInset(line) }
            if open == nil, ruby < rubyRuns.count, line.runs[rubyRuns[ruby]].base.lowerBound <= offset { return beginRuby(line) }
            var limit = open?.end ?? (ruby < rubyRuns.count ? line.runs[rubyRuns[ruby]].base.lowerBound : Int.max)
            if limit <= offset { limit = Int.max }
            let stop: Int32 = inset < insets.count ? line.along[line.runs[insets[inset]].glyphs.lowerBound] : .max
            var end = first + 1
            while end < glyphs.upperBound, Int(line.cluster[end]) < limit,
                line.along[end] <= stop || line.cluster[end] == line.cluster[end - 1]
            {
                end += 1
            }
            glyph = end
            return .text(run: run, glyphs: first..<end)
        }
        if let ended = endRuby(before: Int.max) { return ended }
        if inset < insets.count { return takeInset(line) }
        return ruby < rubyRuns.count ? beginRuby(line) : nil
    }

    private mutating func endRuby(before offset: Int) -> Piece? {
        guard let open, offset >= open.end else { return nil }
        self.open = nil
        return .endRuby(open.runs)
    }

    private mutating func beginRuby(_ line: borrowing ComposedLine) -> Piece {
        let first = line.runs[rubyRuns[ruby]]
        var runs: [Int] = []
        while ruby < rubyRuns.count, line.runs[rubyRuns[ruby]].ruby == first.ruby, line.runs[rubyRuns[ruby]].base == first.base {
            runs.append(rubyRuns[ruby])
            ruby += 1
        }
        open = (runs, first.base.upperBound)
        return .beginRuby(runs)
    }

    private mutating func takeInset(_ line: borrowing ComposedLine) -> Piece {
        inset += 1
        let run = insets[inset - 1]
        return .text(run: run, glyphs: line.runs[run].glyphs)
    }
}
