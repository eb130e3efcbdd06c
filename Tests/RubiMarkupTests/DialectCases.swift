import Glibc
import RubiText
import Testing

@testable import RubiMarkup

/// What reading a text gives: its blocks as JSON with sorted keys, and its diagnostics as `code line:column`.
func read(_ text: String, as dialect: Dialect) throws -> (blocks: String, diagnostics: [String], meta: DocumentMeta) {
    var options = ReadingOptions()
    options.dialect = dialect
    let result = try ReadResult(Array(text.utf8), options)
    let manuscript = try Manuscript(name: "test", bytes: Array(text.utf8), options: options)
    var block = Block()
    while manuscript.next(into: &block) {}
    return (result.tree["blocks"]?.description ?? "", manuscript.diagnostics.map(describe), manuscript.meta)
}

func describe(_ diagnostic: Diagnostic) -> String { "\(diagnostic.code.rawValue) \(diagnostic.place.line):\(diagnostic.place.column)" }

/// M5: reading `piece` twenty thousand times over on one line takes no more than a few times ten times as long as two thousand times over.
func expectLinear(_ piece: String, as dialect: Dialect, end: String = "") throws {
    func time(_ count: Int) throws -> Double {
        var options = ReadingOptions()
        options.dialect = dialect
        let text = String(repeating: piece, count: count) + end
        let start = processorTime()
        let manuscript = try Manuscript(name: "test", bytes: Array(text.utf8), options: options)
        var block = Block()
        while manuscript.next(into: &block) {}
        return processorTime() - start
    }
    let short = try time(2_000)
    let long = try time(20_000)
    #expect(long < max(short, 0.01) * 40, "\(piece) in \(dialect): \(short) s for 2,000, \(long) s for 20,000")
}

/// Seconds that this thread has computed: other work on the machine does not count.
func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
