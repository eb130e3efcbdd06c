import Rubi

// What the value of a setting means, and what is wrong with it.
extension Setting {
    private func wrong(_ wanted: String) -> UsageError { UsageError(message: "\(spelling) \(wanted), not ‘\(value.text)’") }

    /// Its value as one of the words of `Word`.
    func word<Word: RawRepresentable<String>>(of command: Command) throws(UsageError) -> Word {
        guard let word = Word(rawValue: value.text) else { throw unknownWord(for: command) }
        return word
    }

    /// Whether its value is `word`, for options of two words.
    func isWord(_ word: String, of command: Command) throws(UsageError) -> Bool {
        guard OptionSpec.of(name)?.words(for: command)?.contains(value.text) == true else { throw unknownWord(for: command) }
        return value.text == word
    }

    private func unknownWord(for command: Command) -> UsageError {
        let words = OptionSpec.of(name)?.words(for: command) ?? []
        if let near = nearest(to: value.text, among: words) {
            return UsageError(message: "\(spelling) does not take ‘\(value.text)’; did you mean \(near)?")
        }
        return UsageError(message: "\(spelling) does not take ‘\(value.text)’, only: \(words.joined(separator: ", "))")
    }

    func flag() throws(UsageError) -> Bool {
        switch value.text {
        case "yes", "true", "on": return true
        case "no", "false", "off": return false
        default: throw wrong("is yes or no")
        }
    }

    func number(in range: ClosedRange<Double>) throws(UsageError) -> DecimalNumber {
        guard let number = DecimalNumber(value.text[...]), range.contains(Double(number.millionths) / Double(DecimalNumber.scale)) else {
            throw wrong("wants a number from \(Self.shown(range.lowerBound)) to \(Self.shown(range.upperBound))")
        }
        return number
    }

    private static func shown(_ number: Double) -> String { number == number.rounded() ? "\(Int(number))" : "\(number)" }

    func whole(in range: ClosedRange<Int>) throws(UsageError) -> Int {
        guard let number = DecimalNumber(value.text[...])?.whole, range.contains(number) else {
            throw wrong("wants a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    func length() throws(UsageError) -> WrittenLength {
        guard let length = WrittenLength(value.text), length.number.millionths >= 0 else {
            throw wrong("wants a length such as 0.5em, 3mm, 12Q or 9pt")
        }
        return length
    }

    func lengths(upTo count: Int) throws(UsageError) -> [WrittenLength] {
        let parts = value.text.split(separator: ",", omittingEmptySubsequences: false).map { WrittenLength(String($0)) }
        let lengths = parts.compactMap { $0 }
        guard lengths.count == parts.count, lengths.count <= count, lengths.allSatisfy({ $0.number.millionths >= 0 }) else {
            throw wrong("wants one to four lengths with commas, as in 20mm,15mm")
        }
        return lengths
    }

    func color() throws(UsageError) -> Color {
        guard let color = Color(value.text) else { throw wrong("wants a colour, #RRGGBB or a CSS name") }
        return color
    }

    /// Columns and rows, `4x3`.
    func sheet() throws(UsageError) -> (columns: Int, rows: Int) {
        let numbers = value.text.split(separator: "x", omittingEmptySubsequences: false).map { DecimalNumber($0)?.whole ?? 0 }
        guard numbers.count == 2, numbers.allSatisfy({ (1...100).contains($0) }) else { throw wrong("wants columns and rows, as in 4x3") }
        return (numbers[0], numbers[1])
    }

    /// The field of a record: its number, from 1, behind csv: for values with commas between.
    func field() throws(UsageError) -> (number: Int, isCSV: Bool) {
        let isCSV = value.text.hasPrefix("csv:")
        guard let number = Int(value.text.dropFirst(isCSV ? 4 : 0)), (1...10_000).contains(number) else {
            throw wrong("wants the number of a field, from 1, or csv: and the number")
        }
        return (number, isCSV)
    }

    /// In 1/65536 pt.
    func fontSize() throws(UsageError) -> Int {
        guard let length = WrittenLength(value.text) else { throw wrong("wants a size such as 9pt, 13Q or 3mm") }
        guard let unit = length.unit, unit != .em else { throw wrong("wants a unit, pt, mm or Q") }
        // From a tenth of a point, below which nothing can be drawn, to 10,000 pt, 3.5 m.
        let points = length.points(fontSize: 0)
        guard (6554...65536 * 10_000).contains(points) else { throw wrong("is from 0.1pt to 10000pt") }
        return points
    }

    /// Size across the line over the base's, and its scale along the line over that across, both in 1/65536 (R5).
    func rubySize() throws(UsageError) -> (size: Int, condensation: Int) {
        if value.text == "third" { return (32768, 65536 * 2 / 3) }
        guard let number = DecimalNumber(value.text[...]), (100_000...1_000_000).contains(number.millionths) else {
            throw wrong("wants a number from 0.1 to 1, or third")
        }
        return (number.scaled(65536), 65536)
    }
}
