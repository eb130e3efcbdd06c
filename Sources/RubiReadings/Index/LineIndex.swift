import RubiText
import Synchronization

/// Sorts lines, or the records of a table, by their readings.
///
///     var index = try LineIndex(readings)
///     index.add(line: "東京")
///     index.sort()
///     index.forEach { line in print(line.text) }
public struct LineIndex: ~Copyable {
    /// The field of a record that is its key.
    public struct Field: Sendable, Equatable {
        /// From 1.
        public var number: Int
        /// Values have commas between, and may be quoted; else tabulators.
        public var isCSV: Bool

        /// A field by its number, from 1.
        public init(number: Int, isCSV: Bool) { (self.number, self.isCSV) = (number, isCSV) }
    }

    /// A line in its place.
    public struct Line {
        /// As it was added.
        public let text: String
        /// What it was sorted by, as text.
        public let key: String
        /// The heading of the group that begins with it; nil where none begins.
        public let heading: String?
    }

    private let readings: Readings
    private let collator: GojuonCollator
    private let key: IndexKey
    private let grouping: IndexGrouping
    private let field: Field?
    private let threads: Int

    /// The lines in UTF-8, one after another.
    private var text: [UInt8] = []
    private var textStarts: [Int] = [0]
    private var order: [SortItem] = []
    private var keys: [KeyBlock] = []

    /// Lines that one thread reads at a time.
    private static let blockLength = 1 << 12

    /// What is compared first, and the line.
    private struct SortItem {
        var prefix: UInt64
        var line: Int32
    }

    /// The keys of some lines: as ICU makes them, and as text.
    private struct KeyBlock: Sendable {
        var sortKeys: [UInt8] = []
        var sortStarts: [Int32] = [0]
        var texts: [UInt8] = []
        var textStarts: [Int32] = [0]
    }

    /// - Parameters:
    ///   - readings: what reads the lines.
    ///   - key: what the order goes by.
    ///   - grouping: headings between groups.
    ///   - field: what is read of each line; nil: all of it.
    ///   - threads: how many threads read the lines.
    public init(
        _ readings: Readings, key: IndexKey = .reading, grouping: IndexGrouping = .none, field: Field? = nil, threads: Int = 1
    ) throws(ReadingError) {
        collator = try GojuonCollator()
        (self.readings, self.key, self.grouping, self.field, self.threads) = (readings, key, grouping, field, threads)
    }

    /// How many lines there are.
    public var count: Int { textStarts.count - 1 }

    /// Takes a line, without its end.
    public mutating func add(line: String) {
        text.append(contentsOf: line.utf8)
        textStarts.append(text.count)
    }

    /// Takes a line's characters.
    package mutating func add(scalars: some Sequence<UInt32>) {
        for scalar in scalars { UTF8Text.append(scalar, to: &text) }
        textStarts.append(text.count)
    }

    /// Whether a record of values with commas between ends here: no quotation is open.
    package static func isWhole(_ record: [UInt32]) -> Bool { FieldCutter.isWhole(record) }

    /// Sorts what was added: by the key; where that is the same, by the line's characters; and where those are, in the order of adding.
    public mutating func sort() {
        makeKeys()
        order.removeAll()
        order.reserveCapacity(count)
        for line in 0..<count { order.append(SortItem(prefix: prefix(of: line), line: Int32(line))) }
        var order = order
        self.order = []
        order.sort { $0.prefix != $1.prefix ? $0.prefix < $1.prefix : precedes(Int($0.line), Int($1.line)) }
        self.order = order
    }

    /// Calls `body` with each line in its order.
    public func forEach(_ body: (Line) throws -> Void) rethrows {
        var last: String?
        for item in order {
            let line = Int(item.line)
            let key = String(decoding: keyText(of: line), as: UTF8.self)
            let heading = grouping.heading(of: key)
            let text = String(decoding: text[textStarts[line]..<textStarts[line + 1]], as: UTF8.self)
            try body(Line(text: text, key: key, heading: heading == last ? nil : heading))
            last = heading
        }
    }

    // MARK: Keys

    private mutating func makeKeys() {
        let count = count
        let blocks = (count + Self.blockLength - 1) / Self.blockLength
        let maker = KeyMaker(text: text, starts: textStarts, field: field, key: key, readings: readings, collator: collator)
        let shared = SharedBlocks(results: [KeyBlock](repeating: KeyBlock(), count: blocks))
        inParallel(blocks, threads: threads) { number in
            shared.set(maker.keys(of: number * Self.blockLength..<min(count, (number + 1) * Self.blockLength)), at: number)
        }
        keys = shared.take()
    }

    /// Where threads leave what they made.
    private final class SharedBlocks: Sendable {
        private let results: Mutex<[KeyBlock]>
        init(results: [KeyBlock]) { self.results = Mutex(results) }
        func set(_ block: KeyBlock, at index: Int) { results.withLock { $0[index] = block } }
        func take() -> [KeyBlock] {
            results.withLock { blocks in
                defer { blocks = [] }
                return blocks
            }
        }
    }

    private struct KeyMaker: Sendable {
        let text: [UInt8]
        let starts: [Int]
        let field: Field?
        let key: IndexKey
        let readings: Readings
        let collator: GojuonCollator

        func keys(of lines: Range<Int>) -> KeyBlock {
            var block = KeyBlock()
            readings.withReader { reader in
                var line = LineReading(reader)
                for index in lines {
                    let bytes = text[starts[index]..<starts[index + 1]]
                    var kana: [UInt32] = line.reading(of: FieldCutter.field(field, of: bytes))
                    if key != .reading { kana = key.text(of: KanaText.string(kana)).unicodeScalars.map(\.value) }
                    for scalar in kana { UTF8Text.append(scalar, to: &block.texts) }
                    block.textStarts.append(Int32(block.texts.count))
                    collator.appendKey(of: line.utf16(kana), to: &block.sortKeys)
                    block.sortStarts.append(Int32(block.sortKeys.count))
                }
            }
            return block
        }
    }

    // MARK: Comparing

    private func sortKey(of line: Int) -> ArraySlice<UInt8> {
        let (block, index) = line.quotientAndRemainder(dividingBy: Self.blockLength)
        return keys[block].sortKeys[Int(keys[block].sortStarts[index])..<Int(keys[block].sortStarts[index + 1])]
    }

    private func keyText(of line: Int) -> ArraySlice<UInt8> {
        let (block, index) = line.quotientAndRemainder(dividingBy: Self.blockLength)
        return keys[block].texts[Int(keys[block].textStarts[index])..<Int(keys[block].textStarts[index + 1])]
    }

    /// The first eight bytes of the key.
    private func prefix(of line: Int) -> UInt64 {
        let key = sortKey(of: line)
        var prefix: UInt64 = 0
        for offset in 0..<8 {
            let index = key.startIndex + offset
            prefix = prefix << 8 | (index < key.endIndex ? UInt64(key[index]) : 0)
        }
        return prefix
    }

    private func precedes(_ a: Int, _ b: Int) -> Bool {
        let order = Self.compare(sortKey(of: a), sortKey(of: b))
        if order != 0 { return order < 0 }
        let texts = Self.compare(text[textStarts[a]..<textStarts[a + 1]], text[textStarts[b]..<textStarts[b + 1]])
        return texts != 0 ? texts < 0 : a < b
    }

    private static func compare(_ a: ArraySlice<UInt8>, _ b: ArraySlice<UInt8>) -> Int {
        for (x, y) in zip(a, b) where x != y { return x < y ? -1 : 1 }
        return a.count - b.count
    }
}
