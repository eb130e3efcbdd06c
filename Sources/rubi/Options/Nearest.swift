/// The word of `candidates` that a slip of the fingers most likely turned into `word`; nil where none is near.
func nearest(to word: String, among candidates: [String]) -> String? {
    // Two slips in a word of six letters, three in one of nine: further off, a suggestion says more about the list than about the word.
    let limit = max(1, word.unicodeScalars.count / 3)
    var best: (word: String, distance: Int)?
    for candidate in candidates {
        let distance = editDistance(Array(word.unicodeScalars), Array(candidate.unicodeScalars))
        if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.word
}

/// Insertions, deletions, replacements and swaps of neighbours that turn `a` into `b`.
private func editDistance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
    var twoBack = [Int](repeating: 0, count: b.count + 1)
    var previous = Array(0...b.count)
    for i in a.indices {
        var row = [i + 1]
        for j in b.indices {
            var least = min(previous[j + 1] + 1, row[j] + 1, previous[j] + (a[i] == b[j] ? 0 : 1))
            if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { least = min(least, twoBack[j - 1] + 1) }
            row.append(least)
        }
        (twoBack, previous) = (previous, row)
    }
    return previous[b.count]
}
