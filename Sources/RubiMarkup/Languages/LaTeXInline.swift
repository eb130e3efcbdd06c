import RubiText

/// Reads the content of a paragraph of LaTeX.
struct LaTeXInline {
    /// What a stretch of a paragraph was; each with the place where reading goes on.
    enum Outcome {
        case paragraph(Int)
        /// A heading, a break, a quotation's begin or end.
        case block(Int)
        case nothing(Int)
        /// `\end{document}`
        case document(Int)
    }

    /// Arguments of a command: what stands in each pair of braces, and the place after the last.
    struct Arguments {
        var options: Range<Int>?
        var braces: [Range<Int>]
        var end: Int
    }

    private let context: ReadingContext
    var builder: LanguageBuilder
    var map = BracketMap()
    var stack: [Int] = []
    /// The paragraph that `map` is of.
    var mappedStart = -1

    /// Characters of an optional argument at most; a longer one is none, so that `[` is not searched for over and over.
    static let maximumOptions = 256

    init(_ context: ReadingContext) {
        self.context = context
        builder = LanguageBuilder(context)
    }

    /// Reads from `start` to the end of the paragraph, or to what is a block of its own.
    mutating func read(_ paragraph: ParagraphText, from start: Int, into block: inout Block) -> Outcome {
        if start == 0 || mappedStart != paragraph.start { fillMap(paragraph) }
        builder.begin()
        var index = start
        while index < paragraph.scalars.count {
            if let outcome = blockCommand(at: index, start, paragraph, &block) { return outcome }
            index = step(at: index, paragraph, &block.inline)
        }
        return finish(from: start, to: index, resume: index, paragraph, &block)
    }

    /// The paragraph up to `end`, if there is something in it.
    private mutating func finish(
        from start: Int, to end: Int, resume: Int, _ paragraph: ParagraphText, _ block: inout Block
    ) -> Outcome {
        builder.finish(paragraph, at: end, &block.inline)
        let first = Int(block.inline.nodes[0].firstChild)
        guard first >= 0 else { return .nothing(resume) }
        block.source = paragraph.start + Int(paragraph.offsets[start])..<paragraph.start + Int(paragraph.offsets[end])
        block.line = paragraph.place(of: min(start, paragraph.scalars.count - 1)).line
        block.becomesImageIfAlone()
        if first == 1, block.inline.nodes[1].kind == .raw, block.inline.nodes[1].next < 0 { block.kind = .raw }
        return .paragraph(resume)
    }

    mutating func readRaw(_ paragraph: ParagraphText, from start: Int, into tree: inout InlineTree) {
        builder.begin()
        builder.appendRaw("latex", start..<paragraph.scalars.count, paragraph, &tree)
    }

    // MARK: Blocks

    /// A command at `index` that is a block of its own. If something stands before it, that is the outcome, and the command's turn is next.
    private mutating func blockCommand(
        at index: Int, _ start: Int, _ paragraph: ParagraphText, _ block: inout Block
    ) -> Outcome? {
        guard paragraph.scalars[index] == scalar("\\"), builder.isAtTop else { return nil }
        let name = Self.name(at: index, paragraph.scalars)
        guard let command = LaTeXCommand(name, in: paragraph.scalars) else { return nil }
        let kind: Block.Kind
        var level: Int32 = 0
        var end = Self.skippingSpace(name.upperBound, paragraph.scalars)
        var content: Range<Int>?
        switch command {
        case .heading(let asked):
            guard let arguments = arguments(1, after: name.upperBound, paragraph), let title = arguments.braces.first else { return nil }
            kind = .heading
            level = asked
            (content, end) = (title, arguments.end)
        case .pageBreak: kind = .pageBreak
        case .leafBreak: kind = .leafBreak
        case .begin, .end:
            guard let arguments = arguments(1, after: name.upperBound, paragraph), let environment = arguments.braces.first else {
                return nil
            }
            let isEnd = matches("end", at: name.lowerBound, in: paragraph.scalars)
            end = arguments.end
            if isEnd, Self.equals("document", environment, paragraph.scalars) {
                let outcome = finish(from: start, to: index, resume: index, paragraph, &block)
                if case .paragraph = outcome { return outcome }
                return .document(index)
            }
            guard Self.equals("quote", environment, paragraph.scalars) || Self.equals("quotation", environment, paragraph.scalars) else {
                return nil
            }
            kind = isEnd ? .close : .open
        default: return nil
        }
        let before = finish(from: start, to: index, resume: index, paragraph, &block)
        if case .paragraph = before { return before }
        block.reset(
            paragraph.start + Int(paragraph.offsets[index])..<paragraph.start + Int(paragraph.offsets[end]),
            line: paragraph.place(of: index).line)
        block.kind = kind
        block.n = level
        if kind == .open || kind == .close { block.blockKind = .quote }
        if let content {
            block.inline.removeAll(sourceStart: paragraph.start)
            readArgument(content, paragraph, &block.inline)
        }
        return .block(end)
    }

    private mutating func readArgument(_ range: Range<Int>, _ paragraph: ParagraphText, _ tree: inout InlineTree) {
        builder.begin()
        var index = range.lowerBound
        while index < range.upperBound { index = step(at: index, paragraph, &tree) }
        builder.finish(paragraph, at: range.upperBound, &tree)
    }

    // MARK: Text

    /// Reads what stands at `index`; returns where reading goes on.
    private mutating func step(at index: Int, _ paragraph: ParagraphText, _ tree: inout InlineTree) -> Int {
        let scalars = paragraph.scalars
        switch scalars[index] {
        case scalar("\\"): return command(at: index, paragraph, &tree)
        case scalar("%"):
            let end = Self.commentEnd(index, scalars)
            return end
        case scalar("{"):
            if let close = map.closing(index) {
                builder.open(nil, from: index, end: close, paragraph, &tree)
            } else {
                builder.appendRaw("latex", index..<index + 1, paragraph, &tree)
            }
            return index + 1
        case scalar("}"):
            if index == builder.frameEnd { return builder.closeFrame(paragraph, at: index, &tree) }
            builder.appendRaw("latex", index..<index + 1, paragraph, &tree)
            return index + 1
        case scalar("|"):
            if builder.dividesAtBars { builder.addBar(tree) } else { builder.append(index..<index + 1, paragraph, &tree) }
            return index + 1
        case scalar("~"):
            builder.append(0xA0, index..<index + 1, paragraph, &tree)
            return index + 1
        case 0x20, 0x09:
            builder.addSpace()
            return index + 1
        case 0x0A:
            builder.addLineEnd()
            return index + 1
        default:
            var end = index + 1
            while end < scalars.count, !Self.isSpecial(scalars[end]) { end += 1 }
            builder.append(index..<end, paragraph, &tree)
            return end
        }
    }

    private static func isSpecial(_ character: UInt32) -> Bool {
        guard character < 0x80 else { return false }
        switch character {
        case scalar("\\"), scalar("%"), scalar("{"), scalar("}"), scalar("|"), scalar("~"), 0x20, 0x09, 0x0A: return true
        default: return false
        }
    }

    /// A comment goes to the line's end and takes that and the spaces after it.
    private static func commentEnd(_ index: Int, _ scalars: [UInt32]) -> Int {
        var end = index
        while end < scalars.count, scalars[end] != 0x0A { end += 1 }
        return end < scalars.count ? skippingSpace(end + 1, scalars) : end
    }

    static func skippingSpace(_ index: Int, _ scalars: [UInt32]) -> Int {
        var end = index
        while end < scalars.count, isBlank(scalars[end]) { end += 1 }
        return end
    }

    // MARK: Commands

    /// The letters after the `\` at `index`.
    static func name(at index: Int, _ scalars: [UInt32]) -> Range<Int> {
        var end = index + 1
        while end < scalars.count, isASCIILetter(scalars[end]) { end += 1 }
        return index + 1..<end
    }

    mutating func command(at index: Int, _ paragraph: ParagraphText, _ tree: inout InlineTree) -> Int {
        let scalars = paragraph.scalars
        let name = Self.name(at: index, scalars)
        guard !name.isEmpty else { return controlSymbol(at: index, paragraph, &tree) }
        guard let command = LaTeXCommand(name, in: scalars), !builder.isFull else { return raw(at: index, name, paragraph, &tree) }
        switch command {
        case .ruby, .barredRuby, .bothSides: return ruby(command, at: index, name, paragraph, &tree)
        case .emphasis:
            var node = InlineNode(kind: .emphasis)
            node.detail = EmphasisMark.sesame.rawValue
            return wrap(node, at: index, name, paragraph, &tree)
        case .style(let style):
            var node = InlineNode(kind: .style)
            node.detail = style.rawValue
            return wrap(node, at: index, name, paragraph, &tree)
        case .tateChuYoko: return wrap(InlineNode(kind: .tateChuYoko), at: index, name, paragraph, &tree)
        case .link: return link(at: index, name, paragraph, &tree)
        case .image: return image(at: index, name, paragraph, &tree)
        case .lineBreak:
            builder.append(.lineBreak, index..<name.upperBound, paragraph, &tree)
            return Self.skippingSpace(name.upperBound, scalars)
        case .character(let character):
            // An empty group after it, which keeps the space, is a part of it.
            let hasGroup = matches("{}", at: name.upperBound, in: scalars)
            let end = hasGroup ? name.upperBound + 2 : Self.skippingSpace(name.upperBound, scalars)
            builder.append(character, index..<end, paragraph, &tree)
            return end
        case .heading, .pageBreak, .leafBreak, .begin, .end: return raw(at: index, name, paragraph, &tree)
        }
    }

    /// `\` before what is no letter.
    private mutating func controlSymbol(at index: Int, _ paragraph: ParagraphText, _ tree: inout InlineTree) -> Int {
        let scalars = paragraph.scalars
        guard index + 1 < scalars.count else {
            builder.append(index..<index + 1, paragraph, &tree)
            return index + 1
        }
        switch scalars[index + 1] {
        case scalar("\\"):
            var end = index + 2
            if end < scalars.count, scalars[end] == scalar("*") { end += 1 }
            if let options = options(at: end, scalars) { end = options.upperBound + 1 }
            builder.append(.lineBreak, index..<end, paragraph, &tree)
            return end
        case scalar("{"), scalar("}"), scalar("%"), scalar("&"), scalar("#"), scalar("_"), scalar("$"):
            builder.append(scalars[index + 1], index..<index + 2, paragraph, &tree)
        case 0x20, 0x0A, 0x09: builder.append(0x20, index..<index + 2, paragraph, &tree)
        default: builder.appendRaw("latex", index..<index + 2, paragraph, &tree)
        }
        return index + 2
    }

    /// A command that is not read, with its arguments.
    private mutating func raw(at index: Int, _ name: Range<Int>, _ paragraph: ParagraphText, _ tree: inout InlineTree) -> Int {
        let scalars = paragraph.scalars
        var end = name.upperBound
        if end < scalars.count, scalars[end] == scalar("*") { end += 1 }
        var hasArguments = false
        while end < scalars.count {
            if let options = options(at: end, scalars) {
                end = options.upperBound + 1
            } else if scalars[end] == scalar("{"), let close = map.closing(end) {
                end = close + 1
            } else {
                break
            }
            hasArguments = true
        }
        if !hasArguments { end = Self.skippingSpace(end, scalars) }
        builder.appendRaw("latex", index..<end, paragraph, &tree)
        return end
    }

    private mutating func wrap(
        _ node: InlineNode, at index: Int, _ name: Range<Int>, _ paragraph: ParagraphText, _ tree: inout InlineTree
    ) -> Int {
        guard let arguments = arguments(1, after: name.upperBound, paragraph) else { return missing(at: index, name, paragraph, &tree) }
        builder.open(node, from: index, end: arguments.end - 1, paragraph, &tree)
        return arguments.braces[0].lowerBound
    }

    private mutating func link(at index: Int, _ name: Range<Int>, _ paragraph: ParagraphText, _ tree: inout InlineTree) -> Int {
        guard let arguments = arguments(2, after: name.upperBound, paragraph) else { return missing(at: index, name, paragraph, &tree) }
        let node = builder.open(InlineNode(kind: .link), from: index, end: arguments.end - 1, paragraph, &tree)
        if node >= 0 { tree.nodes[Int(node)].text = storePlain(arguments.braces[0], paragraph, &tree) }
        return arguments.braces[1].lowerBound
    }

    private mutating func image(at index: Int, _ name: Range<Int>, _ paragraph: ParagraphText, _ tree: inout InlineTree) -> Int {
        guard let arguments = arguments(1, after: name.upperBound, paragraph) else { return missing(at: index, name, paragraph, &tree) }
        let node = builder.append(.image, index..<arguments.end, paragraph, &tree)
        tree.nodes[node].detail = ImageKind.figure.rawValue
        tree.nodes[node].text = storePlain(arguments.braces[0], paragraph, &tree)
        if let options = arguments.options, let alternative = Self.alternative(options, paragraph.scalars) {
            tree.nodes[node].text2 = storePlain(alternative, paragraph, &tree)
        }
        return arguments.end
    }

    /// The value of `alt={…}` in the options of a picture.
    private static func alternative(_ options: Range<Int>, _ scalars: [UInt32]) -> Range<Int>? {
        guard options.count > 6, matches("alt={", at: options.lowerBound, in: scalars), scalars[options.upperBound - 1] == scalar("}")
        else {
            return nil
        }
        return options.lowerBound + 5..<options.upperBound - 1
    }

    /// Copies an argument without the backslashes that make characters literal.
    private func storePlain(_ range: Range<Int>, _ paragraph: ParagraphText, _ tree: inout InlineTree) -> ScalarRange {
        let lower = Int32(tree.scalars.count)
        var index = range.lowerBound
        while index < range.upperBound {
            let escapes = paragraph.scalars[index] == scalar("\\") && index + 1 < range.upperBound
            if escapes, isASCIIPunctuation(paragraph.scalars[index + 1]) { index += 1 }
            _ = builder.store(index..<index + 1, paragraph, &tree)
            index += 1
        }
        return ScalarRange(lower: lower, upper: Int32(tree.scalars.count))
    }

    /// M118: an argument or its brace is missing; what is there stays text.
    mutating func missing(at index: Int, _ name: Range<Int>, _ paragraph: ParagraphText, _ tree: inout InlineTree) -> Int {
        paragraph.report(.missingArgument, at: index, to: context, [string(paragraph.scalars[index..<name.upperBound])])
        var end = name.upperBound
        while end < paragraph.scalars.count {
            if let options = options(at: end, paragraph.scalars) {
                end = options.upperBound + 1
            } else if paragraph.scalars[end] == scalar("{") {
                guard let close = map.closing(end) else {
                    end += 1
                    break
                }
                end = close + 1
            } else {
                break
            }
        }
        builder.appendLiteral(index..<end, paragraph, &tree)
        return end
    }
}
