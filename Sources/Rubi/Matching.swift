/// Which elements of two lists are the same ones, in order: what a comparison of two texts rests on.
enum Matching {
    /// Tables of more cells than this are not filled: memory and time stay bounded for texts that have nothing in common.
    private static let largestTable = 1 << 20

    /// For each element of `a`, the index in `b` of the one that it is; nil for those that `b` lacks. Equal ends are matched first, then what stands once in
    /// both (patience), then the longest common subsequence of what lies between.
    static func matches<Element: Hashable>(_ a: [Element], _ b: [Element]) -> [Int?] {
        var result = [Int?](repeating: nil, count: a.count)
        var gaps = [(a: a.startIndex..<a.endIndex, b: b.startIndex..<b.endIndex)]
        while var gap = gaps.popLast() {
            while let x = gap.a.first, let y = gap.b.first, a[x] == b[y] {
                result[x] = y
                gap = (x + 1..<gap.a.upperBound, y + 1..<gap.b.upperBound)
            }
            while let x = gap.a.last, let y = gap.b.last, a[x] == b[y] {
                result[x] = y
                gap = (gap.a.lowerBound..<x, gap.b.lowerBound..<y)
            }
            if gap.a.isEmpty || gap.b.isEmpty { continue }
            if gap.a.count * gap.b.count <= largestTable {
                for (x, y) in longestCommon(a, gap.a, b, gap.b) { result[x] = y }
                continue
            }
            var (x, y) = (gap.a.lowerBound, gap.b.lowerBound)
            let anchors = anchors(a, gap.a, b, gap.b)
            for anchor in anchors {
                result[anchor.a] = anchor.b
                gaps.append((x..<anchor.a, y..<anchor.b))
                (x, y) = (anchor.a + 1, anchor.b + 1)
            }
            if !anchors.isEmpty { gaps.append((x..<gap.a.upperBound, y..<gap.b.upperBound)) }
        }
        return result
    }

    /// What stands once in each range, as far as it stands in the same order.
    private static func anchors<Element: Hashable>(_ a: [Element], _ inA: Range<Int>, _ b: [Element], _ inB: Range<Int>) -> [(
        a: Int, b: Int
    )] {
        // Where each stands; nil: more than once.
        func places(_ list: [Element], _ range: Range<Int>) -> [Element: Int?] {
            var places: [Element: Int?] = [:]
            for index in range { places[list[index]] = places[list[index]] == nil ? .some(index) : .some(nil) }
            return places
        }
        let (inFirst, inSecond) = (places(a, inA), places(b, inB))
        var pairs: [(a: Int, b: Int)] = []
        for index in inA {
            if case .some(.some(index)) = inFirst[a[index]], case .some(.some(let other)) = inSecond[a[index]] {
                pairs.append((index, other))
            }
        }
        // The longest run of pairs that ascends in `b`: tails[n] ends the best of n + 1.
        var tails: [Int] = [], before = [Int](repeating: -1, count: pairs.count)
        for (index, pair) in pairs.enumerated() {
            var (low, high) = (0, tails.count)
            while low < high {
                let middle = (low + high) / 2
                if pairs[tails[middle]].b < pair.b { low = middle + 1 } else { high = middle }
            }
            if low > 0 { before[index] = tails[low - 1] }
            if low == tails.count { tails.append(index) } else { tails[low] = index }
        }
        var chain: [(a: Int, b: Int)] = []
        var next = tails.last ?? -1
        while next >= 0 {
            chain.append(pairs[next])
            next = before[next]
        }
        return chain.reversed()
    }

    private static func longestCommon<Element: Hashable>(_ a: [Element], _ inA: Range<Int>, _ b: [Element], _ inB: Range<Int>) -> [(
        Int, Int
    )] {
        let width = inB.count + 1
        var table = [Int32](repeating: 0, count: (inA.count + 1) * width)
        for x in stride(from: inA.count - 1, through: 0, by: -1) {
            for y in stride(from: inB.count - 1, through: 0, by: -1) {
                let isSame = a[inA.lowerBound + x] == b[inB.lowerBound + y]
                table[x * width + y] =
                    isSame ? table[(x + 1) * width + y + 1] + 1 : max(table[(x + 1) * width + y], table[x * width + y + 1])
            }
        }
        var pairs: [(Int, Int)] = []
        var (x, y) = (0, 0)
        while x < inA.count, y < inB.count {
            if a[inA.lowerBound + x] == b[inB.lowerBound + y] {
                pairs.append((inA.lowerBound + x, inB.lowerBound + y))
                (x, y) = (x + 1, y + 1)
            } else if table[(x + 1) * width + y] >= table[x * width + y + 1] {
                x += 1
            } else {
                y += 1
            }
        }
        return pairs
    }
}
