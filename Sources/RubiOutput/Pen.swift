/// The digits of 0–999, four bytes a number, so that three digits are one store.
struct DigitTables: @unchecked Sendable {
    /// Without leading zeros; the number of digits in the top byte.
    let leading: UnsafePointer<UInt32>
    /// All three digits; in the top byte how many are left without zeros at the end.
    let padded: UnsafePointer<UInt32>

    /// Made once, never changed, and kept as long as the process lives.
    static let shared = DigitTables()

    private init() {
        let leading = UnsafeMutablePointer<UInt32>.allocate(capacity: 1000)
        let padded = UnsafeMutablePointer<UInt32>.allocate(capacity: 1000)
        for number in 0..<1000 {
            let digits = [number / 100, number / 10 % 10, number % 10].map { UInt32($0) + 0x30 }
            let count = number >= 100 ? 3 : number >= 10 ? 2 : 1
            let kept = number % 10 != 0 ? 3 : number % 100 != 0 ? 2 : number != 0 ? 1 : 0
            padded[number] = digits[0] | digits[1] << 8 | digits[2] << 16 | UInt32(kept) << 24
            leading[number] = (padded[number] & 0xFF_FFFF) >> UInt32(8 * (3 - count)) | UInt32(count) << 24
        }
        (self.leading, self.padded) = (UnsafePointer(leading), UnsafePointer(padded))
    }
}

/// Writes into a sink's buffer; the caller has made room (`ByteSink.pen(room:)`). A number takes at most `numberRoom`.
struct Pen {
    /// The longest number: sign, 19 digits, point, 3 decimals; and what a store of 4 or 8 bytes reaches past its end.
    static let numberRoom = 32

    private(set) var next: UnsafeMutablePointer<UInt8>
    private let digits: DigitTables

    init(next: UnsafeMutablePointer<UInt8>, digits: DigitTables) { (self.next, self.digits) = (next, digits) }

    @inline(__always)
    mutating func byte(_ value: UInt8) {
        next.pointee = value
        next += 1
    }

    @inline(__always)
    mutating func text(_ text: StaticString) {
        next.update(from: text.utf8Start, count: text.utf8CodeUnitCount)
        next += text.utf8CodeUnitCount
    }

    /// A scalar that is three bytes in UTF-8. The store reaches one byte past its end.
    @inline(__always)
    mutating func threeBytes(_ scalar: UInt32) {
        let word = 0x80_80E0 | scalar >> 12 | (scalar << 2) & 0x3F00 | (scalar & 0x3F) << 16
        UnsafeMutableRawPointer(next).storeBytes(of: word.littleEndian, as: UInt32.self)
        next += 3
    }

    /// Eight bytes as they lie in memory.
    @inline(__always)
    mutating func eightBytes(_ word: UInt64) {
        UnsafeMutableRawPointer(next).storeBytes(of: word, as: UInt64.self)
        next += 8
    }

    /// The `count` lowest bytes of a word, at most 4, the lowest first. The store always reaches 4 bytes.
    @inline(__always)
    mutating func bytes(_ word: UInt32, count: Int) {
        UnsafeMutableRawPointer(next).storeBytes(of: word.littleEndian, as: UInt32.self)
        next += count
    }

    /// Takes the last byte back.
    @inline(__always)
    mutating func back() { next -= 1 }

    /// Copies `count` bytes that the pen wrote before.
    @inline(__always)
    mutating func again(_ from: UnsafeMutablePointer<UInt8>, count: Int) {
        if count <= 8 {
            UnsafeMutableRawPointer(next).storeBytes(of: UnsafeRawPointer(from).loadUnaligned(as: UInt64.self), as: UInt64.self)
        } else {
            next.update(from: from, count: count)
        }
        next += count
    }

    /// A whole number.
    @inline(__always)
    mutating func integer(_ value: Int) {
        if value < 0 { byte(0x2D) }
        natural(value.magnitude)
    }

    /// A whole number that is not negative.
    @inline(__always)
    mutating func natural(_ value: UInt) {
        if value < 1000 {
            first(value)
        } else if value < 1_000_000 {
            let thousands = value / 1000
            first(thousands)
            group(value &- thousands &* 1000)
        } else if value < 1_000_000_000 {
            let thousands = value / 1000
            let millions = thousands / 1000
            first(millions)
            group(thousands &- millions &* 1000)
            group(value &- thousands &* 1000)
        } else {
            long(value)
        }
    }

    /// A number of thousandths, with at most three decimals and no zeros at the end.
    @inline(__always)
    mutating func thousandths(_ value: Int) {
        if value < 0 { byte(0x2D) }
        let magnitude = value.magnitude
        let whole = magnitude / 1000
        natural(whole)
        let rest = Int(truncatingIfNeeded: magnitude &- whole &* 1000)
        if rest != 0 {
            byte(0x2E)
            let entry = digits.padded[rest]
            store(entry)
            next += Int(entry >> 24)
        }
    }

    /// A number of billionths that is not negative, with no zeros at the end and none before the point.
    mutating func billionths(_ value: Int) {
        let (whole, rest) = value.quotientAndRemainder(dividingBy: 1_000_000_000)
        if whole > 0 || rest == 0 { integer(whole) }
        if rest == 0 { return }
        byte(0x2E)
        for part in [rest / 1_000_000, rest / 1000 % 1000, rest % 1000] { group(UInt(part)) }
        while next[-1] == 0x30 { next -= 1 }
    }

    @inline(__always)
    private mutating func first(_ value: UInt) {
        let entry = digits.leading[Int(truncatingIfNeeded: value)]
        store(entry)
        next += Int(entry >> 24)
    }

    @inline(__always)
    private mutating func group(_ value: UInt) {
        store(digits.padded[Int(truncatingIfNeeded: value)])
        next += 3
    }

    private mutating func long(_ value: UInt) {
        if value < 1000 {
            first(value)
        } else {
            long(value / 1000)
            group(value % 1000)
        }
    }

    @inline(__always)
    private func store(_ entry: UInt32) { UnsafeMutableRawPointer(next).storeBytes(of: entry, as: UInt32.self) }
}
