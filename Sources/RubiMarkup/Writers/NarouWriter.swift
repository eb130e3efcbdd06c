/// Writes narou: `｜b《r》`, always with the bar (M131).
struct NarouSpelling: LineSpelling {
    /// A bar that is text stands on the line, and what follows might be its reading.
    private var hasBar = false

    mutating func beginLine() { hasBar = false }

    mutating func text(_ run: CharacterRun, _ output: ConversionOutput) {
        for index in run.scalars.indices {
            let character = run.scalars[index]
            if character == RubyBrackets.open || RubyBrackets.closing(character) != nil && isReading(at: index, run, output) {
                output.append("｜")
                hasBar = false
            }
            output.append(character, at: run.offsets[index])
            if RubyBrackets.isBar(character) { hasBar = true }
        }
    }

    /// Whether the parenthesis at `index` would begin a reading (M90–M92, M95), as far as the run shows.
    private func isReading(at index: Int, _ run: CharacterRun, _ output: ConversionOutput) -> Bool {
        if RubyBrackets.isBar(output.last) { return true }
        guard hasBar || NarouReader.isRunCharacter(output.last) || continuesCharacter(output.last) else { return false }
        return RubyBrackets.mayBeKana(after: index, in: run.scalars, spaces: true)
    }

    mutating func ruby(_ base: CharacterRun, _ reading: CharacterRun, _ output: ConversionOutput) -> Bool {
        guard canSpell(base), !reading.scalars.contains(where: { $0 == RubyBrackets.open || $0 == RubyBrackets.close }) else {
            return false
        }
        output.append("｜")
        output.append(base)
        output.append("《")
        output.append(reading)
        output.append("》")
        hasBar = false
        return true
    }

    private func canSpell(_ base: CharacterRun) -> Bool {
        for (index, character) in base.scalars.enumerated() {
            if character == RubyBrackets.open || character == RubyBrackets.close || RubyBrackets.isBar(character) { return false }
            if index == 0, RubyBrackets.closing(character) != nil { return false }
            if RubyBrackets.closing(character) != nil, RubyBrackets.mayBeKana(after: index, in: base.scalars, spaces: true) { return false }
        }
        return true
    }

    /// Ruby of ・, one a character (M96).
    mutating func emphasis(_ text: CharacterRun, _ output: ConversionOutput) -> Bool {
        ruby(text, text.dots, output)
    }
}

extension CharacterRun {
    /// As many ・ as the run has characters (M10).
    var dots: CharacterRun {
        var dots = CharacterRun()
        var index = 0
        while index < scalars.count {
            dots.append(scalar("・"), at: offsets[index])
            index = characterEnd(after: index, in: scalars, limit: scalars.count)
        }
        return dots
    }
}

extension RubyBrackets {
    /// Whether what follows the parenthesis at `index` is a reading in kana, or may become one beyond the end of `scalars`.
    static func mayBeKana(after index: Int, in scalars: [UInt32], spaces: Bool) -> Bool {
        guard let close = closing(scalars[index]) else { return false }
        for character in scalars[(index + 1)...] {
            if character == close { return scalars[index + 1] != close }
            guard isKana(character) || spaces && isSpace(character) else { return false }
        }
        return true
    }
}
