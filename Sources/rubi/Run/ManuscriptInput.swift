import Glibc
import Rubi

/// One manuscript to be read: a file, or standard input.
struct ManuscriptInput: Sendable {
    /// Nil: standard input.
    let path: ByteString?
    /// The folder it lies in below the one that was named, with the `/` at its end: outputs in a folder lie alike.
    var place = ByteString([])

    /// The name in diagnostics and records.
    var name: String { path?.text ?? "<stdin>" }

    /// Calls `body` with the manuscript opened.
    func withManuscript<Result>(_ options: ReadingOptions, _ body: (Manuscript) throws -> Result) throws -> Result {
        guard let path else { return try body(Manuscript(name: name, descriptor: STDIN_FILENO, options: options)) }
        let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC) }
        guard descriptor >= 0 else { throw FileError(path: path, code: errno) }
        defer { close(descriptor) }
        let manuscript = try Manuscript(name: name, descriptor: descriptor, options: options)
        let result = try body(manuscript)
        if let error = manuscript.readError { throw error }
        return result
    }
}
