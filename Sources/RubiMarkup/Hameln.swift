import RubiText

/// ハーメルン (`hameln`), M105: as `kakuyomu`, without limits of length, and with tags.
///
///     tag       = "<" name ">" … "</" name ">"              on one line
///     name      = "b" | "i" | "s" | "u" | "small" | "big"
package final class HamelnReader: DocumentReader {
    package let meta = DocumentMeta()
    private var lines: LineParagraphs<HanRubySyntax>

    package init(_ context: ReadingContext) { lines = LineParagraphs(context, HanRubySyntax(limit: nil, hasTags: true)) }

    package func next(into block: inout Block) -> Bool { lines.next(into: &block) }
}
