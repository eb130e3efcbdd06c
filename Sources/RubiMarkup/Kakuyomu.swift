import RubiText

/// カクヨム (`kakuyomu`), M100–M104.
///
///     explicit  = bar base "《" reading "》"
///     implicit  = han { han } "《" reading "》"              characters of script Han: 々 〇 〻 too, not 〆 ヶ
///     emphasis  = "《《" x "》》"                            x without brackets
///     escape    = bar "《" | bar "《《"                      the bar goes, the brackets are text
///     bar       = "｜" | "|"
package final class KakuyomuReader: DocumentReader {
    package let meta = DocumentMeta()
    private var lines: LineParagraphs<HanRubySyntax>

    package init(_ context: ReadingContext) {
        let limit = LengthLimit(dialect: "kakuyomu", base: 20, reading: 50)  // M103
        lines = LineParagraphs(context, HanRubySyntax(limit: limit, hasTags: false))
    }

    package func next(into block: inout Block) -> Bool { lines.next(into: &block) }
}
