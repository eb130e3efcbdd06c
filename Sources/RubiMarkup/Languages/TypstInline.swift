import RubiText

/// Reads the content of a paragraph of Typst.
struct TypstInline {
    /// A positional argument: a string or content; `range` is what stands between the quotes or brackets.
    private struct Argument {
        var range: Range<Int>
        var isString: Bool
    }

    private let context: ReadingContext
    private let rubyName: [UInt32]
    private var builder: LanguageBuilder
    private var brackets = TypstBrackets()
    /// The paragraph that `brackets` are of.
    private var mappedStart = -1

    init(_ context: ReadingContext) {
        self.context = context
        rubyName = context.options.typstRuby.unicodeScalars.map(\.value)
        builder = LanguageBuilder(context)
    }

    /// Reads from `start` to the end of the paragraph, or to what is a block of its own; returns where reading goes on, and whether `block`
    /// is something.
    mutating func read(_ paragraph: ParagraphText, from start: Int, into block: inout Block) -> (resume: Int, hasBlock: Bool) {
        prepare(paragraph, start)
        var index = start
        while index < paragraph.scalars.count {
            if builder.isAtTop, paragraph.scalars[index] == scalar("#"), let (kind, end) = breakCommand(at: index, paragraph.scalars) {
                if finish(from: start, to: index, paragraph, &block) { return (index, true) }
                block.reset(
                    paragraph.start + Int(paragraph.offsets[index])..<paragraph.start + Int(paragraph.offsets[end]),
                    line: paragraph.place(of: index).line)
                block.kind = kind
                return (end, true)
            }
            index = step(at: index, paragraph, &block.inline)
        }
        return (index, finish(from: start, to: index, paragraph, &block))
    }

    /// Reads the text of a heading.
    mutating func readHeading(_ paragraph: ParagraphText, into block: inout Block) {
        block.inline.removeAll(sourceStart: paragraph.start)
        prepare(paragraph, 0)
        var index = 0
        while index < paragraph.scalars.count { index = step(at: index, paragraph, &block.inline) }
        builder.finish(paragraph, at: index, &block.inline)
    }

    private mutating func prepare(_ paragraph: ParagraphText, _ start: Int) {
        if start == 0 || mappedStart != paragraph.start {
            brackets.fill(paragraph.scalars)
            mappedStart = paragraph.start
            brackets.rewind()
        }
        builder.begin()
    }

    /// Completes the paragraph up to `end`; false if there is nothing in it.
    private mutating func finish(from start: Int, to end: Int, _ paragraph: ParagraphText, _ block: inout Block) -> Bool {
        builder.finish(paragraph, at: end, &block.inline)
        let first = Int(block.inline.nodes[0].firstChild)
        guard first >= 0 else { return false }
        block.source = paragraph.start + Int(paragraph.offsets[start])..<paragraph.start + Int(paragraph.offsets[end])
        block.line = paragraph.place(of: min(start, paragraph.scalars.count - 1)).line
        block.becomesImageIfAlone()
        if first == 1, block.inline.nodes[1].kind == .raw, block.inline.nodes[1].next < 0 { block.kind = .raw }
        return true
    }

    /// `#pagebreak()`, `#colbreak()` and the line that rubi writes for a rule.
    private func breakCommand(at index: Int, _ scalars: [UInt32]) -> (Block.Kind, Int)? {
        let commands: [(StaticString, Block.Kind)] = [("pagebreak", .pageBreak), ("colbreak", .columnBreak), ("line", .rule)]
        let end = TypstBrackets.nameEnd(index + 1, scalars)
        for (name, kind) in commands where end - index - 1 == name.utf8CodeUnitCount && matches(name, at: index + 1, in: scalars) {
            guard end < scalars.count, scalars[end] == scalar("("), let close = brackets.map.closing(end) else { return nil }
            return (kind, close + 1)
        }
        return nil
    }

    // MARK: Text

    /// Reads what stands at `index`; returns where reading goes on.
    private mutating func step(at index: Int, _ paragraph: ParagraphText, _ tree: inout InlineTree) -> Int {
        let scalars = paragraph.scalars
        if index == builder.frameEnd { return builder.closeFrame(paragraph, at: index, &tree) }
        switch scalars[index] {
        case 0x20, 0x09:
            builder.addSpace()
            return index + 1
        case 0x0A:
            builder.addLineEnd()
            return index + 1
        case scalar("\\"): return escape(at: index, paragraph, &tree)
        case scalar("~"): builder.append(0xA0, index..<index + 1, paragraph, &tree)
        case scalar("|"):
            if builder.dividesAtBars { builder.addBar(tree) } else { builder.append(index..<index + 1, paragraph, &tree) }
        case scalar("/"):
            if let end = brackets.commentEnd(index, scalars) { return end }
            builder.append(index..<index + 1, paragraph, &tree)
        case scalar("`"): return code(at: index, paragraph, &tree)
        case scalar("*"), scalar("_"):
            guard let close = brackets.map.closing(index), !builder.isFull else {
                builder.append(index..<index + 1, paragraph, &tree)
                return index + 1
            }
            open(.style, scalars[index] == scalar("*") ? .strong : .em, at: index, close, paragraph, &tree)
        case scalar("#"): return command(at: index, paragraph, &tree)
        default:
            var end = index + 1
            while end < scalars.count, !Self.isSpecial(scalars[end]) { end += 1 }
            builder.append(index..<end, paragraph, &tree)
            return end
        }
        return index + 1
    }

    private static func isSpecial(_ character: UInt32) -> Bool {
        guard character < 0x80 else { return false }
        switch character {
        case 0x20, 0x09, 0x0A, scalar("\\"), scalar("~"), scalar("|"), scalar("/"), scalar("`"), scalar("*"), scalar("_"), scalar("#"),
            scalar("]"):
            return true
        default: return false
        }
    }

    private mutating func open(
        _ kind: InlineKind, _ style: StyleName = .em, at start: Int, _ end: Int, _ paragraph: ParagraphText, _ tree: inout InlineTree
    ) {
        var node = InlineNode(kind: kind)
        if kind == .style { node.detail = style.rawValue }
        builder.open(node, from: start, end: end, paragraph, &tree)
    }

    /// A backslash: a break before white space, else it makes ASCII punctuation literal.
    private mutating func escape(at index: Int, _ paragraph: ParagraphText, _ tree: inout InlineTree) -> Int {
        guard index + 1 < paragraph.scalars.count, !HTMLTag.isWhiteSpace(paragraph.scalars[index + 1]) else {
            builder.append(.lineBreak, index..<index + 1, paragraph, &tree)
            return index + 1
        }
        guard isASCIIPunctuation(paragraph.scalars[index + 1]) else {
            builder.append(index..<index + 1, paragraph, &tree)
            return index + 1
        }
        builder.append(paragraph.scalars[index + 1], index..<index + 2, paragraph, &tree)
        return index + 2
    }

    private mutating func code(at index: Int, _ paragraph: ParagraphText, _ tree: inout InlineTree) -> Int {
        guard let (content, end) = brackets.codeEnd(index, paragraph.scalars) else {
            var end = index
            while end < paragraph.scalars.count, paragraph.scalars[end] == scalar("`") { end += 1 }
            builder.append(index..<end, paragraph, &tree)
            return end
        }
        open(.style, .code, at: index, end - 1, paragraph, &tree)
        builder.appendLiteral(content, paragraph, &tree)
        builder.closeFrame(paragraph, at: content.upperBound, &tree)
        return end
    }

    // MARK: Commands

    /// `#"…"`: the characters of a string.
    private mutating func string(at index: Int, _ paragraph: ParagraphText, _ tree: inout InlineTree) -> Int {
        let end = TypstBrackets.stringEnd(index + 1, paragraph.scalars)
        appendString(index + 2..<max(index + 2, end - 1), paragraph, &tree)
        return end
    }

    /// Appends the characters of a string between its quotation marks.
    private mutating func appendString(_ range: Range<Int>, _ paragraph: ParagraphText, _ tree: inout InlineTree) {
        var place = range.lowerBound
        while place < range.upperBound {
            if paragraph.scalars[place] == scalar("\\"), place + 1 < range.upperBound { place += 1 }
            builder.appendLiteral(place..<place + 1, paragraph, &tree)
            place += 1
        }
    }

    private mutating func command(at index: Int, _ paragraph: ParagraphText, _ tree: inout InlineTree) -> Int {
        let scalars = paragraph.scalars
        if index + 1 < scalars.count, scalars[index + 1] == scalar("\"") { return string(at: index, paragraph, &tree) }
        let end = TypstBrackets.nameEnd(index + 1, scalars)
        let name = index + 1..<end
        if name.count == rubyName.count, scalars[name].elementsEqual(rubyName) {
            return ruby(at: index, name, paragraph, &tree)
        }
        let styles: [(StaticString, StyleName)] = [
            ("emph", .em), ("strong", .strong), ("strike", .strike), ("super", .superscript), ("sub", .subscript),
        ]
        if end < scalars.count, scalars[end] == scalar("["), let close = brackets.map.closing(end), !builder.isFull {
            for (word, style) in styles where word.utf8CodeUnitCount == name.count && matches(word, at: name.lowerBound, in: scalars) {
                open(.style, style, at: index, close, paragraph, &tree)
                return end + 1
            }
            if name.count == 9, matches("underline", at: name.lowerBound, in: scalars) {
                open(.line, at: index, close, paragraph, &tree)
                return end + 1
            }
        }
        if let resume = functionCommand(at: index, name, paragraph, &tree) { return resume }
        return raw(at: index, name, paragraph, &tree)
    }

    /// `#link`, `#image`, `#raw`, `#linebreak`; nil if it is none of them.
    private mutating func functionCommand(
        at index: Int, _ name: Range<Int>, _ paragraph: ParagraphText, _ tree: inout InlineTree
    ) -> Int? {
        let scalars = paragraph.scalars
        let isLink = name.count == 4 && matches("link", at: name.lowerBound, in: scalars)
        let isImage = name.count == 5 && matches("image", at: name.lowerBound, in: scalars)
        let isBreak = name.count == 9 && matches("linebreak", at: name.lowerBound, in: scalars)
        let isCode = name.count == 3 && matches("raw", at: name.lowerBound, in: scalars)
        guard isLink || isImage || isBreak || isCode else { return nil }
        var (positional, end) = (arguments(after: name.upperBound, scalars).positional, groupsEnd(name.upperBound, scalars))
        if isBreak {
            builder.append(.lineBreak, index..<end, paragraph, &tree)
            return end
        }
        guard let address = positional.first, address.isString else { return nil }
        positional.removeFirst()
        if isCode {
            open(.style, .code, at: index, end - 1, paragraph, &tree)
            appendString(address.range, paragraph, &tree)
            builder.closeFrame(paragraph, at: end - 1, &tree)
            return end
        }
        if isLink {
            guard let label = positional.first, !label.isString, !builder.isFull else { return nil }
            let node = builder.open(InlineNode(kind: .link), from: index, end: label.range.upperBound, resume: end, paragraph, &tree)
            if node >= 0 { tree.nodes[Int(node)].text = storeString(address.range, paragraph, &tree) }
            return label.range.lowerBound
        }
        let node = builder.append(.image, index..<end, paragraph, &tree)
        tree.nodes[node].detail = ImageKind.figure.rawValue
        tree.nodes[node].text = storeString(address.range, paragraph, &tree)
        if let alternative = alternative(after: name.upperBound, scalars) {
            tree.nodes[node].text2 = storeString(alternative, paragraph, &tree)
        }
        return end
    }

    /// The string after `alt:` in parentheses at `start`.
    private func alternative(after start: Int, _ scalars: [UInt32]) -> Range<Int>? {
        guard let close = brackets.map.closing(start) else { return nil }
        var index = start + 1
        while index < close {
            if scalars[index] == scalar("\"") {
                index = TypstBrackets.stringEnd(index, scalars)
            } else if matches("alt: \"", at: index, in: scalars, limit: close) {
                return index + 6..<TypstBrackets.stringEnd(index + 5, scalars) - 1
            } else {
                index += 1
            }
        }
        return nil
    }

    /// What is not read: a keyword with its line, a name or bracket with the brackets after it.
    private mutating func raw(at index: Int, _ name: Range<Int>, _ paragraph: ParagraphText, _ tree: inout InlineTree) -> Int {
        let scalars = paragraph.scalars
        let keywords: [StaticString] = ["let", "set", "show", "import", "include"]
        let isKeyword = keywords.contains { $0.utf8CodeUnitCount == name.count && matches($0, at: name.lowerBound, in: scalars) }
        var end = groupsEnd(name.upperBound, scalars)
        if isKeyword {
            end = name.upperBound
            while end < scalars.count, scalars[end] != 0x0A { end = brackets.map.closing(end).map { $0 + 1 } ?? end + 1 }
        }
        guard end > index + 1 else {
            builder.append(index..<index + 1, paragraph, &tree)
            return index + 1
        }
        builder.appendRaw("typst", index..<end, paragraph, &tree)
        return end
    }

    /// The place after the brackets that follow each other from `start` on.
    private func groupsEnd(_ start: Int, _ scalars: [UInt32]) -> Int {
        var end = start
        while end < scalars.count {
            switch scalars[end] {
            case scalar("("), scalar("["), scalar("{"):
                guard let close = brackets.map.closing(end) else { return end }
                end = close + 1
            case scalar("."):
                let name = TypstBrackets.nameEnd(end + 1, scalars)
                guard name > end + 1, name < scalars.count, scalars[name] == scalar("(") || scalars[name] == scalar("[") else { return end }
                end = name
            default: return end
            }
        }
        return end
    }

    /// The positional arguments of a call, and the place after the last.
    private func arguments(after start: Int, _ scalars: [UInt32]) -> (positional: [Argument], end: Int) {
        var positional: [Argument] = []
        var index = start
        if index < scalars.count, scalars[index] == scalar("("), let close = brackets.map.closing(index) {
            index = parenthesized(index + 1..<close, scalars, &positional)
        }
        while index < scalars.count, scalars[index] == scalar("["), let close = brackets.map.closing(index) {
            positional.append(Argument(range: index + 1..<close, isString: false))
            index = close + 1
        }
        return (positional, index)
    }

    /// Strings and content in parentheses that are not named; returns the place after the parenthesis.
    private func parenthesized(_ range: Range<Int>, _ scalars: [UInt32], _ positional: inout [Argument]) -> Int {
        var index = range.lowerBound
        var isNamed = false
        while index < range.upperBound {
            switch scalars[index] {
            case scalar("\""):
                let end = TypstBrackets.stringEnd(index, scalars)
                if !isNamed { positional.append(Argument(range: index + 1..<end - 1, isString: true)) }
                index = end
                continue
            case scalar("("), scalar("["), scalar("{"):
                guard let close = brackets.map.closing(index) else { break }
                if scalars[index] == scalar("["), !isNamed { positional.append(Argument(range: index + 1..<close, isString: false)) }
                index = close
            case scalar(","): isNamed = false
            case scalar(":"): isNamed = true
            default: break
            }
            index += 1
        }
        return range.upperBound + 1
    }

    private func storeString(_ range: Range<Int>, _ paragraph: ParagraphText, _ tree: inout InlineTree) -> ScalarRange {
        let lower = Int32(tree.scalars.count)
        var index = range.lowerBound
        while index < range.upperBound {
            if paragraph.scalars[index] == scalar("\\"), index + 1 < range.upperBound { index += 1 }
            _ = builder.store(index..<index + 1, paragraph, &tree)
            index += 1
        }
        return ScalarRange(lower: lower, upper: Int32(tree.scalars.count))
    }

    // MARK: Ruby

    private mutating func ruby(at index: Int, _ name: Range<Int>, _ paragraph: ParagraphText, _ tree: inout InlineTree) -> Int {
        let (positional, end) = arguments(after: name.upperBound, paragraph.scalars)
        guard positional.count >= 2 else {
            paragraph.report(.missingArgument, at: index, to: context, [RubiMarkup.string(paragraph.scalars[index..<name.upperBound])])
            builder.appendLiteral(index..<max(end, name.upperBound), paragraph, &tree)
            return max(end, name.upperBound)
        }
        let (reading, base) = (positional[0], positional[1])
        let resume = base.isString ? end : base.range.upperBound + 1
        builder.openRuby(
            over: pieces(reading, paragraph, tree), under: [], .byBars, isMono: false, from: index, end: base.range.upperBound,
            resume: resume, paragraph, &tree)
        guard base.isString else { return base.range.lowerBound }
        var place = base.range.lowerBound
        while place < base.range.upperBound {
            if paragraph.scalars[place] == scalar("|") {
                if builder.dividesAtBars { builder.addBar(tree) }
                place += 1
                continue
            }
            let isEscape = paragraph.scalars[place] == scalar("\\") && place + 1 < base.range.upperBound
            let shown = isEscape ? place + 1 : place
            builder.append(paragraph.scalars[shown], place..<shown + 1, paragraph, &tree)
            place = shown + 1
        }
        return builder.closeFrame(paragraph, at: place, &tree)
    }

    /// Adds a reading, divided by bars; the pieces.
    private mutating func pieces(_ reading: Argument, _ paragraph: ParagraphText, _ tree: InlineTree) -> [Range<Int>] {
        var pieces: [Range<Int>] = []
        var start = builder.readingStart
        var index = reading.range.lowerBound
        while index < reading.range.upperBound {
            let character = paragraph.scalars[index]
            if character == scalar("|") {
                pieces.append(start..<builder.readingStart)
                start = builder.readingStart
            } else {
                let next = index + 1 < reading.range.upperBound ? paragraph.scalars[index + 1] : 0
                if character == scalar("\\"), reading.isString || isASCIIPunctuation(next) { index += 1 }
                if index < reading.range.upperBound { builder.addReading(paragraph.scalars[index], at: index, paragraph, tree) }
            }
            index += 1
        }
        return pieces + [start..<builder.readingStart]
    }
}
