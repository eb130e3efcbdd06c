import RubiMarkup
import RubiText

/// Adds readings to the kanji of manuscripts that have none (振り仮名).
///
///     let readings = try Readings()
///     let diagnostics = try Furigana.add(to: manuscript, FuriganaOptions(), readings) { bytes in … }
public enum Furigana {
    /// Reads `manuscript` from its start and hands the bytes of the manuscript with readings to `sink`, in pieces. In the manuscript's own notation nothing but
    /// the markup of the new rubies is added, and all else keeps its bytes; a text without markup is taken for one of Aozora Bunko.
    /// - Returns: what is wrong in the manuscript, what MeCab does not know, and what the target cannot express, sorted by place.
    public static func add(
        to manuscript: Manuscript, _ options: FuriganaOptions, _ readings: Readings, sink: @escaping ([UInt8]) throws -> Void
    ) throws -> [Diagnostic] {
        let target = options.target.flatMap { $0.target == manuscript.dialect && !$0.isStandalone ? nil : $0 }
        let dialect = target?.target ?? manuscript.dialect
        let markup = RubyMarkup(dialect: manuscript.dialect, typstRuby: manuscript.options.typstRuby)
        let divides = RubyMarkup(dialect: dialect, typstRuby: "").dividesRuby || options.splitsJukugo
        let finder = try FuriganaFinder(options, readings, dialect: manuscript.dialect, divides: divides)
        manuscript.rewind()
        var block = Block()
        while manuscript.next(into: &block) { finder.learn(block) }
        manuscript.rewind()
        if let target {
            var convert = target
            convert.splitsJukugo = options.splitsJukugo
            let diagnostics = try Conversion.convert(manuscript, convert, editing: { finder.edit(&$0) }, sink: sink)
            return merged(diagnostics, finder.findings, manuscript)
        }
        guard var edit = SourceEdit(manuscript, encoding: options.encoding, sink: sink) else {
            throw Conversion.Failure.unknownEncoding(options.encoding ?? manuscript.encoding)
        }
        while manuscript.next(into: &block) { finder.collect(block, markup, manuscript) }
        let diagnostics = manuscript.diagnostics
        for missing in try edit.write(finder.insertions) {
            finder.note(missing.scalar, lackingIn: options.encoding ?? .utf8, at: missing.offset)
        }
        return merged(diagnostics, finder.findings, manuscript)
    }

    private static func merged(_ diagnostics: [Diagnostic], _ findings: [FuriganaFinder.Finding], _ manuscript: Manuscript) -> [Diagnostic]
    {
        let sorted = findings.sorted { $0.offset < $1.offset }
        var all = diagnostics
        for (finding, place) in zip(sorted, manuscript.places(of: sorted.map(\.offset))) {
            all.append(Diagnostic(code: finding.code, place: place, offset: finding.offset, arguments: finding.arguments))
        }
        all.sort { ($0.place, $0.code.rawValue) < ($1.place, $1.code.rawValue) }
        return all
    }
}
