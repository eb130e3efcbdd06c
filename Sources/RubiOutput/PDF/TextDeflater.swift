import COutput
import Glibc

/// A compressor (RFC 1950 and 1951) for the text that a PDF is made of, one of the two kinds that there are.
///
/// Operators, dictionaries and references repeat, and what repeats begins at a name, a number or a line. Only there are earlier places looked for, and none is
/// noted inside what repeats. The streams of one kind are alike; so a code that is made for one serves those after it, which are then written in one pass.
final class TextDeflater {
    enum Kind {
        /// The content of pages: what follows a repetition may repeat another place.
        case operators
        /// Objects that are alike but for their numbers: what follows a number repeats the same place.
        case dictionaries
    }

    /// How many streams are written with one code, if it suits them.
    private static let lifetime = 16
    private static let tableBits = 12
    /// How many bytes must be alike where the last repetition ended.
    private static let shortestKey: UInt64 = 5
    /// A shorter repetition takes no less room than its bytes.
    private static let shortestRepetition = 4
    /// After so many bytes that are not repeated, the place of the last repetition is given up.
    private static let patience = 6
    /// The end of a stream that is not looked at, so that bytes can be read eight at a time.
    private static let tail = 16

    private let kind: Kind
    /// By a byte: the bits, of eight bytes from it on, by which an earlier place is looked for; 0: none is.
    private let keys: UnsafeMutablePointer<UInt64>
    /// By a key's hash: one more than the place where it last was, in the bytes at hand or in those before them; what is there is compared.
    private let places: UnsafeMutablePointer<UInt32>
    private let code = DeflateCode()
    /// How many streams the code has served; 0: it is to be made.
    private var age = 0
    /// How many bytes of a hundred were left of the stream for which the code was made.
    private var usualShare = 0
    private var output = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)

    init(_ kind: Kind) {
        self.kind = kind
        keys = .allocate(capacity: 256)
        keys.update(repeating: 0, count: 256)
        for (byte, length) in [("\n", 8), ("/", 8), ("<", 8), (")", 8), (">", 6), (" ", 6)] as [(Unicode.Scalar, UInt64)] {
            keys[Int(byte.value)] = ~0 >> (64 - 8 * length)
        }
        places = .allocate(capacity: 1 << Self.tableBits)
        places.update(repeating: 0, count: 1 << Self.tableBits)
    }

    deinit {
        keys.deallocate()
        places.deallocate()
        output.deallocate()
    }

    /// The bytes in zlib's format, until the next call.
    func deflate(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        // No code is longer than 15 bits for a byte; the codes themselves take less than 512 bytes.
        let bound = 2 * bytes.count + 1024
        if output.count < bound {
            output.deallocate()
            output = .allocate(byteCount: bound, alignment: 16)
        }
        guard let start = output.baseAddress else { return UnsafeRawBufferPointer(output) }
        if age == 0 {
            var counter = SymbolCounter(code: code)
            code.removeAll()
            read(bytes, into: &counter)
            code.build()
        }
        var pen = BitPen(next: start, code: code)
        pen.add(BitString(0x0178, count: 16))
        pen.addCodes()
        read(bytes, into: &pen)
        pen.addEnd()
        pen.align()
        pen.add(BitString(UInt64(libdeflate_adler32(1, bytes.baseAddress, bytes.count).byteSwapped), count: 32))
        let count = pen.next - start
        let share = 100 * count / max(1, bytes.count)
        if age == 0 { usualShare = share }
        age = age + 1 == Self.lifetime || share > usualShare + usualShare / 8 ? 0 : age + 1
        return UnsafeRawBufferPointer(start: start, count: count)
    }

    /// Gives bytes to `sink` as what stands for itself and what repeats earlier bytes. No sum here can leave the bytes, so none is checked.
    @inline(__always)
    private func read(_ bytes: UnsafeRawBufferPointer, into sink: inout some SymbolSink) {
        guard let base = bytes.baseAddress else { return }
        let (keys, places, isOperators) = (keys, places, kind == .operators)
        let afterRepetition: UInt64 = ~0 >> (64 - 8 * Self.shortestKey)
        let end = bytes.count - Self.tail
        var (index, literals, distance) = (0, 0, 0)
        while index < end {
            var length = 0
            var mask = keys[Int(base.load(fromByteOffset: index, as: UInt8.self))]
            if isOperators {
                if index == literals { mask = afterRepetition }
                while mask == 0, index &+ 1 < end {
                    index &+= 1
                    mask = keys[Int(base.load(fromByteOffset: index, as: UInt8.self))]
                }
            } else if distance > 0, index > literals {
                length = Self.length(base, index &- distance, index, end)
                if length < Self.shortestRepetition {
                    length = 0
                    if index &- literals > Self.patience { distance = 0 }
                }
            }
            if mask != 0 {
                let key = Self.word(base, index) & mask
                let hash = Int((key &* 0x9E37_79B9_7F4A_7C15) >> UInt64(64 - Self.tableBits))
                let place = Int(places[hash]) &- 1
                places[hash] = UInt32(truncatingIfNeeded: index &+ 1)
                if length == 0, place >= 0, place < index, index &- place <= 32768, Self.word(base, place) & mask == key {
                    length = Self.length(base, place, index, end)
                    distance = index &- place
                }
            }
            if length == 0 {
                index &+= 1
                continue
            }
            sink.add(base, literals..<index)
            sink.add(length: length, distance: distance)
            index &+= length
            literals = index
        }
        sink.add(base, literals..<bytes.count)
    }

    @inline(__always)
    private static func word(_ base: UnsafeRawPointer, _ place: Int) -> UInt64 {
        UInt64(littleEndian: base.loadUnaligned(fromByteOffset: place, as: UInt64.self))
    }

    /// How many bytes from two places on are alike, at most 258.
    @inline(__always)
    private static func length(_ base: UnsafeRawPointer, _ first: Int, _ second: Int, _ end: Int) -> Int {
        var length = 0
        while length <= 250, second &+ length < end {
            let difference = word(base, first &+ length) ^ word(base, second &+ length)
            if difference != 0 { return length &+ difference.trailingZeroBitCount / 8 }
            length &+= 8
        }
        return length
    }
}
