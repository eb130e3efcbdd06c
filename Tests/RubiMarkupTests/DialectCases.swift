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
    try expectLinear("\(piece) in \(dialect)", counts: (2_000, 20_000)) { count in
        var options = ReadingOptions()
        options.dialect = dialect
        let manuscript = try Manuscript(name: "test", bytes: Array((String(repeating: piece, count: count) + end).utf8), options: options)
        var block = Block()
        while manuscript.next(into: &block) {}
    }
}

/// Ten times the text takes less than forty times the work of this thread: what grows with the square takes a hundred times. A machine that is busy with other
/// things can double a short measurement, so the best of five tries counts.
func expectLinear(_ name: String, counts: (Int, Int), _ work: (Int) throws -> Void) throws {
    var (short, long) = (Double.infinity, Double.infinity)
    for _ in 0..<5 {
        short = min(short, try processorTime { try work(counts.0) })
        long = min(long, try processorTime { try work(counts.1) })
        if long < max(short, 0.01) * 40 { return }
    }
    Issue.record("\(name): \(short) s for \(counts.0), \(long) s for \(counts.1)")
}

/// Seconds that this thread computes in `body`: other work on the machine does not count.
private func processorTime(_ body: () throws -> Void) rethrows -> Double {
    func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
    let start = now()
    try body()
    return now() - start
}
