import Glibc
import Rubi

/// `rubi typeset`: manuscripts to positioned glyphs, pages, text.
struct TypesetCommand: Sendable {
    let session: Session

    func run() throws -> ExitStatus {
        if session.configuration.watches { return try WatchCommand(session: session).run() }
        if session.configuration.readsRecords { return try RecordFilter(session).run() }
        let format = session.configuration.format
        try session.prepareOutputs(extension: Self.suffix(of: format), canFollow: !format.isDrawn)
        _ = try session.fonts.fonts(session.configuration.fonts)
        return try session.forEachManuscriptByItself(extension: Self.suffix(of: format)) { input, manuscript, configuration in
            let fonts = try session.fonts.fonts(configuration.fonts)
            var outcome = try typeset(input, manuscript, configuration, fonts)
            if configuration.verbosity == .verbose { outcome.messages = decisions(manuscript, configuration, fonts) + outcome.messages }
            return outcome
        }
    }

    /// What reproducible builds set (https://reproducible-builds.org/specs/source-date-epoch); without it a pdf says nothing of its date.
    private static var buildDate: Int? { getenv("SOURCE_DATE_EPOCH").flatMap { Int(String(cString: $0)) } }

    private static func suffix(of format: OutputFormat) -> String { format.extensions[0] }

    private func typeset(_ input: ManuscriptInput, _ manuscript: Manuscript, _ configuration: Configuration, _ fonts: FontSet) throws
        -> Outcome
    {
        let output = TypesetOutput(session: session, input: input, format: configuration.format)
        var pdf = configuration.pdf
        pdf.date = Self.buildDate
        var drawing = configuration.drawing
        // Pictures are beside their manuscript.
        drawing.pictures = input.path.map { PictureFolder(path: $0.folder.bytes) }
        let writer = try makeWriter(configuration.format, style: drawing, png: configuration.png, pdf: pdf, open: output.open)
        // Several manuscripts are set side by side; one alone has its paragraphs composed side by side.
        let result = try manuscript.typeset(
            configuration.style, fonts: fonts, to: writer, jobs: session.inputs.count == 1 ? configuration.jobs : 1,
            warningsAreErrors: configuration.werror)
        try output.finish()
        var outcome = session.outcome(of: result.diagnostics, in: manuscript, figures: result.figures)
        outcome.outputs = output.paths
        return outcome
    }

    /// What was decided, and why (`--verbose`).
    private func decisions(_ manuscript: Manuscript, _ configuration: Configuration, _ fonts: FontSet) -> String {
        let points = manuscript.why.prefix(3).map { "\($0.dialect.rawValue) \($0.points)" }.joined(separator: ", ")
        let why = configuration.reading.dialect != nil ? "as asked" : points.isEmpty ? "nothing speaks for any" : "points: \(points)"
        let reading = Console.noteText(
            "\(manuscript.name): read as \(manuscript.dialect.rawValue) (\(why)), in \(manuscript.encoding.rawValue)")
        let style = configuration.style
        let grid = style.lines > 0 ? "\(style.measure) × \(style.lines)" : "\(style.measure) characters a line"
        let setting = "\(style.direction.rawValue), \(grid), fonts: \(fonts.fonts.map(\.file).joined(separator: ", "))"
        return reading + Console.noteText("\(manuscript.name): \(setting)")
    }
}

/// Where one manuscript's output goes, page by page where its format has a file for each.
private final class TypesetOutput {
    private let session: Session
    private let format: OutputFormat
    private let path: ByteString?
    /// The one page that standard output can hold, kept until it is known that no other follows.
    private var onlyPage: ByteSink?
    /// The files that were opened.
    private(set) var paths: [ByteString] = []

    init(session: Session, input: ManuscriptInput, format: OutputFormat) {
        self.session = session
        self.format = format
        path = session.destination(of: input, extension: format.extensions[0])
    }

    func open(page: Int?) throws -> ByteSink {
        guard let path else { return try openOnStandardOutput(page: page) }
        let stem = path.withoutExtension
        let file = page.map { stem + "-\($0)" + ByteString(path.bytes.dropFirst(stem.bytes.count)) } ?? path
        paths.append(file)
        return try session.places.open(file)
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
