import RubiText

/// Notations, by the names of `--from` and `--to` (markup.md, 0).
public enum Dialect: String, Sendable, CaseIterable {
    case aozora, narou, kakuyomu, hameln, alphapolis, pixiv, denden, vfm, html, latex, typst, paren, plain
}

/// How a manuscript is to be read: the input options of the command, with their defaults.
public struct ReadingOptions: Sendable {
    /// Whether there is front matter (M85).
    public enum FrontMatter: String, Sendable, CaseIterable { case auto, yes, no }
    /// `--from`; nil: told from the text (M125).
    public var dialect: Dialect?
    /// `--encoding`; nil: told from the bytes (M121).
    public var encoding: TextEncoding?
    /// `--front-matter`.
    public var frontMatter = FrontMatter.auto
    /// `--keep-kunoji` (M81).
    public var keepsKunoji = false
    /// `--halfwidth-kana full` (M120).
    public var widensHalfwidthKana = false
    /// `--typst-ruby` (M119).
    public var typstRuby = "ruby"
    /// `--advice`: the diagnostics hold the authors' advice too.
    public var givesAdvice = false
    /// The defaults.
    public init() {}
}

/// What the readers of all dialects share: the lines, the options, and the place where problems are reported.
package final class ReadingContext {
    package let source: SourceText
    package let options: ReadingOptions
    package private(set) var diagnostics: [Diagnostic] = []
    private var tally = DiagnosticTally()

    package init(source: SourceText, options: ReadingOptions) {
        self.source = source
        self.options = options
    }

    /// Reports a problem at the byte `offset` of the input, which lies in `line`.
    package func report(_ code: DiagnosticCode, at offset: Int, in line: SourceLine, _ arguments: [String] = []) {
        report(code, at: source.place(of: offset, in: line), offset: offset, arguments)
    }

    /// Reports a problem whose place is known.
    package func report(_ code: DiagnosticCode, at place: SourcePlace, offset: Int, _ arguments: [String] = []) {
        tally.append(Diagnostic(code: code, place: place, offset: offset, arguments: arguments), to: &diagnostics)
    }
}
