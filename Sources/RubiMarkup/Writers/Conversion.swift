import RubiText

/// How a manuscript is to be written in another notation (markup.md, 16).
public struct ConvertOptions: Sendable {
    /// `--to`.
    public var target: Dialect
    /// `--output-encoding`.
    public var encoding = TextEncoding.utf8
    /// `--split-jukugo`: a divided ruby becomes one ruby a part, where the target cannot divide (M132).
    public var splitsJukugo = false
    /// `--standalone`: html, latex and typst with the frame around the text (M135a).
    public var isStandalone = false
    /// `--direction vertical`, of standalone HTML.
    public var isVertical = false
    /// Name of the ruby function that Typst is written with (`--typst-ruby`).
    public var typstRuby = "ruby"

    /// Writes in `target`, in UTF-8.
    public init(target: Dialect) { self.target = target }
}

/// Writes a manuscript in another notation, or the same.
public enum Conversion {
    /// Why nothing could be written.
    public enum Failure: Error, CustomStringConvertible {
        /// The C library lacks the encoding.
        case unknownEncoding(TextEncoding)

        /// What is wrong.
        public var description: String {
            switch self {
            case .unknownEncoding(let encoding): "the C library cannot encode \(encoding.rawValue)"
            }
        }
    }

    /// Reads `manuscript` from its start and hands the bytes of its conversion to `sink`, in pieces of some 64 KiB. Returns what was wrong in the
    /// manuscript and what the target cannot express, sorted by place.
    public static func convert(
        _ manuscript: Manuscript, _ options: ConvertOptions, sink: @escaping ([UInt8]) throws -> Void
    ) throws -> [Diagnostic] {
        try convert(manuscript, options, editing: nil, sink: sink)
    }

    /// The same, with a change made to each block before it is written.
    package static func convert(
        _ manuscript: Manuscript, _ options: ConvertOptions, editing edit: ((inout Block) -> Void)?,
        sink: @escaping ([UInt8]) throws -> Void
    ) throws -> [Diagnostic] {
        manuscript.rewind()
        if edit == nil, options.target == manuscript.dialect, !options.isStandalone, !options.splitsJukugo {
            return try copy(manuscript, options, sink: sink)
        }
        guard let encoder = TextEncoder(options.encoding) else { throw Failure.unknownEncoding(options.encoding) }
        let output = ConversionOutput(target: options.target, encoder: encoder, sink: sink)
        var block = Block()
        var writer = writer(output, options)
        var hasBegun = false
        while manuscript.next(into: &block) {
            if !hasBegun { writer.begin(manuscript.meta) }
            hasBegun = true
            edit?(&block)
            writer.write(block)
        }
        if !hasBegun { writer.begin(manuscript.meta) }
        writer.finish(manuscript.meta)
        try output.finish()
        return diagnostics(manuscript, output, options)
    }

    private static func writer(_ output: ConversionOutput, _ options: ConvertOptions) -> any DialectWriter {
        switch options.target {
        case .aozora: AozoraWriter(output, options)
        case .narou: LineWriter(NarouSpelling(), output, options)
        case .kakuyomu: LineWriter(KakuyomuSpelling(isHameln: false), output, options)
        case .hameln: LineWriter(KakuyomuSpelling(isHameln: true), output, options)
        case .alphapolis: LineWriter(AlphaPolisSpelling(), output, options)
        case .pixiv: LineWriter(PixivSpelling(), output, options)
        case .paren: LineWriter(ParenSpelling(), output, options)
        case .plain: LineWriter(PlainSpelling(), output, options)
        case .denden: MarkdownWriter(output, options, .denden)
        case .vfm: MarkdownWriter(output, options, .vfm)
        case .html: HTMLWriter(output, options)
        case .latex: LaTeXWriter(output, options)
        case .typst: TypstWriter(output, options)
        }
    }

    /// Writes blocks that were not read from a manuscript.
    package static func write(_ blocks: [Block], _ options: ConvertOptions, sink: @escaping ([UInt8]) throws -> Void) throws {
        guard let encoder = TextEncoder(options.encoding) else { throw Failure.unknownEncoding(options.encoding) }
        let output = ConversionOutput(target: options.target, encoder: encoder, sink: sink)
        var writer = writer(output, options)
        writer.begin(DocumentMeta())
        for block in blocks { writer.write(block) }
        writer.finish(DocumentMeta())
        try output.finish()
    }

    private static func diagnostics(_ manuscript: Manuscript, _ output: ConversionOutput, _ options: ConvertOptions) -> [Diagnostic] {
        var found = output.lost.map {
            (offset: $0.offset, code: DiagnosticCode.notExpressible, arguments: [options.target.rawValue, $0.kind.name])
        }
        found += output.unencodable.map { item in
            let digits = String(item.scalar, radix: 16, uppercase: true)
            let code = "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
            return (item.offset, .notEncodable, [options.encoding.rawValue, string([item.scalar]), code])
        }
        found.sort { $0.offset < $1.offset }
        let places = manuscript.places(of: found.map(\.offset))
        var all = manuscript.diagnostics
        for (item, place) in zip(found, places) {
            all.append(Diagnostic(code: item.code, place: place, offset: item.offset, arguments: item.arguments))
        }
        return all.sortedByPlace()
    }

    // MARK: The same dialect (M130)

    /// How many bytes are copied at once.
    private static let pieceSize = 1 << 16

    /// Every construct as the source spells it: its bytes, or in another encoding its characters.
    private static func copy(
        _ manuscript: Manuscript, _ options: ConvertOptions, sink: @escaping ([UInt8]) throws -> Void
    ) throws -> [Diagnostic] {
        var block = Block()
        while manuscript.next(into: &block) {}
        if options.encoding == manuscript.encoding {
            for start in stride(from: 0, to: manuscript.byteCount, by: pieceSize) {
                try sink(manuscript.bytes(in: start..<min(start + pieceSize, manuscript.byteCount)))
            }
            return manuscript.diagnostics
        }
        guard let encoder = TextEncoder(options.encoding) else { throw Failure.unknownEncoding(options.encoding) }
        let output = ConversionOutput(target: options.target, encoder: encoder, sink: sink)
        let diagnosed = manuscript.diagnostics
        manuscript.forEachSpelledLine { line in
            for (index, scalar) in line.scalars.enumerated() { output.append(scalar, at: line.start + Int(line.offsets[index])) }
            switch line.ending {
            case .none: break
            case .lf: output.append(0x0A, at: line.contentEnd)
            case .cr: output.append(0x0D, at: line.contentEnd)
            case .crlf:
                output.append(0x0D, at: line.contentEnd)
                output.append(0x0A, at: line.contentEnd)
            }
        }
        try output.finish()
        return merged(diagnosed, diagnostics(manuscript, output, options))
    }

    /// `manuscript` was read twice: of what was reported both times, once.
    private static func merged(_ first: [Diagnostic], _ second: [Diagnostic]) -> [Diagnostic] {
        (first + second.filter { $0.code == .notEncodable }).sortedByPlace()
    }
}
