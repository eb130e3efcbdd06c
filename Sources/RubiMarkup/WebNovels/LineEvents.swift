import RubiText

/// What a line of a web dialect consists of, in order: the readers find it, then it becomes a tree.
struct LineEvents {
    struct Event {
        enum Kind: UInt8 {
            case text, ruby, emphasis, image, pageReference
            /// A style (`detail`) or a link (its address is `reading`) begins; one ends.
            case openStyle, openLink, close
            /// What stands on the block level within a line (pixiv).
            case pageBreak, openChapter, closeChapter
        }
        var kind: Kind
        /// An `EmphasisMark` or a `StyleName`; of images, whether it is an upload.
        var detail: UInt8 = 0
        var source: Range<Int>
        var base: Range<Int> = 0..<0
        var reading: Range<Int> = 0..<0
    }

    var list: [Event] = []
    /// Where the text begins that is in no event yet.
    private(set) var textStart = 0

    mutating func begin(at index: Int = 0) {
        list.removeAll(keepingCapacity: true)
        textStart = index
    }

    /// Adds the text up to `index`; what follows begins at `next`.
    mutating func endText(at index: Int, next: Int) {
        if textStart < index { list.append(Event(kind: .text, source: textStart..<index)) }
        textStart = next
    }

    /// Leaves out what stands before `index` and is no text.
    mutating func skip(to index: Int) { textStart = index }

    /// Adds what the characters of `event.source` spell, after the text before it.
    mutating func append(_ event: Event) {
        endText(at: event.source.lowerBound, next: event.source.upperBound)
        list.append(event)
    }

    /// Adds ruby; a reading of nothing but dots, as many as the base has characters, is emphasis (M96).
    mutating func appendRuby(base: Range<Int>, reading: Range<Int>, source: Range<Int>, _ scalars: [UInt32]) {
        if let mark = Self.emphasisMark(base, reading, scalars) {
            append(Event(kind: .emphasis, detail: mark.rawValue, source: source, base: base))
        } else {
            append(Event(kind: .ruby, source: source, base: base, reading: reading))
        }
    }

    /// The mark that a reading asks for by repeating it once a character (M96).
    private static func emphasisMark(_ base: Range<Int>, _ reading: Range<Int>, _ scalars: [UInt32]) -> EmphasisMark? {
        guard let first = reading.first, let mark = mark(of: scalars[first]) else { return nil }
        guard scalars[reading].allSatisfy({ $0 == scalars[first] }) else { return nil }
        var index = base.lowerBound
        var count = 0
        while index < base.upperBound {
            index = characterEnd(after: index, in: scalars, limit: base.upperBound)
            count += 1
        }
        return count == reading.count ? mark : nil
    }

    /// The marks of M96.
    private static func mark(of character: UInt32) -> EmphasisMark? {
        switch character {
        case scalar("・"): .dot
        case scalar("﹅"), scalar("、"): .sesame
        case scalar("●"): .circle
        case scalar("○"): .openCircle
        case scalar("◎"): .doubleCircle
        case scalar("◉"): .fisheye
        case scalar("▲"): .triangle
        case scalar("△"): .openTriangle
        case scalar("×"): .saltire
        default: nil
        }
    }

    // MARK: The tree

    /// Appends the events of `range` to `tree`, which counts from the line's start.
    func fill(_ tree: inout InlineTree, _ range: Range<Int>, _ line: SourceLine) {
        var parent: Int32 = 0
        for event in list[range] {
            let bytes = line.offsets[event.source.lowerBound]..<line.offsets[event.source.upperBound]
            func add(_ kind: InlineKind) -> Int32 {
                var node = InlineNode(kind: kind)
                node.source = bytes
                node.detail = event.detail
                return tree.append(node, to: parent)
            }
            switch event.kind {
            case .text: tree.appendText(line.scalars, line.offsets, event.source, to: parent)
            case .ruby: fillRuby(add(.ruby), event, line, &tree)
            case .emphasis: tree.appendText(line.scalars, line.offsets, event.base, to: add(.emphasis))
            case .image: fillImage(add(.image), event, line, &tree)
            case .pageReference:
                let node = Int(add(.pageReference))
                tree.nodes[node].number = number(line.scalars[event.reading])
            case .openStyle:
                parent = add(.style)
                tree.nodes[Int(parent)].number = StyleName.steps(event.detail)
            case .openLink:
                parent = add(.link)
                tree.nodes[Int(parent)].text = tree.store(line.scalars, line.offsets, event.reading)
            case .close:
                tree.nodes[Int(parent)].source = tree.nodes[Int(parent)].source.lowerBound..<bytes.upperBound
                parent = tree.nodes[Int(parent)].parent
            case .pageBreak, .openChapter, .closeChapter: break
            }
        }
    }

    private func fillRuby(_ node: Int32, _ event: Event, _ line: SourceLine, _ tree: inout InlineTree) {
        let lower = Int32(tree.scalars.count)
        tree.appendText(line.scalars, line.offsets, event.base, to: node)
        let base = ScalarRange(lower: lower, upper: Int32(tree.scalars.count))
        tree.nodes[Int(node)].detail = tree.undividedKind(base).rawValue
        tree.nodes[Int(node)].hasReading = true
        tree.nodes[Int(node)].text = tree.store(line.scalars, line.offsets, event.reading)
    }

    /// An image by its number at the site: `src` is `base` (the site, from a constant) and `reading`, as the source spells it.
    private func fillImage(_ node: Int32, _ event: Event, _ line: SourceLine, _ tree: inout InlineTree) {
        let offset = line.offsets[event.source.lowerBound]
        let site = ImageSite(rawValue: event.detail) ?? .narou
        let lower = tree.store(site.prefix, at: offset).lower
        tree.nodes[Int(node)].detail = ImageKind.figure.rawValue
        tree.nodes[Int(node)].text = ScalarRange(lower: lower, upper: tree.store(line.scalars, line.offsets, event.reading).upper)
    }

    /// The value of digits; those that no page number can have are the largest there is.
    private func number(_ digits: ArraySlice<UInt32>) -> Int32 {
        var value: Int32 = 0
        for digit in digits {
            let (product, overflows) = value.multipliedReportingOverflow(by: 10)
            let (sum, carries) = product.addingReportingOverflow(Int32(digit - 0x30))
            if overflows || carries { return .max }
            value = sum
        }
        return value
    }
}

/// Where a picture lies that a web dialect names by number; `detail` of its event.
enum ImageSite: UInt8 {
    case narou, pixiv, pixivUpload

    /// What stands before the number in `src` (M108).
    var prefix: StaticString {
        switch self {
        case .narou: "narou:"
        case .pixiv: "pixiv:"
        case .pixivUpload: "upload:"
        }
    }
}
