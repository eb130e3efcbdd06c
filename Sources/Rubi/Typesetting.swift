import RubiLayout
import RubiMarkup
import RubiShaping

/// What typesetting a manuscript gives besides its lines.
public struct TypesettingResult: Sendable {
    /// Pages, lines, glyphs and so on.
    public var figures: EndRecord
    /// What was wrong with the manuscript and what could not be set as it should be, sorted by place (M4).
    public var diagnostics: [Diagnostic]
}

extension Manuscript {
    /// Composes the manuscript and tells `consumer` of every page and line as soon as it is known.
    /// - Parameters:
    ///   - style: how it is set.
    ///   - fonts: what its glyphs are of.
    ///   - consumer: what is told.
    ///   - jobs: threads that compose its paragraphs; the result is the same for any number.
    ///   - warningsAreErrors: how warnings count in the figures that the consumer is told at the end.
    /// - Throws: what `consumer` throws.
    public func typeset(
        _ style: Style = Style(), fonts: FontSet, to consumer: any PageConsumer, jobs: Int = 1, warningsAreErrors: Bool = false
    ) throws -> TypesettingResult {
        let layout = Layout(style: style, fonts: fonts)
        layout.jobs = jobs
        return try typeset(layout, to: consumer, warningsAreErrors: warningsAreErrors)
    }

    /// Composes only those paragraphs that `cache` does not know from the run before, in the same style and fonts.
    package func typeset(_ style: Style, fonts: FontSet, to consumer: any PageConsumer, cache: ParagraphCache) throws -> TypesettingResult {
        let layout = Layout(style: style, fonts: fonts)
        layout.cache = cache
        cache.begin()
        return try typeset(layout, to: consumer, warningsAreErrors: false)
    }

    private func typeset(_ layout: Layout, to consumer: any PageConsumer, warningsAreErrors: Bool) throws -> TypesettingResult {
        var figures = try layout.run(self, to: consumer)
        let diagnostics = diagnostics(with: layout.problems)
        for diagnostic in diagnostics {
            switch diagnostic.code.severity {
            case .error: figures.errors += 1
            case .warning where warningsAreErrors: figures.errors += 1
            case .warning: figures.warnings += 1
            case .note: break
            }
        }
        try consumer.end(figures)
        return TypesettingResult(figures: figures, diagnostics: diagnostics)
    }

    /// Composes the manuscript once and tells each consumer of its lines, without their glyphs, in frames of its style. The styles differ in nothing that
    /// decides how lines are composed (`ComposedDocument.fits`); the first is the one they are composed in.
    package func measure(
        in frames: [(style: Style, consumer: any PageConsumer)], fonts: FontSet
    ) throws -> (figures: [EndRecord], diagnostics: [Diagnostic]) {
        guard let style = frames.first?.style else { return ([], []) }
        let layout = Layout(style: style, fonts: fonts)
        let figures = try layout.measure(self, in: frames)
        return (figures, diagnostics(with: layout.problems))
    }

    /// What reading reported and what composition did, by place and code, one of the same code a place (M4).
    func diagnostics(with problems: [CompositionProblem]) -> [Diagnostic] {
        var all = diagnostics
        if problems.isEmpty { return all }
        let sorted = problems.sorted { $0.offset < $1.offset }
        for (problem, place) in zip(sorted, places(of: sorted.map(\.offset))) {
            all.append(Diagnostic(code: problem.code, place: place, offset: problem.offset, arguments: problem.arguments))
        }
        return all.sortedByPlace()
    }
}
