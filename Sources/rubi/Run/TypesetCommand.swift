import Glibc
import Rubi

/// `rubi typeset`: manuscripts to positioned glyphs, pages, text.
struct TypesetCommand {
    let session: Session

    func run() throws -> ExitStatus {
        let format = session.configuration.format
        try session.prepareOutputs(extension: Self.suffix(of: format), canFollow: !format.isDrawn)
        let fonts = try session.configuration.fonts.open()
        return try session.forEachManuscript { input, manuscript, configuration in
            if configuration.verbosity == .verbose { say(manuscript, configuration, fonts) }
            return try typeset(input, manuscript, configuration, fonts)
        }
    }

    /// What reproducible builds set (https://reproducible-builds.org/specs/source-date-epoch); without it a pdf says nothing of its date.
    private static var buildDate: Int? { getenv("SOURCE_DATE_EPOCH").flatMap { Int(String(cString: $0)) } }

    private static func suffix(of format: OutputFormat) -> String { format.extensions[0] }

    private func typeset(_ input: ManuscriptInput, _ manuscript: Manuscript, _ configuration: Configuration, _ fonts: FontSet) throws
        -> ExitStatus
    {
        let output = TypesetOutput(session: session, input: input, format: configuration.format)
        var pdf = configuration.pdf
        pdf.date = Self.buildDate
        let writer = try makeWriter(configuration.format, style: configuration.drawing, png: configuration.png, pdf: pdf, open: output.open)
        let result = try manuscript.typeset(configuration.style, fonts: fonts, to: writer, warningsAreErrors: configuration.werror)
        try output.finish()
        return session.printDiagnostics(result.diagnostics, of: manuscript)
    }

    /// What was decided, and why (`--verbose`).
    private func say(_ manuscript: Manuscript, _ configuration: Configuration, _ fonts: FontSet) {
        let points = manuscript.why.prefix(3).map { "\($0.dialect.rawValue) \($0.points)" }.joined(separator: ", ")
        let why = configuration.reading.dialect != nil ? "as asked" : points.isEmpty ? "nothing speaks for any" : "points: \(points)"
        Console.note("\(manuscript.name): read as \(manuscript.dialect.rawValue) (\(why)), in \(manuscript.encoding.rawValue)")
        let style = configuration.style
        let grid = style.lines > 0 ? "\(style.measure) × \(style.lines)" : "\(style.measure) characters a line"
        Console.note("\(manuscript.name): \(style.direction.rawValue), \(grid), fonts: \(fonts.fonts.map(\.file).joined(separator: ", "))")
    }
}

/// Where one manuscript's output goes, page by page where its format has a file for each.
private final class TypesetOutput {
    private let session: Session
    private let format: OutputFormat
    private let path: ByteString?
    /// The one page that standard output can hold, kept until it is known that no other follows.
    private var onlyPage: ByteSink?

    init(session: Session, input: ManuscriptInput, format: OutputFormat) {
        self.session = session
        self.format = format
        path = session.destination(of: input, extension: format.extensions[0])
    }

    func open(page: Int?) throws -> ByteSink {
        guard let path else { return try openOnStandardOutput(page: page) }
        guard let page else { return try session.places.open(path) }
        return try session.places.open(
            path.withoutExtension + "-\(page)" + String(decoding: path.bytes.dropFirst(path.withoutExtension.bytes.count), as: UTF8.self))
    }

    private func openOnStandardOutput(page: Int?) throws -> ByteSink {
        guard let page else { return session.places.standardOutput() }
        guard page == 1 else {
            throw UsageError(
                message:
                    "standard output holds one page of \(format.rawValue), and there are more; -o story.\(format.rawValue) writes one file a page"
            )
        }
        let sink = ByteSink()
        onlyPage = sink
        return sink
    }

    /// Writes what was kept.
    func finish() throws {
        guard let onlyPage else { return }
        let sink = session.places.standardOutput()
        try sink.write(onlyPage.takeBytes())
        try sink.finish()
    }
}

extension Configuration.FontRequest {
    func open() throws(FontError) -> FontSet {
        try FontSet(chain: chain, rubyChain: ruby.map { [$0] } ?? [], features: features ?? "")
    }
}
