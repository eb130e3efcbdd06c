import Rubi

/// `rubi convert`: manuscripts in another notation.
struct ConvertCommand: Sendable {
    private let session: Session
    private let options: ConvertOptions

    init(session: Session) throws(UsageError) {
        let conversion = session.configuration.conversion
        guard let target = conversion.dialect else {
            throw UsageError(message: "--to is wanted, the notation to write: \(Dialect.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        var options = ConvertOptions(target: target)
        options.encoding = conversion.encoding ?? .utf8
        options.splitsJukugo = conversion.splitsJukugo
        options.isStandalone = conversion.isStandalone
        options.isVertical = session.configuration.style.isVertical
        options.typstRuby = session.configuration.reading.typstRuby
        (self.session, self.options) = (session, options)
    }

    func run() throws -> ExitStatus {
        let suffix = options.target.fileExtension
        try session.prepareOutputs(extension: suffix, canFollow: !options.isStandalone)
        return try session.forEachManuscriptByItself(extension: suffix) { input, manuscript, _ in
            let sink = try session.sink(for: input, extension: suffix)
            let diagnostics = try Conversion.convert(manuscript, options) { try sink.write($0) }
            try sink.finish()
            var outcome = session.outcome(of: diagnostics, in: manuscript)
            outcome.outputs = session.destination(of: input, extension: suffix).map { [$0] } ?? []
            return outcome
        }
    }
}

extension Dialect {
    /// What files in the notation are named with.
    var fileExtension: String {
        switch self {
        case .aozora, .narou, .kakuyomu, .hameln, .alphapolis, .pixiv, .paren, .plain: "txt"
        case .denden, .vfm: "md"
        case .html: "html"
        case .latex: "tex"
        case .typst: "typ"
        }
    }
}
