import Glibc
import Synchronization

/// Calls `body` with every number below `count`, on `threads` threads at a time.
func inParallel(_ count: Int, threads: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let work = SharedWork(count: count, body: body)
    var others: [pthread_t] = []
    for _ in 1..<max(1, min(threads, count)) {
        var thread = pthread_t()
        let context = Unmanaged.passRetained(work)
        let code = pthread_create(
            &thread, nil,
            { context in
                if let context { Unmanaged<SharedWork>.fromOpaque(context).takeRetainedValue().run() }
                return nil
            }, context.toOpaque())
        if code == 0 { others.append(thread) } else { context.release() }
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
