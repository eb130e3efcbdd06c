/// What stands before and after the text (M85–M88); readings are left out.
public struct DocumentMeta: Sendable, Equatable {
    /// The title.
    public var title: String?
    /// The title in the original language.
    public var originalTitle: String?
    /// The subtitle.
    public var subtitle: String?
    /// The subtitle in the original language.
    public var originalSubtitle: String?
    /// The author; several are joined by 、.
    public var author: String?
    /// Who edited the text.
    public var editor: String?
    /// Who translated it.
    public var translator: String?
    /// The lines that explain the notation, without the rules around them (M87).
    public var legend: [String] = []
    /// The lines after the text (M88).
    public var colophon: [String] = []

    /// Nothing is said.
    public init() {}
}

/// Reads a document a block at a time, so that a manuscript of any length streams.
package protocol DocumentReader: AnyObject {
    /// What the header says, known before the first block; the colophon is complete after the last.
    var meta: DocumentMeta { get }
    /// Fills `block` with the next piece of the document; false at its end.
    func next(into block: inout Block) -> Bool
}
