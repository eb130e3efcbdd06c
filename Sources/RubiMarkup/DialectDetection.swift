import RubiText

/// Points for each dialect, by what its notation leaves in a text (M125).
struct DialectScores {
    /// The dialects that can be told, in the order that decides a tie.
    static let candidates: [Dialect] = [.html, .latex, .typst, .pixiv, .aozora, .alphapolis, .kakuyomu, .narou, .denden, .vfm]

    /// Points but for the last row of the table.
    private(set) var points: [Dialect: Int] = [:]
    /// The last row: each `《…》` counts for three dialects alike.
    fileprivate(set) var rubies = 0
    fileprivate(set) var hasOpeningBracket = false

    fileprivate mutating func add(_ points: Int, to dialect: Dialect) { self.points[dialect, default: 0] += points }

    private func sum(_ dialect: Dialect) -> Int {
        let shared: [Dialect] = [.aozora, .kakuyomu, .narou]
        return points[dialect, default: 0] + (shared.contains(dialect) ? rubies : 0)
    }

    /// The dialect with the most points.
    var winner: Dialect {
        var best = Dialect.plain
        var most = 0
        for dialect in Self.candidates where sum(dialect) > most {
            best = dialect
            most = sum(dialect)
        }
        if most == 0 { return hasOpeningBracket ? .aozora : .plain }
        return best
    }

    /// All that have points, the highest first.
    var ranking: [(dialect: Dialect, points: Int)] {
        let order = Self.candidates.enumerated().map { (position: $0.offset, dialect: $0.element, points: sum($0.element)) }
        return order.filter { $0.points > 0 }.sorted { ($1.points, $0.position) < ($0.points, $1.position) }.map { ($0.dialect, $0.points) }
    }

    /// What came second, where it has more than half the winner's points (M127).
    var rival: (dialect: Dialect, points: Int)? {
        let winner = self.winner
        var rival: (dialect: Dialect, points: Int)?
        for dialect in Self.candidates where dialect != winner {
            let points = self.points[dialect, default: 0]
            if points > rival?.points ?? 0 { rival = (dialect, points) }
        }
        guard let rival, points[winner, default: 0] < 2 * rival.points else { return nil }
        return rival
    }
}

/// Tells the dialect of a text from its name and its first 256 KiB (M125, M126).
struct DialectDetection {
    /// How many bytes are looked at (M126).
    private static let limit = 256 << 10

    private var scores = DialectScores()
    private var oncePoints: Set<String> = []
    private var parentheses = 0
    private var hasBar = false
    private var isFrontMatter = false
    private var s: [UInt32] = []

    /// Reads `source` from its start, and goes back there.
    static func scores(of source: SourceText) -> DialectScores {
        var detection = DialectDetection()
        var line = SourceLine()
        while source.readLine(into: &line), line.start < limit {
            detection.s = line.scalars
            if line.contentEnd > limit {
                let kept = line.offsets.dropLast().prefix { line.start + Int($0) < limit }.count
                detection.s.removeLast(detection.s.count - kept)
            }
            detection.scoreLine(number: line.number)
        }
        source.rewind()
        detection.scoreName(source.name)
        if detection.hasBar { detection.scores.add(2 * detection.parentheses, to: .narou) }
        return detection.scores
    }

    private mutating func scoreName(_ name: String) {
        let lower = name.lowercased()
        if lower.hasSuffix(".html") || lower.hasSuffix(".xhtml") || lower.hasSuffix(".htm") { scores.add(100, to: .html) }
        if lower.hasSuffix(".tex") { scores.add(100, to: .latex) }
        if lower.hasSuffix(".typ") { scores.add(100, to: .typst) }
        if lower.hasSuffix(".md") {
            for dialect in [Dialect.denden, .vfm] where scores.points[dialect, default: 0] > 0 { scores.add(5, to: dialect) }
        }
    }

    private mutating func addOnce(_ points: Int, _ evidence: String, to dialect: Dialect) {
        if oncePoints.insert(evidence).inserted { scores.add(points, to: dialect) }
    }

    private mutating func scoreLine(number: Int) {
        scoreWholeLine(number: number)
        var i = 0
        while i < s.count {
            switch s[i] {
            case 0x3C: scoreElement(at: i)  // <
            case 0x5C: scoreCommand(at: i)  // \
            case 0x23: scoreNumberSign(at: i)
            case 0x5B: scorePixivTag(at: i)  // [
            case 0xFF3B: if matches("［＃", at: i) { scores.add(20, to: .aozora) }
            case 0x300A:
                i = scoreRuby(at: i)
                continue
            case 0x28, 0xFF08: scoreParenthesis(at: i)
            case 0x7B, 0xFF5B: scoreBraces(at: i)
            case 0x5E: scoreCarets(at: i)
            case 0x7C, 0xFF5C: hasBar = true
            default: break
            }
            i += 1
        }
    }

    private mutating func scoreWholeLine(number: Int) {
        if number == 1 {
            for start in ["<!doctype", "<html", "<?xml"] where matches(start, at: 0, ignoringCase: true) { addOnce(100, "html", to: .html) }
        }
        if matches("【テキスト中に現れる記号について】", at: 0), s.count == 17 { addOnce(100, "legend", to: .aozora) }
        if matches("底本：", at: 0) { scores.add(50, to: .aozora) }
        let isRule = s.count == 3 && matches("---", at: 0)
        if number == 1 { isFrontMatter = isRule } else if isRule { isFrontMatter = false }
        if isFrontMatter, matches("title:", at: 0) { addOnce(20, "title", to: .vfm) }
    }

    private mutating func scoreElement(at i: Int) {
        if matches("<ruby", at: i, ignoringCase: true) { scores.add(20, to: .html) }
        guard matches("<i", at: i) else { return }
        let bar = digitsEnd(from: i + 2)
        guard bar > i + 2, bar < s.count, s[bar] == 0x7C else { return }
        let end = digitsEnd(from: bar + 1)
        if end > bar + 1, end < s.count, s[end] == 0x3E { scores.add(20, to: .narou) }
    }

    private mutating func scoreCommand(at i: Int) {
        for command in ["\\documentclass", "\\begin{document}"] where matches(command, at: i) { addOnce(100, command, to: .latex) }
        for command in ["\\ruby{", "\\ruby[", "\\jruby", "\\ltjruby", "\\kenten"] where matches(command, at: i) {
            scores.add(20, to: .latex)
        }
    }

    private mutating func scoreNumberSign(at i: Int) {
        if matches("#import \"@preview/", at: i) { addOnce(100, "import", to: .typst) }
        for command in ["#ruby[", "#ruby("] where matches(command, at: i) { scores.add(20, to: .typst) }
        // #base__reading__#, without # and __ inside
        var marks: [Int] = []
        var k = i + 1
        while k < s.count, s[k] != 0x23 {
            if s[k] == 0x5F, k + 1 < s.count, s[k + 1] == 0x5F {
                marks.append(k)
                k += 1
            }
            k += 1
        }
        guard k < s.count, marks.count == 2, marks[0] > i + 1, marks[1] > marks[0] + 2, marks[1] + 2 == k else { return }
        scores.add(20, to: .alphapolis)
    }

    private mutating func scorePixivTag(at i: Int) {
        if matches("[[rb:", at: i) { scores.add(20, to: .pixiv) }
        for tag in ["[newpage]", "[chapter:", "[jump:", "[[jumpuri:", "[pixivimage:", "[uploadedimage:"] where matches(tag, at: i) {
            scores.add(10, to: .pixiv)
        }
    }

    /// `《…》` and `《《…》》`; returns where to go on.
    private mutating func scoreRuby(at i: Int) -> Int {
        scores.hasOpeningBracket = true
        var start = i
        while start < s.count, s[start] == 0x300A { start += 1 }
        var end = start
        while end < s.count, s[end] != 0x300A, s[end] != 0x300B { end += 1 }
        guard end < s.count, s[end] == 0x300B, end > start else { return start }
        if start - i >= 2 {
            if end + 1 < s.count, s[end + 1] == 0x300B { scores.add(10, to: .kakuyomu) }
        } else {
            scores.rubies += 1
        }
        return start
    }

    /// A run of kanji or Latin letters before kana in parentheses (M90, M91).
    private mutating func scoreParenthesis(at i: Int) {
        guard i > 0, Self.isNarouBase(s[i - 1]) else { return }
        let close: UInt32 = s[i] == 0x28 ? 0x29 : 0xFF09
        var end = i + 1
        while end < s.count, Kana.isReading(s[end]) || s[end] == 0x2026 || ((s[end] == 0x20 || s[end] == 0x3000) && end > i + 1) {
            end += 1
        }
        if end > i + 1, end < s.count, s[end] == close { parentheses += 1 }
    }

    private static func isNarouBase(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x4E00...0x9FFF, 0x3400...0x4DBF, 0x41...0x5A, 0x61...0x7A, 0xFF21...0xFF3A, 0xFF41...0xFF5A: true
        default: false
        }
    }

    private mutating func scoreBraces(at i: Int) {
        let isWide = s[i] == 0xFF5B
        let (open, bar, close): (UInt32, UInt32, UInt32) = isWide ? (0xFF5B, 0xFF5C, 0xFF5D) : (0x7B, 0x7C, 0x7D)
        var bars = 0
        var partStart = i + 1
        var k = i + 1
        while k < s.count, s[k] != close {
            if s[k] == open { return }
            if s[k] == bar {
                if k == partStart { return }
                bars += 1
                partStart = k + 1
            }
            k += 1
        }
        guard k < s.count, bars > 0, k > partStart else { return }
        scores.add(bars == 1 ? 10 : 15, to: .denden)
        if bars == 1, !isWide { scores.add(10, to: .vfm) }
    }

    private mutating func scoreCarets(at i: Int) {
        let end = digitsEnd(from: i + 1)
        if end > i + 1, end < s.count, s[end] == 0x5E { scores.add(10, to: .denden) }
    }

    private func digitsEnd(from i: Int) -> Int {
        var end = i
        while end < s.count, 0x30...0x39 ~= s[end] { end += 1 }
        return end
    }

    private func matches(_ text: String, at i: Int, ignoringCase: Bool = false) -> Bool {
        var k = i
        for scalar in text.unicodeScalars {
            guard k < s.count else { return false }
            let found = ignoringCase && 0x41...0x5A ~= s[k] ? s[k] + 0x20 : s[k]
            if found != scalar.value { return false }
            k += 1
        }
        return true
    }
}
