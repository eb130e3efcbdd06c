import RubiText

/// What gives and takes when a line must fill its measure (L32, L33): shares an amount among the places of a line, step by step.
///
/// One a worker; the arrays are reused from line to line.
struct Justifier {
    /// Beside the units of the line: what the space before each gains (or loses, negative), in raw lengths.
    private(set) var adjustment: [Int32] = []
    private var places: [(unit: Int, limit: Int)] = []

    mutating func reset(count: Int) {
        adjustment.removeAll(keepingCapacity: true)
        adjustment.append(repeating: 0, count: count)
    }

    /// Takes `amount` away from the spaces before the units `first + 1` … `last`, in the steps of L32.
    mutating func shrink(_ amount: Int, first: Int, last: Int, items: borrowing Items) {
        var rest = amount
        for step in ShrinkStep.allCases {
            guard rest > 0 else { return }
            places.removeAll(keepingCapacity: true)
            for unit in first + 1..<max(first + 1, last + 1) where items.shrink[unit] > 0 {
                let limit = step.limit(of: unit, taken: -Int(adjustment[unit - first]), items: items)
                if limit > 0 { places.append((unit, limit)) }
            }
            rest -= share(rest, sign: -1, first: first)
        }
    }

    /// Adds `amount` to the spaces before the units `first + 1` … `last`, in the steps of L33. What no place may take is left.
    mutating func widen(_ amount: Int, first: Int, last: Int, items: borrowing Items) {
        var rest = amount
        for step in [Pair.Widening.word, .western, .solid] {
            guard rest > 0 else { return }
            places.removeAll(keepingCapacity: true)
            for unit in first + 1..<max(first + 1, last + 1) where items.pair[unit].widening == step {
                // To half an em (word and Western), to a quarter (solid).
                let limit = (step == .solid ? Em.quarter : Em.half) - (step == .solid ? 0 : Int(items.space[unit]))
                if limit > 0 { places.append((unit, limit)) }
            }
            rest -= share(rest, sign: 1, first: first)
        }
        guard rest > 0 else { return }
        places.removeAll(keepingCapacity: true)
        for unit in first + 1..<max(first + 1, last + 1) where items.pair[unit].widening != .never { places.append((unit, .max)) }
        _ = share(rest, sign: 1, first: first)
    }

    /// 字取り (L36): adds `amount` evenly at the places of L33's step 3, without limit; false where there are none.
    mutating func spread(_ amount: Int, first: Int, last: Int, items: borrowing Items) -> Bool {
        places.removeAll(keepingCapacity: true)
        for unit in first + 1..<max(first + 1, last + 1) where items.pair[unit].widening == .solid { places.append((unit, .max)) }
        _ = share(amount, sign: 1, first: first)
        return !places.isEmpty
    }

    /// Shares `amount` evenly among `places`; one at its limit drops out and the rest goes on. Returns what was shared.
    private mutating func share(_ amount: Int, sign: Int, first: Int) -> Int {
        let whole = places.reduce(0) { $1.limit == .max ? .max : $0 == .max ? .max : $0 + $1.limit }
        guard whole > 0, amount > 0, !places.isEmpty else { return 0 }
        if amount >= whole {
            for place in places { adjustment[place.unit - first] += Int32(clamping: sign * place.limit) }
            return whole
        }
        // The level at which limits are met: the places below it are full, the others share what is left evenly.
        var rest = amount, open = places.count
        var full = 0
        while true {
            let level = rest / open
            var dropped = 0
            for place in places where place.limit <= level && place.limit > full {
                rest -= place.limit
                dropped += 1
            }
            if dropped == 0 { break }
            full = level
            open -= dropped
        }
        // Place k of n ends at rest × k ÷ n, each rounded once: the quotient by steps, so that nothing is divided again.
        let (step, part) = (2 * rest).quotientAndRemainder(dividingBy: 2 * open)
        var remainder = open
        for place in places {
            var gain = place.limit
            if place.limit > full {
                gain = step
                remainder += part
                if remainder >= 2 * open {
                    remainder -= 2 * open
                    gain += 1
                }
            }
            adjustment[place.unit - first] += Int32(clamping: sign * gain)
        }
        return amount
    }
}

/// The steps of L32 inside a line; its steps 2 and 3, the blank at the line's end, are all or nothing and settled by the line's width.
enum ShrinkStep: CaseIterable {
    case words, dots, marks, western

    /// How much the space before `unit` may still give in this step, of which `taken` is gone.
    func limit(of unit: Int, taken: Int, items: borrowing Items) -> Int {
        let all = Int(items.shrink[unit])
        let mine: Int
        switch (self, items.pair[unit].space) {
        case (.words, .word), (.marks, .mark), (.western, .western), (.dots, .dot), (.dots, .dots), (.dots, .stopDot): mine = all
        case (.dots, .commaDot): mine = min(all, Int(items.space[unit]) / 3)
        case (.marks, .commaDot): mine = all - taken
        default: mine = 0
        }
        return mine
    }
}
