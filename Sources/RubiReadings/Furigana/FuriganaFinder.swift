import RubiMarkup
import RubiText

/// Finds, block by block, where readings go: what the author has not given and the options ask for.
struct FuriganaFinder {
    /// Something to be reported.
    struct Finding {
        var offset: Int
        var code: DiagnosticCode
        var arguments: [String]
    }

    /// A reading to be put over characters of a sentence, all of one text node.
    private struct Addition {
        var base: Range<Int>
        var kana: [UInt32]
        var shares: [(base: Int, kana: Int)]
    }

    private let options: FuriganaOptions
    private let dialect: Dialect
    private let reader: WordReader
    private var sentence = Sentence()
    private var found = FoundRubies()
    private var additions: [Addition] = []
    private var taught = ReadingList()
    /// Words that had their reading within the manuscript, the chapter or the page (`--first`).
    private var seen: Set<[UInt32]> = []
    private var reported: Set<[UInt32]> = []
    private(set) var insertions: [SourceInsertion] = []
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
    mutating func learn(_ block: Block) {
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
        characters.traits(of: scalar).characterClass == .kanji && ![0x3005, 0x3006, 0x3007, 0x30F6].contains(scalar)
    }

    // MARK: One block

    /// Puts the readings into the tree of a block.
    mutating func edit(_ block: inout Block) {
        find(block)
        // From the last, so that what stands before keeps its place.
        for addition in additions.reversed() {
            let node = sentence.nodes[addition.base.lowerBound]
            let end = sentence.places[addition.base.upperBound - 1] + 1
            block.inline.addRuby(
                to: node, ScalarRange(lower: sentence.places[addition.base.lowerBound], upper: withExtenders(end, block.inline, node)),
                kana: addition.kana,
                shares: addition.shares)
        }
    }

    private func withExtenders(_ end: Int32, _ tree: InlineTree, _ node: Int32) -> Int32 {
        var end = end
        while end < tree.nodes[Int(node)].text.upper, characters.traits(of: tree.scalars[Int(end)]).contains(.extends) { end += 1 }
        return end
    }

    /// Collects the markup of the readings of a block.
    mutating func collect(_ block: Block, _ markup: RubyMarkup, _ manuscript: Manuscript) {
        find(block)
        var barSearched = 0
        var hasBar = false
        var lastEnd = 0
        for addition in additions {
            let base = addition.base
            guard isSpelledPlainly(base, block.inline, manuscript) else { continue }
            while barSearched < base.lowerBound {
                hasBar = hasBar || sentence.scalars[barSearched] == 0xFF5C || sentence.scalars[barSearched] == 0x7C
                barSearched += 1
            }
            let shares = addition.shares.isEmpty ? [(base: base.count, kana: addition.kana.count)] : addition.shares
            let pieces = options.splitsJukugo && !markup.dividesRuby ? shares.map { [$0] } : [shares]
            var (at, kana) = (base.lowerBound, 0)
            for (index, piece) in pieces.enumerated() {
                let count = piece.reduce(0) { $0 + $1.base }
                var readings: [ArraySlice<UInt32>] = []
                for share in piece {
                    readings.append(addition.kana[kana..<kana + share.kana])
                    kana += share.kana
                }
                let before = index > 0 || at == lastEnd ? 0 : neighbour(before: at)
                let needsBar = hasBar || markup.needsBar(sentence.scalars[at..<at + count], before: before)
                insert(markup.pieces(readings: readings, isMono: count == 1, needsBar: needsBar), at..<at + count, piece, block.inline)
                at += count
            }
            hasBar = false
            lastEnd = base.upperBound
        }
    }

    private mutating func insert(_ pieces: RubyMarkup.Pieces, _ base: Range<Int>, _ shares: [(base: Int, kana: Int)], _ tree: InlineTree) {
        func offset(_ index: Int) -> Int { tree.sourceStart + Int(tree.offsets[Int(sentence.places[index])]) }
        if !pieces.before.isEmpty {
            insertions.append(SourceInsertion(offset: offset(base.lowerBound), isBehind: false, scalars: pieces.before))
        }
        var at = base.lowerBound
        for (share, between) in zip(shares, pieces.between) {
            at += share.base
            insertions.append(SourceInsertion(offset: behind(at - 1, tree), isBehind: true, scalars: between))
        }
        insertions.append(SourceInsertion(offset: behind(base.upperBound - 1, tree), isBehind: true, scalars: pieces.after))
    }

    /// Where the last scalar of the character `index` begins: it may have a variation selector.
    private func behind(_ index: Int, _ tree: InlineTree) -> Int {
        let end = withExtenders(sentence.places[index] + 1, tree, sentence.nodes[index])
        return tree.sourceStart + Int(tree.offsets[Int(end) - 1])
    }

    /// The character before `index` that an implicit base would run on to; 0 where a ruby, or nothing, stands there.
    private func neighbour(before index: Int) -> UInt32 {
        guard index > 0, !sentence.authored.contains(where: { $0.base.upperBound == index }) else { return 0 }
        return sentence.places[index - 1] >= 0 || sentence.scalars[index - 1] == 0x0A ? sentence.scalars[index - 1] : 0x4E00
    }

    /// Whether the source spells the base with its own characters and nothing else.
    private func isSpelledPlainly(_ base: Range<Int>, _ tree: InlineTree, _ manuscript: Manuscript) -> Bool {
        let first = Int(sentence.places[base.lowerBound])
        let last = Int(withExtenders(sentence.places[base.upperBound - 1] + 1, tree, sentence.nodes[base.lowerBound])) - 1
        for index in first..<last where tree.offsets[index + 1] < tree.offsets[index] || tree.offsets[index + 1] - tree.offsets[index] > 4 {
            return false
        }
        // The last character, whose end no other tells.
        let start = tree.sourceStart + Int(tree.offsets[last])
        return manuscript.spells(tree.scalars[last], at: start)
    }

    private mutating func find(_ block: Block) {
        additions.removeAll(keepingCapacity: true)
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

    private mutating func take(_ ruby: FoundRuby, from start: Int, _ authored: inout Int, _ tree: InlineTree) {
        let base = start + ruby.base.lowerBound..<start + ruby.base.upperBound
        if options.first != nil { noteAuthored(upTo: base.lowerBound, &authored, tree) }
        let spelled = sentence.scalars[base]
        guard spelled.contains(where: isIdeograph), !spelled.allSatisfy(options.known.contains), isAsked(base) else { return }
        var kana = Array(found.kana[ruby.kana])
        let shares = found.shares[ruby.shares].map { (base: Int($0.base), kana: Int($0.kana)) }
        guard isFree(base) else { return takeParts(base, kana, shares) }
        if options.first != nil, !seen.insert(spelled + [0] + kana).inserted { return }
        if options.confidence > 0, ruby.confidence < Float(options.confidence) / 100 {
            report(.readingUncertain, base.lowerBound, tree, [string(spelled), string(kana[...]), String(Int(ruby.confidence * 100))])
            kana.append(0xFF1F)
            return additions.append(Addition(base: base, kana: kana, shares: []))
        }
        additions.append(Addition(base: base, kana: kana, shares: shares))
    }

    /// Where markup or a ruby of the author's divides the base: its parts, if the division of its reading is known.
    private mutating func takeParts(_ base: Range<Int>, _ kana: [UInt32], _ shares: [(base: Int, kana: Int)]) {
        var (at, reading) = (base.lowerBound, 0)
        var open: Addition?
        for share in shares {
            let part = at..<at + share.base
            let mine = Array(kana[reading..<reading + share.kana])
            if isFree(part) {
                if var last = open, sentence.nodes[last.base.lowerBound] == sentence.nodes[part.lowerBound],
                    last.base.upperBound == part.lowerBound
                {
                    last.base = last.base.lowerBound..<part.upperBound
                    last.kana += mine
                    last.shares.append(share)
                    open = last
                } else {
                    if let open { additions.append(open) }
                    open = Addition(base: part, kana: mine, shares: [share])
                }
            }
            (at, reading) = (part.upperBound, reading + share.kana)
        }
        if let open { additions.append(open) }
    }

    /// Whether all of the base is of one text node that may have ruby.
    private func isFree(_ base: Range<Int>) -> Bool {
        let node = sentence.nodes[base.lowerBound]
        return node >= 0 && sentence.nodes[base].allSatisfy { $0 == node }
    }

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

    private mutating func noteAuthored(upTo end: Int, _ next: inout Int, _ tree: InlineTree) {
        while next < sentence.authored.count, sentence.authored[next].base.lowerBound < end {
            let ruby = sentence.authored[next]
            let kana = tree.scalars[tree.nodes[Int(ruby.node)].text.indices].map(KanaText.hiragana)
            seen.insert(sentence.scalars[ruby.base] + [0] + kana)
            next += 1
        }
    }

    // MARK: Reports

    private mutating func report(_ piece: ArraySlice<UInt32>, _ tree: InlineTree) {
        for range in found.unknown {
            let base = piece.startIndex + range.lowerBound..<piece.startIndex + range.upperBound
            guard base.contains(where: { sentence.nodes[$0] >= 0 }), isAsked(base),
                !sentence.scalars[base].allSatisfy(options.known.contains),
                reported.insert(Array(sentence.scalars[base])).inserted
            else { continue }
            report(.unknownWord, base.lowerBound, tree, [string(sentence.scalars[base])])
        }
    }

    private mutating func report(_ code: DiagnosticCode, _ index: Int, _ tree: InlineTree, _ arguments: [String]) {
        guard sentence.places[index] >= 0 else { return }
        findings.append(
            Finding(offset: tree.sourceStart + Int(tree.offsets[Int(sentence.places[index])]), code: code, arguments: arguments))
    }

    /// Reports a character that the encoding of the output lacks.
    mutating func note(_ scalar: UInt32, lackingIn encoding: TextEncoding, at offset: Int) {
        let digits = String(scalar, radix: 16, uppercase: true)
        let code = "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        findings.append(Finding(offset: offset, code: .notEncodable, arguments: [encoding.rawValue, string([scalar]), code]))
    }

    private func string(_ scalars: ArraySlice<UInt32>) -> String { KanaText.string(scalars) }
}
