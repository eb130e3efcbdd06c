import Glibc

/// A sliding view of a manuscript's bytes in which whole lines are found. It grows only as far as the longest line.
struct LineWindow {
    /// How much is read at once.
    static let chunk = 1 << 18

    private let source: ByteSource
    private var bytes: [UInt8]
    /// Offset of `bytes[0]` in the input.
    private var start = 0
    /// How many of `bytes` are filled.
    private var filled: Int
    /// Where the next line begins in `bytes`.
    private var position = 0
    private var isComplete: Bool
    /// Nothing is found before these; a mark stands at them, or they are at `filled`.
    private var nextLineFeed = 0
    private var nextReturn = 0
    private var nextUnit = 0

    init(_ source: ByteSource) {
        self.source = source
        isComplete = source.isInMemory
        bytes = source.isInMemory ? source.contents : []
        filled = bytes.count
    }

    /// One line: its content and where the next begins, in the window's bytes.
    struct Line {
        var content: Range<Int>
        var next: Int
        var ending: SourceLine.Ending
    }

    /// Offset in the input of an index of the window.
    func inputOffset(_ index: Int) -> Int { start + index }

    /// Calls `body` with the bytes of `range`.
    func withBytes<R>(_ range: Range<Int>, _ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
        bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[range])) }
    }

    /// Goes to the byte `offset` of the input.
    mutating func seek(to offset: Int) {
        nextLineFeed = 0
        nextReturn = 0
        nextUnit = 0
        if source.isInMemory {
            position = min(offset, filled)
            return
        }
        start = offset
        position = 0
        filled = 0
        isComplete = false
    }

    /// The next line; nil at the end. `unitWidth` is 2 for UTF-16, where a line end is two bytes.
    mutating func nextLine(unitWidth: Int, bigEndian: Bool) -> Line? {
        while true {
            let end = unitWidth == 1 ? byteLineEnd() : unitLineEnd(bigEndian: bigEndian)
            // The line end may be cut, or its second half be outside.
            if !isComplete && end + 2 * unitWidth > filled {
                fill()
                continue
            }
            if position >= filled { return nil }
            let line = self.line(endingAt: end, unitWidth: unitWidth, bigEndian: bigEndian)
            position = line.next
            return line
        }
    }

    private func line(endingAt end: Int, unitWidth: Int, bigEndian: Bool) -> Line {
        guard end + unitWidth <= filled else { return Line(content: position..<filled, next: filled, ending: .none) }
        let high = bigEndian ? unitWidth - 1 : 0
        let isReturn = bytes[end + high] == 0x0D
        let second = end + unitWidth
        if isReturn, second + unitWidth <= filled, bytes[second + high] == 0x0A, unitWidth == 1 || bytes[second + 1 - high] == 0 {
            return Line(content: position..<end, next: second + unitWidth, ending: .crlf)
        }
        return Line(content: position..<end, next: second, ending: isReturn ? .cr : .lf)
    }

    private mutating func byteLineEnd() -> Int {
        nextLineFeed = first(0x0A, from: nextLineFeed)
        nextReturn = first(0x0D, from: nextReturn)
        return min(nextLineFeed, nextReturn)
    }

    private func first(_ byte: UInt8, from known: Int) -> Int {
        let from = max(known, position)
        guard from < filled else { return filled }
        return bytes.withUnsafeBytes { buffer in
            guard let base = buffer.baseAddress, let found = memchr(base + from, Int32(byte), filled - from) else { return filled }
            return UnsafeRawPointer(found) - base
        }
    }

    private mutating func unitLineEnd(bigEndian: Bool) -> Int {
        nextUnit = max(nextUnit, position)
        bytes.withUnsafeBufferPointer { bytes in
            while nextUnit + 1 < filled {
                let unit = UTF16Decoder.unit(bytes, at: nextUnit, bigEndian: bigEndian)
                if unit == 0x0A || unit == 0x0D { return }
                nextUnit += 2
            }
        }
        return nextUnit + 1 < filled ? nextUnit : filled
    }

    /// Makes room for the next piece behind the `kept` bytes that are still wanted.
    private mutating func makeRoom(_ kept: Int) {
        let needed = kept + min(Self.chunk, source.count - start - kept)
        guard bytes.count < needed else { return }
        var larger = [UInt8](repeating: 0, count: max(needed, kept > 0 ? 2 * bytes.count : 0))
        larger.withUnsafeMutableBytes { target in
            bytes.withUnsafeBytes { target.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[..<kept])) }
        }
        bytes = larger
    }

    private mutating func fill() {
        let kept = filled - position
        if position > 0 {
            bytes.withUnsafeMutableBytes { buffer in
                guard let base = buffer.baseAddress else { return }
                memmove(base, base + position, kept)
            }
        }
        start += position
        nextLineFeed = max(0, nextLineFeed - position)
        nextReturn = max(0, nextReturn - position)
        nextUnit = min(max(0, nextUnit - position), kept & ~1)
        position = 0
        makeRoom(kept)
        let read = bytes.withUnsafeMutableBytes { buffer in
            source.read(at: start + kept, into: UnsafeMutableRawBufferPointer(rebasing: buffer[kept...]))
        }
        filled = kept + read
        isComplete = read == 0 || start + filled >= source.count
    }
}
