import Glibc

/// What a new thread calls, as an object that its start can be handed.
private final class ThreadBody {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

/// Calls `body` on a thread of its own; nil where there can be none.
package func startThread(_ body: @escaping @Sendable () -> Void) -> pthread_t? {
    var thread = pthread_t()
    let context = Unmanaged.passRetained(ThreadBody(body))
    let code = pthread_create(
        &thread, nil,
        { context in
            if let context { Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().body() }
            return nil
        }, context.toOpaque())
    guard code == 0 else {
        context.release()
        return nil
    }
    return thread
}
