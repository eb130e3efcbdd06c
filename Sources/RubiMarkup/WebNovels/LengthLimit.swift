import RubiText

/// How long a base and a reading may be at a site (M93, M103), in characters.
struct LengthLimit {
    let dialect: String
    let base: Int
    let reading: Int

    /// Whether one of the two is longer; both are reported at the opening bracket.
    func isExceeded(_ base: Range<Int>, _ reading: Range<Int>, bracket: Int, _ line: SourceLine, _ context: ReadingContext) -> Bool {
        let counts = (base: count(base, line.scalars), reading: count(reading, line.scalars))
        let offset = line.start + Int(line.offsets[bracket])
        if counts.base > self.base { context.report(.longBase, at: offset, in: line, ["\(counts.base)", dialect, "\(self.base)"]) }
        if counts.reading > self.reading {
            context.report(.longReading, at: offset, in: line, ["\(counts.reading)", dialect, "\(self.reading)"])
        }
        return counts.base > self.base || counts.reading > self.reading
    }

    /// The number of characters (M10).
    private func count(_ range: Range<Int>, _ scalars: [UInt32]) -> Int {
        var index = range.lowerBound
        var count = 0
        while index < range.upperBound {
            index = characterEnd(after: index, in: scalars, limit: range.upperBound)
            count += 1
        }
        return count
    }
}
