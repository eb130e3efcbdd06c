import RubiText

/// Writes readings in parentheses: `b（r）`, with a bar where the base or the reading would not be found without (M131).
struct ParenSpelling: LineSpelling {
    private let characters = CharacterTable.shared
    /// A bar that is text stands on the line, which would begin the next base.
    private var hasBar = false
    /// What was written last is kanji.
    private var isInRun = false

    mutating func beginLine() { (hasBar, isInRun) = (false, false) }

    mutating func text(_ run: CharacterRun, _ output: ConversionOutput) {
        for (index, character) in run.scalars.enumerated() {
            if RubyBrackets.closing(character) != nil, isReading(at: index, run) {
                output.append("｜")
                hasBar = false
            }
            output.append(character, at: run.offsets[index])
            if character == scalar("｜") { hasBar = true }
            isInRun = isKanji(character) || isInRun && continuesCharacter(character)
        }
    }

    private func isKanji(_ character: UInt32) -> Bool { characters.traits(of: character).characterClass == .kanji }

    private func isReading(at index: Int, _ run: CharacterRun) -> Bool {
        hasBar || isInRun && RubyBrackets.mayBeKana(after: index, in: run.scalars, spaces: false)
    }

    mutating func ruby(_ base: CharacterRun, _ reading: CharacterRun, _ output: ConversionOutput) -> Bool {
        let isPlain =
            isKanji(base.scalars[0]) && base.scalars.allSatisfy { isKanji($0) || continuesCharacter($0) }
            && reading.scalars.allSatisfy(RubyBrackets.isKana)
        if !isPlain || isInRun || hasBar {
            let isForbidden: (UInt32) -> Bool = { $0 == scalar("｜") || RubyBrackets.closing($0) != nil }
            guard !base.scalars.contains(where: isForbidden), !reading.scalars.contains(scalar("）")) else { return false }
            output.append("｜")
        }
        output.append(base)
        output.append("（")
        output.append(reading)
        output.append("）")
        (hasBar, isInRun) = (false, false)
        return true
    }

    mutating func emphasis(_ text: CharacterRun, _ output: ConversionOutput) -> Bool { false }

    mutating func pageBreak(_ output: ConversionOutput) {
        output.append("\u{0C}")
        output.endLine()
    }
}
