import Synchronization

/// Holds a response back until a test opens it, and lets the test wait until a task has entered: orders events without sleeping.
public final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var entered = 0
        var inside: [CheckedContinuation<Void, Never>] = []
        var watchers: [(count: Int, signal: AsyncStream<Never>.Continuation)] = []
    }

    /// Guards the waiting tasks on both sides.
    private let state = Mutex(State())

    /// Makes a closed gate.
    public init() {}

    /// Waits until the gate is open. Cancelling does not end the wait.
    public func enter() async {
        await withCheckedContinuation { continuation in
            let (isOpen, watchers) = state.withLock { state in
                state.entered += 1
                if !state.isOpen { state.inside.append(continuation) }
                let satisfied = state.watchers.filter { $0.count <= state.entered }
                state.watchers.removeAll { $0.count <= state.entered }
                return (state.isOpen, satisfied)
            }
            if isOpen { continuation.resume() }
            for watcher in watchers { watcher.signal.finish() }
        }
    }

    /// Waits until this number of tasks has entered, including those that have passed. Cancelling ends the wait.
    public func waitUntilEntered(_ count: Int = 1) async {
        let (signals, signal) = AsyncStream<Never>.makeStream()
        state.withLock { state in
            if state.entered < count { state.watchers.append((count, signal)) } else { signal.finish() }
        }
        for await _ in signals {}
    }

    /// Opens the gate for all, now and later.
    public func open() {
        let inside = state.withLock { state in
            state.isOpen = true
            defer { state.inside = [] }
            return state.inside
        }
        for continuation in inside { continuation.resume() }
    }
}
