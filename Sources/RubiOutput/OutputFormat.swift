import RubiLayout

/// Forms of output, by the names of `--format` and, but for `jsonl` and `text`, their file extensions.
public enum OutputFormat: String, Sendable, CaseIterable {
    case jsonl, json, svg, pdf, png, html, text

    /// Extensions of file names that mean this format.
    public var extensions: [String] {
        switch self {
        case .jsonl: ["jsonl", "ndjson"]
        case .json: ["json"]
        case .svg: ["svg"]
        case .pdf: ["pdf"]
        case .png: ["png"]
        case .html: ["html", "htm"]
        case .text: ["txt", "text"]
        }
    }

    /// Glyphs are drawn, on pages unless `--page none` is asked for.
    public var isDrawn: Bool {
        switch self {
        case .jsonl, .json, .text: false
        case .svg, .pdf, .png, .html: true
        }
    }

    /// One file a page, where there are pages; else one file for all.
    public var isFileForEachPage: Bool {
        switch self {
        case .jsonl, .json, .pdf, .html, .text: false
        case .svg, .png: true
        }
    }
}

/// Opens the place where an output goes: with a page's number for what is one file a page, with nil for what is one file. The writer calls `finish` on
/// each sink when it is whole, before it asks for the next.
public typealias SinkFactory = (_ page: Int?) throws -> ByteSink

/// A writer for `format`. It asks `open` for its sinks as it needs them, the first in this call where the output is one file. `style` counts in drawn
/// formats alone, `png` and `pdf` in their own.
public func makeWriter(
    _ format: OutputFormat, style: DrawingStyle = DrawingStyle(), png: PNGOptions = PNGOptions(), pdf: PDFOptions = PDFOptions(),
    open: @escaping SinkFactory
) throws -> any PageConsumer {
    switch format {
    case .jsonl: JSONLinesWriter(sink: try open(nil))
    case .json: JSONWriter(sink: try open(nil))
    case .svg: SVGWriter(style: style, open: open)
    case .pdf: try PDFWriter(sink: try open(nil), style: style, options: pdf)
    case .png: PNGWriter(style: style, options: png, open: open)
    case .html: HTMLWriter(sink: try open(nil), style: style)
    case .text: TextWriter(sink: try open(nil))
    }
}
