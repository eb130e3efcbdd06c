import Glibc
import Rubi

/// `rubi typeset --stdin-format jsonl`: a filter of records, one object a line, for queues and clusters (output.md). Every record has its answer, in order,
/// and a bad one does not stop the rest; memory does not grow with their number.
struct RecordFilter: Sendable {
    private let typed: [Setting]
    private let configuration: Configuration
    private let report: DiagnosticReport
    private let cache: FontCache

    init(_ session: Session) throws {
        (typed, configuration, report, cache) = (session.typed, session.configuration, session.report, session.fonts)
        guard case .standardOutput = configuration.destination, configuration.format == .jsonl else {
            throw UsageError(message: "--stdin-format jsonl answers on standard output, in jsonl")
        }
        _ = try cache.fonts(configuration.fonts)
    }

    /// One record's answer, whole, and what is said on standard error.
    private struct Answer: Sendable {
        var bytes: [UInt8]
        var messages = ""
        var status = ExitStatus.done
    }

    /// Why a record has no lines.
    private struct Refusal: Error {
        let code: String
        let message: String
    }

    func run() throws -> ExitStatus {
        let sink = ByteSink(descriptor: STDOUT_FILENO)
        var reader = LineReader(STDIN_FILENO)
        var status = ExitStatus.done
        try Workers.run(
            configuration.jobs,
            jobs: {
                do {
                    while let line = try reader.next() {
                        if line.contains(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }) { return line }
                    }
                    return nil
                } catch let error as LineReader.ReadFailure {
                    throw FileError(path: ByteString("<stdin>"), code: error.code)
                }
            },
            isAtHand: { reader.hasMoreAtHand },
            work: { answer(to: $0) },
            take: { answer in
                try sink.write(answer.bytes)
                // Whoever feeds the pipe record by record waits for each answer.
                if !reader.hasMoreAtHand { try sink.flush() }
                Console.write(answer.messages)
                status = max(status, answer.status)
            })
        try sink.finish()
        return status
    }

    private func answer(to line: [UInt8]) -> Answer {
        var identity: [UInt8] = Array("null".utf8)
        do {
            let record = try Self.record(line)
            if let id = record.member("id") { identity = Array(line[id.bytes]) }
            let (records, outcome) = try typeset(record)
            return Answer(
                bytes: Array("{\"id\":".utf8) + identity + Array(",\"ok\":true,\"records\":[".utf8) + records + Array("]}\n".utf8),
                messages: outcome.messages, status: outcome.status)
        } catch {
            return Answer(bytes: Self.refusal(of: error, identity), status: .inputErrors)
        }
    }

    private static func record(_ line: [UInt8]) throws(Refusal) -> JSONValue {
        let record: JSONValue
        do {
            record = try JSONValue(line)
        } catch {
            throw Refusal(code: "bad-json", message: "at byte \(error.offset): \(error.reason)")
        }
        guard case .object = record else { throw Refusal(code: "bad-record", message: "a record is an object with id, text and options") }
        return record
    }

    private func typeset(_ record: JSONValue) throws -> ([UInt8], Outcome) {
        guard case .string(let text)? = record["text"] else { throw Refusal(code: "bad-record", message: "a record has a text, a string") }
        let configuration = try Configuration(command: .typeset, settings: typed + settings(of: record["options"]))
        guard configuration.format == .jsonl else { throw UsageError(message: "options: format is jsonl") }
        let name = if case .string(let id)? = record["id"] { id } else { "<stdin>" }
        let manuscript = try Manuscript(name: name, bytes: Array(text.utf8), options: configuration.reading)
        let sink = ByteSink()
        let writer = try makeWriter(.jsonl) { _ in sink }
        let result = try manuscript.typeset(
            configuration.style, fonts: cache.fonts(configuration.fonts), to: writer, warningsAreErrors: configuration.werror)
        var records = sink.takeBytes()
        if records.last == 0x0A { records.removeLast() }
        for index in records.indices where records[index] == 0x0A { records[index] = UInt8(ascii: ",") }
        return (records, Session.outcome(of: result.diagnostics, in: manuscript, report, figures: result.figures))
    }

    /// The options of a record: long names without dashes; true and false for flags, a list for what may stand more than once.
    private func settings(of options: JSONValue?) throws -> [Setting] {
        guard let options else { return [] }
        guard case .object(let members) = options else { throw UsageError(message: "options: an object with long option names is wanted") }
        var settings: [Setting] = []
        for member in members {
            guard let option = OptionSpec.named(member.key), option.commands.contains(.typeset), !Self.notForRecords.contains(option.name)
            else {
                let near = nearest(to: member.key, among: optionTable.map(\.name.rawValue))
                throw UsageError(message: "options: unknown key \(member.key)" + (near.map { "; did you mean \($0)?" } ?? ""))
            }
            let values = if case .array(let list) = member.value, option.repeats { list } else { [member.value] }
            for value in values {
                let text =
                    switch value {
                    case .bool(let isOn): isOn ? "yes" : "no"
                    case .number(let number): number
                    case .string(let string): string
                    case .null, .array, .object: throw UsageError(message: "options: \(member.key) wants a string, a number, true or false")
                    }
                settings.append(Setting(name: option.name, value: ByteString(text), origin: "options"))
            }
        }
        return settings
    }

    /// What is about the run, not about a record.
    private static let notForRecords: Set<OptionName> = [
        .output, .outDir, .stdinFormat, .filesFrom, .null, .recursive, .jobs, .resume, .progress, .config, .help, .version, .quiet,
        .verbose, .lang,
    ]

    private static func refusal(of error: any Error, _ identity: [UInt8]) -> [UInt8] {
        let (code, message) =
            switch error {
            case let error as Refusal: (error.code, error.message)
            case let error as UsageError: ("bad-option", error.message)
            case let error as FontError: ("font", "\(error)")
            case let error as SourceError: ("unreadable", error.reason)
            default: ("failure", "\(error)")
            }
        let sink = ByteSink()
        let written: Void? = try? JSONText.write(message, to: sink)
        let text = written == nil ? Array("\"\"".utf8) : sink.takeBytes()
        return Array("{\"id\":".utf8) + identity + Array(",\"ok\":false,\"error\":{\"code\":\"\(code)\",\"message\":".utf8) + text
            + Array("}}\n".utf8)
    }
}
