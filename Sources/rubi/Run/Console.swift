import Glibc

/// Standard error, where messages and diagnostics go.
enum Console {
    /// Whether colour helps: only on a terminal that has it, and where nobody has asked for none (https://no-color.org).
    static let hasColor: Bool = {
        guard isatty(STDERR_FILENO) == 1 else { return false }
        if let value = getenv("NO_COLOR"), value.pointee != 0 { return false }
        if let terminal = getenv("TERM"), strcmp(terminal, "dumb") == 0 { return false }
        return true
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
    static func error(_ message: String) { write("\(styled("rubi: error:", .red)) \(message)\n") }

    static func note(_ message: String) { write("rubi: \(message)\n") }

    enum Ink: String { case red = "1;31", magenta = "1;35", cyan = "1;36", green = "1;32", bold = "1" }

    static func styled(_ text: String, _ ink: Ink) -> String { hasColor ? "\u{1B}[\(ink.rawValue)m\(text)\u{1B}[0m" : text }
}
