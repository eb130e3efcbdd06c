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

    /// As compilers write it: place, severity, message and code, then the line with a caret under the place (cli.md).
    func text(of diagnostic: Diagnostic, in manuscript: Manuscript) -> String {
        let place = diagnostic.place
        let severity = severity(of: diagnostic)
        let message = DiagnosticCatalogue.message(of: diagnostic, in: language)
        let head = "\(styled("\(manuscript.name):\(place.line):\(place.column):", .bold)) \(styled("\(severity.word):", severity.ink))"
        let (line, column) = manuscript.excerpt(for: diagnostic)
        let number = "\(place.line)"
        var text = Array("\(head) \(message) [\(diagnostic.code.rawValue)]\n  \(number) | ".utf8)
        text.reserveCapacity(text.count + 2 * line.utf8.count + 64)
        var indent = 0
        var before = column - 1
        for scalar in line.unicodeScalars {
            let shown = Self.printable(scalar)
            if before > 0 { indent += displayWidth(shown) }
            before -= 1
            text.append(contentsOf: UTF8.encode(shown) ?? UTF8.encodedReplacementCharacter)
        }
        text.append(contentsOf: "\n  ".utf8)
        text.append(contentsOf: repeatElement(0x20, count: number.utf8.count))
        text.append(contentsOf: " | ".utf8)
        text.append(contentsOf: repeatElement(0x20, count: indent))
        text.append(contentsOf: "\(styled("^", severity.ink))\n".utf8)
        return String(decoding: text, as: UTF8.self)
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
