import RubiMarkup

/// The lines of paragraphs as they were composed, for a manuscript that is set again and again with few changes: what says the same in the same shape has the
/// same lines, wherever it stands.
package final class ParagraphCache {
    /// Two hashes of all that decides a paragraph's lines: that two paragraphs of a work agree in both without being alike does not happen.
    struct Key: Hashable {
        fileprivate var first: Int
        fileprivate var second: Int
    }

    private struct Entry {
        var lines: [ComposedLine]
        var rubies: Int
        var problems: [CompositionProblem]
        /// The byte from which the places in the lines count.
        var start: Int
    }

    /// What the run before composed, and what this one has taken of it or composed itself: what is no longer in the text is forgotten.
    private var before: [Key: Entry] = [:]
    private var now: [Key: Entry] = [:]
    /// Paragraphs that were composed since the last `begin`.
    package private(set) var composed = 0

    package init() {}

    /// Begins a run over the manuscript.
    package func begin() {
        before = now
        now.removeAll(keepingCapacity: true)
        composed = 0
    }

    /// What a paragraph is known by.
    func key(of block: borrowing Block, _ shape: ParagraphShape) -> Key {
        Key(first: Self.hash(block, shape, seed: 1), second: Self.hash(block, shape, seed: 2))
    }

    /// Fills `lines` with those of `key`, for a paragraph that begins at the byte `start`; their number and that of the rubies, or nil where they are not known.
    func take(_ key: Key, start: Int, into lines: inout [ComposedLine], _ problems: inout [CompositionProblem]) -> (
        count: Int, rubies: Int
    )? {
        guard let entry = before[key] ?? now[key] else { return nil }
        now[key] = entry
        let shift = start - entry.start
        for (index, line) in entry.lines.enumerated() {
            if lines.count == index { lines.append(line) } else { lines[index] = line }
            lines[index].source = line.source.lowerBound + shift..<line.source.upperBound + shift
        }
        for problem in entry.problems {
            problems.append(CompositionProblem(code: problem.code, offset: problem.offset + shift, arguments: problem.arguments))
        }
        return (entry.lines.count, entry.rubies)
    }

    /// Keeps what was composed.
    func note(_ key: Key, start: Int, _ lines: ArraySlice<ComposedLine>, rubies: Int, _ problems: [CompositionProblem]) {
        composed += 1
        now[key] = Entry(lines: Array(lines), rubies: rubies, problems: problems, start: start)
    }

    private static func hash(_ block: borrowing Block, _ shape: ParagraphShape, seed: Int) -> Int {
        var hasher = Hasher()
        hasher.combine(seed)
        hasher.combine(shape)
        hasher.combine(block.kind)
        hasher.combine(block.n)
        let tree = block.inline
        tree.scalars.withUnsafeBytes { hasher.combine(bytes: $0) }
        // Places in the lines count from the paragraph's start.
        hasher.combine(tree.sourceStart - block.source.lowerBound)
        tree.offsets.withUnsafeBytes { hasher.combine(bytes: $0) }
        for node in tree.nodes {
            hasher.combine(UInt64(node.kind.rawValue) | UInt64(node.side.rawValue) << 8 | UInt64(node.detail) << 16)
            hasher.combine(UInt64(node.hasReading ? 1 : 0) | UInt64(node.hasUnder ? 2 : 0))
            hasher.combine(UInt64(UInt32(bitPattern: node.number)) | UInt64(UInt32(bitPattern: node.number2)) << 32)
            hasher.combine(UInt64(UInt32(bitPattern: node.firstChild)) | UInt64(UInt32(bitPattern: node.next)) << 32)
            hasher.combine(UInt64(UInt32(bitPattern: node.text.lower)) | UInt64(UInt32(bitPattern: node.text.upper)) << 32)
            hasher.combine(UInt64(UInt32(bitPattern: node.text2.lower)) | UInt64(UInt32(bitPattern: node.text2.upper)) << 32)
            hasher.combine(UInt64(UInt32(bitPattern: node.parts.lower)) | UInt64(UInt32(bitPattern: node.parts.upper)) << 32)
            hasher.combine(UInt64(node.source.lowerBound) | UInt64(node.source.upperBound) << 32)
        }
        for part in tree.parts {
            hasher.combine(UInt64(UInt32(bitPattern: part.base.lower)) | UInt64(UInt32(bitPattern: part.base.upper)) << 32)
            hasher.combine(UInt64(UInt32(bitPattern: part.reading.lower)) | UInt64(UInt32(bitPattern: part.reading.upper)) << 32)
        }
        return hasher.finalize()
    }
}
