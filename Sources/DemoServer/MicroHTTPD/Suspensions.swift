import CMicroHTTPD
import Synchronization

/// The connections that wait for their time: a delayed answer, a pause in a stream.
///
/// A waiting connection costs no thread. Each one is resumed exactly once, by its timer or, when the server stops, by
/// `resumeAll()`: libmicrohttpd aborts the process when it is stopped with a suspended connection.
final class Suspensions: Sendable {
    /// A connection belongs to libmicrohttpd, which lets any thread resume it, and frees it only after that.
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
    /// Guards who waits, and holds suspending and resuming apart.
    private let state = Mutex(State())

    init(library: MicroHTTPD, scheduler: any DelayScheduler) {
        self.library = library
        self.scheduler = scheduler
    }

    /// Whether the server is stopping, so that what was waiting has not waited its time.
    var isStopped: Bool {
        state.withLock { $0.isStopped }
    }

    /// Takes a connection out of the loop for a while. Gives `false`, and does nothing, when the server is stopping.
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

    /// Wakes every connection and refuses to suspend any more.
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
