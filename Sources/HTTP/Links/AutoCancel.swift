import Synchronization

/// A link that cancels everything in flight when the loader is reset (part 10 of “HTTP in Swift”).
///
/// Its place is outside all links that wait, so that none of them delays a reset.
public final class AutoCancel: HTTPLoaderLink, BodyObserver {
    /// A response whose body has not ended. It keeps the rest of the body alive: releasing the reader's end abandons it.
    private struct Arrival {
        let execution: HTTPExecution
        let source: any HTTPResponseBodySource
    }

    private struct State {
        /// The requests that wait for a head.
        var loads: [HTTPTask.ID: HTTPExecution] = [:]
        var arrivals: [ObjectIdentifier: Arrival] = [:]
        var loadingCount = 0
        var waiters: [CheckedContinuation<Void, Never>] = []
        var resetCount = 0
    }

    /// Guards the requests in flight and the waiting resets.
    private let state = Mutex(State())

    /// Creates a link with nothing in flight.
    public init() {}

    /// Passes the request on and tracks its task until the body has ended.
    /// - Throws: ``HTTPError/Code/resetInProgress`` while the links after are being reset, because the request would be affected by a part
    ///   of the reset.
    public func load(_ request: HTTPRequest, task: HTTPTask, nextLoader: any HTTPLoader) async throws(HTTPError) -> HTTPResponse {
        guard register(task) else { throw HTTPError(.resetInProgress, request: request) }
        defer { loadingEnded(task) }
        var response = try await nextLoader.load(request, task: task)
        response.body = response.body.observed(by: self)
        track(response.source, of: task)
        return response
    }

    /// Cancels every request, and returns when none of them waits for a head. Bodies that were not read to their end are cancelled too.
    public func reset() async {
        let (loads, arrivals) = state.withLock { (Array($0.loads.values), Array($0.arrivals.values)) }
        for execution in loads { execution.cancel() }
        for arrival in arrivals {
            arrival.execution.cancel()
            arrival.source.cancel()
        }
        await withCheckedContinuation { continuation in
            let isIdle = state.withLock { state in
                if state.loadingCount > 0 { state.waiters.append(continuation) }
                return state.loadingCount == 0
            }
            if isIdle { continuation.resume() }
        }
    }

    /// Cancels every request, and refuses requests until the other links are reset.
    public func reset(nextLoader: any HTTPLoader) async {
        state.withLock { $0.resetCount += 1 }
        await reset()
        await nextLoader.reset()
        state.withLock { $0.resetCount -= 1 }
    }

    /// Tracks a task.
    /// - Returns: false during a reset.
    private func register(_ task: HTTPTask) -> Bool {
        state.withLock { state in
            guard state.resetCount == 0 else { return false }
            state.loads[task.id] = task.execution
            state.loadingCount += 1
            return true
        }
    }

    /// Tracks the body.
    private func track(_ source: ObservedSource, of task: HTTPTask) {
        state.withLock { $0.arrivals[ObjectIdentifier(source)] = Arrival(execution: task.execution, source: source.base) }
        // It may have ended before it was tracked.
        if source.hasEnded { forget(source) }
        // A reset between the head and here did not know the body.
        if task.isCancelled { source.cancel() }
    }

    func receive(_ chunk: [UInt8]) {}
    func end(_ ending: HTTPBodyEnding, of source: ObservedSource) { forget(source) }

    private func forget(_ source: ObservedSource) {
        // Released outside the lock: the source may be the last owner of anything.
        _ = state.withLock { $0.arrivals.removeValue(forKey: ObjectIdentifier(source)) }
    }

    private func loadingEnded(_ task: HTTPTask) {
        let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.loads[task.id] = nil
            state.loadingCount -= 1
            guard state.loadingCount == 0 else { return [] }
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }
}
