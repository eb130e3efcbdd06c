/// Writes text without markup: of a ruby, the base.
struct PlainSpelling: LineSpelling {
    var hasRuby: Bool { false }

    mutating func text(_ run: CharacterRun, _ output: ConversionOutput) { output.append(run) }

    mutating func ruby(_ base: CharacterRun, _ reading: CharacterRun, _ output: ConversionOutput) -> Bool {
        output.append(base)
        return true
    }

    mutating func emphasis(_ text: CharacterRun, _ output: ConversionOutput) -> Bool { false }

    mutating func pageBreak(_ output: ConversionOutput) {
        output.append("\u{0C}")
        output.endLine()
    }
}
