/// Runs of `*` and `_` in a paragraph and which of their characters open or close what: the algorithm of CommonMark ("process emphasis"),
/// linear by its lower bounds for the search.
///
/// Japanese has no spaces between words, so CommonMark's flanking rules (which keep `**「雨」**の` from being strong) are relaxed: a run opens if
/// no white space follows, and closes if none precedes; `_` neither within an ASCII word.
struct DelimiterRuns {
    struct Run {
        var isUnderscore: Bool
        var count: Int32
        /// Characters that are left over, and stay text.
        var remaining: Int32
        var canOpen: Bool
        var canClose: Bool
        /// First and last match that this run closes, in order; first that it opens, outermost first.
        var firstClosed: Int32 = -1
        var lastClosed: Int32 = -1
        var firstOpened: Int32 = -1
    }
    /// A pair: `**` if strong, else `*`.
    struct Match {
        var isStrong: Bool
        var nextClosed: Int32 = -1
        var nextOpened: Int32 = -1
    }
    /// By character, by whether the closer can open too, by its length modulo 3: the run before which there is no opener.
    private static let bottomCount = 12

    private(set) var runs: [Run] = []
    private(set) var matches: [Match] = []
    private var openers: [Int32] = []
    /// The scopes that are open: where in `openers` each begins; its bottoms are in `bottoms`.
    private var floors: [Int] = []
    private var bottoms: [Int32] = []

    mutating func removeAll() {
        runs.removeAll(keepingCapacity: true)
        matches.removeAll(keepingCapacity: true)
        openers.removeAll(keepingCapacity: true)
        floors.removeAll(keepingCapacity: true)
        bottoms.removeAll(keepingCapacity: true)
        openScope()
    }

    /// Adds the run of `count` characters and returns its index. `before` and `after` are its neighbours, U+000A at the paragraph's ends.
    mutating func append(isUnderscore: Bool, count: Int, before: UInt32, after: UInt32) -> Int32 {
        var canOpen = !isBlank(after) && after != 0x0A
        var canClose = !isBlank(before) && before != 0x0A
        if isUnderscore {
            if isASCIILetter(before) || isASCIIDigit(before) { canOpen = false }
            if isASCIILetter(after) || isASCIIDigit(after) { canClose = false }
        }
        runs.append(
            Run(isUnderscore: isUnderscore, count: Int32(count), remaining: Int32(count), canOpen: canOpen, canClose: canClose))
        return Int32(runs.count - 1)
    }

    /// Begins a stretch that emphasis inside does not leave.
    mutating func openScope() {
        floors.append(openers.count)
        bottoms.append(contentsOf: repeatElement(-1, count: Self.bottomCount))
    }

    mutating func closeScope() {
        openers.removeSubrange((floors.popLast() ?? 0)...)
        bottoms.removeLast(Self.bottomCount)
    }

    /// Pairs the run `index` with the openers before it; runs come in their order.
    mutating func process(_ index: Int32) {
        let closer = Int(index)
        if runs[closer].canClose { close(closer) }
        if runs[closer].canOpen && runs[closer].remaining > 0 { openers.append(index) }
    }

    private mutating func close(_ closer: Int) {
        let floor = floors[floors.count - 1]
        while runs[closer].remaining > 0 {
            let run = runs[closer]
            let slot = bottoms.count - Self.bottomCount + (run.isUnderscore ? 6 : 0) + (run.canOpen ? 3 : 0) + Int(run.count % 3)
            var place = openers.count - 1
            while place >= floor, openers[place] >= bottoms[slot], !fits(Int(openers[place]), closer) { place -= 1 }
            guard place >= floor, openers[place] >= bottoms[slot] else {
                bottoms[slot] = Int32(closer)
                return
            }
            let opener = Int(openers[place])
            let isStrong = runs[opener].remaining >= 2 && run.remaining >= 2
            pair(opener, closer, isStrong: isStrong)
            openers.removeSubrange((runs[opener].remaining > 0 ? place + 1 : place)...)
        }
    }

    /// CommonMark's rule of three: a run that both opens and closes does not pair where the lengths add up to a multiple of 3.
    private func fits(_ opener: Int, _ closer: Int) -> Bool {
        guard runs[opener].isUnderscore == runs[closer].isUnderscore else { return false }
        guard runs[opener].canClose || runs[closer].canOpen else { return true }
        guard (runs[opener].count + runs[closer].count) % 3 == 0 else { return true }
        return runs[opener].count % 3 == 0 && runs[closer].count % 3 == 0
    }

    private mutating func pair(_ opener: Int, _ closer: Int, isStrong: Bool) {
        let index = Int32(matches.count)
        matches.append(Match(isStrong: isStrong, nextOpened: runs[opener].firstOpened))
        runs[opener].firstOpened = index
        if runs[closer].lastClosed >= 0 {
            matches[Int(runs[closer].lastClosed)].nextClosed = index
        } else {
            runs[closer].firstClosed = index
        }
        runs[closer].lastClosed = index
        runs[opener].remaining -= isStrong ? 2 : 1
        runs[closer].remaining -= isStrong ? 2 : 1
    }
}
