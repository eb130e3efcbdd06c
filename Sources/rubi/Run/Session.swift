import Glibc
import Rubi

/// What a run of the command over its manuscripts shares: the configuration, the inputs, how problems are reported.
struct Session: Sendable {
    /// What is in force for all manuscripts; a `.rubi` beside one may add to it for that one.
    let configuration: Configuration
    let inputs: [ManuscriptInput]
    let report: DiagnosticReport
    let places: OutputPlace
    private let typed: [Setting]
    private let readsFileBesideManuscript: Bool

    init(_ arguments: Arguments) throws {
        let config = arguments.settings.last { $0.name == .config }?.value
        let settings = try config.map { $0.text == "none" ? [] : try ConfigurationFile.settings(at: $0, for: arguments.command) } ?? []
        typed = settings + arguments.settings
        readsFileBesideManuscript = config == nil
        configuration = try Configuration(command: arguments.command, settings: typed)
        inputs = arguments.command.readsManuscripts ? ManuscriptInput.all(arguments.operands) : []
        guard inputs.filter({ $0.path == nil }).count <= 1 else { throw UsageError(message: "standard input can be read only once") }
        let toTerminal = configuration.command == .check ? isatty(STDOUT_FILENO) == 1 && Console.wantsColor : Console.hasColor
        report = DiagnosticReport(
            werror: configuration.werror, isQuiet: configuration.verbosity == .quiet,
            language: configuration.language ?? (configuration.report == .text ? Console.language : .en), hasColor: toTerminal)
        places = OutputPlace(inputs: Set(inputs.compactMap { $0.path.flatMap { FileIdentity(of: $0) } }))
    }

    /// What is in force for `input`.
    private func configuration(for input: ManuscriptInput) throws -> Configuration {
        guard readsFileBesideManuscript, let path = input.path else { return configuration }
        let file = path.folder + ConfigurationFile.name
        guard file.withCString({ access($0, F_OK) }) == 0 else { return configuration }
        let command = configuration.command
        return try Configuration(command: command, settings: try ConfigurationFile.settings(at: file, for: command) + typed)
    }

    /// Calls `body` with each manuscript; a failure with one is reported and does not stop the others. Failures to write end the run.
    func forEachManuscript(_ body: (ManuscriptInput, Manuscript, Configuration) throws -> ExitStatus) throws -> ExitStatus {
        var status = ExitStatus.done
        for input in inputs {
            do {
                let configuration = try configuration(for: input)
                status = max(status, try input.withManuscript(configuration.reading) { try body(input, $0, configuration) })
            } catch let error as FileError where error.path == input.path {
                Console.error(error.message + hint(about: error))
                status = .failure
            } catch let error as SourceError {
                Console.error(error.description)
                status = .failure
            }
        }
        return status
    }

    /// A file that is not there may be a subcommand with a slip in it.
    private func hint(about error: FileError) -> String {
        guard error.code == ENOENT, configuration.command == .typeset, error.path == inputs.first?.path else { return "" }
        let near = nearest(to: error.path.text, among: Command.allCases.map(\.rawValue))
        return near.map { "; did you mean the subcommand \($0)?" } ?? ""
    }

    /// Prints what is to be said of a manuscript's problems on standard error.
    func printDiagnostics(_ diagnostics: [Diagnostic], of manuscript: Manuscript) -> ExitStatus {
        let sorted = DiagnosticReport.sorted(diagnostics)
        var text = ""
        for diagnostic in report.shown(sorted) { text += report.text(of: diagnostic, in: manuscript) }
        if !text.isEmpty { Console.write(text) }
        return report.status(of: sorted)
    }
}
