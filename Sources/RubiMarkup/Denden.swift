/// でんでんマークダウン (`denden`), M110–M115.
///
///     ruby     = "{" base "|" reading { "|" reading } "}"      on one line; also with ｛ ｜ ｝
///     base     = CH - ( "{" | "|" | "}" ) …                    not empty; \{ \| \} \\ are literal
///     reading  = CH - ( "|" | "}" ) …                          not empty
///     tcy      = "^" printable ASCII "^"
///     page     = "=" "=" "=" …                                 alone on a line after a blank one
///     # heading · > quote · --- rule · ``` code ``` · *em* · **strong** · `code` · [text](address) · ![alternative](file)
///
/// One reading: mono or group; as many as the base has characters: jukugo; any other number: joined, `part-count` (M111). A line end within a
/// paragraph is a break.
package final class DendenReader: DocumentReader {
    private var core: MarkdownCore
    package var meta: DocumentMeta { core.meta }

    package init(_ context: ReadingContext) { core = MarkdownCore(context, syntax: .denden) }

    package func next(into block: inout Block) -> Bool { core.next(into: &block) }
}
