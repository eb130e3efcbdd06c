import Glibc
import Rubi

/// `rubi --watch`: a manuscript in the browser, set again whenever it is saved.
final class WatchCommand {
    private let session: Session
    private let input: ManuscriptInput
    private let path: ByteString
    private let server: PreviewServer
    private var preview = LivePreview(style: DrawingStyle())
    private var cache = ParagraphCache()
    private var bytes: [UInt8] = []
    /// What the pages were set by; where it changes, nothing that was composed holds any more.
    private var settings: [Setting]?
    private var messages = ""

    init(session: Session) throws {
        guard session.inputs.count == 1, let path = session.inputs[0].path else {
            throw UsageError(message: "--watch shows one manuscript, which is a file")
        }
        (self.session, self.path, input) = (session, path, session.inputs[0])
        server = try PreviewServer()
    }

    func run() throws -> ExitStatus {
        let watch = try openWatch()
        _ = try set()
        Console.note("http://127.0.0.1:\(server.port)/ shows \(input.name), and what becomes of it when it is saved; Ctrl-C ends")
        try server.serve(answer, other: watch) {
            guard try isSaved(watch) else { return }
            do {
                if let change = try set() { server.tell(change) }
            } catch {
                // It may be there again at once: some editors write another file and give it the name.
                Console.error(CommandLineTool.explanation(of: error).1)
            }
        }
        return .done
    }

    private func answer(_ path: String) throws -> (type: String, body: [UInt8])? {
        switch path {
        case "": return ("text/html; charset=utf-8", try preview.shell())
        case "book": return ("application/json", try preview.book())
        default:
            guard path.hasPrefix("page/"), let number = Int(path.dropFirst(5)), let page = try preview.page(number) else { return nil }
            return ("application/json", page)
        }
    }

    // MARK: Setting

    /// Sets the manuscript as it is now; what listeners are told of the change, nil where there is none.
    private func set() throws -> String? {
        let start = Self.processorTime
        return try session.withManuscript(input) { manuscript, settings, configuration in
            let now = manuscript.bytes(in: 0..<manuscript.byteCount)
            let isSame = settings == self.settings
            if isSame, now == bytes { return nil }
            if !isSame {
                var drawing = configuration.drawing
                drawing.pictures = PictureFolder(path: path.folder.bytes)
                (preview, cache, self.settings) = (LivePreview(style: drawing), ParagraphCache(), settings)
            }
            let result = try manuscript.typeset(
                configuration.style, fonts: session.fonts.fonts(configuration.fonts), to: preview, cache: cache)
            let outcome = session.outcome(of: result.diagnostics, in: manuscript)
            if outcome.messages != messages { Console.write(outcome.messages) }
            messages = outcome.messages
            let change = isSame ? Self.change(from: bytes, to: now) : "null"
            bytes = now
            if configuration.verbosity == .verbose {
                let time = (Self.processorTime - start) / 1000
                Console.note(
                    "\(preview.pageCount) pages, \(cache.composed) paragraphs composed, \(time / 1000).\(time / 100 % 10) ms of CPU time")
            }
            return change
        }
    }

    /// Nanoseconds of CPU time of the process.
    private static var processorTime: Int {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }

    /// `[from,to,end]`: the bytes from … to became those from … end.
    private static func change(from old: [UInt8], to new: [UInt8]) -> String {
        let common = min(old.count, new.count)
        var from = 0
        while from < common, old[from] == new[from] { from += 1 }
        var rest = 0
        while rest < common - from, old[old.count - 1 - rest] == new[new.count - 1 - rest] { rest += 1 }
        return "[\(from),\(old.count - rest),\(new.count - rest)]"
    }

    // MARK: Files

    /// Opens a descriptor that can be read when something in the manuscript's folder has been written, or has got its name.
    private func openWatch() throws -> Int32 {
        let watch = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        let folder = path.folder.bytes.isEmpty ? ByteString(".") : path.folder
        guard watch >= 0, folder.withCString({ inotify_add_watch(watch, $0, UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO)) }) >= 0 else {
            throw FileError(path: folder, code: errno)
        }
        return watch
    }

    /// Reads what has happened; whether it was the manuscript, or the options beside it.
    private func isSaved(_ watch: Int32) throws -> Bool {
        var isSaved = false
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(watch, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return isSaved }
            var at = 0
            // An event has four numbers of 32 bits, the last the length of the name behind them, which zeros fill up.
            while at + 16 <= count {
                let length = (0..<4).reduce(0) { $0 | Int(buffer[at + 12 + $1]) << (8 * $1) }
                let name = ByteString(buffer[at + 16..<min(at + 16 + length, count)].prefix { $0 != 0 })
                isSaved = isSaved || name == path.lastComponent || name.text == ConfigurationFile.name
                at += 16 + length
            }
        }
    }
}
