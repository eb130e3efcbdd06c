import Glibc
import Rubi

/// The manuscripts of a run: those on the command line, those that a list names, those in folders.
struct InputList {
    private let list: Configuration.FileList
    private let operands: [ByteString]
    /// What is taken from folders.
    private static let extensions: Set<String> = ["txt", "md", "html", "htm", "xhtml", "tex", "typ"]

    init(_ configuration: Configuration, _ operands: [ByteString]) {
        list = configuration.list
        self.operands = operands
    }

    /// In the order in which they are named; those of a folder by their names.
    func all() throws -> [ManuscriptInput] {
        var names = operands
        if let source = list.source { names += try listed(in: source) }
        if names.isEmpty, list.source == nil { return [ManuscriptInput(path: nil)] }
        var inputs: [ManuscriptInput] = []
        for name in names {
            if name.text == "-", list.source?.text != "-" {
                inputs.append(ManuscriptInput(path: nil))
            } else if list.walksFolders, isFolder(name) {
                try walk(name, below: ByteString([]), into: &inputs)
            } else {
                inputs.append(ManuscriptInput(path: name))
            }
        }
        guard inputs.filter({ $0.path == nil }).count <= 1 else { throw UsageError(message: "standard input can be read only once") }
        return inputs
    }

    private func listed(in source: ByteString) throws -> [ByteString] {
        let isStandardInput = source.text == "-"
        let descriptor = isStandardInput ? STDIN_FILENO : source.withCString { open($0, O_RDONLY | O_CLOEXEC) }
        guard descriptor >= 0 else { throw FileError(path: source, code: errno) }
        defer { if !isStandardInput { close(descriptor) } }
        var names: [ByteString] = []
        var reader = LineReader(descriptor, separator: list.isSeparatedByNUL ? 0 : 0x0A)
        do {
            while let name = try reader.next() {
                if !name.isEmpty { names.append(ByteString(name)) }
            }
        } catch {
            throw FileError(path: source, code: error.code)
        }
        return names
    }

    private func isFolder(_ path: ByteString) -> Bool {
        var status = stat()
        return path.withCString { stat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Adds the manuscripts in the folder `path`, which lies at `below` under the one that was named. Links to folders are not followed: they could lead round.
    private func walk(_ path: ByteString, below: ByteString, into inputs: inout [ManuscriptInput]) throws {
        guard let folder = path.withCString({ opendir($0) }) else { throw FileError(path: path, code: errno) }
        defer { closedir(folder) }
        var names: [ByteString] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: entry.pointee.d_name)) { ByteString(cString: $0) }
            }
            if name.bytes.first != UInt8(ascii: ".") { names.append(name) }
        }
        names.sort { $0.bytes.lexicographicallyPrecedes($1.bytes) }
        for name in names {
            let whole = path.bytes.last == UInt8(ascii: "/") ? path + name : path + "/" + name
            var status = stat()
            guard whole.withCString({ lstat($0, &status) }) == 0 else { continue }
            if status.st_mode & S_IFMT == S_IFDIR {
                try walk(whole, below: below + name + "/", into: &inputs)
            } else if Self.extensions.contains(name.fileExtension) {
                inputs.append(ManuscriptInput(path: whole, place: below))
            }
        }
    }
}
