import Synchronization

/// A link that cancels everything in flight when the loader is reset (part 10 of the series).
///
/// Its place is outside all links that wait, so that none of them delays a reset.
public final class AutoCancel: HTTPLoaderLink {
    /// A request in flight. Its body is referenced weakly, because an abandoned body must be released.
    private struct Flight {
        let execution: HTTPExecution
        weak var body: (any HTTPResponseBodySource)?

        func cancel() {
            execution.cancel()
            body?.cancel()
        }
    }

    private struct State {
        var flights: [HTTPTask.ID: Flight] = [:]
        var loadingCount = 0
        var waiters: [CheckedContinuation<Void, Never>] = []
        var resetCount = 0
    }

    /// Guards the requests in flight and the waiting resets.
    private let state = Mutex(State())

    /// Creates a link with nothing in flight.
    public init() {}

    /// Passes the request on and tracks its task until the body has ended.
    /// - Throws: ``HTTPError/Code/resetInProgress`` while the links behind are being reset, because the request would be affected by a part
    ///   of the reset.
    public func load(_ request: HTTPRequest, task: HTTPTask, nextLoader: any HTTPLoader) async throws(HTTPError) -> HTTPResponse {
        guard register(task) else { throw HTTPError(.resetInProgress, request: request) }
        defer { loadingEnded() }
        do throws(HTTPError) {
            var response = try await nextLoader.load(request, task: task)
            response.body = response.body.whenEnded { [self, id = task.id] _ in forget(id) }
            follow(response.body, of: task)
            return response
        } catch {
            forget(task.id)
            throw error
        }
    }

    /// Cancels every request, and returns when none of them waits for a head. Bodies that were not read to their end are cancelled too.
    public func reset() async {
        for flight in state.withLock({ Array($0.flights.values) }) { flight.cancel() }
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
            state.flights[task.id] = Flight(execution: task.execution)
            state.loadingCount += 1
            return true
        }
    }

    /// Tracks the body, unless it has already ended.
    private func follow(_ body: HTTPResponseBody, of task: HTTPTask) {
        state.withLock { state in
            guard state.flights[task.id] != nil else { return }
            state.flights[task.id] = Flight(execution: task.execution, body: body.source)
        }
        // A reset between the head and here did not know the body.
        if task.isCancelled { body.cancel() }
    }

    private func forget(_ id: HTTPTask.ID) {
        state.withLock { _ = $0.flights.removeValue(forKey: id) }
    }

    private func loadingEnded() {
        let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.loadingCount -= 1
            guard state.loadingCount == 0 else { return [] }
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }
}
