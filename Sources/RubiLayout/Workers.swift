import Glibc
import RubiText

/// Threads that work on jobs side by side; results are taken in the order of the jobs, so that nothing depends on how many threads there are.
///
/// No more than a few jobs a thread are under way or waiting to be taken, so memory is bounded and a slow output holds the work back.
package final class Workers<Job: Sendable, Result: Sendable>: @unchecked Sendable {
    private enum Slot {
        case empty
        case waiting(Job)
        case running
        case done(Result)
    }

    private let work: @Sendable (Job) -> Result
    private var threads: [pthread_t] = []
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    // What follows is guarded by `mutex`. Job n has slot n modulo their number.
    private var slots: [Slot]
    private var handedIn = 0
    private var begun = 0
    private var taken = 0
    private var isClosed = false

    /// Calls `work` for each job that `next` gives, on `count` threads, and `take` with each result, in the order of the jobs, on this one. What `take`
    /// throws ends the work: jobs under way are finished, no other is begun. While `isAtHand` says that the next job has to be waited for, results are taken.
    /// Up to `depth` jobs a thread are between being handed in and being taken.
    package static func run(
        _ count: Int, depth: Int = 4, jobs next: () throws -> Job?, isAtHand: () -> Bool = { true },
        work: @escaping @Sendable (Job) -> Result,
        take: (Result) throws -> Void
    ) throws {
        let workers = Workers(count > 1 ? count : 0, depth: depth, work)
        guard !workers.threads.isEmpty else {
            while let job = try next() { try take(work(job)) }
            return
        }
        defer { workers.close() }
        var hasMore = true
        while hasMore || workers.taken < workers.handedIn {
            let isIdle = workers.taken == workers.handedIn
            if hasMore, workers.handedIn - workers.taken < workers.slots.count, isIdle || isAtHand() {
                if let job = try next() { workers.handIn(job) } else { hasMore = false }
            } else if !isIdle {
                try take(workers.takeNext())
            }
        }
    }

    private init(_ count: Int, depth: Int, _ work: @escaping @Sendable (Job) -> Result) {
        self.work = work
        slots = Array(repeating: .empty, count: max(1, count * depth))
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(changed, nil)
        for _ in 0..<count {
            if let thread = startThread({ [self] in workUntilClosed() }) { threads.append(thread) }
        }
    }

    deinit {
        pthread_cond_destroy(changed)
        pthread_mutex_destroy(mutex)
        changed.deallocate()
        mutex.deallocate()
    }

    private func handIn(_ job: Job) {
        pthread_mutex_lock(mutex)
        slots[handedIn % slots.count] = .waiting(job)
        handedIn += 1
        pthread_cond_broadcast(changed)
        pthread_mutex_unlock(mutex)
    }

    private func takeNext() -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            if case .done(let result) = slots[taken % slots.count] {
                slots[taken % slots.count] = .empty
                taken += 1
                return result
            }
            pthread_cond_wait(changed, mutex)
        }
    }

    private func workUntilClosed() {
        pthread_mutex_lock(mutex)
        while !isClosed {
            guard begun < handedIn, case .waiting(let job) = slots[begun % slots.count] else {
                pthread_cond_wait(changed, mutex)
                continue
            }
            let slot = begun % slots.count
            slots[slot] = .running
            begun += 1
            pthread_mutex_unlock(mutex)
            let result = work(job)
            pthread_mutex_lock(mutex)
            slots[slot] = .done(result)
            pthread_cond_broadcast(changed)
        }
        pthread_mutex_unlock(mutex)
    }

    /// Ends the threads, and waits for them: none is left behind that could hold an output open.
    private func close() {
        pthread_mutex_lock(mutex)
        isClosed = true
        pthread_cond_broadcast(changed)
        pthread_mutex_unlock(mutex)
        for thread in threads { pthread_join(thread, nil) }
        threads = []
    }
}
