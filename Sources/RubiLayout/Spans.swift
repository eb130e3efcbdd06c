import RubiMarkup
import RubiText

/// A run of units with marks or lines beside them, or a frame around them. A paragraph's spans nest, and stand in the order of their beginnings.
struct Span {
    enum Kind: UInt8 { case emphasis, sideLine, underline, strike, frame, link }
    var kind: Kind
    var side = Side.over
    /// Raw value of `EmphasisMark` or `LineStyle`.
    var detail: UInt8 = 0
    var units: Range<Int>
    /// Links: the target, in `strings`.
    var string: Range<Int> = 0..<0
    /// The span around it; −1: none.
    var outer: Int32 = -1

    /// What the same span inside this one would draw again: its kind, side and detail.
    fileprivate var key: Int { Int(kind.rawValue) << 5 | Int(side.rawValue) << 4 | Int(detail & 15) }
}

/// The spans that are open where the collector stands. One inside another that draws the same adds nothing, so that no more are open at once than there are kinds.
struct OpenSpans {
    /// Index of each in the paragraph's spans; −1: it draws what one around it draws.
    private var open: [Int32] = []
    /// The spans in `open` that draw, and what they draw.
    private var drawn: [Int32] = []
    private var keys: UInt64 = 0
    private var moreKeys: (UInt64, UInt64) = (0, 0)
    /// How many emphases are open on the over and the under side, and where the last one closed ended.
    private var marking = (over: 0, under: 0)
    private var markedUpTo = (over: -1, under: -1)

    /// Opens `span` at the end of `spans`.
    mutating func push(_ span: Span, to spans: inout [Span]) {
        guard insert(span.key) else { return open.append(-1) }
        var span = span
        span.outer = drawn.last ?? -1
        if span.kind == .emphasis { if span.side == .over { marking.over += 1 } else { marking.under += 1 } }
        open.append(Int32(spans.count))
        drawn.append(Int32(spans.count))
        spans.append(span)
    }

    /// Closes the last one opened before unit `end`.
    mutating func pop(at end: Int, in spans: inout [Span]) {
        guard let last = open.popLast(), last >= 0 else { return }
        drawn.removeLast()
        let span = Int(last)
        spans[span].units = spans[span].units.lowerBound..<end
        remove(spans[span].key)
        guard spans[span].kind == .emphasis else { return }
        if spans[span].side == .over {
            marking.over -= 1
            markedUpTo.over = end
        } else {
            marking.under -= 1
            markedUpTo.under = end
        }
    }

    /// Whether the unit before `end`, the last there is, has an emphasis mark on that side.
    func isMarked(_ side: Side, at end: Int) -> Bool {
        side == .over ? marking.over > 0 || markedUpTo.over == end : marking.under > 0 || markedUpTo.under == end
    }

    private mutating func insert(_ key: Int) -> Bool {
        let bit: UInt64 = 1 << UInt64(key & 63)
        switch key >> 6 {
        case 0: if keys & bit != 0 { return false } else { keys |= bit }
        case 1: if moreKeys.0 & bit != 0 { return false } else { moreKeys.0 |= bit }
        default: if moreKeys.1 & bit != 0 { return false } else { moreKeys.1 |= bit }
        }
        return true
    }

    private mutating func remove(_ key: Int) {
        let bit: UInt64 = 1 << UInt64(key & 63)
        switch key >> 6 {
        case 0: keys &= ~bit
        case 1: moreKeys.0 &= ~bit
        default: moreKeys.1 &= ~bit
        }
    }
}

extension Items {
    /// Notes for each unit the emphasis that marks it on either side: of one inside another the inner.
    mutating func markUnits() {
        overMark.removeAll(keepingCapacity: true)
        underMark.removeAll(keepingCapacity: true)
        guard spans.contains(where: { $0.kind == .emphasis }) else { return }
        overMark.append(repeating: -1, count: count)
        underMark.append(repeating: -1, count: count)
        for (index, span) in spans.enumerated() where span.kind == .emphasis {
            for unit in span.units {
                if span.side == .over { overMark[unit] = Int32(index) } else { underMark[unit] = Int32(index) }
            }
        }
    }

    /// The emphasis that marks the unit on that side; −1: none.
    @inline(__always)
    func mark(of unit: Int, side: Side) -> Int32 {
        overMark.isEmpty ? -1 : side == .over ? overMark[unit] : underMark[unit]
    }

    /// Marks stand on that side of the unit (R22).
    func hasMarks(_ unit: Int, side: Side) -> Bool { mark(of: unit, side: side) >= 0 }

    /// The spans that have a part in `units`, in their order: those around the first unit, and those that begin later.
    func spans(on units: Range<Int>, into found: inout [Int32]) {
        found.removeAll(keepingCapacity: true)
        let later = firstSpan(from: units.lowerBound)
        var around = Int32(later) - 1
        while around >= 0 {
            if spans[Int(around)].units.upperBound > units.lowerBound { found.append(around) }
            around = spans[Int(around)].outer
        }
        found.reverse()
        var index = later
        while index < spans.count, spans[index].units.lowerBound < units.upperBound {
            found.append(Int32(index))
            index += 1
        }
    }

    private func firstSpan(from unit: Int) -> Int {
        var low = 0, high = spans.count
        while low < high {
            let middle = (low + high) / 2
            if spans[middle].units.lowerBound < unit { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
