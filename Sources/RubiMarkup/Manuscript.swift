import RubiText

/// A manuscript being read: its encoding and dialect decided, its blocks one after another, and what was wrong with it.
///
///     let manuscript = try Manuscript(path: "story.txt")
///     var block = Block()
///     while manuscript.next(into: &block) { … }
///     for diagnostic in manuscript.diagnostics { … }
public final class Manuscript {
    /// File name as given, or `<stdin>`.
    public let name: String
    /// The dialect asked for, or told from the text (M125).
    public let dialect: Dialect
    /// How the text was read.
    public let options: ReadingOptions
    private let source: SourceText
    private let scores: DialectScores?
    private var context: ReadingContext
    private var reader: any DocumentReader
    private var advisor: Advisor?

    /// Opens the file at `path`.
    public convenience init(path: String, options: ReadingOptions = ReadingOptions()) throws(SourceError) {
        try self.init(SourceText(path: path), options: options)
    }

    /// Reads from a descriptor, which stays open: standard input under the name `<stdin>`.
    public convenience init(name: String, descriptor: Int32, options: ReadingOptions = ReadingOptions()) throws(SourceError) {
        try self.init(SourceText(name: name, descriptor: descriptor), options: options)
    }

    /// Reads a manuscript in memory. `name` appears in diagnostics, and its extension counts in telling the dialect.
    public convenience init(name: String, bytes: [UInt8], options: ReadingOptions = ReadingOptions()) throws(SourceError) {
        try self.init(SourceText(name: name, bytes: bytes), options: options)
    }

    private init(_ source: SourceText, options: ReadingOptions) throws(SourceError) {
        self.source = source
        self.options = options
        name = source.name
        source.widensHalfwidthKana = options.widensHalfwidthKana
        try source.decideEncoding(options.encoding)
        scores = options.dialect == nil ? DialectDetection.scores(of: source) : nil
        dialect = options.dialect ?? scores?.winner ?? .plain
        context = ReadingContext(source: source, options: options)
        reader = Self.reader(of: dialect, context)
        advisor = options.givesAdvice ? Advisor() : nil
    }

    private static func reader(of dialect: Dialect, _ context: ReadingContext) -> any DocumentReader {
        switch dialect {
        case .aozora: AozoraReader(context)
        case .narou: NarouReader(context)
        case .kakuyomu: KakuyomuReader(context)
        case .hameln: HamelnReader(context)
        case .alphapolis: AlphaPolisReader(context)
        case .pixiv: PixivReader(context)
        case .denden: DendenReader(context)
        case .vfm: VFMReader(context)
        case .paren: ParenReader(context)
        case .html: HTMLReader(context)
        case .latex: LaTeXReader(context)
        case .typst: TypstReader(context)
        case .plain: PlainReader(context)
        }
    }

    /// The encoding asked for, or told from the bytes (M121).
    public var encoding: TextEncoding { source.encoding }

    /// Title and author, known before the first block; the colophon is complete after the last (M85–M88).
    public var meta: DocumentMeta { reader.meta }

    /// Number of bytes of the input.
    public var byteCount: Int { source.byteCount }

    /// The first failure to read, if any: the blocks ended there.
    public var readError: SourceError? { source.readError }

    /// Points for each dialect, the highest first; empty where the dialect was asked for. What `-v` tells.
    public var why: [(dialect: Dialect, points: Int)] { scores?.ranking ?? [] }

    /// Fills `block` with the next piece of the document; false at its end.
    public func next(into block: inout Block) -> Bool {
        guard reader.next(into: &block) else { return false }
        advisor?.read(block)
        return true
    }

    /// Goes back to the first block, and forgets the diagnostics.
    public func rewind() {
        source.rewind()
        context = ReadingContext(source: source, options: options)
        reader = Self.reader(of: dialect, context)
        advisor = options.givesAdvice ? Advisor() : nil
    }

    /// Everything reported on what was read so far, sorted by place and code, one of the same code a place (M4).
    public var diagnostics: [Diagnostic] {
        var all = context.diagnostics
        var tally = DiagnosticTally()
        for problem in source.problems { tally.append(diagnostic(of: problem), to: &all) }
        for finding in advisor?.findings ?? [] {
            let place = source.place(at: finding.offset, fromLine: finding.blockLine, at: finding.blockStart)
            tally.append(
                Diagnostic(code: finding.code, place: place, offset: finding.offset, arguments: finding.arguments), to: &all)
        }
        if let rival = scores?.rival {
            let points = scores?.points[dialect] ?? 0
            let arguments = [dialect.rawValue, String(points), rival.dialect.rawValue, String(rival.points)]
            all.append(Diagnostic(code: .dialectGuessed, place: SourcePlace(line: 1, column: 1), offset: 0, arguments: arguments))
        }
        return all.sortedByPlace()
    }

    private func diagnostic(of problem: SourceProblem) -> Diagnostic {
        let (code, arguments): (DiagnosticCode, [String]) =
            switch problem.kind {
            case .badBytes: (.badBytes, [Self.hexadecimal(problem.value, digits: 2 * problem.length), source.encoding.rawValue])
            case .mixedLineEnds: (.mixedLineEnds, [])
            case .controlCharacter: (.controlCharacter, [Self.hexadecimal(problem.value, digits: 4)])
            }
        return Diagnostic(code: code, place: problem.place, offset: problem.offset, arguments: arguments)
    }

    private static func hexadecimal(_ value: UInt32, digits: Int) -> String {
        let text = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }

    /// The source line that a diagnostic speaks of, as it stands in the input, and the column in it under which a caret goes, from 1. Of a
    /// long line only the surroundings of the place, so that many diagnostics in one line cost no more than their number (M5).
    public func excerpt(for diagnostic: Diagnostic) -> (text: String, column: Int) {
        if !(shown.start...shown.end ~= diagnostic.offset) || shown.offsets.isEmpty {
            shown = source.undoneLine(at: diagnostic.offset)
        }
        let place = min(diagnostic.place.column - 1, shown.scalars.count)
        let isLong = shown.scalars.count > 4 * Self.excerptReach
        let start = isLong ? max(0, place - Self.excerptReach) : 0
        let end = isLong ? min(shown.scalars.count, place + Self.excerptReach) : shown.scalars.count
        var text: [UInt8] = []
        text.reserveCapacity(3 * (end - start) + 6)
        if start > 0 { UTF8Text.append(Self.ellipsis, to: &text) }
        for scalar in shown.scalars[start..<end] { UTF8Text.append(scalar, to: &text) }
        if end < shown.scalars.count { UTF8Text.append(Self.ellipsis, to: &text) }
        return (String(decoding: text, as: UTF8.self), place - start + (start > 0 ? 2 : 1))
    }

    /// How many characters of a long line are shown on each side of a place.
    private static let excerptReach = 60
    private static let ellipsis: UInt32 = 0x2026
    /// The line shown last: diagnostics are sorted, and a line often has more than one.
    private var shown = SourceLine()

    /// The bytes of `range` as they stand in the input.
    package func bytes(in range: Range<Int>) -> [UInt8] { source.bytes(in: range) }

    /// How many of `bytes`, of the input, from `index` on spell the character as itself; nil where they do not.
    package func spelledLength(of scalar: UInt32, in bytes: [UInt8], at index: Int) -> Int? {
        spelling.removeAll(keepingCapacity: true)
        if encoding == .utf8 {
            UTF8Text.append(scalar, to: &spelling)
        } else {
            guard let spellingEncoder, spellingEncoder.holds(scalar) else { return nil }
            spellingEncoder.append(scalar, to: &spelling)
            // Which set is in force was said before, in ISO-2022-JP.
            if encoding == .iso2022JP { spelling.removeFirst(max(0, spelling.count - 2)) }
        }
        let count = spelling.count
        guard index >= 0, index + count <= bytes.count else { return nil }
        // In UTF-16 the mark at the beginning says the order of bytes.
        let isSpelled =
            bytes[index..<index + count].elementsEqual(spelling)
            || encoding == .utf16
                && stride(from: 0, to: count, by: 2).allSatisfy {
                    bytes[index + $0] == spelling[$0 + 1] && bytes[index + $0 + 1] == spelling[$0]
                }
        return isSpelled ? count : nil
    }

    /// Bytes that a kanji takes in most places; what spells it otherwise, by its number or its parts, takes more.
    package func usualLength(of scalar: UInt32) -> Int {
        switch encoding {
        case .utf8: UTF8Text.length(scalar)
        case .utf16: scalar < 0x10000 ? 2 : 4
        case .cp932, .eucJP, .iso2022JP, .shiftJISX0213: 2
        }
    }

    private var spelling: [UInt8] = []
    /// For `spelledLength`, in encodings other than UTF-8.
    private lazy var spellingEncoder = TextEncoder(encoding)

    /// Passes the lines again from the first, as the input spells them, without normalisation (M130).
    package func forEachSpelledLine(_ body: (SourceLine) -> Void) {
        source.keepsSpelling = true
        source.rewind()
        var line = SourceLine()
        while source.readLine(into: &line) { body(line) }
        source.keepsSpelling = false
    }

    /// The lines that begin within so many bytes of the beginning. The reader has to begin anew.
    func firstLines(within reach: Int) -> [String] {
        source.rewind()
        var lines: [String] = []
        var line = SourceLine()
        while source.readLine(into: &line), line.start < reach { lines.append(string(line.scalars[...])) }
        return lines
    }

    /// The places of the bytes at `offsets`, which ascend.
    package func places(of offsets: [Int]) -> [SourcePlace] { source.places(of: offsets) }
}
