/// Writes kakuyomu and hameln: `b《r》`, with a bar where the base would not be found without (M131).
struct KakuyomuSpelling: LineSpelling {
    let isHameln: Bool
    /// A bar that is text stands on the line, which would begin the next base.
    private var hasBar = false
    /// What was written last is Han.
    private var isInRun = false

    init(isHameln: Bool) { self.isHameln = isHameln }

    mutating func beginLine() { (hasBar, isInRun) = (false, false) }
    mutating func boundary() { (hasBar, isInRun) = (false, false) }

    mutating func text(_ run: CharacterRun, _ output: ConversionOutput) {
        for (index, character) in run.scalars.enumerated() {
            if character == RubyBrackets.open {
                output.append("｜")
                hasBar = false
            }
            output.append(character, at: run.offsets[index])
            if RubyBrackets.isBar(character) { hasBar = true }
            if character == RubyBrackets.close { hasBar = false }
            isInRun = HanRubySyntax.isHan(character) || isInRun && continuesCharacter(character)
        }
    }

    mutating func ruby(_ base: CharacterRun, _ reading: CharacterRun, _ output: ConversionOutput) -> Bool {
        guard !base.scalars.contains(where: isForbidden), !reading.scalars.contains(where: isBracket) else { return false }
        let isHan = HanRubySyntax.isHan(base.scalars[0]) && base.scalars.allSatisfy { HanRubySyntax.isHan($0) || continuesCharacter($0) }
        if !isHan || isInRun || hasBar { output.append("｜") }
        output.append(base)
        output.append("《")
        output.append(reading)
        output.append("》")
        boundary()
        return true
    }

    private func isBracket(_ character: UInt32) -> Bool { character == RubyBrackets.open || character == RubyBrackets.close }

    private func isForbidden(_ character: UInt32) -> Bool {
        isBracket(character) || RubyBrackets.isBar(character) || isHameln && character == scalar("<")
    }

    mutating func emphasis(_ text: CharacterRun, _ output: ConversionOutput) -> Bool {
        // After a bar that is text, or a 《 made literal, the brackets would be literal too (M102).
        guard !text.scalars.contains(where: isBracket), !RubyBrackets.isBar(output.last), output.last != RubyBrackets.open else {
            return false
        }
        output.append("《《")
        output.append(text)
        output.append("》》")
        boundary()
        return true
    }

    /// The tags of hameln (M105).
    func style(_ node: InlineNode) -> (open: StaticString, close: StaticString)? {
        guard isHameln else { return nil }
        if node.kind == .line { return ("<u>", "</u>") }
        switch StyleName(rawValue: node.detail) {
        case .bold, .strong: return ("<b>", "</b>")
        case .italic, .em: return ("<i>", "</i>")
        case .strike: return ("<s>", "</s>")
        case .underline: return ("<u>", "</u>")
        case .smaller: return ("<small>", "</small>")
        case .larger: return ("<big>", "</big>")
        case .superscript, .subscript, .code, nil: return nil
        }
    }
}
