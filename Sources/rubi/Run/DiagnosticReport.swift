import Rubi

/// What is printed of a manuscript's diagnostics, and how grave they are.
struct DiagnosticReport: Sendable {
    let werror: Bool
    let isQuiet: Bool
    let language: DiagnosticCatalogue.Language
    /// Whether the text is for a terminal that shows colour.
    let hasColor: Bool

    /// The severity after `--werror`.
    func severity(of diagnostic: Diagnostic) -> Severity {
        let severity = diagnostic.code.severity
        return werror && severity == .warning ? .error : severity
    }

    /// Those that are shown.
    func shown(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
        isQuiet ? diagnostics.filter { severity(of: $0) == .error } : diagnostics
    }

    /// The status that the diagnostics lead to.
    func status(of diagnostics: [Diagnostic]) -> ExitStatus {
        diagnostics.contains { severity(of: $0) == .error } ? .inputErrors : .done
    }

    /// Sorted by place and code, and one of a code at a place (M4).
    static func sorted(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
        let sorted = diagnostics.sorted { ($0.place, $0.code.rawValue) < ($1.place, $1.code.rawValue) }
        var kept: [Diagnostic] = []
        for diagnostic in sorted where kept.last?.place != diagnostic.place || kept.last?.code != diagnostic.code {
            kept.append(diagnostic)
        }
        return kept
    }

    /// As compilers write it: place, severity, message and code, then the line with a caret under the place (cli.md).
    func text(of diagnostic: Diagnostic, in manuscript: Manuscript) -> String {
        let place = diagnostic.place
        let severity = severity(of: diagnostic)
        let message = DiagnosticCatalogue.message(of: diagnostic, in: language)
        let head = "\(styled("\(manuscript.name):\(place.line):\(place.column):", .bold)) \(styled("\(severity.word):", severity.ink))"
        let (line, column) = manuscript.excerpt(for: diagnostic)
        let number = "\(place.line)"
        let margin = String(repeating: " ", count: number.count)
        let before = line.unicodeScalars.prefix(column - 1)
        let shownLine = String(String.UnicodeScalarView(line.unicodeScalars.map(Self.printable)))
        let indent = before.reduce(0) { $0 + displayWidth(Self.printable($1)) }
        return "\(head) \(message) [\(diagnostic.code.rawValue)]\n  \(number) | \(shownLine)\n  \(margin) | "
            + String(repeating: " ", count: indent) + styled("^", severity.ink) + "\n"
    }

    /// Controls would move the cursor, or do worse to a terminal; a picture of them, or a space, stands for them.
    private static func printable(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        case 0x09: " "
        case 0..<0x20: Unicode.Scalar(0x2400 + scalar.value) ?? "�"
        case 0x7F: "␡"
        // C1 controls, line separators and the marks that turn the direction of text.
        case 0x80..<0xA0, 0x2028...0x202E, 0x2066...0x2069: "�"
        default: scalar
        }
    }

    private func styled(_ text: String, _ ink: Console.Ink) -> String { hasColor ? Console.inked(text, ink) : text }
}

extension Severity {
    /// As diagnostics spell it.
    var word: String {
        switch self {
        case .note: "note"
        case .warning: "warning"
        case .error: "error"
        }
    }

    fileprivate var ink: Console.Ink {
        switch self {
        case .note: .cyan
        case .warning: .magenta
        case .error: .red
        }
    }
}
