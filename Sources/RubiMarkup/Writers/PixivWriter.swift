/// Writes pixiv: `[[rb:b > r]]`.
struct PixivSpelling: LineSpelling {
    var marksHeadings: Bool { true }

    mutating func text(_ run: CharacterRun, _ output: ConversionOutput) { output.append(run) }

    mutating func ruby(_ base: CharacterRun, _ reading: CharacterRun, _ output: ConversionOutput) -> Bool {
        guard !base.scalars.contains(scalar(">")), isTrimmed(base), isTrimmed(reading), !endsBrackets(reading) else { return false }
        output.append("[[rb:")
        output.append(base)
        output.append(" > ")
        output.append(reading)
        output.append("]]")
        return true
    }

    /// Spaces at the ends would be lost (M107).
    private func isTrimmed(_ run: CharacterRun) -> Bool {
        guard let first = run.scalars.first, let last = run.scalars.last else { return false }
        return !RubyBrackets.isSpace(first) && !RubyBrackets.isSpace(last)
    }

    private func endsBrackets(_ run: CharacterRun) -> Bool {
        run.scalars.last == scalar("]") || zip(run.scalars, run.scalars.dropFirst()).contains { $0 == scalar("]") && $1 == scalar("]") }
    }

    mutating func emphasis(_ text: CharacterRun, _ output: ConversionOutput) -> Bool { ruby(text, text.dots, output) }

    mutating func link(_ address: CharacterRun, isEnd: Bool, _ output: ConversionOutput) -> Bool {
        let isWeb = matches("http://", at: 0, in: address.scalars) || matches("https://", at: 0, in: address.scalars)
        guard isWeb, !address.scalars.contains(scalar("]")) else { return false }
        if isEnd {
            output.append(" > ")
            output.append(address)
            output.append("]]")
        } else {
            output.append("[[jumpuri:")
        }
        return true
    }

    /// Pictures that came from pixiv (M108).
    mutating func image(_ address: CharacterRun, _ output: ConversionOutput) -> Bool {
        if matches("pixiv:", at: 0, in: address.scalars), address.scalars.count > 6 {
            output.append("[pixivimage:")
            output.append(address, 6..<address.scalars.count)
        } else if matches("upload:", at: 0, in: address.scalars), address.scalars.count > 7 {
            output.append("[uploadedimage:")
            output.append(address, 7..<address.scalars.count)
        } else {
            return false
        }
        output.append("]")
        return true
    }

    mutating func pageReference(_ page: Int32, _ output: ConversionOutput) -> Bool {
        output.append(string: "[jump:\(page)]")
        return true
    }

    mutating func heading(isEnd: Bool, _ output: ConversionOutput) {
        if isEnd { output.append("]") } else { output.append("[chapter:") }
    }

    mutating func pageBreak(_ output: ConversionOutput) {
        output.append("[newpage]")
        output.endLine()
    }
}
