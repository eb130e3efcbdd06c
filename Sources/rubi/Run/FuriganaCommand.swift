import Rubi

/// `rubi furigana`: manuscripts with readings added.
struct FuriganaCommand: Sendable {
    private let session: Session
    private let options: FuriganaOptions
    private let readings: Readings

    init(session: Session) throws {
        let choices = session.configuration.readings
        var options = FuriganaOptions()
        options.first = choices.first
        options.confidence = choices.confidence
        options.only = try choices.only.map(Self.words)
        options.except = try choices.except.map(Self.words) ?? []
        try options.setLevel(choices.level)
        if let path = choices.list {
            let lines = String(decoding: try path.contents(), as: UTF8.self)
            do { try options.setReadings(lines: lines) } catch { throw UsageError(message: "\(path.text): \(error)") }
        }
        let conversion = session.configuration.conversion
        options.encoding = conversion.encoding
        options.splitsJukugo = conversion.splitsJukugo
        if let dialect = conversion.dialect {
            var target = ConvertOptions(target: dialect)
            target.encoding = conversion.encoding ?? .utf8
            target.isStandalone = conversion.isStandalone
            target.isVertical = session.configuration.style.isVertical
            target.typstRuby = session.configuration.reading.typstRuby
            options.target = target
        } else if conversion.isStandalone {
            throw UsageError(message: "--standalone wants a notation: --to html, latex or typst")
        }
        (self.session, self.options) = (session, options)
        readings = try Readings(dictionary: choices.dictionary, userDictionaries: choices.userDictionaries)
    }

    /// Words with commas between, or `@` and a file that has one a line.
    private static func words(_ value: ByteString) throws -> Set<String> {
        let isFile = value.bytes.first == UInt8(ascii: "@")
        let text = isFile ? String(decoding: try ByteString(value.bytes.dropFirst()).contents(), as: UTF8.self) : value.text
        let words = text.split { isFile ? $0.isNewline : $0 == "," || $0 == "、" }
        return Set(words.map(String.init))
    }

    func run() throws -> ExitStatus {
        let suffix = options.target?.target.fileExtension ?? ""
        try session.prepareOutputs(extension: suffix, canFollow: options.target?.isStandalone != true)
        return try session.forEachManuscriptByItself(extension: suffix) { input, manuscript, _ in
            let sink = try session.sink(for: input, extension: suffix)
            let diagnostics = try Furigana.add(to: manuscript, options, readings) { try sink.write($0) }
            try sink.finish()
            var outcome = session.outcome(of: diagnostics, in: manuscript)
            outcome.outputs = session.destination(of: input, extension: suffix).map { [$0] } ?? []
            return outcome
        }
    }
}

extension FuriganaOptions {
    /// A school year, or the name of a file of kanji; anything else in the file is left out.
    fileprivate mutating func setLevel(_ level: ByteString) throws {
        if let year = Int(level.text) {
            guard (0...6).contains(year) else { throw UsageError(message: "--level is a school year from 0 to 6, or a file of kanji") }
            return setKnown(schoolYear: year)
        }
        let text = String(decoding: try level.contents(), as: UTF8.self)
        known = Set(
            text.unicodeScalars.map(\.value).filter { $0 >= 0x3005 && CharacterTable.shared.traits(of: $0).characterClass == .kanji })
    }
}
