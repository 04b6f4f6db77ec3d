import CMicroHTTPD
import Dispatch
import Synchronization

/// The suspended connections: those with a delayed response, or a pause in a stream.
///
/// A suspended connection needs no thread. Each one is resumed exactly once, by its timer or by ``resumeAll()`` when the server stops:
/// libmicrohttpd aborts the process if it is stopped with a suspended connection.
final class Suspensions: Sendable {
    /// A connection belongs to libmicrohttpd. Any thread may resume it, and it is freed only after that.
    private struct Connection: @unchecked Sendable {
        let pointer: OpaquePointer
    }

    private struct State {
        var waiting: [Int: Connection] = [:]
        var nextID = 0
        var isStopped = false
    }

    private let library: MicroHTTPD
    private let scheduler: any DelayScheduler
    /// Guards the waiting connections, and keeps suspending and resuming apart.
    private let state = Mutex(State())

    init(library: MicroHTTPD, scheduler: any DelayScheduler) {
        self.library = library
        self.scheduler = scheduler
    }

    /// True if the server is stopping: connections were resumed before their time.
    var isStopped: Bool { state.withLock { $0.isStopped } }

    /// Suspends a connection for a while.
    ///
    /// - Returns: false, without any effect, if the server is stopping.
    func suspend(_ connection: OpaquePointer, for duration: Duration) -> Bool {
        let waiting = Connection(pointer: connection)
        let id: Int? = state.withLock { state in
            guard !state.isStopped else { return nil }
            library.functions.suspend_connection(waiting.pointer)
            state.nextID += 1
            state.waiting[state.nextID] = waiting
            return state.nextID
        }
        guard let id else { return false }
        scheduler.run(after: duration) { [weak self] in self?.resume(id) }
        return true
    }

    /// Resumes every connection, and suspends no more.
    func resumeAll() {
        state.withLock { state in
            state.isStopped = true
            for connection in state.waiting.values { library.functions.resume_connection(connection.pointer) }
            state.waiting.removeAll()
        }
    }

    private func resume(_ id: Int) {
        state.withLock { state in
            guard let connection = state.waiting.removeValue(forKey: id) else { return }
            library.functions.resume_connection(connection.pointer)
        }
    }
}

/// Runs actions later. Tests pass one with a clock of their own.
protocol DelayScheduler: Sendable {
    func run(after delay: Duration, _ action: @escaping @Sendable () -> Void)
}

/// The system's timers, which need no thread.
struct SystemDelayScheduler: DelayScheduler {
    /// A queue of its own: the shared ones have as many threads as there are processors, and all of them may be blocked.
    private let queue = DispatchQueue(label: "demo-server.delays")

    func run(after delay: Duration, _ action: @escaping @Sendable () -> Void) {
        let (seconds, attoseconds) = delay.components
        let nanoseconds = Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
        queue.asyncAfter(deadline: .now() + .nanoseconds(nanoseconds), execute: action)
    }
}
