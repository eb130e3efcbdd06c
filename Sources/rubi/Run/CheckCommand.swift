import Rubi

/// `rubi check`: the findings on standard output, or where `--output` says.
struct CheckCommand {
    let session: Session

    func run() throws -> ExitStatus {
        let sink = try session.sink()
        let writer: any FindingsWriter =
            switch session.configuration.report {
            case .text, .tsv: TextFindings(sink: sink)
            case .json: JSONFindings(sink: sink)
            case .sarif: SARIFFindings(sink: sink)
            }
        try writer.begin()
        let status = try session.forEachManuscript { _, manuscript, _ in
            var block = Block()
            while manuscript.next(into: &block) {}
            let diagnostics = manuscript.diagnostics.sortedByPlace()
            for diagnostic in session.report.shown(diagnostics) {
                try writer.write(diagnostic, of: manuscript, session.report)
            }
            return Outcome(status: session.report.status(of: diagnostics), messages: "", figures: nil)
        }
        try writer.end()
        return status
    }
}

/// A form of `check`'s output.
protocol FindingsWriter {
    func begin() throws
    func write(_ diagnostic: Diagnostic, of manuscript: Manuscript, _ report: DiagnosticReport) throws
    func end() throws
}

/// As on standard error.
struct TextFindings: FindingsWriter {
    let sink: ByteSink
    func begin() throws {}
    func write(_ diagnostic: Diagnostic, of manuscript: Manuscript, _ report: DiagnosticReport) throws {
        try sink.write(string: report.text(of: diagnostic, in: manuscript))
    }
    func end() throws { try sink.finish() }
}

/// `{"diagnostics":[…]}` (cli.md).
final class JSONFindings: FindingsWriter {
    private let sink: ByteSink
    private var isFirst = true

    init(sink: ByteSink) { self.sink = sink }

    func begin() throws { try sink.write("{\"diagnostics\":[") }

    func write(_ diagnostic: Diagnostic, of manuscript: Manuscript, _ report: DiagnosticReport) throws {
        try sink.write(string: isFirst ? "\n{\"file\":" : ",\n{\"file\":")
        isFirst = false
        try JSONText.write(manuscript.name, to: sink)
        try sink.write(
            string:
                ",\"line\":\(diagnostic.place.line),\"column\":\(diagnostic.place.column),\"severity\":\"\(report.severity(of: diagnostic).word)\""
        )
        try sink.write(string: ",\"code\":\"\(diagnostic.code.rawValue)\",\"message\":")
        try JSONText.write(DiagnosticCatalogue.message(of: diagnostic, in: report.language), to: sink)
        try sink.write("}")
    }

    func end() throws {
        try sink.write(isFirst ? "]}\n" : "\n]}\n")
        try sink.finish()
    }
}

/// SARIF 2.1.0 (OASIS), what code review tools and editors read.
final class SARIFFindings: FindingsWriter {
    private let sink: ByteSink
    private var isFirst = true

    init(sink: ByteSink) { self.sink = sink }

    func begin() throws {
        try sink.write(
            "{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":[{\"tool\":{\"driver\":{\"name\":\"rubi\","
        )
        try sink.write(string: "\"version\":\"\(version)\",\"rules\":[")
        for (index, code) in DiagnosticCode.allCases.enumerated() {
            try sink.write(
                string:
                    "\(index == 0 ? "" : ",")\n{\"id\":\"\(code.rawValue)\",\"defaultConfiguration\":{\"level\":\"\(code.severity.word)\"},\"help\":{\"text\":"
            )
            try JSONText.write(DiagnosticCatalogue.remedy(for: code), to: sink)
            try sink.write("}}")
        }
        try sink.write("]}},\"columnKind\":\"unicodeCodePoints\",\"results\":[")
    }

    func write(_ diagnostic: Diagnostic, of manuscript: Manuscript, _ report: DiagnosticReport) throws {
        let severity = report.severity(of: diagnostic).word
        try sink.write(
            string: "\(isFirst ? "" : ",")\n{\"ruleId\":\"\(diagnostic.code.rawValue)\",\"level\":\"\(severity)\",\"message\":{\"text\":")
        isFirst = false
        try JSONText.write(DiagnosticCatalogue.message(of: diagnostic, in: report.language), to: sink)
        try sink.write("},\"locations\":[{\"physicalLocation\":{\"artifactLocation\":{\"uri\":")
        try JSONText.write(Self.uri(manuscript.name), to: sink)
        try sink.write(string: "},\"region\":{\"startLine\":\(diagnostic.place.line),\"startColumn\":\(diagnostic.place.column)}}}]}")
    }

    func end() throws {
        try sink.write("]}]}\n")
        try sink.finish()
    }

    /// A file name as a relative URI reference (RFC 3986): what may not stand in one is spelt by its bytes.
    private static func uri(_ name: String) -> String {
        let digits = Array("0123456789ABCDEF")
        var out = ""
        for byte in name.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"):
                out.unicodeScalars.append(Unicode.Scalar(byte))
            default: out += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
            }
        }
        return out
    }
}
