import Rubi

/// The manual page, in the mdoc language of mandoc and groff.
struct ManualPage {
    // Sections have their English names in both: mandoc and apropos go by them.
    let language: DiagnosticCatalogue.Language

    init(in language: DiagnosticCatalogue.Language = .en) { self.language = language }

    private func said(_ english: String, _ japanese: String) -> String { language == .ja ? japanese : english }

    func text() -> String {
        var out = """
            .Dd \(Self.date)
            .Dt RUBI 1
            .Os
            .Sh NAME
            .Nm rubi
            .Nd \(said("sets Japanese text with ruby (furigana)", "ルビの付いた日本語の文章を組む"))
            .Sh SYNOPSIS

            """
        for command in Command.allCases {
            out += command == .typeset ? ".Nm rubi\n" : ".Nm rubi \(command.rawValue)\n"
            if command.takesOptions { out += ".Op Ar options\n" }
            if let operand = Self.operandWord(command) { out += operand + "\n" }
        }
        out += ".Sh DESCRIPTION\n" + said(Self.introduction, Self.japaneseIntroduction) + ".Bl -tag -width Ds\n"
        for command in Command.allCases {
            out += ".It Cm \(command.rawValue)\n\(sentences(command.description(in: language)))"
        }
        out += ".El\n"
        for group in OptionGroup.allCases {
            out += ".Ss \(said("\(group.title) options", "\(group.japaneseTitle)の選択肢"))\n.Bl -tag -width Ds\n"
            for option in optionTable where option.group == group { out += entry(option) }
            out += ".El\n"
        }
        return out + said(Self.closing, Self.japaneseClosing)
    }

    /// The month of the last change of what the page says.
    private static let date = "December 1, 2026"

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

    private func entry(_ option: OptionSpec) -> String {
        var out = ".It "
        if let short = option.short { out += "Fl \(short) , " }
        out += "Fl \\-\(escaped(option.name.rawValue))"
        if let placeholder = option.placeholder { out += " Ar \(escaped(placeholder))" }
        out += "\n" + sentences(option.sentence(in: language))
        if !option.details(in: language).isEmpty { out += sentences(option.details(in: language)) }
        if case .choiceByCommand(let table) = option.value {
            for row in table where row.words.count > 1 {
                let words = row.words.joined(separator: ", ")
                out += sentences(said("With \(row.command.rawValue): \(words).", "\(row.command.rawValue) では \(words)。"))
            }
        } else if let line = HelpText(in: language).valueLine(of: option, for: .typeset) {
            out += sentences(line)
        }
        if !option.commands.contains(.typeset) {
            let owners = Command.allCases.filter { option.commands.contains($0) }.map(\.rawValue).joined(separator: ", ")
            out += sentences(said("Only of \(owners).", "\(owners) だけの選択肢。"))
        }
        return out
    }

    /// One sentence a line, as mdoc wants it, and no line longer than a terminal; Japanese lines as long as they are, since a line's end would become a blank.
    private func sentences(_ text: String) -> String {
        let flat = text.split(whereSeparator: { $0 == "\n" || $0 == " " }).joined(separator: " ")
        if language == .ja { return lines(flat.replacing("。", with: "。\n").split(separator: "\n").map { escaped(String($0)) }) }
        var out = ""
        for sentence in flat.replacing(". ", with: ".\n").split(separator: "\n") {
            // mandoc counts a character beyond ASCII as the eight of its escape.
            out += lines(
                filled(escaped(String(sentence)), width: 78, measure: { $0.unicodeScalars.reduce(0) { $0 + ($1.isASCII ? 1 : 8) } }))
        }
        return out
    }

    private func lines(_ lines: [String]) -> String {
        lines.map { ($0.first == "." || $0.first == "'" ? "\\&" : "") + $0 + "\n" }.joined()
    }

    private func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
    }

    private static let introduction = """
        .Nm
        reads manuscripts with ruby markup, shapes base and ruby, places the ruby,
        composes lines and pages by the rules of JIS X 4051 and JLREQ, and writes
        positioned glyphs or pages.
        Without a file, or with
        .Sq \\- ,
        it reads standard input.
        .Pp
        The subcommands:

        """

    private static let japaneseIntroduction = """
        .Nm
        は、ルビの記法で書かれた原稿を読み、親文字とルビの字形を選び、ルビを置き、JIS X 4051 と JLREQ の規則で行と頁を組み、置かれた字形や頁を書き出します。
        ファイルがないか、
        .Sq \\-
        なら、標準入力を読みます。
        .Pp
        命令は次のとおりです。

        """

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

    private static let japaneseClosing = """
        .Sh EXIT STATUS
        .Bl -tag -width Ds
        .It 0
        終わった。
        .It 1
        終わったが、原稿に誤りがあった。誤りは印字され、読めるものはすべて書かれた。
        .Cm diff
        では、原稿が違う。
        .It 2
        使い方が誤っている。
        .It 3
        ファイルを読み書きできないか、書体を読めない。
        .Cm doctor
        では、足りないものがある。
        .El
        .Sh EXAMPLES
        小説を SVG の頁に：
        .Pp
        .Dl rubi story.txt \\-o story.svg
        .Pp
        すべての字形の位置を、プログラムのために：
        .Pp
        .Dl rubi story.txt \\-\\-measure 40 > story.jsonl
        .Pp
        記法の誤りをすべて：
        .Pp
        .Dl rubi check story.txt
        .Sh SEE ALSO
        .Xr fc-list 1

        """
}
