import Glibc
import Rubi

/// `rubi index`: lines, or the ruby words of a manuscript, in gojūon order.
struct IndexCommand {
    private let session: Session
    private let choices: Configuration.ReadingChoices
    private let readings: Readings

    init(session: Session) throws {
        let choices = session.configuration.readings
        (self.session, self.choices) = (session, choices)
        readings = try Readings(dictionary: choices.dictionary, userDictionaries: choices.userDictionaries)
        guard let path = choices.list else { return }
        let lines = String(decoding: try path.contents(), as: UTF8.self)
        do { try readings.setList(lines: lines) } catch { throw UsageError(message: "\(path.text): \(error)") }
    }

    func run() throws -> ExitStatus { try choices.indexesWords ? indexWords() : sortLines() }

    // MARK: Lines

    private func sortLines() throws -> ExitStatus {
        let isCSV = choices.field?.isCSV == true || session.inputs.allSatisfy { $0.path?.fileExtension == "csv" }
        let field = choices.field.map { LineIndex.Field(number: $0.number, isCSV: isCSV) }
        var index = try LineIndex(
            readings, key: choices.key, grouping: choices.grouping ?? .none, field: field, threads: session.configuration.jobs)
        var status = ExitStatus.done
        for input in session.inputs {
            do {
                try read(input, into: &index, joinsRecords: field != nil && isCSV)
            } catch let error as FileError {
                Console.error(error.message)
                status = .failure
            } catch let error as SourceError {
                Console.error(error.description)
                status = .failure
            }
        }
        index.sort()
        let sink = try session.sink()
        try index.forEach { line in
            if let heading = line.heading { try sink.write(string: heading + "\n") }
            if session.configuration.report == .tsv { try sink.write(string: line.key + "\t") }
            try sink.write(string: line.text)
            try sink.write(string: "\n")
        }
        try sink.finish()
        return status
    }

    /// Adds the lines of a file; a record of a CSV file may go on over several.
    private func read(_ input: ManuscriptInput, into index: inout LineIndex, joinsRecords: Bool) throws {
        let source = try source(of: input)
        defer { if input.path != nil { close(source.descriptor) } }
        try source.text.decideEncoding(session.configuration.reading.encoding)
        source.text.keepsSpelling = true
        var line = SourceLine()
        var record: [UInt32] = []
        while source.text.readLine(into: &line) {
            record += line.scalars
            if joinsRecords, !LineIndex.isWhole(record) {
                record.append(0x0A)
                continue
            }
            index.add(scalars: record)
            record.removeAll(keepingCapacity: true)
        }
        if !record.isEmpty { index.add(scalars: record) }
        if let error = source.text.readError { throw error }
    }

    private func source(of input: ManuscriptInput) throws -> (text: SourceText, descriptor: Int32) {
        guard let path = input.path else { return (try SourceText(name: input.name, descriptor: STDIN_FILENO), STDIN_FILENO) }
        let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC) }
        guard descriptor >= 0 else { throw FileError(path: path, code: errno) }
        return (try SourceText(name: input.name, descriptor: descriptor), descriptor)
    }

    // MARK: Words

    private func indexWords() throws -> ExitStatus {
        guard session.inputs.count == 1 else { throw UsageError(message: "--of words makes the index of one manuscript") }
        let configuration = session.configuration
        let fonts = try session.fonts.fonts(configuration.fonts)
        let sink = try session.sink()
        let status = try session.forEachManuscript { _, manuscript, configuration in
            let (index, diagnostics) = try manuscript.index(
                configuration.style, fonts: fonts, readings, key: choices.key, grouping: choices.grouping ?? .row)
            if configuration.report == .tsv {
                for entry in index.entries {
                    let pages = entry.pages.map(String.init).joined(separator: ",")
                    try sink.write(string: "\(entry.key)\t\(entry.word)\t\(entry.reading)\t\(pages)\n")
                }
            } else {
                try index.write(ConvertOptions(target: configuration.conversion.dialect ?? .aozora)) { try sink.write($0) }
            }
            return session.outcome(of: diagnostics, in: manuscript)
        }
        try sink.finish()
        return status
    }
}
