import RubiMarkup
import RubiText

/// The index of a manuscript (索引): the words that have ruby, and the headings, in gojūon order with their pages.
public struct ManuscriptIndex: Sendable {
    /// A word with all its places.
    public struct Entry: Sendable, Equatable {
        /// As it is written.
        public var word: String
        /// In kana.
        public var reading: String
        /// What it is sorted by, as text.
        public var key: String
        /// Byte offsets in the manuscript.
        public var offsets: [Int]
        /// From 1, ascending, each once; empty where none were found.
        public var pages: [Int] = []
    }

    /// In order.
    public private(set) var entries: [Entry]
    private let grouping: IndexGrouping

    /// Reads `manuscript` from its start.
    /// - Parameters:
    ///   - manuscript: what the index is of.
    ///   - readings: what reads words that the manuscript has no reading of.
    ///   - key: what the order goes by.
    ///   - grouping: headings between groups.
    ///   - page: the page on which the byte at an offset stands; nil where there are no pages.
    public init(
        _ manuscript: Manuscript, _ readings: Readings, key: IndexKey = .reading, grouping: IndexGrouping = .row,
        page: (Int) -> Int? = { _ in nil }
    ) throws(ReadingError) {
        var collector = try EntryCollector(readings)
        manuscript.rewind()
        var block = Block()
        while manuscript.next(into: &block) { collector.read(block) }
        self.grouping = grouping
        let collator = try GojuonCollator()
        var keyed = collector.entries.map { found in
            var entry = Entry(word: found.word, reading: found.reading, key: key.text(of: found.reading), offsets: found.offsets)
            for offset in entry.offsets { if let page = page(offset), entry.pages.last != page { entry.pages.append(page) } }
            return (key: collator.key(of: entry.key), entry: entry)
        }
        keyed.sort { a, b in
            if a.key != b.key { return a.key.lexicographicallyPrecedes(b.key) }
            return a.entry.word.unicodeScalars.lexicographicallyPrecedes(b.entry.word.unicodeScalars)
        }
        entries = keyed.map(\.entry)
    }

    /// The index as a manuscript, ready to be typeset: a heading a group, a line an entry, with the reading as ruby and the pages behind.
    public func write(_ options: ConvertOptions, sink: @escaping ([UInt8]) throws -> Void) throws {
        var blocks: [Block] = []
        var last: String?
        for entry in entries {
            let heading = grouping.heading(of: entry.key)
            if let heading, heading != last { blocks.append(Self.heading(heading)) }
            last = heading
            blocks.append(Self.paragraph(entry))
        }
        try Conversion.write(blocks, options, sink: sink)
    }

    private static func heading(_ text: String) -> Block {
        var block = Block()
        block.kind = .heading
        block.n = 2
        append(KanaText.scalars(text), to: &block.inline)
        return block
    }

    private static func paragraph(_ entry: Entry) -> Block {
        var block = Block()
        let word = KanaText.scalars(entry.word)
        let node = append(word, to: &block.inline)
        if entry.word != entry.reading {
            block.inline.addRuby(
                to: node, ScalarRange(lower: 0, upper: Int32(word.count)), kana: KanaText.scalars(entry.reading), shares: [])
        }
        let pages = entry.pages.map(String.init).joined(separator: "、")
        if !pages.isEmpty { append(KanaText.scalars("　" + pages), to: &block.inline) }
        return block
    }

    @discardableResult
    private static func append(_ scalars: [UInt32], to tree: inout InlineTree) -> Int32 {
        var node = InlineNode(kind: .text)
        let lower = Int32(tree.scalars.count)
        tree.scalars += scalars
        tree.offsets += Array(repeating: 0, count: scalars.count)
        node.text = ScalarRange(lower: lower, upper: Int32(tree.scalars.count))
        return tree.append(node)
    }
}

/// Gathers the words and headings of a manuscript.
private struct EntryCollector {
    struct Found {
        var word: String
        var reading: String
        var offsets: [Int]
    }

    private(set) var entries: [Found] = []
    private var places: [String: Int] = [:]
    private let reader: WordReader
    private var sentence = Sentence()
    private var found = FoundRubies()

    init(_ readings: Readings) throws(ReadingError) { reader = try readings.makeReader(divides: false) }

    mutating func read(_ block: Block) {
        let isHeading = block.kind == .heading
        guard isHeading || block.inline.nodes.contains(where: { $0.kind == .ruby && $0.hasReading }) else { return }
        sentence.fill(block.inline, marked: true)
        if isHeading { return readHeading(block) }
        for ruby in sentence.authored {
            let node = block.inline.nodes[Int(ruby.node)]
            let reading = block.inline.scalars[node.text.indices]
            guard node.hasReading, !reading.isEmpty else { continue }
            let place = sentence.places[ruby.base.lowerBound]
            add(sentence.scalars[ruby.base], Array(reading), at: block.inline.sourceStart + Int(block.inline.offsets[Int(place)]))
        }
    }

    /// A heading is one entry, read as a whole: the author's readings first.
    private mutating func readHeading(_ block: Block) {
        var reading: [UInt32] = []
        var at = 0
        for ruby in sentence.authored {
            let node = block.inline.nodes[Int(ruby.node)]
            guard node.hasReading else { continue }
            read(at..<ruby.base.lowerBound, into: &reading)
            reading += block.inline.scalars[node.text.indices]
            at = ruby.base.upperBound
        }
        read(at..<sentence.scalars.count, into: &reading)
        add(sentence.scalars[...], reading, at: block.source.lowerBound)
    }

    private mutating func read(_ range: Range<Int>, into reading: inout [UInt32]) {
        reader.read(sentence.scalars[range], into: &found)
        reading += found.reading(of: sentence.scalars[range])
    }

    private mutating func add(_ word: ArraySlice<UInt32>, _ reading: [UInt32], at offset: Int) {
        let spelled = KanaText.string(Self.trimmed(word)), kana = KanaText.string(Self.trimmed(reading[...]))
        guard !spelled.isEmpty else { return }
        let key = spelled + "\u{0}" + kana
        if let place = places[key] {
            entries[place].offsets.append(offset)
        } else {
            places[key] = entries.count
            entries.append(Found(word: spelled, reading: kana, offsets: [offset]))
        }
    }

    private static func trimmed(_ scalars: ArraySlice<UInt32>) -> ArraySlice<UInt32> {
        var scalars = scalars
        while let first = scalars.first, first == 0x20 || first == 0x3000 { scalars.removeFirst() }
        while let last = scalars.last, last == 0x20 || last == 0x3000 { scalars.removeLast() }
        return scalars
    }
}
