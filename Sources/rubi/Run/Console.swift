import Glibc
import Rubi

/// Standard error, where messages and diagnostics go.
enum Console {
    /// Whether colour helps: only on a terminal that has it, and where nobody has asked for none (https://no-color.org).
    static let hasColor: Bool = isatty(STDERR_FILENO) == 1 && wantsColor

    /// Whether colour is wanted where there is a terminal.
    static let wantsColor: Bool = {
        if let value = getenv("NO_COLOR"), value.pointee != 0 { return false }
        if let terminal = getenv("TERM"), strcmp(terminal, "dumb") == 0 { return false }
        return true
    }()

    /// The language of messages by the locale: the first of LC_ALL, LC_MESSAGES and LANG that says anything (POSIX).
    static let language: DiagnosticCatalogue.Language = {
        for name in ["LC_ALL", "LC_MESSAGES", "LANG"] {
            guard let value = getenv(name), value.pointee != 0 else { continue }
            return String(cString: value).hasPrefix("ja") ? .ja : .en
        }
        return .en
    }()

    /// Writes all of `text`; nothing can be done where that fails.
    static func write(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            var rest = UnsafeRawBufferPointer(bytes)
            while !rest.isEmpty {
                let written = Glibc.write(STDERR_FILENO, rest.baseAddress, rest.count)
                if written < 0, errno == EINTR { continue }
                if written <= 0 { return }
                rest = UnsafeRawBufferPointer(rebasing: rest[written...])
            }
        }
    }

    /// A message that is about no place in a manuscript.
    static func error(_ message: String) { write(errorText(message)) }
    static func errorText(_ message: String) -> String { "\(styled("rubi: error:", .red)) \(message)\n" }

    static func note(_ message: String) { write(noteText(message)) }
    static func noteText(_ message: String) -> String { "rubi: \(message)\n" }

    enum Ink: String { case red = "1;31", magenta = "1;35", cyan = "1;36", bold = "1" }

    static func styled(_ text: String, _ ink: Ink) -> String { hasColor ? inked(text, ink) : text }

    /// `text` between the sequences that turn `ink` on and off.
    static func inked(_ text: String, _ ink: Ink) -> String { "\u{1B}[\(ink.rawValue)m\(text)\u{1B}[0m" }
}
