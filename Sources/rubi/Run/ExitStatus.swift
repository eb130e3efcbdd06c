/// How the command ends (cli.md); of several, the highest counts.
enum ExitStatus: Int32, Comparable, Sendable {
    case done = 0
    /// The input had errors; everything readable was still written.
    case inputErrors = 1
    case usage = 2
    /// A file could not be read or written, or a font not be loaded.
    case failure = 3

    static func < (a: ExitStatus, b: ExitStatus) -> Bool { a.rawValue < b.rawValue }
}
