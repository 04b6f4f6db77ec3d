import Synchronization

private enum DeduplicationOption: HTTPRequestOption { static let defaultOptionValue: String? = nil }

extension HTTPRequest {
    /// The identifier of equal requests: ``Deduplicate`` sends those that are in flight at the same time only once. Nil for a request that
    /// is always sent.
    public var deduplicationIdentifier: String? {
        get { self[option: DeduplicationOption.self] }
        set { self[option: DeduplicationOption.self] = newValue }
    }
}

/// A link that sends equal requests once and returns the response to each of them (part 17 of “HTTP in Swift”).
///
/// The body is collected before any of them gets the response. The shared request continues while one of them waits. Its place is outside
/// ``CacheResponses`` and everything that is expensive.
public final class Deduplicate: HTTPLoaderLink {
    private struct Flight {
        let task: HTTPTask
        var followers: [HTTPTask.ID: HTTPTask]
    }

    private struct State {
        /// The shared requests that others can join, by identifier.
        var flights: [String: Flight] = [:]
        /// All shared requests in flight, including abandoned ones.
        var sendings: [HTTPTask.ID: HTTPTask] = [:]
    }

    private let maxBodyBytes: Int
    /// Guards the requests in flight.
    private let state = Mutex(State())

    /// - Parameter maxBodyBytes: the maximum size of a shared body; a larger one fails all requests.
    public init(maxBodyBytes: Int = 16 << 20) { self.maxBodyBytes = maxBodyBytes }

    /// Joins a request with the same identifier, or starts one.
    /// - Throws: the error of the shared request; ``HTTPError/Code/responseTooLarge`` for a body over the limit.
    public func load(_ request: HTTPRequest, task: HTTPTask, nextLoader: any HTTPLoader) async throws(HTTPError) -> HTTPResponse {
        guard let identifier = request.deduplicationIdentifier else { return try await nextLoader.load(request, task: task) }
        let shared = join(identifier, request, task, nextLoader)
        let outcome = OneShot<HTTPResult>()
        shared.whenFinished { outcome.give($0) }
        let handler = task.onCancel { outcome.give(.failure(HTTPError(.cancelled, request: request))) }
        let result = await outcome.value
        task.removeHandler(handler)
        leave(identifier, task)
        switch result {
        case .success(let response): return response.copied(for: request)
        case .failure(let error): throw error.copied(for: request)
        }
    }

    /// Cancels all shared requests, and returns when they have ended.
    public func reset() async {
        let sendings = state.withLock { state in
            state.flights = [:]
            return Array(state.sendings.values)
        }
        for sending in sendings { sending.cancel() }
        for sending in sendings { _ = await sending.result }
    }

    private func join(_ identifier: String, _ request: HTTPRequest, _ task: HTTPTask, _ nextLoader: any HTTPLoader) -> HTTPTask {
        let made = HTTPTask(recordsEvents: false)
        let shared = state.withLock { state in
            let shared = state.flights[identifier]?.task ?? made
            state.flights[identifier, default: Flight(task: made, followers: [:])].followers[task.id] = task
            if shared.id == made.id { state.sendings[made.id] = made }
            return shared
        }
        guard shared.id == made.id else {
            task.report(.answeredFromStore(reason: "shared with another request"))
            return shared
        }
        made.observe { [weak self, id = made.id] event in self?.forward(event, of: id, identifier) }
        made.whenFinished { [weak self, id = made.id] _ in self?.land(id, identifier) }
        (CollectBody(limit: maxBodyBytes) --> nextLoader).begin(request, as: made)
        return made
    }

    /// Forwards an event to the requests that wait, unless the identifier belongs to a newer shared request.
    private func forward(_ event: HTTPTaskEvent, of id: HTTPTask.ID, _ identifier: String) {
        let followers = state.withLock { state in
            state.flights[identifier].flatMap { $0.task.id == id ? Array($0.followers.values) : nil } ?? []
        }
        for follower in followers { follower.report(event) }
    }

    /// Removes a finished request, so that later ones are sent again.
    private func land(_ id: HTTPTask.ID, _ identifier: String) {
        state.withLock { state in
            state.sendings[id] = nil
            if state.flights[identifier]?.task.id == id { state.flights[identifier] = nil }
        }
    }

    /// Stops waiting. The last one to leave cancels the shared request.
    private func leave(_ identifier: String, _ task: HTTPTask) {
        let abandoned = state.withLock { state -> HTTPTask? in
            state.flights[identifier]?.followers[task.id] = nil
            guard let flight = state.flights[identifier], flight.followers.isEmpty else { return nil }
            state.flights[identifier] = nil
            return flight.task
        }
        abandoned?.cancel()
    }
}

private struct CollectBody: HTTPLoaderLink {
    let limit: Int

    func load(_ request: HTTPRequest, task: HTTPTask, nextLoader: any HTTPLoader) async throws(HTTPError) -> HTTPResponse {
        var response = try await nextLoader.load(request, task: task)
        do throws(HTTPError) {
            let bytes = try await response.body.collect(upTo: limit)
            let source = BytesSource(bytes, for: request, isTruncated: response.body.isTruncated)
            response.body = HTTPResponseBody(source, expectedByteCount: Int64(bytes.count), for: request)
            return response
        } catch {
            guard error.code == .responseTooLarge else { throw error }
            throw HTTPError(
                .responseTooLarge, request: request, response: error.response,
                message: "The response is larger than the \(limit) bytes that can be shared: send it without `deduplicationIdentifier`.")
        }
    }
}

extension HTTPResponse {
    /// The response for another request, with a body of its own over the same bytes.
    fileprivate func copied(for request: HTTPRequest) -> HTTPResponse {
        var copy = self
        copy.request = request
        copy.body = HTTPResponseBody(
            (body.source.base as? BytesSource)?.copied(for: request) ?? BytesSource([], for: request), for: request)
        return copy
    }
}

extension HTTPError {
    fileprivate func copied(for request: HTTPRequest) -> HTTPError {
        HTTPError(code, request: request, response: response?.copied(for: request), underlyingError: underlyingError, message: message)
    }
}
