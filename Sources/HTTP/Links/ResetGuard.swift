import Synchronization

/// Refuses requests while everything behind it is being reset, and lets resets that overlap share one (part 9 of the series).
///
/// Stands outermost: a request that came in during a reset would be half inside it.
public final class ResetGuard: HTTPLoaderLink {
    private struct State {
        var isResetting = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    /// Guards whether a reset is going on and who joined it.
    private let state = Mutex(State())
    private let onJoin: @Sendable () -> Void

    /// Open.
    public init() { onJoin = {} }

    /// - Parameter onJoin: called when a reset has joined another one, for tests of what happens then.
    init(onJoin: @escaping @Sendable () -> Void) { self.onJoin = onJoin }

    /// Hands the request on.
    /// - Throws: ``HTTPError/Code/resetInProgress`` between the beginning and the end of a reset.
    public func load(_ request: HTTPRequest, task: HTTPTask, nextLoader: any HTTPLoader) async throws(HTTPError) -> HTTPResponse {
        guard !state.withLock({ $0.isResetting }) else { throw HTTPError(.resetInProgress, request: request) }
        return try await nextLoader.load(request, task: task)
    }

    /// Resets all that is behind; joins a reset that is going on.
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
