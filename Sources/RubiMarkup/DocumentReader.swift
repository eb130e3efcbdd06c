/// What stands before and after the text (M85–M88); readings are left out.
public struct DocumentMeta: Sendable, Equatable {
    public var title: String?
    public var originalTitle: String?
    public var subtitle: String?
    public var originalSubtitle: String?
    public var author: String?
    public var editor: String?
    public var translator: String?
    public var legend: [String] = []
    public var colophon: [String] = []

    public init() {}
}

/// Reads a document a block at a time, so that a manuscript of any length streams.
package protocol DocumentReader: AnyObject {
    /// What the header says, known before the first block; the colophon is complete after the last.
    var meta: DocumentMeta { get }
    /// Fills `block` with the next piece of the document; false at its end.
    func next(into block: inout Block) -> Bool
}
