import RubiText

/// Commands that make ruby (M118).
extension LaTeXInline {
    mutating func ruby(
        _ command: LaTeXCommand, at index: Int, _ name: Range<Int>, _ paragraph: ParagraphText, _ tree: inout InlineTree
    ) -> Int {
        let isBoth = if case .bothSides = command { true } else { false }
        let isBarred = if case .barredRuby = command { true } else { false }
        guard let arguments = arguments(isBoth ? 3 : 2, after: name.upperBound, paragraph) else {
            return missing(at: index, name, paragraph, &tree)
        }
        var division = isBarred ? LanguageBuilder.Division.byBars : .perCharacter
        var (isMono, isUnder) = (false, false)
        for option in arguments.options.map({ paragraph.scalars[$0] }) ?? [] {
            switch option {
            case scalar("m"): isMono = true
            case scalar("g"): division = .none
            case scalar("S"): isUnder = !isBoth
            default: break
            }
        }
        let first = reading(arguments.braces[1], paragraph, tree)
        let second = isBoth ? reading(arguments.braces[2], paragraph, tree) : []
        let base = arguments.braces[0]
        builder.openRuby(
            over: isUnder ? [] : first, under: isUnder ? first : second, division, isMono: isMono, from: index, end: base.upperBound,
            resume: arguments.end, paragraph, &tree)
        return base.lowerBound
    }

    /// Adds a reading, divided by bars outside braces; the pieces.
    mutating func reading(_ range: Range<Int>, _ paragraph: ParagraphText, _ tree: InlineTree) -> [Range<Int>] {
        var pieces: [Range<Int>] = []
        var start = builder.readingStart
        var depth = 0
        var index = range.lowerBound
        while index < range.upperBound {
            let character = paragraph.scalars[index]
            switch character {
            case scalar("|") where depth == 0:
                pieces.append(start..<builder.readingStart)
                start = builder.readingStart
            case scalar("{"): depth += 1
            case scalar("}"): depth -= 1
            case scalar("\\"):
                index = readingCommand(at: index, range, paragraph, tree)
                continue
            default: builder.addReading(character, at: index, paragraph, tree)
            }
            index += 1
        }
        return pieces + [start..<builder.readingStart]
    }

    /// A backslash in a reading: a literal character, or a command, which stays as it is spelled (M16).
    private mutating func readingCommand(at index: Int, _ range: Range<Int>, _ paragraph: ParagraphText, _ tree: InlineTree) -> Int {
        let name = Self.name(at: index, paragraph.scalars)
        if case .character(let character)? = LaTeXCommand(name, in: paragraph.scalars) {
            builder.addReading(character, at: index, paragraph, tree)
            return matches("{}", at: name.upperBound, in: paragraph.scalars) ? name.upperBound + 2 : name.upperBound
        }
        let isLiteral = name.isEmpty && index + 1 < range.upperBound
        builder.addReading(paragraph.scalars[isLiteral ? index + 1 : index], at: index, paragraph, tree)
        return isLiteral ? index + 2 : index + 1
    }
}
