import Rubi

/// `rubi config`: the options in force, as lines that `--config` reads, each with where it comes from.
struct ConfigCommand {
    private let settings: [Setting]
    private let configuration: Configuration

    init(_ arguments: Arguments) throws {
        var session = arguments
        session.operands = []
        guard arguments.operands.count <= 1 else { throw UsageError(message: "rubi config is about one manuscript") }
        let whole = try Session(session)
        guard let path = arguments.operands.first else {
            (settings, configuration) = (whole.typed, whole.configuration)
            return
        }
        (settings, configuration) = try whole.withManuscript(ManuscriptInput(path: path)) { _, settings, configuration in
            (settings + whole.typed, configuration)
        }
    }

    func run() throws -> ExitStatus {
        var text = ""
        for group in OptionGroup.allCases {
            text += "\(text.isEmpty ? "" : "\n")# \(group.title)\n"
            for option in optionTable where option.group == group && !ConfigurationFile.notForFiles.contains(option.name) {
                text += lines(of: option)
            }
        }
        let sink = ByteSink(descriptor: 1)
        try sink.write(string: text)
        try sink.finish()
        return .done
    }

    private func lines(of option: OptionSpec) -> String {
        let given = settings.filter { $0.name == option.name }
        if !given.isEmpty {
            return (option.repeats ? given[...] : given.suffix(1)).map { setting in
                let origin = setting.origin.isEmpty ? "the command line" : setting.origin
                return Self.line("\(option.name.rawValue) = \(setting.value.text)", origin)
            }.joined()
        }
        // Behind a comment sign, so that a default of this output never stands against a preset where it is read.
        return Self.line("# \(option.name.rawValue) = \(value(of: option))", "default")
    }

    private static func line(_ text: String, _ origin: String) -> String { padded(text, to: 39) + " # \(origin)\n" }

    /// The default, or what it comes to by the options that are given.
    private func value(of option: OptionSpec) -> String {
        let style = configuration.style
        switch option.name {
        case .format: return configuration.format.rawValue
        case .page: return style.page == nil ? "none" : WrittenLengths.defaultPreset.rawValue
        case .measure: return "\(style.measure)"
        case .lines: return style.lines == 0 ? "no end" : "\(style.lines)"
        case .lineHeight: return style.lineHeight.rawValue
        case .matter: return style.matter.rawValue
        case .to: return "none"
        default: break
        }
        return switch option.value {
        case .flag: "no"
        case .choice(let words): words[0]
        case .choiceByCommand(let table): table[0].words[0]
        case .free(_, _, let standard): standard
        }
    }
}
