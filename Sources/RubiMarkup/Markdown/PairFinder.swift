/// The ends of code spans and of addresses in a paragraph, found for all of it in one pass when first asked for, so that no text makes the search
/// for them quadratic. Asked in the order of the text.
struct PairFinder {
    private var opens: [Int] = []
    private var closes: [Int] = []
    private var isFilled = false
    private var position = 0
    private var scratch: [Int] = []

    mutating func removeAll() {
        opens.removeAll(keepingCapacity: true)
        closes.removeAll(keepingCapacity: true)
        isFilled = false
        position = 0
    }

    /// Begins again to answer in the order of the text.
    mutating func rewind() { position = 0 }

    /// Where the code span ends (before its closing run) that the run of backticks at `index` opens; nil if none of the same length follows.
    mutating func codeEnd(openedAt index: Int, in scalars: [UInt32], _ range: Range<Int>) -> Int? {
        if !isFilled { fillCodeRuns(scalars, range) }
        return close(of: index)
    }

    /// Where the `)` stands that belongs to the `(` at `index`, with no white space between; nil if there is none.
    mutating func addressEnd(openedAt index: Int, in scalars: [UInt32], _ range: Range<Int>) -> Int? {
        if !isFilled { fillParentheses(scalars, range) }
        return close(of: index)
    }

    private mutating func close(of index: Int) -> Int? {
        while position < opens.count, opens[position] < index { position += 1 }
        guard position < opens.count, opens[position] == index, closes[position] >= 0 else { return nil }
        return closes[position]
    }

    /// Each run of backticks with the next run of the same length.
    private mutating func fillCodeRuns(_ scalars: [UInt32], _ range: Range<Int>) {
        isFilled = true
        var lastOfLength: [Int: Int] = [:]
        var index = range.lowerBound
        while index < range.upperBound {
            guard scalars[index] == scalar("`") else {
                index += 1
                continue
            }
            let start = index
            while index < range.upperBound, scalars[index] == scalar("`") { index += 1 }
            if let previous = lastOfLength[index - start] { closes[previous] = start }
            lastOfLength[index - start] = opens.count
            opens.append(start)
            closes.append(-1)
        }
    }

    private mutating func fillParentheses(_ scalars: [UInt32], _ range: Range<Int>) {
        isFilled = true
        scratch.removeAll(keepingCapacity: true)
        var index = range.lowerBound
        while index < range.upperBound {
            switch scalars[index] {
            case scalar("("):
                scratch.append(opens.count)
                opens.append(index)
                closes.append(-1)
            case scalar(")"):
                if let open = scratch.popLast() { closes[open] = index }
            case scalar("\\"):
                if index + 1 < range.upperBound, isASCIIPunctuation(scalars[index + 1]) { index += 1 }
            case 0x20, 0x09, 0x0A: scratch.removeAll(keepingCapacity: true)
            default: break
            }
            index += 1
        }
    }
}
