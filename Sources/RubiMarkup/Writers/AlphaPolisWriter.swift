import RubiText

/// Writes alphapolis: `#b__r__#`, and `｜b《r》` where base or reading hold what that cannot.
struct AlphaPolisSpelling: LineSpelling {
    private let characters = CharacterTable.shared
    private var hasBar = false
    private var isInRun = false

    mutating func beginLine() { (hasBar, isInRun) = (false, false) }

    mutating func text(_ run: CharacterRun, _ output: ConversionOutput) {
        for (index, character) in run.scalars.enumerated() {
            if character == RubyBrackets.open || character == scalar("≪") && (hasBar || isInRun || RubyBrackets.isBar(output.last)) {
                output.append("｜")
                hasBar = false
            }
            output.append(character, at: run.offsets[index])
            if RubyBrackets.isBar(character) { hasBar = true }
            isInRun = characters.traits(of: character).characterClass == .kanji || isInRun && continuesCharacter(character)
        }
    }

    mutating func ruby(_ base: CharacterRun, _ reading: CharacterRun, _ output: ConversionOutput) -> Bool {
        if canStandInHashes(base), canStandInHashes(reading) {
            output.append("#")
            output.append(base)
            output.append("__")
            output.append(reading)
            output.append("__#")
        } else {
            guard !(base.scalars + reading.scalars).contains(where: isForbidden) else { return false }
            output.append("｜")
            output.append(base)
            output.append("《")
            output.append(reading)
            output.append("》")
        }
        (hasBar, isInRun) = (false, false)
        return true
    }

    /// No `#`, no `__`, and no `_` at the end, where it would be taken for the mark's.
    private func canStandInHashes(_ run: CharacterRun) -> Bool {
        guard !run.scalars.contains(scalar("#")), run.scalars.last != scalar("_") else { return false }
        return !zip(run.scalars, run.scalars.dropFirst()).contains { $0 == scalar("_") && $1 == scalar("_") }
    }

    private func isForbidden(_ character: UInt32) -> Bool {
        character == RubyBrackets.open || character == RubyBrackets.close || character == scalar("≪") || RubyBrackets.isBar(character)
    }

    mutating func emphasis(_ text: CharacterRun, _ output: ConversionOutput) -> Bool { ruby(text, text.dots, output) }
}
