import Glibc
import Rubi

/// What the program decided: every option with its value, defaults filled in.
struct Configuration: Sendable {
    var command = Command.typeset
    var reading = ReadingOptions()
    var style = Style()
    var fonts = FontRequest()
    var drawing = DrawingStyle()
    var png = PNGOptions()
    var pdf = PDFOptions()
    /// The form of `typeset`'s output.
    var format = OutputFormat.jsonl
    /// The form of the other subcommands' output.
    var report = ReportFormat.text
    var conversion = Conversion()
    var readings = ReadingChoices()
    var destination = Destination.standardOutput
    /// Threads that work side by side.
    var jobs = Int(max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    var progress = ProgressChoice.auto
    /// What was made before from the same is left out.
    var resumes = false
    /// The manuscript is shown in the browser.
    var watches = false
    /// What it was understood from.
    var settings: [Setting] = []
    /// Manuscripts come as records of a pipe.
    var readsRecords = false
    var list = FileList()
    var werror = false
    var verbosity = Verbosity.normal
    /// `--lang`; nil: by the locale.
    var language: DiagnosticCatalogue.Language?

    /// Where the names of manuscripts come from besides the command line.
    struct FileList: Sendable, Equatable {
        /// `--files-from`.
        var source: ByteString?
        /// `-0`.
        var isSeparatedByNUL = false
        var walksFolders = false
    }

    enum ProgressChoice: String, Sendable, CaseIterable { case auto, always, never }
    enum ReportFormat: String, Sendable { case text, json, sarif, tsv }
    enum Verbosity: Sendable { case quiet, normal, verbose }
    enum Destination: Sendable, Equatable {
        case standardOutput
        case file(ByteString)
        /// One output a manuscript.
        case folder(ByteString)
    }

    /// Which fonts are asked for; the defaults stand behind them.
    struct FontRequest: Hashable, Sendable {
        var chain: [String] = []
        var ruby: String?
        var features: String?
    }

    struct Conversion: Sendable {
        var dialect: Dialect?
        /// Nil: not asked for.
        var encoding: TextEncoding?
        var splitsJukugo = false
        var isStandalone = false
    }

    /// Where readings come from, what gets them, and what is sorted by them.
    struct ReadingChoices: Sendable {
        var dictionary: String?
        var userDictionaries: [String] = []
        /// `--readings`.
        var list: ByteString?
        var first: FuriganaOptions.First?
        var level = ByteString("0")
        var only: ByteString?
        var except: ByteString?
        var confidence = 0
        var indexesWords = false
        var field: (number: Int, isCSV: Bool)?
        var key = IndexKey.reading
        var grouping: IndexGrouping?
    }
}

extension Configuration {
    /// Understands `settings`, of which the last of a name counts.
    init(command: Command, settings: [Setting]) throws(UsageError) {
        self.command = command
        self.settings = settings
        var lengths = WrittenLengths()
        // What goes with a page gives way to what is said of it, whatever their order.
        if let page = settings.last(where: { $0.name == .page }), try PageChoice(page) == .preset(.genko) { style.setOnSquares() }
        for setting in settings { try apply(setting, &lengths) }
        if command == .typeset, !settings.contains(where: { $0.name == .format }), case .file(let path) = destination {
            format = OutputFormat.allCases.first { $0.extensions.contains(path.fileExtension) } ?? .jsonl
        }
        if watches {
            guard destination == .standardOutput, !settings.contains(where: { $0.name == .format }) else {
                throw UsageError(
                    message: "--watch shows the manuscript in the browser: there is no --output, --out-dir or --format with it")
            }
            format = .html
        }
        try lengths.resolve(&style, pageIsDefault: command == .typeset && format.isDrawn || command == .index || command == .diff)
        pdf.bleed = lengths.bleed?.points(fontSize: style.fontSize) ?? 0
    }

    // One case an option: what a table of them would be, checked by the compiler to be complete.
    private mutating func apply(_ setting: Setting, _ lengths: inout WrittenLengths) throws(UsageError) {
        switch setting.name {
        case .from: reading.dialect = setting.value.text == "auto" ? nil : try setting.word(of: command)
        case .encoding: reading.encoding = setting.value.text == "auto" ? nil : try setting.word(of: command)
        case .frontMatter: reading.frontMatter = try setting.word(of: command)
        case .keepKunoji: reading.keepsKunoji = try setting.flag()
        case .halfwidthKana: reading.widensHalfwidthKana = try setting.isWord("full", of: command)
        case .typstRuby: reading.typstRuby = setting.value.text

        case .stdinFormat: readsRecords = try setting.isWord("jsonl", of: command)
        case .filesFrom: list.source = setting.value
        case .null: list.isSeparatedByNUL = try setting.flag()
        case .recursive: list.walksFolders = try setting.flag()

        case .output: destination = setting.value.text == "-" ? .standardOutput : .file(setting.value)
        case .outDir: destination = .folder(setting.value)
        case .format: if command == .typeset { format = try setting.word(of: command) } else { report = try setting.word(of: command) }
        case .pdfRuby: pdf.ruby = try setting.word(of: command)
        case .pdfVersion: pdf.version = try setting.word(of: command)
        case .bleed: lengths.bleed = try setting.length()
        case .cropMarks: pdf.cropMarks = try setting.flag()
        case .dpi: png.dpi = try setting.whole(in: 10...2400)
        case .sheet: png.sheet = try setting.sheet()
        case .to: conversion.dialect = try setting.word(of: command)
        case .outputEncoding: conversion.encoding = try setting.word(of: command)
        case .splitJukugo: conversion.splitsJukugo = try setting.flag()
        case .standalone: conversion.isStandalone = try setting.flag()

        case .page: lengths.page = try PageChoice(setting)
        case .direction: style.direction = try setting.word(of: command)
        case .measure: lengths.measure = try setting.whole(in: 1...10_000)
        case .lines: lengths.lines = try setting.whole(in: 1...1_000_000)
        case .columns: style.columns = try setting.whole(in: 1...100)
        case .columnGap: lengths.columnGap = try setting.length()
        case .margin: lengths.margins = try setting.lengths(upTo: 4)
        case .fontSize: lengths.fontSize = try setting.fontSize()
        case .lineGap: lengths.lineGap = try setting.length()
        case .lineHeight: lengths.lineHeight = try setting.word(of: command)
        case .folio: style.folio = try setting.isWord("on", of: command)
        case .runningHead: style.runningHead = try setting.word(of: command)
        case .matter: lengths.matter = try setting.word(of: command)
        case .theme: style.theme = try setting.word(of: command)
        case .grid: style.grid = try setting.flag()

        case .font: fonts.chain.append(setting.value.text)
        case .rubyFont: fonts.ruby = setting.value.text
        case .features: fonts.features = setting.value.text
        case .color: drawing.color = try setting.color()
        case .rubyColor: drawing.rubyColor = try setting.color()
        case .background: drawing.background = setting.value.text == "none" ? nil : try setting.color()

        case .ruby: style.ruby = try setting.word(of: command)
        case .rubyAlign: style.rubyAlign = try setting.word(of: command)
        case .rubyEndCap: lengths.rubyEndCap = setting.value.text == "none" ? .some(nil) : try setting.length()
        case .jukugo: style.jukugo = try setting.word(of: command)
        case .rubyOverhang: style.rubyOverhang = try setting.word(of: command)
        case .rubyEdge: style.rubyEdge = try setting.word(of: command)
        case .rubyBreak: style.rubyBreak = try setting.word(of: command)
        case .rubySize: (style.rubySize, style.rubyCondensation) = try setting.rubySize()
        case .rubyGap: lengths.rubyGap = try setting.length()
        case .rubyKana: style.rubyKana = try setting.word(of: command)
        case .rubySide: style.rubySide = try setting.isWord("under", of: command) ? .under : .over
        case .emphasisSkip: style.emphasisSkip = try setting.word(of: command)
        case .emphasisWithRuby: style.emphasisWithRuby = try setting.word(of: command)

        case .kinsoku: style.kinsoku = try setting.word(of: command)
        case .hang: style.hang = try setting.word(of: command)
        case .justify: style.justify = try setting.isWord("on", of: command)
        case .breaker: style.breaker = try setting.word(of: command)
        case .align: style.align = try setting.word(of: command)
        case .punctuation: style.punctuation = try setting.word(of: command)
        case .punctuationMin: style.punctuationMinimum = try setting.word(of: command)
        case .bracketIndent: style.bracketIndent = try setting.word(of: command)
        case .indent: style.indent = Length(raw: try setting.number(in: 0...1000).scaled(65536))
        case .widows: style.widows = try setting.whole(in: 1...1000)
        case .warichuSize: style.warichuSize = try setting.number(in: 0.1...1).scaled(65536)
        case .orientation: style.orientation = try setting.word(of: command)
        case .autoTcy: style.autoTateChuYoko = try setting.whole(in: 0...10)
        case .quotes: style.quotes = try setting.word(of: command)

        case .advice: reading.givesAdvice = try setting.flag()

        case .dictionary: readings.dictionary = setting.value.text
        case .userDictionary: readings.userDictionaries.append(setting.value.text)
        case .readings: readings.list = setting.value
        case .first: readings.first = setting.value.text == "off" ? nil : try setting.word(of: command)
        case .level: readings.level = setting.value
        case .only: readings.only = setting.value
        case .except: readings.except = setting.value
        case .confidence: readings.confidence = try setting.whole(in: 0...100)
        case .of: readings.indexesWords = try setting.isWord("words", of: command)
        case .field: readings.field = try setting.field()
        case .key: readings.key = try setting.word(of: command)
        case .group: readings.grouping = try setting.word(of: command)

        case .jobs: jobs = try setting.whole(in: 1...1024)
        case .resume: resumes = try setting.flag()
        case .watch: watches = try setting.flag()
        case .progress: progress = try setting.word(of: command)
        case .werror: werror = try setting.flag()
        case .quiet: if try setting.flag() { verbosity = .quiet }
        case .verbose: if try setting.flag() { verbosity = .verbose }
        case .lang: language = setting.value.text == "auto" ? nil : try setting.word(of: command)
        case .config, .help, .version: break
        }
    }
}
