import Glibc
import Rubi

/// What a person sees of a run over many manuscripts: a line on standard error that is written over again and again, and a summary.
struct Progress {
    /// More often is not seen, and costs time.
    private static let interval = 0.1
    private static let barWidth = 24

    private let total: Int
    private let isShown: Bool
    private let started = now()
    private var lastShown = 0.0
    private var done = 0
    private var failed = 0
    private var characters = 0
    private var pages = 0

    init(_ inputs: [ManuscriptInput], when choice: Configuration.ProgressChoice, isQuiet: Bool) {
        total = inputs.count
        isShown =
            switch choice {
            case .always: true
            case .never: false
            case .auto: isatty(STDERR_FILENO) == 1 && inputs.count > 1 && !isQuiet
            }
    }

    /// Counts a manuscript that is done.
    mutating func count(_ outcome: Outcome) {
        done += 1
        if outcome.status > .inputErrors { failed += 1 }
        characters += outcome.figures?.characters ?? 0
        pages += outcome.figures?.pages ?? 0
        guard isShown else { return }
        // What is said of the manuscript takes the place of the bar.
        if !outcome.messages.isEmpty { Console.write(Self.erased) }
        guard Self.now() - lastShown >= Self.interval || !outcome.messages.isEmpty else { return }
        lastShown = Self.now()
        if outcome.messages.isEmpty { show() }
    }

    /// Takes the bar away and sums up.
    func finish() {
        guard isShown else { return }
        let seconds = tenths(Self.now() - started)
        let failures = failed == 0 ? "" : "; \(failed) failed"
        Console.write("\(Self.erased)\(done) manuscripts, \(pages) pages, \(characters) characters in \(seconds) s\(failures)\n")
    }

    private static let erased = "\r\u{1B}[K"

    private func show() {
        let elapsed = max(Self.now() - started, 0.001)
        let filled = done * Self.barWidth / max(total, 1)
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: Self.barWidth - filled)
        let left = Int(elapsed / Double(done) * Double(total - done))
        let rate = Int(Double(characters) / elapsed / 1000)
        Console.write(
            "\(Self.erased)\(bar) \(done)/\(total)  \(rate) thousand characters/s  \(left / 60):\(left % 60 < 10 ? "0" : "")\(left % 60) left"
        )
    }

    private func tenths(_ seconds: Double) -> String {
        let tenths = Int(seconds * 10)
        return "\(tenths / 10).\(tenths % 10)"
    }

    private static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
