import RubiLayout
import RubiText

/// A warichu that is open: the element, its text, and the brackets beside it (ISO 32000, 14.8.4.4.2: WP, WT and WP in this order).
struct PDFWarichu {
    fileprivate var element = PDFStructure.Element()
    fileprivate var opening = PDFStructure.Element()
    fileprivate var text = PDFStructure.Element()
    fileprivate var closing = PDFStructure.Element()
}

extension PDFTextFlow {
    /// What parts of a line are, that are shown as one piece of text.
    enum Joined { case paragraph, warichuOpening, warichuText, warichuClosing }

    /// Parts the brackets beside a warichu from it, and from what else is beside it.
    func split(_ group: [PDFColumn.Part], of line: LineView) -> [(parts: ArraySlice<PDFColumn.Part>, kind: Joined)] {
        func isWarichu(_ part: PDFColumn.Part) -> Bool { line.runs[part.run].role == .warichu }
        guard let first = group.firstIndex(where: isWarichu), let last = group.lastIndex(where: isWarichu) else {
            return [(group[...], .paragraph)]
        }
        var pieces: [(parts: ArraySlice<PDFColumn.Part>, kind: Joined)] = [(group[first...last], .warichuText)]
        if first > 0 {
            let isBracket = first == 1 && lineClass(of: group[0], line) == .openingBracket
            pieces.insert((group[..<first], isBracket ? .warichuOpening : .paragraph), at: 0)
        }
        if last + 1 < group.count {
            let isBracket = last + 2 == group.count && lineClass(of: group[last + 1], line) == .closingBracket
            pieces.append((group[(last + 1)...], isBracket ? .warichuClosing : .paragraph))
        }
        return pieces
    }

    /// The class of a part of one character.
    private func lineClass(of part: PDFColumn.Part, _ line: LineView) -> LineClass? {
        let texts = part.text.texts(of: part.glyphs, of: line).texts
        guard texts.count == 1, texts[0].count == 1 else { return nil }
        var table = LinePropertyTable()
        return table.property(of: texts[0][0]).lineClass
    }

    /// Marks what is shown next, and as standing for `joinedText`.
    mutating func mark(_ kind: Joined) throws(OutputError) {
        if kind == .paragraph {
            try markParagraph()
            return content.beginSpan(joinedText)
        }
        if warichu.element.number == 0 {
            warichu.element = structure.element(.warichu, in: structure.paragraph.number)
            structure.addToParagraph(child: warichu.element.number)
        }
        let mark = content.beginMark(standingFor: joinedText)
        switch kind {
        case .warichuOpening: add(mark, .warichuPunctuation, to: \.opening)
        case .warichuClosing: add(mark, .warichuPunctuation, to: \.closing)
        case .warichuText, .paragraph: add(mark, .warichuText, to: \.text)
        }
    }

    private mutating func add(_ mark: Int, _ kind: PDFStructure.Kind, to element: WritableKeyPath<PDFWarichu, PDFStructure.Element>) {
        if warichu[keyPath: element].number == 0 { warichu[keyPath: element] = structure.element(kind, in: warichu.element.number) }
        structure.add(mark: mark, page: page, to: &warichu[keyPath: element])
        marked = warichu[keyPath: element].number
    }

    mutating func closeWarichu() throws(OutputError) {
        guard warichu.element.number != 0 else { return }
        let parts = [warichu.opening, warichu.text, warichu.closing].filter { $0.number != 0 }
        for part in parts { warichu.element.add(child: part.number) }
        try structure.close(warichu.element)
        for part in parts { try structure.close(part) }
        warichu = PDFWarichu()
    }
}
