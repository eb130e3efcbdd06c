/// Wrong usage: exit status 2.
struct UsageError: Error, Equatable {
    let message: String
}

/// One option as it was given, by someone who typed it or by a configuration file.
struct Setting: Sendable, Equatable {
    let name: OptionName
    let value: ByteString
    /// Where it was given, as messages name it.
    let origin: String

    /// The option as a message names it.
    var spelling: String { origin.isEmpty ? "--\(name.rawValue)" : "\(origin): \(name.rawValue)" }
}

/// What was typed, taken apart but not yet understood. What the program makes of it is a `Configuration`.
struct Arguments: Sendable {
    /// The subcommand, or `typeset` where none was named.
    var command = Command.typeset
    var settings: [Setting] = []
    var operands: [ByteString] = []
    /// How help was asked for.
    var help: HelpRequest?
    /// `--version`.
    var wantsVersion = false

    enum HelpRequest: Sendable { case short, long }

    /// Takes the arguments after the program's name apart.
    init(_ arguments: [ByteString]) throws(UsageError) {
        var rest = arguments[...]
        var seesOptions = true
        var isNamed = false
        while let argument = rest.popFirst() {
            let text = argument.text
            if !seesOptions || text == "-" || !text.hasPrefix("-") {
                if !isNamed, seesOptions, operands.isEmpty, let named = Command(rawValue: text) {
                    command = named
                    isNamed = true
                } else {
                    operands.append(argument)
                }
            } else if text == "--" {
                seesOptions = false
            } else if text.hasPrefix("--") {
                try takeLong(argument, &rest)
            } else {
                try takeShort(argument, &rest)
            }
        }
        for setting in settings { try setting.checkBelongs(to: command) }
    }

    /// `--name`, `--name value`, `--name=value`.
    private mutating func takeLong(_ argument: ByteString, _ rest: inout ArraySlice<ByteString>) throws(UsageError) {
        let body = argument.bytes.dropFirst(2)
        let equals = body.firstIndex(of: UInt8(ascii: "="))
        let name = String(decoding: body[..<(equals ?? body.endIndex)], as: UTF8.self)
        guard let option = OptionSpec.named(name) else { throw UsageError.unknownOption("--" + name, for: command) }
        try take(option, "--" + name, attached: equals.map { ByteString(body[($0 + 1)...]) }, &rest)
    }

    /// `-o`, `-o value`, `-ovalue`.
    private mutating func takeShort(_ argument: ByteString, _ rest: inout ArraySlice<ByteString>) throws(UsageError) {
        let letter = Character(UnicodeScalar(argument.bytes[1]))
        guard let option = optionTable.first(where: { $0.short == letter }) else {
            throw UsageError.unknownOption(argument.text, for: command)
        }
        let attached = argument.bytes.count > 2 ? ByteString(argument.bytes.dropFirst(2)) : nil
        if attached != nil, !option.takesValue { throw UsageError.unknownOption(argument.text, for: command) }
        try take(option, "-\(letter)", attached: attached, &rest)
    }

    private mutating func take(_ option: OptionSpec, _ spelling: String, attached: ByteString?, _ rest: inout ArraySlice<ByteString>)
        throws(UsageError)
    {
        if option.name == .help {
            help = spelling == "-h" ? .short : .long
        } else if option.name == .version {
            wantsVersion = true
        } else if !option.takesValue {
            settings.append(Setting(name: option.name, value: attached ?? ByteString("yes"), origin: ""))
        } else if let value = attached ?? rest.popFirst() {
            settings.append(Setting(name: option.name, value: value, origin: ""))
        } else {
            throw UsageError(message: "\(spelling) wants a value: \(spelling) \(option.placeholder ?? "")")
        }
    }
}

extension Setting {
    /// Throws where the option is none of `command`'s.
    func checkBelongs(to command: Command) throws(UsageError) {
        guard let option = OptionSpec.of(name), !option.belongs(to: command) else { return }
        let owners = Command.allCases.filter { option.commands.contains($0) }.map(\.rawValue).joined(separator: ", ")
        throw UsageError(message: "\(spelling) is no option of rubi \(command.rawValue), only of: \(owners)")
    }
}

extension UsageError {
    /// An option that does not exist, with the nearest that does.
    static func unknownOption(_ spelling: String, for command: Command) -> UsageError {
        let candidates = optionTable.filter { $0.commands.contains(command) } + optionTable
        let near = nearest(to: spelling, among: candidates.map(\.longForm))
        return UsageError(message: "unknown option \(spelling)" + (near.map { "; did you mean \($0)?" } ?? ""))
    }
}
