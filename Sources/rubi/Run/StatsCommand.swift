import Rubi

/// `rubi stats`: figures of manuscripts.
struct StatsCommand {
    let session: Session

    func run() throws -> ExitStatus {
        let sink = try session.sink()
        let status = try session.forEachManuscript { _, manuscript, _ in
            let statistics = Statistics(manuscript)
            switch session.configuration.report {
            case .json: try writeJSON(statistics, of: manuscript, to: sink)
            case .text, .sarif, .tsv: try sink.write(string: text(statistics, of: manuscript))
            }
            return session.outcome(of: manuscript.diagnostics, in: manuscript)
        }
        try sink.finish()
        return status
    }

    private func text(_ figures: Statistics, of manuscript: Manuscript) -> String {
        let grades = figures.kanjiByGrade.enumerated().map { grade, count in
            (grade < SchoolKanji.years.upperBound ? "\(grade + 1): " : "later: ") + "\(count)"
        }
        func share(_ part: Int) -> String { tenths(figures.percent(part, of: figures.characters)) + " %" }
        let ease = figures.readingEase.map { "\n  reading ease: \(tenths($0)) (50 is the average, more is easier)" } ?? ""
        return """
            \(manuscript.name): \(figures.characters) characters, \(figures.paragraphs) paragraphs, \(figures.sentences) sentences
              manuscript paper: \(figures.sheets) sheets of 20 × 20
              kanji \(share(figures.kanji)), hiragana \(share(figures.hiragana)), katakana \(share(figures.katakana))
              kanji by school year: \(grades.joined(separator: ", "))
              ruby: \(figures.rubies), over \(tenths(figures.rubyDensity)) % of the kanji\(ease)
              to read: \(figures.minutes(at: Statistics.pace.silent)) min, aloud \(figures.minutes(at: Statistics.pace.aloud)) min

            """
    }

    private func writeJSON(_ figures: Statistics, of manuscript: Manuscript, to sink: ByteSink) throws {
        try sink.write("{\"source\":")
        try JSONText.write(manuscript.name, to: sink)
        let grades = figures.kanjiByGrade.map(String.init).joined(separator: ",")
        let ease = figures.readingEase.map { ",\"readingEase\":\(tenths($0))" } ?? ""
        try sink.write(
            string: """
                ,"characters":\(figures.characters),"paragraphs":\(figures.paragraphs),"sentences":\(figures.sentences),"sheets":\(figures.sheets),\
                "kanji":\(figures.kanji),"hiragana":\(figures.hiragana),"katakana":\(figures.katakana),"kanjiByGrade":[\(grades)],\
                "rubies":\(figures.rubies),"kanjiWithRuby":\(figures.kanjiWithRuby)\(ease),\
                "minutes":{"silent":\(figures.minutes(at: Statistics.pace.silent)),"aloud":\(figures.minutes(at: Statistics.pace.aloud))}}

                """)
    }

    /// With one decimal.
    private func tenths(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return (tenths < 0 ? "-" : "") + "\(abs(tenths) / 10).\(abs(tenths) % 10)"
    }
}
