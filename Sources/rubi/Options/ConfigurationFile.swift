import Glibc
import Rubi

/// A file of defaults: lines of `key = value`, the keys long option names; `#` at the beginning of a line, or between blanks, begins a comment. A flag may stand alone.
enum ConfigurationFile {
    /// The file that is looked for beside a manuscript.
    static let name = ".rubi"
    /// More is no list of options.
    private static let sizeLimit = 1 << 20
    /// What is about one run.
    static let notForFiles: Set<OptionName> = [.config, .help, .version]
    /// What is not for a file beside a manuscript, which may have come with it: where outputs go, in which form, what is read.
    private static let notBesideManuscripts: Set<OptionName> = notForFiles.union([
        .output, .outDir, .format, .to, .stdinFormat, .filesFrom, .null, .recursive, .jobs, .resume, .watch, .progress,
    ])

    /// What is not for a manuscript's own line: all that is not of pages, ruby, lines and colours, and what names files.
    private static let notInManuscripts = Set(
        optionTable.filter {
            ![.page, .ruby, .lines].contains($0.group) && ![.color, .rubyColor, .background, .features].contains($0.name)
        }
        .map(\.name))

    /// The settings in the file at `path` that belong to `command`.
    /// - Parameter isBesideManuscript: nobody asked for this file by name.
    static func settings(at path: ByteString, for command: Command, isBesideManuscript: Bool) throws -> [Setting] {
        let barred = isBesideManuscript ? notBesideManuscripts : notForFiles
        let text = String(decoding: try path.contents(limit: sizeLimit), as: UTF8.self)
        var settings: [Setting] = []
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let line = trimmed(withoutComment(index == 0 && line.first == "\u{FEFF}" ? line.dropFirst() : line))
            if line.isEmpty || line.first == "#" { continue }
            if let setting = try setting(line, origin: "\(path.text):\(index + 1)", barred),
                OptionSpec.of(setting.name)?.belongs(to: command) == true
            {
                settings.append(setting)
            }
        }
        return settings
    }

    /// The settings of `options`, which a manuscript says of itself: it may have come from anyone, so of how it looks alone.
    static func settings(of options: OwnOptions, in name: String, for command: Command) throws -> [Setting] {
        try options.text.split(separator: ";").compactMap { part in
            let part = trimmed(part)
            guard !part.isEmpty, let setting = try setting(part, origin: "\(name):\(options.line)", notInManuscripts) else { return nil }
            return OptionSpec.of(setting.name)?.belongs(to: command) == true ? setting : nil
        }
    }

    private static func setting(_ line: Substring, origin: String, _ barred: Set<OptionName>) throws(UsageError) -> Setting? {
        let equals = line.firstIndex(of: "=")
        let key = String(trimmed(line[..<(equals ?? line.endIndex)]))
        guard let option = OptionSpec.named(key), !barred.contains(option.name) else {
            let near = nearest(to: key, among: optionTable.filter { !barred.contains($0.name) }.map(\.name.rawValue))
            throw UsageError(message: "\(origin): unknown key \(key)" + (near.map { "; did you mean \($0)?" } ?? ""))
        }
        guard equals != nil || !option.takesValue else {
            throw UsageError(message: "\(origin): \(key) wants a value: \(key) = \(option.placeholder ?? "")")
        }
        let value = equals.map { String(trimmed(line[line.index(after: $0)...])) } ?? "yes"
        return Setting(name: option.name, value: ByteString(value), origin: origin)
    }

    /// What stands before ` # `: colours begin with a # too.
    private static func withoutComment(_ line: Substring) -> Substring { line.firstRange(of: " # ").map { line[..<$0.lowerBound] } ?? line }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }
}
