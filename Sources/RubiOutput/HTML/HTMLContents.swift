import RubiLayout

/// The headings of a text with their pages, from 0, and the byte of the manuscript at which each begins.
struct HTMLContents {
    private(set) var entries: [(level: Int, title: String, page: Int, source: Int)] = []
    private var paragraph = 0

    /// Takes a line; those of one heading are joined.
    mutating func note(_ line: borrowing ComposedLine, page: Int) {
        defer { paragraph = line.paragraph }
        guard line.heading > 0 else { return }
        let title = String(decoding: line.text, as: UTF8.self)
        if line.paragraph == paragraph, !entries.isEmpty {
            entries[entries.count - 1].title += title
        } else {
            entries.append((line.heading, title, page, line.source.lowerBound))
        }
    }
}
