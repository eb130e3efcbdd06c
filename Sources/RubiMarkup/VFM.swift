/// Vivliostyle Flavored Markdown (`vfm`), M110–M115.
///
///     ruby     = "{" base "|" reading "}"                      on one line; the first bar divides, further ones belong to the reading (M112)
///     meta     = "---" { "title:" text | "author:" text | … } "---"      as the first block
///     the rest as in denden, without its `^12^`, its page breaks and its full-width braces
///
/// A line end within a paragraph is a space, but vanishes between two CJK characters.
package final class VFMReader: DocumentReader {
    private var core: MarkdownCore
    package var meta: DocumentMeta { core.meta }

    package init(_ context: ReadingContext) { core = MarkdownCore(context, syntax: .vfm) }

    package func next(into block: inout Block) -> Bool { core.next(into: &block) }
}
