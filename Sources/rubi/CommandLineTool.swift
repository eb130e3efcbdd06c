import CSignals
import Glibc
import Rubi

/// The command, from its arguments to its exit status.
enum CommandLineTool {
    static func run() -> Int32 {
        reserveStandardDescriptors()
        rubi_handle_signals()
        var arguments: [ByteString] = []
        for index in 1..<max(1, Int(CommandLine.argc)) {
            if let argument = CommandLine.unsafeArgv[index] { arguments.append(ByteString(cString: argument)) }
        }
        do {
            return try run(arguments).rawValue
        } catch {
            // The reader has gone; where SIGPIPE is ignored, the status is what its signal would have made it.
            if let error = error as? OutputError, error.isBrokenPipe { return 128 + SIGPIPE }
            let (status, message) = explanation(of: error)
            Console.error(message)
            if status == .usage { Console.note("rubi --help shows what can be written") }
            return status.rawValue
        }
    }

    /// What a failure means for the exit status, and what is said of it.
    static func explanation(of error: any Error) -> (ExitStatus, String) {
        switch error {
        case let error as UsageError: (.usage, error.message)
        case FontError.badFeature: (.usage, "\(error)")
        case let error as FileError: (.failure, error.message)
        case let error as OutputError: (.failure, "the output: \(error)")
        default: (.failure, "\(error)")
        }
    }

    private static func run(_ words: [ByteString]) throws -> ExitStatus {
        let arguments = try Arguments(words)
        if arguments.wantsVersion { return try print("rubi \(version)\n\(LibraryVersions.text)\n") }
        if let help = arguments.help {
            let isNamed = arguments.command != .typeset || words.contains { $0.text == Command.typeset.rawValue }
            return try print(HelpText(in: language(arguments)).text(of: isNamed ? arguments.command : nil, long: help == .long))
        }
        switch arguments.command {
        case .help: return try print(helpTopic(arguments.operands, in: language(arguments)))
        case .schema: return try print(schema(arguments.operands))
        case .config: return try ConfigCommand(arguments).run()
        case .doctor: return try DoctorCommand(session: session(arguments)).run()
        case .stats: return try StatsCommand(session: session(arguments)).run()
        case .diff: return try DiffCommand(session: session(arguments)).run()
        case .check: return try CheckCommand(session: session(arguments)).run()
        case .typeset: return try TypesetCommand(session: session(arguments)).run()
        case .measure: return try MeasureCommand(session: session(arguments)).run()
        case .fonts: return try FontsCommand(session: session(arguments), query: arguments.operands.first?.text).run()
        case .parse: return try ParseCommand(session: session(arguments)).run()
        case .convert: return try ConvertCommand(session: session(arguments)).run()
        case .furigana: return try FuriganaCommand(session: session(arguments)).run()
        case .index: return try IndexCommand(session: session(arguments)).run()
        }
    }

    private static func session(_ arguments: Arguments) throws -> Session {
        try Session(arguments)
    }

    /// A descriptor that was closed when the command was started must not become one of an input or an output.
    private static func reserveStandardDescriptors() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }

    private static func print(_ text: String) throws -> ExitStatus {
        let sink = ByteSink(descriptor: STDOUT_FILENO)
        try sink.write(string: text)
        try sink.finish()
        return .done
    }

    /// The language of help: that of --lang, else the locale's.
    private static func language(_ arguments: Arguments) throws -> DiagnosticCatalogue.Language {
        let lang = arguments.settings.filter { $0.name == .lang }
        return try Configuration(command: arguments.command, settings: lang).language ?? Console.language
    }

    private static func helpTopic(_ operands: [ByteString], in language: DiagnosticCatalogue.Language) throws -> String {
        let help = HelpText(in: language)
        guard let topic = operands.first?.text else { return help.text(of: nil, long: true) }
        if let command = Command(rawValue: topic) { return help.text(of: command, long: true) }
        switch topic {
        case "man": return ManualPage(in: language).text()
        case "options": return OptionsPage.text(in: language)
        case "bash": return Completions.bash()
        case "zsh": return Completions.zsh()
        case "fish": return Completions.fish()
        default:
            guard let option = OptionSpec.named(topic) else {
                throw unknown(topic, "topic of rubi help", among: Command.allCases.map(\.rawValue) + Completions.helpTopics)
            }
            return help.text(of: option)
        }
    }

    private static func schema(_ operands: [ByteString]) throws -> String {
        guard let name = operands.first?.text else { return Schema.record }
        guard let text = Schema.schema(named: name) else { throw unknown(name, "name of rubi schema", among: Schema.names) }
        return text
    }

    private static func unknown(_ word: String, _ what: String, among words: [String]) -> UsageError {
        let hint = nearest(to: word, among: words).map { "did you mean \($0)?" } ?? "there are: \(words.joined(separator: ", "))"
        return UsageError(message: "‘\(word)’ is no \(what); \(hint)")
    }
}
