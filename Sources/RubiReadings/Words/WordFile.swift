import CLanguage
import Glibc
import RubiText

/// EDICT, the Japanese-English dictionary of the Electronic Dictionary Research and Development Group: the spellings and readings of some 190,000 words.
///
/// It is used where Debian's package `edict` has put it, and looked up in the file as it lies there: its lines, in EUC-JP, are in the order of their bytes.
///
///     階下 [かいか] /(n) downstairs/(P)/
struct WordFile: Sendable {
    /// Where Debian's package has it.
    static let place = "/usr/share/edict/edict"
    /// That of the machine, mapped once; nil where it is not installed.
    static let edict = WordFile(path: place)

    private let file: MappedFile

    /// A line for a word, or for one that has kana behind it.
    struct Entry {
        /// The kana behind the word, in hiragana.
        var tail: [UInt32]
        /// The reading, with the tail's.
        var reading: [UInt32]
        /// Usual readings have less: 0 those that the dictionary marks as common, 1 others; then irregular and outdated ones.
        var rarity: Int
    }

    /// Nil where the file is not there.
    init?(path: String) {
        guard let file = MappedFile(path: path), file.bytes.last == 0x0A else { return nil }
        self.file = file
    }

    /// The bytes of all lines.
    var all: Range<Int> { 0..<file.bytes.count }

    /// The bytes of the lines within `lines` that begin with `prefix`.
    func lines(_ prefix: [UInt8], in lines: Range<Int>) -> Range<Int> {
        let start = firstLine(in: lines) { compare($0, prefix) >= 0 }
        guard start < lines.upperBound, compare(start, prefix) == 0 else { return start..<start }
        return start..<firstLine(in: start..<lines.upperBound) { compare($0, prefix) > 0 }
    }

    /// Where the first line begins for which `isBehind` is true, as it is for all after it.
    private func firstLine(in lines: Range<Int>, _ isBehind: (Int) -> Bool) -> Int {
        var (low, high) = (lines.lowerBound, lines.upperBound)
        while low < high {
            var start = (low + high) / 2
            while start > low, base.load(fromByteOffset: start - 1, as: UInt8.self) != 0x0A { start -= 1 }
            if isBehind(start) { high = start } else { low = end(of: start) + 1 }
        }
        return low
    }

    /// Less than 0 where the line at `start` stands before all that begin with `prefix`, 0 where it is one of them.
    private func compare(_ start: Int, _ prefix: [UInt8]) -> Int {
        guard start + prefix.count <= file.bytes.count else { return -1 }
        return prefix.withUnsafeBytes { prefix in prefix.baseAddress.map { Int(memcmp(base + start, $0, prefix.count)) } ?? 0 }
    }

    private func end(of start: Int) -> Int {
        // The file ends with the end of a line.
        memchr(base + start, 0x0A, file.bytes.count - start).map { UnsafeRawPointer($0) - base } ?? file.bytes.count
    }

    private var base: UnsafeRawPointer {
        guard let base = file.bytes.baseAddress else { preconditionFailure("a file that is mapped has bytes") }
        return base
    }

    /// Calls `body` with the words that are the first `count` bytes of the lines, and then those with kana behind them.
    func forEachEntry(_ count: Int, in lines: Range<Int>, _ body: (Entry) -> Void) {
        var start = lines.lowerBound
        while start < lines.upperBound {
            // Kana stand before kanji.
            guard file.bytes[start + count] < 0xA6 else { return }
            let end = end(of: start)
            if let entry = entry(start + count, end) { body(entry) }
            start = end + 1
        }
    }

    private func entry(_ start: Int, _ end: Int) -> Entry? {
        var index = start
        let tail = kana(&index)
        guard index + 1 < end, file.bytes[index] == 0x20, file.bytes[index + 1] == UInt8(ascii: "[") else { return nil }
        index += 2
        let isKatakana = file.bytes[index] == 0xA5
        let reading = kana(&index)
        guard !reading.isEmpty, file.bytes[index] == UInt8(ascii: "]") else { return nil }
        let isCommon = holds("(P)", index..<end)
        let isOdd = ["(ok)", "(oK)", "(ik)", "(iK)", "(oik)"].contains { holds($0, index..<end) }
        return Entry(tail: tail, reading: reading, rarity: (isOdd ? 2 : 0) + (isCommon ? 0 : 1) + (isKatakana ? 1 : 0))
    }

    private func kana(_ index: inout Int) -> [UInt32] {
        var kana: [UInt32] = []
        while index + 1 < file.bytes.count {
            let trail = UInt32(file.bytes[index + 1])
            switch file.bytes[index] {
            case 0xA4 where 0xA1...0xF3 ~= trail, 0xA5 where 0xA1...0xF6 ~= trail: kana.append(0x3041 + trail - 0xA1)
            case 0xA1 where trail == 0xBC: kana.append(0x30FC)
            default: return kana
            }
            index += 2
        }
        return kana
    }

    private func holds(_ mark: StaticString, _ range: Range<Int>) -> Bool {
        rubi_find(base + range.lowerBound, range.count, mark.utf8Start, mark.utf8CodeUnitCount) != nil
    }
}
