import Glibc
import Rubi

/// What a run of the command over its manuscripts shares: the configuration, the inputs, how problems are reported.
struct Session: Sendable {
    /// What is in force for all manuscripts; a `.rubi` beside one, and a line in it, may add to it for that one.
    let configuration: Configuration
    private let command: Command
    let inputs: [ManuscriptInput]
    let report: DiagnosticReport
    let places: OutputPlace
    let fonts = FontCache()
    /// What was typed, and what `--config` says.
    let typed: [Setting]
    private let readsFileBesideManuscript: Bool
    private let readsOwnOptions: Bool

    init(_ arguments: Arguments) throws {
        let config = arguments.settings.last { $0.name == .config }?.value
        let settings =
            try config.map {
                $0.text == "none" ? [] : try ConfigurationFile.settings(at: $0, for: arguments.command, isBesideManuscript: false)
            } ?? []
        typed = settings + arguments.settings
        readsFileBesideManuscript = config == nil
        readsOwnOptions = config?.text != "none"
        command = arguments.command
        // What config shows is what typeset would do.
        configuration = try Configuration(command: command == .config ? .typeset : command, settings: typed)
        if configuration.readsRecords, !arguments.operands.isEmpty, arguments.operands.map(\.text) != ["-"] {
            throw UsageError(message: "--stdin-format jsonl reads standard input, no files")
        }
        inputs =
            arguments.command.readsManuscripts && !configuration.readsRecords ? try InputList(configuration, arguments.operands).all() : []
        let toTerminal = configuration.command == .check ? isatty(STDOUT_FILENO) == 1 && Console.wantsColor : Console.hasColor
        report = DiagnosticReport(
            werror: configuration.werror, isQuiet: configuration.verbosity == .quiet,
            language: configuration.language ?? (configuration.report == .text ? Console.language : .en), hasColor: toTerminal)
        places = OutputPlace(inputs: Set(inputs.compactMap { $0.path.flatMap { FileIdentity(of: $0) } }))
    }

    /// What was given for `input` besides what it says of itself, the weakest first.
    private func settings(beside input: ManuscriptInput) throws -> [Setting] {
        guard readsFileBesideManuscript, let path = input.path else { return [] }
        let file = path.folder + ConfigurationFile.name
        guard file.withCString({ access($0, F_OK) }) == 0 else { return [] }
        return try ConfigurationFile.settings(at: file, for: command, isBesideManuscript: true)
    }

    private func configuration(_ settings: [Setting]) throws -> Configuration {
        settings.isEmpty ? configuration : try Configuration(command: configuration.command, settings: settings + typed)
    }

    /// Calls `body` with the manuscript opened, what was given for it besides what was typed, and what comes of all.
    func withManuscript<Result>(_ input: ManuscriptInput, _ body: (Manuscript, [Setting], Configuration) throws -> Result) throws -> Result
    {
        var settings = try settings(beside: input)
        var configuration = try configuration(settings)
        return try input.withManuscript(configuration.reading) { manuscript in
            // Who says --config none wants no defaults from files.
            if readsOwnOptions, let own = manuscript.ownOptions() {
                settings += try ConfigurationFile.settings(of: own, in: manuscript.name, for: command)
                configuration = try self.configuration(settings)
            }
            return try body(manuscript, settings, configuration)
        }
    }

    /// Calls `body` with each manuscript, one after another; a failure to read one is reported and does not stop the others. Failures to write end the run.
    func forEachManuscript(_ body: (ManuscriptInput, Manuscript, Configuration) throws -> Outcome) throws -> ExitStatus {
        var status = ExitStatus.done
        for input in inputs {
            let outcome = try process(input, body)
            Console.write(outcome.messages)
            status = max(status, outcome.status)
        }
        return status
    }

    /// The same, where every manuscript has an output of its own: side by side, and no failure with one stops the others. What is said of them comes in
    /// their order all the same.
    /// - Parameter suffix: the extension of the outputs' names.
    func forEachManuscriptByItself(
        extension suffix: String, _ body: @escaping @Sendable (ManuscriptInput, Manuscript, Configuration) throws -> Outcome
    ) throws -> ExitStatus {
        guard case .folder(let folder) = configuration.destination else { return try forEachManuscript(body) }
        let manifest = configuration.resumes ? try Manifest(of: folder, places) : nil
        var status = ExitStatus.done
        var rest = inputs[...]
        var progress = Progress(inputs, when: configuration.progress, isQuiet: configuration.verbosity == .quiet)
        try Workers.run(
            configuration.jobs, jobs: { rest.popFirst() },
            work: { input in
                do {
                    guard let manifest else { return try process(input, body) }
                    return try resume(input, extension: suffix, manifest, body)
                } catch {
                    let (code, message) = CommandLineTool.explanation(of: error)
                    return Outcome(status: code, messages: Console.errorText("\(input.name): \(message)"), figures: nil)
                }
            },
            take: { outcome in
                progress.count(outcome)
                Console.write(outcome.messages)
                status = max(status, outcome.status)
            })
        progress.finish()
        return status
    }

    /// Leaves out a manuscript whose outputs were made before from the same.
    private func resume(
        _ input: ManuscriptInput, extension suffix: String, _ manifest: Manifest,
        _ body: (ManuscriptInput, Manuscript, Configuration) throws -> Outcome
    ) throws -> Outcome {
        guard let path = input.path, let destination = destination(of: input, extension: suffix), let key = try? key(of: path, input) else {
            return try process(input, body)
        }
        if let status = manifest.status(of: destination, key: key) { return Outcome(status: status, messages: "", figures: nil) }
        let outcome = try process(input, body)
        if outcome.status <= .inputErrors { manifest.note(outcome.outputs, of: destination, key: key, status: outcome.status) }
        return outcome
    }

    /// Stands for all that the outputs of a manuscript depend on: its bytes, the options, the fonts by their files' dates, the version.
    private func key(of path: ByteString, _ input: ManuscriptInput) throws -> String {
        let configuration = try configuration(settings(beside: input))
        var hash = ContentHash()
        hash.add("\(version) \(configuration.command.rawValue)".utf8)
        for setting in configuration.settings where !Self.withoutEffect.contains(setting.name) {
            hash.add("\(setting.name.rawValue)=".utf8)
            hash.add(setting.value.bytes)
        }
        for font in try fonts.fonts(configuration.fonts).fonts {
            var status = stat()
            _ = stat(font.path, &status)
            hash.add("\(font.path) \(font.index) \(status.st_size) \(status.st_mtim.tv_sec)".utf8)
        }
        hash.add(try path.contents())
        return hash.text
    }

    /// Options that change nothing in the outputs.
    private static let withoutEffect: Set<OptionName> = [
        .outDir, .filesFrom, .null, .recursive, .jobs, .resume, .progress, .config, .quiet, .verbose, .lang,
    ]

    /// What a manuscript that cannot be read comes to, or what `body` makes of it.
    private func process(
        _ input: ManuscriptInput, _ body: (ManuscriptInput, Manuscript, Configuration) throws -> Outcome
    ) throws -> Outcome {
        do {
            return try withManuscript(input) { manuscript, _, configuration in try body(input, manuscript, configuration) }
        } catch let error as FileError where error.path == input.path {
            return Outcome(status: .failure, messages: Console.errorText(error.message + hint(about: error)), figures: nil)
        } catch let error as SourceError {
            return Outcome(status: .failure, messages: Console.errorText(error.description), figures: nil)
        }
    }

    /// A file that is not there may be a subcommand with a slip in it.
    private func hint(about error: FileError) -> String {
        guard error.code == ENOENT, configuration.command == .typeset, error.path == inputs.first?.path else { return "" }
        let near = nearest(to: error.path.text, among: Command.allCases.map(\.rawValue))
        return near.map { "; did you mean the subcommand \($0)?" } ?? ""
    }

    /// What is to be said of a manuscript's problems on standard error, and what they come to.
    func outcome(of diagnostics: [Diagnostic], in manuscript: Manuscript, figures: EndRecord? = nil) -> Outcome {
        Self.outcome(of: diagnostics, in: manuscript, report, figures: figures)
    }

    static func outcome(of diagnostics: [Diagnostic], in manuscript: Manuscript, _ report: DiagnosticReport, figures: EndRecord?) -> Outcome
    {
        let sorted = diagnostics.sortedByPlace()
        var text = ""
        for diagnostic in report.shown(sorted) { text += report.text(of: diagnostic, in: manuscript) }
        return Outcome(status: report.status(of: sorted), messages: text, figures: figures)
    }
}

/// What one manuscript came to.
struct Outcome: Sendable {
    var status: ExitStatus
    /// What is said of it on standard error.
    var messages: String
    /// Where lines were made of it.
    var figures: EndRecord?
    /// The files that were made of it.
    var outputs: [ByteString] = []
}
