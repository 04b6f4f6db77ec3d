internal import Synchronization

/// The way from any thread to the thread of the engine: commands in order, and a wake-up only where it sleeps.
final class EngineInbox: Sendable {
    private struct State {
        var commands: [EngineCommand] = []
        var isAsleep = false
        var isClosed = false
    }

    let multi: MultiHandle
    /// Guards the commands that were not taken yet, whether the thread may be in `poll`, and whether it has ended.
    private let state = Mutex(State())

    init(multi: MultiHandle) { self.multi = multi }

    // The thread of the engine holds a reference while it runs, and every caller of `send` does: nobody uses the handle now.
    deinit { multi.cleanup() }

    /// Queues a command. Many commands while the thread is busy or about to wake cost one wake-up.
    ///
    /// - Returns: false when the thread has ended: nobody will carry the command out.
    @discardableResult
    func send(_ command: EngineCommand) -> Bool {
        let (isTaken, mustWake) = state.withLock { state in
            guard !state.isClosed else { return (false, false) }
            state.commands.append(command)
            defer { state.isAsleep = false }
            return (true, state.isAsleep)
        }
        if mustWake { multi.wakeUp() }
        return isTaken
    }

    /// Hands out the waiting commands in exchange for an empty array whose storage is used again.
    func take(into commands: inout [EngineCommand]) {
        commands.removeAll(keepingCapacity: true)
        state.withLock { state in
            state.isAsleep = false
            swap(&state.commands, &commands)
        }
    }

    /// Takes no more commands and hands out the last ones.
    func close() -> [EngineCommand] {
        state.withLock { state in
            state.isClosed = true
            defer { state.commands = [] }
            return state.commands
        }
    }

    /// Whether the thread may sleep: false when a command came in since the last `take`.
    func fallAsleep() -> Bool {
        state.withLock { state in
            state.isAsleep = state.commands.isEmpty
            return state.isAsleep
        }
    }
}
