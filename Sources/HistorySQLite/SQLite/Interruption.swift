import CSQLite
import Synchronization

/// Stops a query whose asker has gone away.
final class Interruption: Sendable {
    private struct State {
        var lastTicket = 0
        var running: (ticket: Int, connection: UncheckedPointer)?
    }

    /// The pointer goes to another thread only for `sqlite3_interrupt`, which SQLite allows from any (<https://sqlite.org/c3ref/interrupt.html>).
    private struct UncheckedPointer: @unchecked Sendable {
        let pointer: OpaquePointer
    }

    /// Guards which query runs, so that a late stop never hits the query after it, nor a closed connection.
    private let state = Mutex(State())

    /// A number for one query.
    func makeTicket() -> Int {
        state.withLock { state in
            state.lastTicket += 1
            return state.lastTicket
        }
    }

    func begin(_ ticket: Int, _ connection: OpaquePointer) {
        let pointer = UncheckedPointer(pointer: connection)
        state.withLock { $0.running = (ticket, pointer) }
    }

    func end() {
        state.withLock { $0.running = nil }
    }

    /// Makes the query of that ticket fail with `SQLITE_INTERRUPT`; does nothing when it does not run.
    func interrupt(_ ticket: Int) {
        state.withLock { state in
            if let running = state.running, running.ticket == ticket { sqlite3_interrupt(running.connection.pointer) }
        }
    }
}
