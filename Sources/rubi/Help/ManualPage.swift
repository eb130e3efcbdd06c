/// The manual page, in the mdoc language of mandoc and groff.
enum ManualPage {
    static func text() -> String {
        var out = """
            .Dd $Mdocdate$
            .Dt RUBI 1
            .Os
            .Sh NAME
            .Nm rubi
            .Nd sets Japanese text with ruby (furigana)
            .Sh SYNOPSIS

            """
        out = out.replacing("$Mdocdate$", with: date)
        for command in Command.allCases {
            out += command == .typeset ? ".Nm\n" : ".Nm rubi \(command.rawValue)\n"
            if command.takesOptions { out += ".Op Ar options\n" }
            if let operand = operandWord(command) { out += operand + "\n" }
        }
        out += """
            .Sh DESCRIPTION
            .Nm
            reads manuscripts with ruby markup, shapes base and ruby, places the ruby,
            composes lines and pages by the rules of JIS X 4051 and JLREQ, and writes
            positioned glyphs or pages.
            Without a file, or with
            .Sq \\- ,
            it reads standard input.
            .Pp
            The subcommands:
            .Bl -tag -width Ds

            """
        for command in Command.allCases {
            out += ".It Cm \(command.rawValue)\n\(sentences(command.description))"
        }
        out += ".El\n"
        for group in OptionGroup.allCases {
            out += ".Ss \(group.title) options\n.Bl -tag -width Ds\n"
            for option in optionTable where option.group == group { out += entry(option) }
            out += ".El\n"
        }
        return out + closing
    }

    /// The month of the last change of what the page says.
    private static let date = "November 30, 2026"

    private static func operandWord(_ command: Command) -> String? {
        switch command {
        case .typeset, .measure, .check, .convert, .furigana, .index, .stats, .parse: ".Op Ar file ..."
        case .diff: ".Ar old new"
        case .config: ".Op Ar file"
        case .fonts: ".Op Ar query"
        case .schema: ".Op Ar name"
        case .help: ".Op Ar topic"
        case .doctor: nil
        }
    }

    private static func entry(_ option: OptionSpec) -> String {
        var out = ".It "
        if let short = option.short { out += "Fl \(short) , " }
        out += "Fl \\-\(escaped(option.name.rawValue))"
        if let placeholder = option.placeholder { out += " Ar \(escaped(placeholder))" }
        out += "\n" + sentences(sentence(option.summary))
        if !option.details.isEmpty { out += sentences(option.details) }
        if case .choiceByCommand(let table) = option.value {
            for row in table where row.words.count > 1 {
                out += sentences("With \(row.command.rawValue): \(row.words.joined(separator: ", ")).")
            }
        } else if let line = HelpText.valueLine(of: option, for: .typeset) {
            out += sentences(line)
        }
        if !option.commands.contains(.typeset) {
            let owners = Command.allCases.filter { option.commands.contains($0) }.map(\.rawValue)
            out += sentences("Only of \(owners.joined(separator: ", ")).")
        }
        return out
    }

    /// One sentence a line, as mdoc wants it, and no line longer than a terminal.
    private static func sentences(_ text: String) -> String {
        let flat = text.split(whereSeparator: { $0 == "\n" || $0 == " " }).joined(separator: " ")
        var out = ""
        for sentence in flat.replacing(". ", with: ".\n").split(separator: "\n") {
            // mandoc counts a character beyond ASCII as the eight of its escape.
            for line in filled(escaped(String(sentence)), width: 78, measure: { $0.unicodeScalars.reduce(0) { $0 + ($1.isASCII ? 1 : 8) } })
            {
                out += (line.first == "." || line.first == "'" ? "\\&" : "") + line + "\n"
            }
        }
        return out
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
    }

    private static let closing = """
        .Sh EXIT STATUS
        .Bl -tag -width Ds
        .It 0
        Done.
        .It 1
        Done, but the input had errors; they are printed, and everything readable
        was still written.
        Of
        .Cm diff :
        the manuscripts differ.
        .It 2
        Wrong usage.
        .It 3
        A file could not be read or written, or a font could not be loaded.
        Of
        .Cm doctor :
        something is missing.
        .El
        .Sh EXAMPLES
        A novel as pages of SVG:
        .Pp
        .Dl rubi story.txt \\-o story.svg
        .Pp
        The positions of all glyphs, for a program:
        .Pp
        .Dl rubi story.txt \\-\\-measure 40 > story.jsonl
        .Pp
        Every problem in the markup:
        .Pp
        .Dl rubi check story.txt
        .Sh SEE ALSO
        .Xr fc-list 1

        """
}
