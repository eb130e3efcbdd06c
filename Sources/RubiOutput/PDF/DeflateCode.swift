/// Takes what a compressor makes of bytes.
protocol SymbolSink {
    /// Bytes that stand for themselves.
    mutating func add(_ base: UnsafeRawPointer, _ bytes: Range<Int>)
    /// So many bytes again, from so far before.
    mutating func add(length: Int, distance: Int)
}

/// The codes of one block of a stream (RFC 1951, 3.2.5 to 3.2.7): for bytes and lengths, and for distances.
final class DeflateCode {
    fileprivate let literals = HuffmanCode(size: 286, limit: 15)
    fileprivate let distances = HuffmanCode(size: 30, limit: 15)
    private let lengths = HuffmanCode(size: 19, limit: 7)
    /// By the length of a repetition: its symbol less 257; by that, the least length that it stands for, and how many bits tell which.
    fileprivate let lengthSymbols: UnsafeMutablePointer<UInt8>
    private let lengthBases: UnsafeMutablePointer<UInt16>
    private let lengthBits: UnsafeMutablePointer<UInt8>
    /// By the length of a repetition: its code, with the bits that tell which of those with its symbol it is.
    fileprivate let lengthCodes: UnsafeMutablePointer<BitString>
    /// What a block begins with: that it is the last one, and the lengths of all codes.
    fileprivate var head: [BitString] = []

    init() {
        lengthSymbols = .allocate(capacity: 259)
        lengthSymbols.update(repeating: 0, count: 259)
        lengthBases = .allocate(capacity: 29)
        lengthBits = .allocate(capacity: 29)
        lengthCodes = .allocate(capacity: 259)
        for symbol in 0..<29 {
            // Four symbols for each number of bits, but that the longest has one of its own.
            let bits = symbol < 8 || symbol == 28 ? 0 : symbol / 4 - 1
            let base = symbol == 28 ? 258 : symbol < 8 ? 3 + symbol : 3 + (4 + symbol % 4) << bits
            lengthBits[symbol] = UInt8(bits)
            lengthBases[symbol] = UInt16(base)
            for length in base...258 { lengthSymbols[length] = UInt8(symbol) }
        }
    }

    deinit {
        lengthSymbols.deallocate()
        lengthBases.deallocate()
        lengthBits.deallocate()
        lengthCodes.deallocate()
    }

    /// What a symbol counts; one that does not occur counts 1, so that the codes serve any stream.
    fileprivate static let weight: UInt32 = 2

    /// Begins to count.
    func removeAll() {
        literals.counts.update(repeating: 1, count: literals.size)
        distances.counts.update(repeating: 1, count: distances.size)
    }

    /// Makes the codes from what was counted.
    func build() {
        literals.build()
        distances.build()
        for length in 3...258 {
            let symbol = Int(lengthSymbols[length])
            let rest = BitString(UInt64(length) - UInt64(lengthBases[symbol]), count: UInt64(lengthBits[symbol]))
            lengthCodes[length] = literals.codes[257 + symbol].then(rest)
        }
        makeHead()
    }

    /// The symbol of a distance, which is one more.
    @inline(__always)
    fileprivate static func distanceSymbol(_ distance: Int) -> Int {
        if distance < 4 { return distance }
        let bits = Int.bitWidth - 1 - distance.leadingZeroBitCount
        return 2 &* bits &+ (distance &>> (bits &- 1) & 1)
    }

    /// The order in which the lengths of the codes for lengths are written.
    private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

    private func makeHead() {
        let all = (0..<literals.size).map { literals.lengths[$0] } + (0..<distances.size).map { distances.lengths[$0] }
        // Lengths, and 16 for the last one three to six times again. None is 0, since every symbol counts.
        var steps: [(symbol: Int, rest: BitString)] = []
        var index = 0
        while index < all.count {
            steps.append((Int(all[index]), BitString()))
            var end = index + 1
            while end < all.count, all[end] == all[index] { end += 1 }
            index += 1
            while end - index >= 3 {
                let count = min(end - index, 6)
                steps.append((16, BitString(UInt64(count - 3), count: 2)))
                index += count
            }
        }
        lengths.counts.update(repeating: 0, count: lengths.size)
        for step in steps { lengths.counts[step.symbol] += 1 }
        lengths.build()
        head = [BitString(0b101, count: 3)]
        head.append(BitString(UInt64(literals.size - 257), count: 5))
        head.append(BitString(UInt64(distances.size - 1), count: 5))
        head.append(BitString(UInt64(Self.order.count - 4), count: 4))
        for symbol in Self.order { head.append(BitString(UInt64(lengths.lengths[symbol]), count: 3)) }
        for step in steps { head.append(lengths.codes[step.symbol].then(step.rest)) }
    }
}

/// Counts the symbols of a block.
struct SymbolCounter: SymbolSink {
    let code: DeflateCode

    func add(_ base: UnsafeRawPointer, _ bytes: Range<Int>) {
        for index in bytes { code.literals.counts[Int(base.load(fromByteOffset: index, as: UInt8.self))] += DeflateCode.weight }
    }

    func add(length: Int, distance: Int) {
        code.literals.counts[257 + Int(code.lengthSymbols[length])] += DeflateCode.weight
        code.distances.counts[DeflateCode.distanceSymbol(distance - 1)] += DeflateCode.weight
    }
}

/// Bits of a stream, the first the lowest.
struct BitString {
    private(set) var bits: UInt64 = 0
    private(set) var count: UInt64 = 0

    init() {}

    init(_ bits: UInt64, count: UInt64) { (self.bits, self.count) = (bits, count) }

    /// These bits and others after them, together not more than 64.
    @inline(__always)
    func then(_ more: BitString) -> BitString { BitString(bits | more.bits &<< count, count: count &+ more.count) }
}

/// Writes bits, the first into the lowest bit of a byte, and symbols by their codes.
struct BitPen: SymbolSink {
    private(set) var next: UnsafeMutableRawPointer
    private var rest = BitString()
    private let code: DeflateCode
    private let codes: UnsafeMutablePointer<BitString>
    private let distanceCodes: UnsafeMutablePointer<BitString>
    private let lengthCodes: UnsafeMutablePointer<BitString>

    init(next: UnsafeMutableRawPointer, code: DeflateCode) {
        self.next = next
        self.code = code
        (codes, distanceCodes, lengthCodes) = (code.literals.codes, code.distances.codes, code.lengthCodes)
    }

    /// Adds up to 56 bits; writes eight bytes, of which it keeps the whole ones.
    @inline(__always)
    mutating func add(_ more: BitString) {
        rest = rest.then(more)
        next.storeBytes(of: rest.bits.littleEndian, as: UInt64.self)
        next += Int(truncatingIfNeeded: rest.count &>> 3)
        rest = BitString(rest.bits &>> (rest.count & 56), count: rest.count & 7)
    }

    @inline(__always)
    mutating func add(_ base: UnsafeRawPointer, _ bytes: Range<Int>) {
        var next = bytes.lowerBound
        while next &+ 2 < bytes.upperBound {
            // Three codes of up to 15 bits at once.
            add(literal(base, next).then(literal(base, next &+ 1)).then(literal(base, next &+ 2)))
            next &+= 3
        }
        while next < bytes.upperBound {
            add(literal(base, next))
            next &+= 1
        }
    }

    @inline(__always)
    private func literal(_ base: UnsafeRawPointer, _ index: Int) -> BitString {
        codes[Int(base.load(fromByteOffset: index, as: UInt8.self))]
    }

    @inline(__always)
    mutating func add(length: Int, distance: Int) {
        let place = DeflateCode.distanceSymbol(distance &- 1)
        let bits = UInt64(truncatingIfNeeded: max(0, place / 2 &- 1))
        let distanceRest = BitString(UInt64(truncatingIfNeeded: distance &- 1) & (1 &<< bits &- 1), count: bits)
        add(lengthCodes[length].then(distanceCodes[place]).then(distanceRest))
    }

    /// What a block begins with.
    mutating func addCodes() { for bits in code.head { add(bits) } }

    /// The symbol of a block's end.
    mutating func addEnd() { add(codes[256]) }

    /// Fills the last byte.
    mutating func align() { if rest.count > 0 { add(BitString(0, count: 8 - rest.count)) } }
}
