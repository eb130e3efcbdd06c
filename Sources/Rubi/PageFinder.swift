import RubiLayout
import RubiMarkup
import RubiReadings
import RubiShaping

/// Notes on which page each byte of a manuscript is set.
final class PageFinder: PageConsumer {
    private var starts: [(offset: Int, page: Int)] = []

    func begin(_ document: DocumentRecord, fonts: FontSet) {}
    func beginPage(_ page: PageRecord) {}
    func endPage() {}
    func end(_ figures: EndRecord) {}

    func line(_ line: borrowing ComposedLine, at place: LinePlace) {
        // What is set out of order, such as a note, does not count: lines of the text follow one another.
        guard place.matter == .body, line.source.lowerBound >= starts.last?.offset ?? 0 else { return }
        starts.append((line.source.lowerBound, place.page))
    }

    /// The page of the line that holds the byte at `offset`; nil before the first line.
    func page(of offset: Int) -> Int? {
        var (low, high) = (0, starts.count)
        while low < high {
            let middle = (low + high) / 2
            if starts[middle].offset <= offset { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? starts[low - 1].page : nil
    }
}

extension Manuscript {
    /// The index of the manuscript as `style` sets it: its ruby words and headings in gojūon order, with their pages.
    public func index(
        _ style: Style, fonts: FontSet, _ readings: Readings, key: IndexKey = .reading, grouping: IndexGrouping = .row
    ) throws -> (index: ManuscriptIndex, diagnostics: [Diagnostic]) {
        let finder = PageFinder()
        rewind()
        let result = try typeset(style, fonts: fonts, to: finder)
        return (try ManuscriptIndex(self, readings, key: key, grouping: grouping, page: finder.page), result.diagnostics)
    }
}
