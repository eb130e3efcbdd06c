import Glibc
import Rubi

// Where outputs go.
extension Session {
    /// The one output of a run over all manuscripts.
    func sink() throws -> ByteSink {
        if case .file(let path) = configuration.destination { return try places.open(path) }
        return places.standardOutput()
    }

    /// The output of one manuscript; nil: standard output.
    /// - Parameter suffix: the extension of its name; empty: that of the manuscript.
    func destination(of input: ManuscriptInput, extension suffix: String) -> ByteString? {
        switch configuration.destination {
        case .standardOutput: nil
        case .file(let path): path
        case .folder(let folder):
            folder + "/" + input.place + Self.outputName(input.path?.lastComponent ?? ByteString("stdin"), suffix)
        }
    }

    private static func outputName(_ name: ByteString, _ suffix: String) -> ByteString {
        suffix.isEmpty ? name : name.withoutExtension + "." + suffix
    }

    /// The sink of one manuscript's output.
    func sink(for input: ManuscriptInput, extension suffix: String) throws -> ByteSink {
        guard let path = destination(of: input, extension: suffix) else { return places.standardOutput() }
        return try places.open(path)
    }

    /// Throws where two manuscripts would have the same output; makes the folder for outputs.
    /// - Parameter canFollow: whether outputs can follow one another on standard output.
    func prepareOutputs(extension suffix: String, canFollow: Bool) throws {
        if inputs.count > 1 {
            switch configuration.destination {
            case .file: throw UsageError(message: "--output is for one manuscript; --out-dir holds the outputs of many")
            case .standardOutput where !canFollow:
                throw UsageError(message: "standard output holds one manuscript of this format; --out-dir holds the outputs of many")
            case .standardOutput, .folder: break
            }
        }
        guard case .folder(let folder) = configuration.destination else { return }
        var seen: [ByteString: ManuscriptInput] = [:]
        for input in inputs {
            guard let path = destination(of: input, extension: suffix) else { continue }
            if let other = seen[path] {
                throw UsageError(message: "\(other.name) and \(input.name) would have the same output, \(path.text)")
            }
            seen[path] = input
        }
        for place in Set(inputs.map(\.place)) { try makeFolder(folder + "/" + place) }
    }

    /// Makes the folder and those it lies in.
    private func makeFolder(_ folder: ByteString) throws(FileError) {
        let bytes = folder.bytes
        for end in bytes.indices.dropFirst() where bytes[end] == UInt8(ascii: "/") {
            let part = ByteString(bytes[..<end])
            guard part.withCString({ mkdir($0, 0o777) }) != 0, errno != EEXIST else { continue }
            throw FileError(path: part, code: errno)
        }
    }
}
