import Synchronization

/// A link that refuses requests while everything behind it is being reset, and joins overlapping resets (part 9 of the series).
///
/// Its place is outermost, because a request during a reset would be affected by a part of the reset.
public final class ResetGuard: HTTPLoaderLink {
    private struct State {
        var isResetting = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    /// Guards the state of the reset and the resets that joined it.
    private let state = Mutex(State())
    private let onJoin: @Sendable () -> Void

    /// Creates a link.
    public init() { onJoin = {} }

    /// - Parameter onJoin: called when a reset has joined another one, for tests.
    init(onJoin: @escaping @Sendable () -> Void) { self.onJoin = onJoin }

    /// Passes the request on.
    /// - Throws: ``HTTPError/Code/resetInProgress`` during a reset.
    public func load(_ request: HTTPRequest, task: HTTPTask, nextLoader: any HTTPLoader) async throws(HTTPError) -> HTTPResponse {
        guard !state.withLock({ $0.isResetting }) else { throw HTTPError(.resetInProgress, request: request) }
        return try await nextLoader.load(request, task: task)
    }

    /// Resets everything behind this link, or joins a reset in progress.
    public func reset(nextLoader: any HTTPLoader) async {
        guard beginReset() else { return await joinReset() }
        await nextLoader.reset()
        let waiters = state.withLock { state in
            defer { state = State() }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    private func beginReset() -> Bool {
        state.withLock { state in
            defer { state.isResetting = true }
            return !state.isResetting
        }
    }

    private func joinReset() async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if state.isResetting { state.waiters.append(continuation) }
                return !state.isResetting
            }
            if isOver { continuation.resume() } else { onJoin() }
        }
    }
}
