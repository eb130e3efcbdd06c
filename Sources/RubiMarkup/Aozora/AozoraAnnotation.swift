import RubiText

/// What one `［＃…］` means; ranges are of the line's scalars. What does not fit in a value is left in the parser: `actions`, `blockParts`.
enum AozoraAnnotation {
    case breaks(Block.Kind)
    case indentLine(Int32)
    case alignEnd(Int32?)
    /// `blockParts` are to be opened, the first outermost; `heading` instead where it is a heading's block (M62).
    case openBlocks(heading: Int32?)
    case closeBlock(AozoraBlockPart)
    case open(AozoraRange)
    /// `reading`: of ルビ付き終わり and 注記付き終わり.
    case close(AozoraRange, reading: Range<Int>?)
    /// `actions` are to be done to the target, or from its last occurrence to the end of `to` (M53a).
    case forward(target: Range<Int>, to: Range<Int>?)
    /// A reading beside the target (M69, M70); `perCharacter`: 傍記.
    case reading(target: Range<Int>, text: Range<Int>, side: Side, perCharacter: Bool)
    /// ルビは「X」にかかる (M69a).
    case base(target: Range<Int>)
    /// 「X」は…、m-k-t (M71a).
    case replacement(target: Range<Int>, first: UInt32, second: UInt32)
    case note(NoteKind, target: Range<Int>?)
    case kaeriten
    case okurigana
    case image(alt: Range<Int>, file: Range<Int>, width: Int32, height: Int32)
    case lineBreak
    case endOfBody
    case unknown(target: Range<Int>?)
}

/// Telling what an annotation says (M50–M74).
extension AozoraParser {
    mutating func classify(_ body: Range<Int>) -> AozoraAnnotation {
        if hasSuffix(Words.placed, body), let image = image(body) { return image }
        if let target = quoted(body) { return classifyQuoted(body, target) }
        if let found = lookUp(body, in: vocabulary.bodies) { return annotation(of: found) }
        if hasPrefix(Words.fromHere, body) {
            return classifyBlocks(body.lowerBound + Words.fromHere.count..<body.upperBound) ?? other(body)
        }
        if hasPrefix(Words.here, body), let end = blockEnd(body) { return .closeBlock(end) }
        if let reading = rangeReading(body) { return reading }
        if isKaeriten(body) { return .kaeriten }
        if line.scalars[body.lowerBound] == 0xFF08, line.scalars[body.upperBound - 1] == 0xFF09, body.count > 2 { return .okurigana }
        if hasPrefix(Words.rubyOf, body) { return rubyNote(body) }
        if hasPrefix(Words.rubyTakes, body), let target = quoted(body.lowerBound + Words.rubyTakes.count..<body.upperBound),
            equals(Words.appliesTo, target.upperBound + 1..<body.upperBound)
        {
            return .base(target: target)
        }
        return other(body)
    }

    private enum Words {
        static let fromHere = AozoraVocabulary.word("ここから")
        static let here = AozoraVocabulary.word("ここで")
        static let end = AozoraVocabulary.word("終わり")
        static let rubyOf = AozoraVocabulary.word("ルビの")
        static let rubyTakes = AozoraVocabulary.word("ルビは")
        static let appliesTo = AozoraVocabulary.word("にかかる")
        static let left = AozoraVocabulary.word("左に")
        static let atLeft = AozoraVocabulary.word("の左に")
        static let at = AozoraVocabulary.word("に")
        static let has = AozoraVocabulary.word("は")
        static let rubyAdded = AozoraVocabulary.word("のルビ付き終わり")
        static let noteAdded = AozoraVocabulary.word("の注記付き終わり")
        static let ruby = AozoraVocabulary.word("のルビ")
        static let note = AozoraVocabulary.word("の注記")
        static let shortNote = AozoraVocabulary.word("注記")
        static let marks = AozoraVocabulary.word("の傍記")
        static let asIs = [AozoraVocabulary.word("はママ"), AozoraVocabulary.word("の左にママ"), AozoraVocabulary.word("の右にママ")]
        static let placed = AozoraVocabulary.word("入る")
        static let photo = AozoraVocabulary.word("写真")
        static let original = AozoraVocabulary.word("は底本では")
        /// What marks an editor's remark (M71).
        static let editing = ["底本", "初出", "誤記", "誤植", "欠落", "脱落", "版では", "入力者注"].map(AozoraVocabulary.word)
        static let kaeriten = Set(AozoraVocabulary.word("一二三四五六七八九十レ上中下甲乙丙丁天地人"))
        static let tildes: Set<UInt32> = [0x301C, 0xFF5E]
    }

    // MARK: Bodies that begin with a target

    /// What stands between the 「 that begins `range` and the 」 that closes it (M56); nil where there is none.
    func quoted(_ range: Range<Int>) -> Range<Int>? {
        guard let first = range.first, line.scalars[first] == 0x300C else { return nil }
        var depth = 0
        for i in range {
            if line.scalars[i] == 0x300C { depth += 1 }
            if line.scalars[i] == 0x300D {
                depth -= 1
                if depth == 0 { return first + 1..<i }
            }
        }
        return nil
    }

    private mutating func classifyQuoted(_ body: Range<Int>, _ target: Range<Int>) -> AozoraAnnotation {
        let rest = target.upperBound + 1..<body.upperBound
        if let end = readingEnd(rest) { return .close(.ruby(.over, isNote: end), reading: target) }
        if Words.asIs.contains(where: { equals($0, rest) }) { return .note(.mama, target: target) }
        if hasPrefix(Words.original, rest) { return .note(.source, target: target) }
        if let first = rest.first, Words.tildes.contains(line.scalars[first]), let to = quoted(rest.dropFirst()),
            readActions(to.upperBound + 1..<body.upperBound, body)
        {
            return .forward(target: target, to: to)
        }
        if let reading = reading(beside: target, rest) { return reading }
        if readActions(rest, body) { return .forward(target: target, to: nil) }
        if hasPrefix(Words.has, rest), !holdsEditing(rest), let cell = AozoraGaiji.cell(line.scalars, rest),
            let found = cells.scalars(plane: cell.plane, row: cell.row, cell: cell.cell)
        {
            return .replacement(target: target, first: found.first, second: found.second)
        }
        return other(body, target: target)
    }

    /// の左に「Y」のルビ, に「Y」の注記, に「Y」の傍記 (M69, M70).
    private func reading(beside target: Range<Int>, _ rest: Range<Int>) -> AozoraAnnotation? {
        let side: Side = hasPrefix(Words.atLeft, rest) ? .under : .over
        let particle = side == .under ? Words.atLeft : Words.at
        guard hasPrefix(particle, rest), let text = quoted(rest.lowerBound + particle.count..<rest.upperBound) else { return nil }
        let tail = text.upperBound + 1..<rest.upperBound
        if equals(Words.marks, tail) { return .reading(target: target, text: text, side: side, perCharacter: true) }
        guard equals(Words.ruby, tail) || equals(Words.note, tail) || equals(Words.shortNote, tail) else { return nil }
        return .reading(target: target, text: text, side: side, perCharacter: false)
    }

    /// Whether `rest` is のルビ付き終わり (false) or の注記付き終わり (true); nil for neither.
    private func readingEnd(_ rest: Range<Int>) -> Bool? {
        equals(Words.rubyAdded, rest) ? false : equals(Words.noteAdded, rest) ? true : nil
    }

    /// 左に「Y」のルビ付き終わり.
    private func rangeReading(_ body: Range<Int>) -> AozoraAnnotation? {
        guard hasPrefix(Words.left, body), let text = quoted(body.lowerBound + Words.left.count..<body.upperBound),
            let isNote = readingEnd(text.upperBound + 1..<body.upperBound)
        else { return nil }
        return .close(.ruby(.under, isNote: isNote), reading: text)
    }

    /// How many things one annotation can do; what is over is taken as unknown.
    private static let mostParts = 10

    /// Reads what is to be done to a target, divided at 、 (M53b), into `actions`; false where no part is known. Of several, a part that is
    /// not known is reported.
    private mutating func readActions(_ rest: Range<Int>, _ body: Range<Int>) -> Bool {
        actions.removeAll(keepingCapacity: true)
        var unknown: [Range<Int>] = []
        for (k, part) in parts(rest).enumerated() {
            guard var action = lookUp(part, in: vocabulary.forwards), k > 0 || !isBare(part), k < Self.mostParts else {
                unknown.append(part)
                continue
            }
            if case .wrap(var wrap) = action, wrap.number == AozoraVocabulary.fromText {
                wrap.number = template.numbers.first ?? 1
                action = .wrap(wrap)
            }
            actions.append(action)
        }
        guard !actions.isEmpty else { return false }
        for part in unknown { report(.unknownAnnotation, at: body.lowerBound - 2, [string(part)]) }
        return true
    }

    /// A first part without its particle, as in 「X」傍点, is not in the list.
    private func isBare(_ part: Range<Int>) -> Bool {
        guard let first = part.first else { return true }
        return ![0x306B, 0x306F, 0x306E].contains(line.scalars[first])  // に は の
    }

    /// `range` divided at 、.
    private func parts(_ range: Range<Int>) -> [Range<Int>] {
        line.scalars[range].split(separator: 0x3001, omittingEmptySubsequences: false).map { $0.startIndex..<$0.endIndex }
    }

    // MARK: Other bodies

    private mutating func annotation(of body: AozoraBody) -> AozoraAnnotation {
        let number = template.numbers.first ?? 0
        switch body {
        case .breaks(let kind): return .breaks(kind)
        case .indentLine: return .indentLine(number)
        case .alignEnd(let hasOffset): return .alignEnd(hasOffset ? number : nil)
        case .flushHang:
            blockParts = [(.hang, 0, number)]
            return .openBlocks(heading: nil)
        case .closeBlock(let kind): return .closeBlock(.block(kind, number: nil))
        case .open(let range): return .open(numbered(range, number))
        case .close(let range): return .close(range, reading: nil)
        case .lineBreak: return .lineBreak
        case .mama: return .note(.mama, target: nil)
        case .endOfBody: return .endOfBody
        }
    }

    private func numbered(_ range: AozoraRange, _ number: Int32) -> AozoraRange {
        guard case .wrap(var wrap) = range, wrap.number == AozoraVocabulary.fromText else { return range }
        wrap.number = number
        return .wrap(wrap)
    }

    /// What follows ここから: blocks, the first outermost (M53b); nil where no part is known.
    private mutating func classifyBlocks(_ range: Range<Int>) -> AozoraAnnotation? {
        blockParts.removeAll(keepingCapacity: true)
        var heading: Int32?
        var unknown: [Range<Int>] = []
        for part in parts(range) {
            guard blockParts.count < Self.mostParts,
                let found = lookUp(part, in: vocabulary.blockParts) ?? lookUp(withoutDe(part), in: vocabulary.blockParts)
            else {
                unknown.append(part)
                continue
            }
            let number = template.numbers.last ?? 0
            switch found {
            case .block(let kind, let fixed): blockParts.append((kind, fixed ?? number, 0))
            case .flush: blockParts.append((.hang, 0, 0))
            case .turnover:
                guard let last = blockParts.indices.last, blockParts[last].kind == .indent || blockParts[last].kind == .hang else {
                    unknown.append(part)
                    continue
                }
                blockParts[last].kind = .hang
                blockParts[last].m = number
            case .heading(let level): heading = level
            }
        }
        guard !blockParts.isEmpty || heading != nil else { return nil }
        for part in unknown { report(.unknownAnnotation, at: range.lowerBound - Words.fromHere.count - 2, [string(part)]) }
        return .openBlocks(heading: heading)
    }

    /// １行２０字組みで: the particle says nothing.
    private func withoutDe(_ part: Range<Int>) -> Range<Int> {
        guard let last = part.last, line.scalars[last] == 0x3067 else { return part }
        return part.dropLast()
    }

    /// What stands between ここで and 終わり; what comes after is a tail that says nothing more (M53b).
    private mutating func blockEnd(_ body: Range<Int>) -> AozoraBlockPart? {
        let start = body.lowerBound + Words.here.count
        guard let end = firstRange(of: Words.end, start..<body.upperBound) else { return nil }
        let name = start..<end.lowerBound
        if let found = lookUp(name, in: vocabulary.blockEnds) { return found }
        return parts(name).lazy.compactMap { [vocabulary, line] in vocabulary.blockEnds[Array(line.scalars[$0])] }.first
    }

    private func isKaeriten(_ body: Range<Int>) -> Bool {
        !body.isEmpty && body.count <= 4 && body.allSatisfy { Words.kaeriten.contains(line.scalars[$0]) }
    }

    /// `alt（file、横W×縦H）入る` (M73).
    private mutating func image(_ body: Range<Int>) -> AozoraAnnotation? {
        guard body.count > Words.placed.count, line.scalars[body.upperBound - 3] == 0xFF09,
            let open = line.scalars[body].lastIndex(of: 0xFF08)
        else { return nil }
        let inside = parts(open + 1..<body.upperBound - 3)
        guard let file = inside.first, line.scalars[file].contains(0x2E) else { return nil }
        var (width, height): (Int32, Int32) = (0, 0)
        if inside.count > 1 {
            template.read(line.scalars, inside[1], kanji: false)
            if template.word == AozoraVocabulary.word("横N×縦N") { (width, height) = (template.numbers[0], template.numbers[1]) }
        }
        return .image(alt: body.lowerBound..<open, file: file, width: width, height: height)
    }

    /// Whether an alternative text speaks of a photograph.
    func isPhoto(_ alt: Range<Int>) -> Bool { firstRange(of: Words.photo, alt) != nil }

    /// ルビの「X」はママ, ルビの「X」は底本では「Y」 (M71).
    private func rubyNote(_ body: Range<Int>) -> AozoraAnnotation {
        guard let target = quoted(body.lowerBound + Words.rubyOf.count..<body.upperBound) else { return other(body) }
        let rest = target.upperBound + 1..<body.upperBound
        if Words.asIs.contains(where: { equals($0, rest) }) { return .note(.rubyMama, target: target) }
        if hasPrefix(Words.original, rest) { return .note(.rubySource, target: target) }
        return other(body)
    }

    private func other(_ body: Range<Int>, target: Range<Int>? = nil) -> AozoraAnnotation {
        holdsEditing(body) ? .note(.source, target: target) : .unknown(target: target)
    }

    private func holdsEditing(_ range: Range<Int>) -> Bool { Words.editing.contains { firstRange(of: $0, range) != nil } }

    // MARK: Comparing

    /// The meaning of `range` in a table, its numbers left in `template`: as it stands, and with kanji numerals as numbers (M51).
    private mutating func lookUp<Value>(_ range: Range<Int>, in table: [[UInt32]: Value]) -> Value? {
        guard range.count <= 40 else { return nil }
        template.read(line.scalars, range, kanji: false)
        if let found = table[template.word] { return found }
        template.read(line.scalars, range, kanji: true)
        return table[template.word]
    }

    private func equals(_ word: [UInt32], _ range: Range<Int>) -> Bool { range.count == word.count && hasPrefix(word, range) }

    private func hasPrefix(_ word: [UInt32], _ range: Range<Int>) -> Bool {
        range.count >= word.count && word.indices.allSatisfy { line.scalars[range.lowerBound + $0] == word[$0] }
    }

    private func hasSuffix(_ word: [UInt32], _ range: Range<Int>) -> Bool {
        range.count >= word.count && hasPrefix(word, range.upperBound - word.count..<range.upperBound)
    }

    private func firstRange(of word: [UInt32], _ range: Range<Int>) -> Range<Int>? {
        guard range.count >= word.count else { return nil }
        let last = range.upperBound - word.count
        let start = (range.lowerBound...last).first { hasPrefix(word, $0..<range.upperBound) }
        return start.map { $0..<$0 + word.count }
    }
}
