import RubiMarkup
import RubiText

/// The columns of a 段組み: so many stand along a column of the page, with the page's column gap between them.
struct ColumnGrid: Equatable {
    /// How many there are: fewer than asked for where they would be narrower than four em.
    let count: Int
    /// Characters a line.
    let measure: Int
    /// From the start of one to the start of the next, in raw lengths: the last ends where the page's column does.
    let step: Int

    private static let narrowest = 4

    init(_ wanted: Int, style: Style) {
        let whole = style.measure * Em.whole, gap = style.columnGap.raw
        let most = (whole + gap) / (min(Self.narrowest, style.measure) * Em.whole + gap)
        count = max(1, min(wanted, most))
        measure = max(1, (whole - (count - 1) * gap) / count / Em.whole)
        step = count > 1 ? (whole - measure * Em.whole) / (count - 1) : 0
    }
}

/// Divides lines among the columns of a 段組み, by how deep each is.
struct ColumnFiller {
    struct Entry {
        var extent: Int
        /// It does not stand at the end of a column (L42, L64).
        var keepsNext: Bool
        /// 改段 before it.
        var beginsColumn: Bool
    }

    let count: Int
    let gap: Int

    /// Where each column ends if none is deeper than `depth`; not all entries need have room. One entry at least is placed.
    func fill(_ entries: [Entry], depth: Int) -> [Int] {
        var ends: [Int] = []
        var first = 0
        while ends.count < count, first < entries.count {
            var end = first, reach = 0, lastBreak = first
            while end < entries.count {
                if end > first, entries[end].beginsColumn {
                    lastBreak = end
                    break
                }
                let next = end == first ? entries[end].extent : reach + gap + entries[end].extent
                if next > depth { break }
                reach = next
                end += 1
                if !entries[end - 1].keepsNext || end == entries.count { lastBreak = end }
            }
            if lastBreak == first { lastBreak = max(end, ends.isEmpty ? first + 1 : first) }
            if lastBreak == first { break }
            ends.append(lastBreak)
            first = lastBreak
        }
        return ends
    }

    /// The shallowest columns that hold all entries within `room` (nil: without end); nil where there is not so much room.
    func balance(_ entries: [Entry], within room: Int?) -> [Int]? {
        var low = entries.reduce(0) { max($0, $1.extent) }
        var high = entries.reduce(-gap) { $0 + $1.extent + gap }
        if let room {
            guard fill(entries, depth: room).last == entries.count else { return nil }
            high = min(high, room)
        }
        if fill(entries, depth: high).last != entries.count { return nil }
        while low < high {
            let middle = (low + high) / 2
            if fill(entries, depth: middle).last == entries.count { high = middle } else { low = middle + 1 }
        }
        return fill(entries, depth: high)
    }
}
