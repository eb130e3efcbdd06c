import RubiMarkup
import RubiText

/// Finds, block by block, where readings go: what the author has not given and the options ask for.
final class FuriganaFinder {
    /// Something to be reported.
    struct Finding {
        var offset: Int
        var code: DiagnosticCode
        var arguments: [String]
    }

    /// A reading to be put over characters of a sentence, all of one text node.
    private struct Addition {
        var base: Range<Int>
        /// Of `kana`.
        var kana: Range<Int>
        /// Of `shares`; empty where the reading is not divided.
        var shares: Range<Int>
    }

    private let options: FuriganaOptions
    private let dialect: Dialect
    private let reader: WordReader
    private var sentence = Sentence()
    private var found = FoundRubies()
    private var additions: [Addition] = []
    private var kana: [UInt32] = []
    private var shares: [RubyShare] = []
    /// The bytes of the block.
    private var bytes: [UInt8] = []
    private var taught = ReadingList()
    /// Words that had their reading within the manuscript, the chapter or the page (`--first`).
    private var seen: Set<[UInt32]> = []
    private var reported: Set<[UInt32]> = []
    private(set) var insertions = SourceInsertions()
    private(set) var findings: [Finding] = []
    private let characters = CharacterTable.shared

    /// Longer pieces of text are analysed in parts, cut behind a 。: MeCab's memory grows with the piece.
    private static let longestPiece = 2000

    init(_ options: FuriganaOptions, _ readings: Readings, dialect: Dialect, divides: Bool) throws(ReadingError) {
        (self.options, self.dialect) = (options, dialect)
        reader = try readings.makeReader(divides: divides)
    }

    // MARK: What the author gives

    /// Learns the readings that the author gives in a block.
    func learn(_ block: Block) {
        guard block.inline.nodes.contains(where: { $0.kind == .ruby && $0.hasReading }) else { return }
        sentence.fill(block.inline, marked: true)
        for ruby in sentence.authored {
            let node = block.inline.nodes[Int(ruby.node)]
            let kana = block.inline.scalars[node.text.indices].map(KanaText.hiragana)
            let base = Array(sentence.scalars[ruby.base])
            guard !kana.isEmpty, kana.allSatisfy(KanaText.isKana), base.contains(where: isIdeograph) else { continue }
            let shares = block.inline.parts[node.parts.indices].map { (base: $0.base.count, kana: $0.reading.count) }
            let next = ruby.base.upperBound < sentence.scalars.count ? sentence.scalars[ruby.base.upperBound] : 0
            taught.teach(base, kana, shares: shares, next: next)
        }
    }

    private func isIdeograph(_ scalar: UInt32) -> Bool {
        // Not 々 〆 〇 ヶ alone.
        scalar > 0x3007 && scalar != 0x30F6 && characters.traits(of: scalar).characterClass == .kanji
    }

    // MARK: One block

    /// Puts the readings into the tree of a block.
    func edit(_ block: inout Block) {
        find(block)
        // From the last, so that what stands before keeps its place.
        for addition in additions.reversed() {
            let node = sentence.nodes[addition.base.lowerBound]
            let end = sentence.places[addition.base.upperBound - 1] + 1
            block.inline.addRuby(
                to: node, ScalarRange(lower: sentence.places[addition.base.lowerBound], upper: withExtenders(end, block.inline, node)),
                kana: kana[addition.kana], shares: shares[addition.shares].map { (base: Int($0.base), kana: Int($0.kana)) })
        }
    }

    private func withExtenders(_ end: Int32, _ tree: InlineTree, _ node: Int32) -> Int32 {
        var end = end
        while end < tree.nodes[Int(node)].text.upper, characters.traits(of: tree.scalars[Int(end)]).contains(.extends) { end += 1 }
        return end
    }

    /// Collects the markup of the readings of a block.
    func collect(_ block: Block, _ markup: RubyMarkup, _ manuscript: Manuscript) {
        find(block)
        guard !additions.isEmpty else { return }
        bytes = manuscript.bytes(in: block.source)
        let sentence = sentence
        var barSearched = 0
        var hasBar = false
        var lastEnd = 0
        for addition in additions {
            let base = addition.base
            guard let length = lastLength(of: base, block, manuscript) else { continue }
            while barSearched < base.lowerBound {
                hasBar = hasBar || sentence.scalars[barSearched] == 0xFF5C || sentence.scalars[barSearched] == 0x7C
                barSearched += 1
            }
            let before = base.lowerBound == lastEnd ? 0 : neighbour(before: base.lowerBound)
            let needsBar = hasBar || markup.needsBar(sentence.scalars[base], before: before)
            if options.splitsJukugo, !markup.dividesRuby, !addition.shares.isEmpty {
                insertParts(addition, markup, needsBar: needsBar, length, block.inline)
            } else {
                insert(addition, markup, needsBar: needsBar, length, block.inline)
            }
            hasBar = false
            lastEnd = base.upperBound
        }
    }

    /// Each part as a ruby of its own.
    private func insertParts(_ addition: Addition, _ markup: RubyMarkup, needsBar: Bool, _ length: Int, _ tree: InlineTree) {
        var (at, reading) = (addition.base.lowerBound, addition.kana.lowerBound)
        for share in shares[addition.shares] {
            let part = at..<at + Int(share.base)
            let isLast = part.upperBound == addition.base.upperBound
            let mine = Addition(base: part, kana: reading..<reading + Int(share.kana), shares: 0..<0)
            let bar = at == addition.base.lowerBound ? needsBar : markup.needsBar(sentence.scalars[part], before: 0)
            insert(mine, markup, needsBar: bar, isLast ? length : self.length(part.upperBound - 1, tree), tree)
            (at, reading) = (part.upperBound, mine.kana.upperBound)
        }
    }

    private func insert(_ addition: Addition, _ markup: RubyMarkup, needsBar: Bool, _ length: Int, _ tree: InlineTree) {
        let base = addition.base
        let start = tree.sourceStart + Int(tree.offsets[Int(sentence.places[base.lowerBound])])
        let end = behind(base.upperBound - 1, tree)
        if let brackets = markup.brackets {
            if needsBar || brackets.alwaysBar { insertions.append(at: start, behind: 0, [0xFF5C]) }
            return insertions.append(at: end, behind: length, before: brackets.open, kana[addition.kana], brackets.close)
        }
        var readings: [ArraySlice<UInt32>] = []
        var reading = addition.kana.lowerBound
        for share in shares[addition.shares] {
            readings.append(kana[reading..<reading + Int(share.kana)])
            reading += Int(share.kana)
        }
        if readings.isEmpty { readings = [kana[addition.kana]] }
        let pieces = markup.pieces(readings: readings, isMono: base.count == 1)
        insertions.append(at: start, behind: 0, pieces.before)
        var at = base.lowerBound
        for (share, between) in zip(shares[addition.shares], pieces.between) {
            at += Int(share.base)
            insertions.append(at: behind(at - 1, tree), behind: self.length(at - 1, tree), between)
        }
        insertions.append(at: end, behind: length, pieces.after)
    }

    /// Where the last scalar of the character `index` begins: it may have a variation selector.
    private func behind(_ index: Int, _ tree: InlineTree) -> Int {
        let end = withExtenders(sentence.places[index] + 1, tree, sentence.nodes[index])
        return tree.sourceStart + Int(tree.offsets[Int(end) - 1])
    }

    /// The bytes of the last scalar of the character `index`, behind which another of the base follows.
    private func length(_ index: Int, _ tree: InlineTree) -> Int {
        tree.sourceStart + Int(tree.offsets[Int(sentence.places[index + 1])]) - behind(index, tree)
    }

    /// The bytes of the last scalar of a base, if the source spells the base with its own characters and nothing else.
    private func lastLength(of base: Range<Int>, _ block: Block, _ manuscript: Manuscript) -> Int? {
        let tree = block.inline
        let first = Int(sentence.places[base.lowerBound])
        let last = Int(withExtenders(sentence.places[base.upperBound - 1] + 1, tree, sentence.nodes[base.lowerBound])) - 1
        for index in first..<last where tree.offsets[index + 1] < tree.offsets[index] || tree.offsets[index + 1] - tree.offsets[index] > 4 {
            return nil
        }
        // What follows in the same text tells where the last character ends.
        if last + 1 < Int(tree.nodes[Int(sentence.nodes[base.lowerBound])].text.upper) {
            let length = Int(tree.offsets[last + 1]) - Int(tree.offsets[last])
            if length == manuscript.usualLength(of: tree.scalars[last]) { return length }
        }
        return manuscript.spelledLength(
            of: tree.scalars[last], in: bytes, at: tree.sourceStart + Int(tree.offsets[last]) - block.source.lowerBound)
    }

    /// The character before `index` that an implicit base would run on to; 0 where a ruby, or nothing, stands there.
    private func neighbour(before index: Int) -> UInt32 {
        guard index > 0, !sentence.authored.contains(where: { $0.base.upperBound == index }) else { return 0 }
        return sentence.places[index - 1] >= 0 || sentence.scalars[index - 1] == 0x0A ? sentence.scalars[index - 1] : 0x4E00
    }

    private func find(_ block: Block) {
        additions.removeAll(keepingCapacity: true)
        kana.removeAll(keepingCapacity: true)
        shares.removeAll(keepingCapacity: true)
        switch block.kind {
        case .heading: if options.first == .chapter { seen.removeAll() }
        case .pageBreak, .leafBreak, .spreadBreak: if options.first == .page { seen.removeAll() }
        case .paragraph: break
        case .blank, .columnBreak, .centerPage, .open, .close, .image, .rule, .raw, .note: return
        }
        sentence.fill(block.inline, marked: dialect == .aozora || dialect == .html)
        guard !sentence.isKanbun, sentence.scalars.contains(where: isIdeograph) else { return }
        var start = 0
        var authored = 0
        while start < sentence.scalars.count {
            let end = pieceEnd(from: start)
            let piece = sentence.scalars[start..<end]
            reader.read(piece, weighs: options.confidence > 0, into: &found)
            found.apply(taught, .author, to: piece)
            found.apply(options.list, .list, to: piece)
            report(piece, block.inline)
            for ruby in found.rubies { take(ruby, from: start, &authored, block.inline) }
            start = end
        }
        if options.first != nil { noteAuthored(upTo: sentence.scalars.count, &authored, block.inline) }
    }

    private func pieceEnd(from start: Int) -> Int {
        guard sentence.scalars.count - start > Self.longestPiece else { return sentence.scalars.count }
        let limit = start + Self.longestPiece
        for index in stride(from: limit, to: start + Self.longestPiece / 2, by: -1) where sentence.scalars[index - 1] == 0x3002 {
            return index
        }
        return limit
    }

    // MARK: One reading

    private func take(_ ruby: FoundRuby, from start: Int, _ authored: inout Int, _ tree: InlineTree) {
        let base = start + ruby.base.lowerBound..<start + ruby.base.upperBound
        if options.first != nil { noteAuthored(upTo: base.lowerBound, &authored, tree) }
        let spelled = sentence.scalars[base]
        guard spelled.contains(where: isIdeograph), !isKnown(spelled), isAsked(base) else { return }
        guard isFree(base) else { return takeParts(base, ruby) }
        if options.first != nil, !seen.insert(spelled + [0] + found.kana[ruby.kana]).inserted { return }
        let start = kana.count
        kana.append(contentsOf: found.kana[ruby.kana])
        guard options.confidence > 0, ruby.confidence < Float(options.confidence) / 100 else {
            let first = shares.count
            if !ruby.shares.isEmpty { shares.append(contentsOf: found.shares[ruby.shares]) }
            return additions.append(Addition(base: base, kana: start..<kana.count, shares: first..<shares.count))
        }
        report(.readingUncertain, base.lowerBound, tree, [string(spelled), string(kana[start...]), String(Int(ruby.confidence * 100))])
        kana.append(0xFF1F)
        additions.append(Addition(base: base, kana: start..<kana.count, shares: 0..<0))
    }

    /// Where markup or a ruby of the author's divides the base: its parts, if the division of its reading is known.
    private func takeParts(_ base: Range<Int>, _ ruby: FoundRuby) {
        var (at, reading) = (base.lowerBound, ruby.kana.lowerBound)
        var continues = false
        for share in found.shares[ruby.shares] {
            let part = at..<at + Int(share.base)
            let mine = found.kana[reading..<reading + Int(share.kana)]
            (at, reading) = (part.upperBound, reading + Int(share.kana))
            guard isFree(part) else {
                continues = false
                continue
            }
            let last = additions.count - 1
            if continues, sentence.nodes[part.lowerBound - 1] == sentence.nodes[part.lowerBound] {
                additions[last].base = additions[last].base.lowerBound..<part.upperBound
                additions[last].kana = additions[last].kana.lowerBound..<kana.count + mine.count
                additions[last].shares = additions[last].shares.lowerBound..<shares.count + 1
            } else {
                additions.append(Addition(base: part, kana: kana.count..<kana.count + mine.count, shares: shares.count..<shares.count + 1))
            }
            kana.append(contentsOf: mine)
            shares.append(share)
            continues = true
        }
    }

    /// Whether all of the base is of one text node that may have ruby.
    private func isFree(_ base: Range<Int>) -> Bool {
        let node = sentence.nodes[base.lowerBound]
        return node >= 0 && sentence.nodes[base].allSatisfy { $0 == node }
    }

    private func isKnown(_ base: ArraySlice<UInt32>) -> Bool { !options.known.isEmpty && base.allSatisfy(options.known.contains) }

    private func isAsked(_ base: Range<Int>) -> Bool {
        if options.only == nil, options.except.isEmpty { return true }
        let spelled = string(sentence.scalars[base])
        func holds(_ words: Set<String>) -> Bool {
            words.contains {
                $0.hasPrefix(spelled) && sentence.scalars[base.lowerBound...].starts(with: $0.unicodeScalars.lazy.map(\.value))
            }
        }
        return (options.only.map(holds) ?? true) && !holds(options.except)
    }

    private func noteAuthored(upTo end: Int, _ next: inout Int, _ tree: InlineTree) {
        while next < sentence.authored.count, sentence.authored[next].base.lowerBound < end {
            let ruby = sentence.authored[next]
            let kana = tree.scalars[tree.nodes[Int(ruby.node)].text.indices].map(KanaText.hiragana)
            seen.insert(sentence.scalars[ruby.base] + [0] + kana)
            next += 1
        }
    }

    // MARK: Reports

    private func report(_ piece: ArraySlice<UInt32>, _ tree: InlineTree) {
        for range in found.unknown {
            let base = piece.startIndex + range.lowerBound..<piece.startIndex + range.upperBound
            guard base.contains(where: { sentence.nodes[$0] >= 0 }), isAsked(base),
                !sentence.scalars[base].allSatisfy(options.known.contains),
                reported.insert(Array(sentence.scalars[base])).inserted
            else { continue }
            report(.unknownWord, base.lowerBound, tree, [string(sentence.scalars[base])])
        }
    }

    private func report(_ code: DiagnosticCode, _ index: Int, _ tree: InlineTree, _ arguments: [String]) {
        guard sentence.places[index] >= 0 else { return }
        findings.append(
            Finding(offset: tree.sourceStart + Int(tree.offsets[Int(sentence.places[index])]), code: code, arguments: arguments))
    }

    /// Reports a character that the encoding of the output lacks.
    func note(_ scalar: UInt32, lackingIn encoding: TextEncoding, at offset: Int) {
        let digits = String(scalar, radix: 16, uppercase: true)
        let code = "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        findings.append(Finding(offset: offset, code: .notEncodable, arguments: [encoding.rawValue, string([scalar]), code]))
    }

    private func string(_ scalars: ArraySlice<UInt32>) -> String { KanaText.string(scalars) }
}
