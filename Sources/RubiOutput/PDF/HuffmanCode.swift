/// A prefix code for the symbols of one alphabet (RFC 1951, 3.2.2), made from how often each of them occurs.
struct HuffmanCode: ~Copyable {
    /// Symbols of the alphabet, and the longest code that is allowed.
    let size: Int
    private let limit: Int
    /// How often each symbol occurs: to be counted before `build`.
    let counts: UnsafeMutablePointer<UInt32>
    /// The length of each symbol's code, 0 where it does not occur.
    let lengths: UnsafeMutablePointer<UInt8>
    /// The code of each symbol that occurs.
    let codes: UnsafeMutablePointer<BitString>
    /// The counts of the symbols that occur, rising; then the tree over them.
    private let nodes: UnsafeMutablePointer<Int>
    private let sorted: UnsafeMutableBufferPointer<UInt64>

    init(size: Int, limit: Int) {
        (self.size, self.limit) = (size, limit)
        counts = .allocate(capacity: size)
        lengths = .allocate(capacity: size)
        codes = .allocate(capacity: size)
        nodes = .allocate(capacity: size)
        sorted = .allocate(capacity: size)
    }

    deinit {
        counts.deallocate()
        lengths.deallocate()
        codes.deallocate()
        nodes.deallocate()
        sorted.deallocate()
    }

    /// Makes lengths and codes from the counts. There are at least two codes, so that the code is complete (some programs take no other).
    func build() {
        var used = 0
        for symbol in 0..<size where counts[symbol] > 0 {
            sorted[used] = UInt64(counts[symbol]) << 16 | UInt64(symbol)
            used += 1
        }
        for symbol in 0..<size where used < 2 && counts[symbol] == 0 {
            sorted[used] = UInt64(symbol)
            used += 1
        }
        var symbols = UnsafeMutableBufferPointer(rebasing: sorted[..<used])
        symbols.sort()
        var depths = Self.depths(of: symbols, nodes)
        limitDepths(&depths)
        assign(symbols, depths)
    }

    /// How many symbols there are at each depth of the tree in which the sum of counts times depths is least (Moffat and Katajainen, In-place calculation of
    /// minimum-redundancy codes, 1995). `nodes`: room for as many.
    private static func depths(of symbols: UnsafeMutableBufferPointer<UInt64>, _ nodes: UnsafeMutablePointer<Int>) -> Depths {
        let count = symbols.count
        for (index, symbol) in symbols.enumerated() { nodes[index] = Int(symbol >> 16) }
        // Leaves are joined from the rarest on: each joined node takes the place of its number, and points to the node above it once that is made.
        nodes[0] += nodes[1]
        var (root, leaf) = (0, 2)
        for next in 1..<max(1, count - 1) {
            for child in 0..<2 {
                var weight: Int
                if leaf >= count || root < next && nodes[root] < nodes[leaf] {
                    weight = nodes[root]
                    nodes[root] = next
                    root += 1
                } else {
                    weight = nodes[leaf]
                    leaf += 1
                }
                if child == 1 { weight += nodes[next] }
                nodes[next] = weight
            }
        }
        nodes[count - 2] = 0
        for next in stride(from: count - 3, through: 0, by: -1) { nodes[next] = nodes[nodes[next]] + 1 }
        // From the depths of the joined nodes, how many leaves are left at each.
        var depths = Depths(repeating: 0)
        var (available, depth, next) = (1, 0, count - 2)
        while available > 0 {
            var joined = 0
            while next >= 0, nodes[next] == depth {
                joined += 1
                next -= 1
            }
            depths[min(depth, Depths.count - 1)] += available - joined
            available = 2 * joined
            depth += 1
        }
        return depths
    }

    /// Symbols at each depth up to 31: no block is so long that its tree is deeper.
    private typealias Depths = InlineArray<32, Int>

    /// Brings what is too deep up to the limit, and makes room for it by moving what is above it down.
    private func limitDepths(_ depths: inout Depths) {
        for depth in limit + 1..<Depths.count {
            depths[limit] += depths[depth]
            depths[depth] = 0
        }
        var room = 0
        for depth in 1...limit { room += depths[depth] << (limit - depth) }
        while room > 1 << limit {
            depths[limit] -= 1
            guard let above = (1..<limit).last(where: { depths[$0] > 0 }) else { return }
            depths[above] -= 1
            depths[above + 1] += 2
            room -= 1
        }
    }

    /// Gives the longest codes to the rarest symbols, codes of one length in the order of the symbols.
    private func assign(_ symbols: UnsafeMutableBufferPointer<UInt64>, _ depths: Depths) {
        lengths.update(repeating: 0, count: size)
        var next = 0
        for length in stride(from: limit, to: 0, by: -1) {
            for _ in 0..<depths[length] {
                lengths[Int(symbols[next] & 0xFFFF)] = UInt8(length)
                next += 1
            }
        }
        var first = InlineArray<16, UInt16>(repeating: 0)
        var code: UInt16 = 0
        for length in 1...limit {
            code = (code + UInt16(length == 1 ? 0 : depths[length - 1])) << 1
            first[length] = code
        }
        for symbol in 0..<size where lengths[symbol] > 0 {
            let length = Int(lengths[symbol])
            codes[symbol] = BitString(UInt64(Self.reversed(first[length]) >> UInt16(16 - length)), count: UInt64(length))
            first[length] += 1
        }
    }

    private static func reversed(_ bits: UInt16) -> UInt16 {
        var bits = bits
        bits = bits >> 1 & 0x5555 | (bits & 0x5555) << 1
        bits = bits >> 2 & 0x3333 | (bits & 0x3333) << 2
        bits = bits >> 4 & 0x0F0F | (bits & 0x0F0F) << 4
        return bits.byteSwapped
    }
}
