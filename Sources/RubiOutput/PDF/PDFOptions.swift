/// How a PDF is written.
public struct PDFOptions: Sendable {
    /// How readings are found by programs that take text out of the file.
    public enum Ruby: String, Sendable, CaseIterable {
        /// After their base, as elements Ruby, RB and RT of the structure tree.
        case tagged
        /// After their base, as plain text.
        case after
        /// Not at all: readings are artifacts.
        case artifact
    }

    /// The version of the format.
    public enum Version: String, Sendable, CaseIterable {
        case v17 = "1.7"
        case v20 = "2.0"
    }

    /// `--pdf-ruby`.
    public var ruby = Ruby.tagged
    /// `--pdf-version`.
    public var version = Version.v17
    /// How far the background goes beyond the page's edge (裁ち落とし), in 1/65536 pt.
    public var bleed = 0
    /// Marks for trimming (トンボ) around the page.
    public var cropMarks = false
    /// Seconds since 1970 that the file says it was made; nil: it does not say, so that the same input gives the same file.
    public var date: Int?

    /// Tagged PDF 1.7.
    public init() {}
}
