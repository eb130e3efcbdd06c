import RubiText

/// Writes text in Aozora notation so that none of it is read as markup (M133), and knows what base would be found before a 《 (M30).
struct AozoraLiterals {
    private let output: ConversionOutput
    private let characters = CharacterTable.shared
    /// Class of the last character, by which a run goes on; nil where a run cannot go on (M31).
    private var lastClass: CharacterClass?
    private var lastCharacter: UInt32 = 0
    /// A half-width bar could begin a base: there is ruby in the paragraph.
    private var hasRuby = false
    private var isLineStart = true

    init(_ output: ConversionOutput) { self.output = output }

    mutating func beginLine(_ tree: InlineTree) {
        hasRuby = tree.nodes.contains { $0.kind == .ruby }
        continueLine()
    }

    mutating func continueLine() {
        lastClass = nil
        isLineStart = true
    }

    /// An annotation or a ruby was written, which a run does not cross.
    mutating func boundary() { (lastClass, isLineStart) = (nil, false) }

    /// A gaiji was written (M79a).
    mutating func setKanji() { (lastClass, lastCharacter) = (.kanji, 0) }

    /// Whether a character may have to be spelled by a `※［＃…］`.
    func mayBeSpelled(_ character: UInt32) -> Bool {
        switch character {
        case scalar("《"), scalar("》"), scalar("｜"), scalar("|"), scalar("※"), scalar("／"), scalar("〔"): true
        default: !output.holds(character)
        }
    }

    mutating func write(_ run: CharacterRun, isBase: Bool = false) {
        for index in run.scalars.indices {
            let character = run.scalars[index]
            let spelled = spelling(of: index, run)
            if let spelled {
                output.append(string: "※［＃" + spelled + "］")
            } else {
                output.append(character, at: run.offsets[index])
            }
            isLineStart = false
            let isGaiji = spelled != nil || !output.holds(character)
            let traits = characters.traits(of: character)
            if isGaiji {
                (lastClass, lastCharacter) = (.kanji, 0)
            } else if !traits.contains(.extends) {
                (lastClass, lastCharacter) = (traits.characterClass, character)
            }
        }
    }

    mutating func writeReading(_ run: CharacterRun) {
        let kept = isLineStart
        isLineStart = false
        write(run)
        isLineStart = kept
    }

    /// The description of a character that would be markup as it stands; nil where it is itself.
    private func spelling(of index: Int, _ run: CharacterRun) -> String? {
        let next = index + 1 < run.scalars.count ? run.scalars[index + 1] : 0
        switch run.scalars[index] {
        case scalar("《"): return "始め二重山括弧、1-1-52"
        case scalar("》"): return "終わり二重山括弧、1-1-53"
        case scalar("｜"): return "縦線、1-1-35"
        case scalar("|"): return hasRuby ? "縦線、U+007C" : nil
        case scalar("［"): return next == scalar("＃") ? "始め角括弧、1-1-46" : nil
        case scalar("※"): return next == 0 || next == scalar("［") ? "米印、1-2-8" : nil
        case scalar("／"): return mayBeKunoji(index, run) ? "斜線、1-1-31" : nil
        case scalar("〔"): return holdsAccent(after: index, run) ? "始めきっこう括弧、1-1-44" : nil
        case scalar("底"): return isLineStart && begins(AozoraMatter.colophonStart, run, index) ? "「底」、U+5E95" : nil
        case scalar("【"): return isLineStart && begins(AozoraMatter.legendTitle, run, index) ? "始めすみ付き括弧、1-1-58" : nil
        default: return nil
        }
    }

    private func begins(_ word: String, _ run: CharacterRun, _ index: Int) -> Bool {
        run.scalars[index...].starts(with: word.unicodeScalars.map(\.value))
    }

    /// Whether ／＼ or ／″＼ begins here, which would be read as 〱 or 〲 (M81), as far as the run shows.
    private func mayBeKunoji(_ index: Int, _ run: CharacterRun) -> Bool {
        var next = index + 1
        if next < run.scalars.count, run.scalars[next] == scalar("″") { next += 1 }
        return next == run.scalars.count || run.scalars[next] == scalar("＼")
    }

    /// Whether a letter and an accent after it would be read as one (M80), or may be beyond the end of the run.
    private func holdsAccent(after index: Int, _ run: CharacterRun) -> Bool {
        guard let end = run.scalars[index...].firstIndex(of: scalar("〕")) else { return true }
        return (index + 1..<end).contains { AozoraAccents.letter(run.scalars, at: $0, end: end) != nil }
    }

    // MARK: Bases

    /// Whether `base`, written here, would be found by a 《 after it without a bar, and no more than it (M30, M23, M131).
    func findsBase(_ base: CharacterRun) -> Bool {
        var runClass: CharacterClass?
        var first: UInt32 = 0
        for (index, character) in base.scalars.enumerated() {
            let traits = characters.traits(of: character)
            let isGaiji = spelling(of: index, base) != nil || !output.holds(character)
            if !isGaiji, traits.contains(.extends) {
                if index == 0 { return false }
                continue
            }
            let characterClass = isGaiji ? CharacterClass.kanji : traits.characterClass
            guard let runClass else {
                (runClass, first) = (characterClass, character)
                continue
            }
            if characterClass == runClass, runClass != .symbol || character == first { continue }
            let endsLatin = index == base.scalars.count - 1 && runClass == .halfwidthLatin && Self.latinEnds.contains(character)
            if !endsLatin { return false }
        }
        guard let runClass, runClass != .other else { return false }
        return lastClass != runClass || runClass == .symbol && lastCharacter != first
    }

    /// What belongs to a run of half-width Latin directly before it ends (M23).
    private static let latinEnds: Set<UInt32> = [scalar("."), scalar(";"), scalar("\""), scalar("?"), scalar("!"), scalar(")")]
}
