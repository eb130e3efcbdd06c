import Glibc
import RubiText
import Synchronization

/// Calls `body` with every number below `count`, on `threads` threads at a time.
func inParallel(_ count: Int, threads: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let work = SharedWork(count: count, body: body)
    var others: [pthread_t] = []
    for _ in 1..<max(1, min(threads, count)) {
        if let thread = startThread({ work.run() }) { others.append(thread) }
    }
    work.run()
    for thread in others { pthread_join(thread, nil) }
}

private final class SharedWork: Sendable {
    private let count: Int
    private let body: @Sendable (Int) -> Void
    private let next = Atomic(0)

    init(count: Int, body: @escaping @Sendable (Int) -> Void) { (self.count, self.body) = (count, body) }

    func run() {
        while true {
            let number = next.wrappingAdd(1, ordering: .relaxed).oldValue
            guard number < count else { return }
            body(number)
        }
    }
}
