import Glibc

/// Which encoding a manuscript is in, told from its bytes (M121).
struct EncodingDetection {
    struct Result {
        var encoding: TextEncoding
        var bigEndian = false
        var markLength = 0
    }

    /// How much of UTF-16 without a mark is looked at, in code units.
    private static let sampledUnits = 4096
    /// How many of them must be what Japanese text is made of.
    private static let plausibleShare = 0.9
    /// How many must be kana, ASCII or the punctuation of either. Text in double bytes of Shift_JIS, too, reads as units of U+4E00–9FFF for the
    /// most part, but as none of these.
    private static let tellingShare = 0.05

    /// How many bytes are looked at for the form of EUC-JP.
    private static let formLength = 1 << 12

    private let text: SourceText
    private var source: ByteSource { text.source }

    init(_ text: SourceText) { self.text = text }

    func detect(_ asked: TextEncoding?) -> Result {
        if let asked { return marked(asked) }
        if let marked = mark() { return marked }
        let survey = self.survey()
        if survey.isISO2022 { return Result(encoding: .iso2022JP) }
        if survey.isUTF8, !survey.hasNull { return Result(encoding: .utf8) }
        if source.count % 2 == 0, let bigEndian = looksLikeUTF16() { return Result(encoding: .utf16, bigEndian: bigEndian) }
        if survey.isUTF8 { return Result(encoding: .utf8) }
        return Result(encoding: judge())
    }

    /// The encoding asked for, with the mark that the text begins with where it is one of that encoding.
    private func marked(_ asked: TextEncoding) -> Result {
        if let mark = mark(), mark.encoding == asked { return mark }
        guard asked == .utf16 else { return Result(encoding: asked) }
        return Result(encoding: .utf16, bigEndian: plausibleUnits(bigEndian: true).share > plausibleUnits(bigEndian: false).share)
    }

    private func mark() -> Result? {
        let head = text.bytes(in: 0..<3)
        if head == [0xEF, 0xBB, 0xBF] { return Result(encoding: .utf8, markLength: 3) }
        if head.starts(with: [0xFE, 0xFF]) { return Result(encoding: .utf16, bigEndian: true, markLength: 2) }
        if head.starts(with: [0xFF, 0xFE]) { return Result(encoding: .utf16, markLength: 2) }
        return nil
    }

    private struct Survey {
        var isUTF8 = true
        var hasNull = false
        var isISO2022 = false
    }

    /// One pass over the bytes, which ends where the first broken sequence of UTF-8 is found.
    private func survey() -> Survey {
        var survey = Survey()
        var isASCII = true
        var hasEscape = false
        var buffer = [UInt8](repeating: 0, count: min(LineWindow.chunk, source.count))
        var offset = 0
        while offset < source.count {
            let count = buffer.withUnsafeMutableBytes { source.read(at: offset, into: $0) }
            if count == 0 { break }
            let valid = buffer.withUnsafeBufferPointer { bytes in
                let read = UnsafeBufferPointer(rebasing: bytes[..<count])
                if isASCII { isASCII = read.allSatisfy { $0 < 0x80 } }
                if let base = read.baseAddress {
                    if isASCII, memchr(base, 0x1B, count) != nil { hasEscape = true }
                    if memchr(base, 0, count) != nil { survey.hasNull = true }
                }
                return UTF8Decoder.validLength(read)
            }
            // A sequence may be cut at the end of what was read, but not at the end of the text.
            if valid == 0 || count - valid > 3 || (valid < count && offset + count >= source.count) {
                survey.isUTF8 = false
                return survey
            }
            offset += valid
        }
        if isASCII, hasEscape { survey.isISO2022 = holdsISO2022Escape() }
        return survey
    }

    private func holdsISO2022Escape() -> Bool {
        let escapes: [[UInt8]] = [[0x1B, 0x24, 0x40], [0x1B, 0x24, 0x42], [0x1B, 0x28, 0x4A], [0x1B, 0x24, 0x28]]
        return escapes.contains { text.firstOffset(of: $0) != nil }
    }

    private func looksLikeUTF16() -> Bool? {
        for bigEndian in [false, true] {
            let units = plausibleUnits(bigEndian: bigEndian)
            if units.isPaired, units.share >= Self.plausibleShare, units.telling >= Self.tellingShare { return bigEndian }
        }
        return nil
    }

    /// The share of the first code units that Japanese text is made of, that of kana, ASCII and punctuation, and whether all surrogates among them
    /// are paired.
    private func plausibleUnits(bigEndian: Bool) -> (share: Double, telling: Double, isPaired: Bool) {
        let bytes = text.bytes(in: 0..<2 * Self.sampledUnits)
        var plausible = 0
        var telling = 0
        var isPaired = true
        var high = false
        bytes.withUnsafeBufferPointer { bytes in
            for i in stride(from: 0, to: bytes.count - 1, by: 2) {
                let unit = UTF16Decoder.unit(bytes, at: i, bigEndian: bigEndian)
                switch unit {
                case 0x09...0x0D, 0x20...0x7E, 0x3000...0x30FF: telling += 1
                // Dashes and ellipses besides M121's ranges: a short dialogue may be full of them.
                case 0x4E00...0x9FFF, 0xFF00...0xFFEF, 0x2010...0x203B: plausible += 1
                default: break
                }
                let isLow = unit & 0xFC00 == 0xDC00
                if isLow != high { isPaired = false }
                high = unit & 0xFC00 == 0xD800
            }
        }
        if high, bytes.count < 2 * Self.sampledUnits { isPaired = false }
        let units = Double(max(1, bytes.count / 2))
        return (Double(plausible + telling) / units, Double(telling) / units, isPaired)
    }

    /// CP932 against EUC-JP, and where neither is valid against UTF-8.
    private func judge() -> TextEncoding {
        let cp932 = badBytes(in: .cp932, stopsAtFirst: false)
        if cp932 == 0, !hasFormOfEUC() { return .cp932 }
        let euc = badBytes(in: .eucJP, stopsAtFirst: cp932 == 0)
        if cp932 == 0, euc == 0 { return score(of: .eucJP) > score(of: .cp932) ? .eucJP : .cp932 }
        if cp932 == 0 { return .cp932 }
        if euc == 0 { return .eucJP }
        let utf8 = badBytes(in: .utf8, stopsAtFirst: false)
        if utf8 <= cp932, utf8 <= euc { return .utf8 }
        return cp932 <= euc ? .cp932 : .eucJP
    }

    /// Whether the first bytes past ASCII come in the pairs of EUC-JP: spares the making of its table where they do not.
    private func hasFormOfEUC() -> Bool {
        let bytes = text.bytes(in: 0..<Self.formLength)
        var i = 0
        while i < bytes.count {
            if bytes[i] < 0x80 {
                i += 1
                continue
            }
            let length = bytes[i] == 0x8F ? 3 : 2
            guard bytes[i] >= 0xA1 || bytes[i] == 0x8E || bytes[i] == 0x8F else { return false }
            for k in i + 1..<min(i + length, bytes.count) where bytes[k] < 0xA1 { return false }
            i += length
        }
        return true
    }

    private func badBytes(in encoding: TextEncoding, stopsAtFirst: Bool) -> Int {
        // Where the C library lacks an encoding, it does not come into question.
        guard (try? text.use(encoding)) != nil else { return Int.max }
        if let table = text.table, isValid(by: table) { return 0 }
        var count = 0
        while text.scanLine({ scratch in for range in scratch.badRanges { count += range.count } }) {
            if stopsAtFirst, count > 0 { break }
        }
        return count
    }

    /// Whether all bytes are characters of a table: a pass that is faster than decoding, and mostly enough.
    private func isValid(by table: DoubleByteTable) -> Bool {
        var buffer = [UInt8](repeating: 0, count: min(LineWindow.chunk, source.count))
        var offset = 0
        while offset < source.count {
            let count = buffer.withUnsafeMutableBytes { source.read(at: offset, into: $0) }
            if count == 0 { return false }
            let valid = buffer.withUnsafeBufferPointer {
                DoubleByteDecoder.validLength(UnsafeBufferPointer(rebasing: $0[..<count]), by: table)
            }
            // A character may be cut at the end of what was read, but not at the end of the text.
            if valid == 0 || count - valid > 2 || (valid < count && offset + count >= source.count) { return false }
            offset += valid
        }
        return true
    }

    /// How much the text looks like Japanese in an encoding: half-width katakana speak against it.
    private func score(of encoding: TextEncoding) -> Int {
        guard (try? text.use(encoding)) != nil else { return Int.min }
        var score = 0
        while text.scanLine({ scratch in score += Self.score(scratch) }) {}
        return score
    }

    private static func score(_ scratch: ScalarScratch) -> Int {
        var score = 0
        for i in 0..<scratch.count {
            switch scratch.scalars[i] {
            case 0x3005...0x3007, 0x3041...0x309F, 0x30A1...0x30FF, 0x4E00...0x9FFF: score += 1
            case 0xFF61...0xFF9F: score -= 3
            default: break
            }
        }
        return score
    }
}
