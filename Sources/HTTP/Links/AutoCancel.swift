import Synchronization

/// Cancels whatever is in flight when the loader is reset (part 10 of the series).
///
/// Stands outside all links that wait, so that none of them holds up a reset.
public final class AutoCancel: HTTPLoaderLink {
    private struct State {
        var tasks: [HTTPTask.ID: HTTPTask] = [:]
        var loadingCount = 0
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    /// Guards the executions in flight and the resets that wait for them.
    private let state = Mutex(State())

    /// A link with nothing in flight.
    public init() {}

    /// Hands the request on and remembers its task until the body has ended.
    public func load(_ request: HTTPRequest, task: HTTPTask, nextLoader: any HTTPLoader) async throws(HTTPError) -> HTTPResponse {
        state.withLock { state in
            state.tasks[task.id] = task
            state.loadingCount += 1
        }
        defer { loadingEnded() }
        do throws(HTTPError) {
            var response = try await nextLoader.load(request, task: task)
            response.body = response.body.whenEnded { [self, id = task.id] _ in forget(id) }
            return response
        } catch {
            forget(task.id)
            throw error
        }
    }

    /// Cancels every execution, and returns when none of them waits for a head any more. Bodies on their way end too; their readers see it.
    public func reset() async {
        for task in state.withLock({ Array($0.tasks.values) }) { task.cancel() }
        await withCheckedContinuation { continuation in
            let isIdle = state.withLock { state in
                if state.loadingCount > 0 { state.waiters.append(continuation) }
                return state.loadingCount == 0
            }
            if isIdle { continuation.resume() }
        }
    }

    private func forget(_ id: HTTPTask.ID) {
        state.withLock { _ = $0.tasks.removeValue(forKey: id) }
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
