/// Pairs of brackets in a paragraph, found in one pass, so that no text makes the search for them quadratic.
struct BracketMap {
    private var opens: [Int] = []
    private var closes: [Int] = []

    mutating func removeAll() {
        opens.removeAll(keepingCapacity: true)
        closes.removeAll(keepingCapacity: true)
    }

    /// Notes an opening bracket, to be closed by `close` with the number that is returned.
    mutating func open(_ index: Int) -> Int {
        opens.append(index)
        closes.append(-1)
        return opens.count - 1
    }

    mutating func close(_ number: Int, at index: Int) { closes[number] = index }

    /// Where the bracket closes that opens at `index`; nil if it does not.
    func closing(_ index: Int) -> Int? {
        var low = 0
        var high = opens.count
        while low < high {
            let middle = (low + high) / 2
            if opens[middle] < index { low = middle + 1 } else { high = middle }
        }
        return low < opens.count && opens[low] == index && closes[low] >= 0 ? closes[low] : nil
    }
}
