import RubiLayout
import RubiMarkup

/// A line to be drawn beside glyphs, as points along and across a text line, in raw `Length`s: side lines (R84), strikes, frames.
struct RuleStroke {
    var points: [(along: Int, across: Int)] = []
    var isClosed = false
    /// Every three points after the first are a cubic curve, else every point a straight line.
    var isCurved = false
    var width = RuleStroke.thickness
    /// Lengths of dashes and gaps in turn; empty: unbroken.
    var dashes: [Int] = []

    /// Half a point on a 10 pt em: the thin rule (表罫) of Japanese printing, *Choice*.
    static let thickness = 65536 / 20
    /// The lines of manuscript paper.
    static let hairline = 65536 / 80
    /// Distance of the two lines of a double one, and half the height of a wave.
    static let reach = 65536 / 20
    /// One wave.
    static let period = 65536 / 2

    /// What is drawn for `rule`; nothing for pictures and links.
    static func strokes(of rule: ComposedRule) -> [RuleStroke] {
        let (start, end) = (Int(rule.along.lowerBound), Int(rule.along.upperBound))
        let across = Int(rule.across)
        switch rule.kind {
        case .image, .link: return []
        case .frame:
            let top = Int(rule.acrossEnd)
            return [RuleStroke(points: [(start, across), (end, across), (end, top), (start, top)], isClosed: true)]
        case .grid:
            let top = Int(rule.acrossEnd)
            var strokes = [RuleStroke(points: [(start, across), (end, across), (end, top), (start, top)], isClosed: true, width: hairline)]
            for square in stride(from: start + 65536, to: end, by: 65536) {
                strokes.append(RuleStroke(points: [(square, across), (square, top)], width: hairline))
            }
            return strokes
        case .sideLine, .underline, .strike:
            var stroke = RuleStroke(points: [(start, across), (end, across)])
            switch rule.style {
            case .solid: break
            case .double:
                stroke.points = [(start, across - reach), (end, across - reach)]
                return [stroke, RuleStroke(points: [(start, across + reach), (end, across + reach)])]
            case .dash: stroke.dashes = [65536 / 4, 65536 / 8]
            case .chain: stroke.dashes = [65536 / 3, 65536 / 10, 65536 / 20, 65536 / 10]
            case .wave: return [wave(from: start, to: end, across: across)]
            }
            return [stroke]
        }
    }

    /// The unbroken pieces of the line: its dashes, for what cannot draw dashes itself.
    var pieces: [[(along: Int, across: Int)]] {
        guard !dashes.isEmpty, let first = points.first, let last = points.last else { return [points] }
        var pieces: [[(along: Int, across: Int)]] = []
        var along = first.along
        var index = 0
        while along < last.along {
            let next = min(along + dashes[index % dashes.count], last.along)
            if index % 2 == 0 { pieces.append([(along, first.across), (next, last.across)]) }
            along = next
            index += 1
        }
        return pieces
    }

    /// A wavy line (波線) of whole half waves, each about half a `period` long.
    private static func wave(from start: Int, to end: Int, across: Int) -> RuleStroke {
        let count = max(1, (end - start) * 2 / period)
        var stroke = RuleStroke(points: [(start, across)], isCurved: true)
        for index in 0..<count {
            let from = start + (end - start) * index / count
            let to = start + (end - start) * (index + 1) / count
            // A cubic's middle is three quarters of the way to its control points.
            let crest = across + (index & 1 == 0 ? reach : -reach) * 4 / 3
            stroke.points += [(from + (to - from) * 3 / 8, crest), (from + (to - from) * 5 / 8, crest), (to, across)]
        }
        return stroke
    }
}
