import RubiText

/// What kakuyomu and hameln share (M100–M105).
struct HanRubySyntax: LineDialect {
    let limit: LengthLimit?
    let hasTags: Bool
    private var events = LineEvents()
    private var tags = HamelnTags()
    /// The last bar, which may begin an explicit base.
    private var bar: Int?
    /// Where the run of Han that ends here begins; the position itself if there is none.
    private var runStart = 0

    init(limit: LengthLimit?, hasTags: Bool) {
        self.limit = limit
        self.hasTags = hasTags
    }

    mutating func read(_ line: SourceLine, into tree: inout InlineTree, _ context: ReadingContext) {
        let scalars = line.scalars
        events.begin()
        tags.removeAll()
        (bar, runStart) = (nil, 0)
        var index = 0
        while index < scalars.count {
            let character = scalars[index]
            if Self.isHan(character) || index > runStart && continuesCharacter(character) {
                index += 1
                continue
            }
            let end: Int?
            switch character {
            case scalar("｜"), scalar("|"): end = escape(at: index, line, context)
            case RubyBrackets.open: end = angle(at: index, line, context)
            case RubyBrackets.close:
                dropBar(line, context)
                end = nil
            case scalar("<"): end = hasTags ? tag(at: index, line, context) : nil
            default: end = nil
            }
            index = end ?? index + 1
            runStart = index
        }
        dropBar(line, context)
        events.endText(at: scalars.count, next: scalars.count)
        tags.pair(&events.list)
        events.fill(&tree, 0..<events.list.count, line)
    }

    /// Script Han (M100).
    @inline(__always)
    static func isHan(_ character: UInt32) -> Bool {
        guard character >= 0x2E80 else { return false }
        switch character {
        case 0x2E80...0x2FD5, 0x3005, 0x3007, 0x3021...0x3029, 0x3038...0x303B, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF,
            0x20000...0x323AF:
            return true
        default: return false
        }
    }

    /// A bar that turned out to begin nothing; the half-width one is an ordinary character then.
    private mutating func dropBar(_ line: SourceLine, _ context: ReadingContext) {
        if let bar, line.scalars[bar] == scalar("｜") {
            context.report(.strayBar, at: line.start + Int(line.offsets[bar]), in: line)
        }
        bar = nil
    }

    /// M102.
    private mutating func escape(at index: Int, _ line: SourceLine, _ context: ReadingContext) -> Int? {
        dropBar(line, context)
        guard index + 1 < line.scalars.count, line.scalars[index + 1] == RubyBrackets.open else {
            bar = index
            return nil
        }
        events.endText(at: index, next: index + 1)
        let isDoubled = index + 2 < line.scalars.count && line.scalars[index + 2] == RubyBrackets.open
        return index + (isDoubled ? 3 : 2)
    }

    private mutating func angle(at index: Int, _ line: SourceLine, _ context: ReadingContext) -> Int? {
        let scalars = line.scalars
        if index + 1 < scalars.count, scalars[index + 1] == RubyBrackets.open { return emphasis(at: index, line, context) }
        let baseStart = bar.map { $0 + 1 } ?? runStart
        guard baseStart < index else { return nil }  // M104: no base, unreported
        guard let close = RubyBrackets.next(after: index, in: scalars), scalars[close] == RubyBrackets.close else {
            context.report(.unclosedRuby, at: line.start + Int(line.offsets[index]), in: line)
            bar = nil
            return nil
        }
        let (base, reading) = (baseStart..<index, index + 1..<close)
        if reading.isEmpty {
            context.report(.emptyReading, at: line.start + Int(line.offsets[index]), in: line)
            bar = nil
            return nil
        }
        let isExplicit = bar != nil
        let isLong = limit?.isExceeded(base, reading, bracket: index, line, context) ?? false
        let start = bar ?? runStart
        bar = nil
        if isLong && !isExplicit { return nil }  // M93
        events.appendRuby(base: base, reading: reading, source: start..<close + 1, scalars)
        return close + 1
    }

    /// M101. What is not closed by 》》, or holds other brackets, is text.
    private mutating func emphasis(at index: Int, _ line: SourceLine, _ context: ReadingContext) -> Int? {
        let scalars = line.scalars
        dropBar(line, context)
        let close = RubyBrackets.next(after: index + 1, in: scalars)
        if let close, scalars[close] == RubyBrackets.close, close + 1 < scalars.count, scalars[close + 1] == RubyBrackets.close {
            guard close > index + 2 else { return close + 2 }
            events.append(
                LineEvents.Event(
                    kind: .emphasis, detail: EmphasisMark.sesame.rawValue, source: index..<close + 2, base: index + 2..<close))
            return close + 2
        }
        context.report(.unclosedRuby, at: line.start + Int(line.offsets[index]), in: line)
        return index + 2
    }

    private mutating func tag(at index: Int, _ line: SourceLine, _ context: ReadingContext) -> Int? {
        guard let tag = HamelnTags.tag(at: index, line.scalars) else { return nil }
        dropBar(line, context)
        let kind: LineEvents.Event.Kind = tag.closes ? .close : .openStyle
        events.append(LineEvents.Event(kind: kind, detail: tag.style.rawValue, source: index..<tag.end))
        return tag.end
    }
}
