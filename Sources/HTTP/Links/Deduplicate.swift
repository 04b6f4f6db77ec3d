import Synchronization

private enum DeduplicationOption: HTTPRequestOption {
    static let defaultOptionValue: String? = nil
}

extension HTTPRequest {
    /// Requests with the same text here, on their way at the same time, are sent once by ``Deduplicate``; nil is sent always.
    public var deduplicationIdentifier: String? {
        get { self[option: DeduplicationOption.self] }
        set { self[option: DeduplicationOption.self] = newValue }
    }
}

/// Sends requests that say they are the same only once, and gives each of them the answer (part 17 of the series).
///
/// The answer's body is collected before any of them gets it. The sending goes on while one of them still waits. Stands outside ``Cache``
/// and everything that costs something.
public final class Deduplicate: HTTPLoaderLink {
    private struct Flight {
        let task: HTTPTask
        var followers: [HTTPTask.ID: HTTPTask]
    }

    private struct State {
        /// Those that may be joined, by identifier.
        var flights: [String: Flight] = [:]
        /// Also those that everybody has left, until they are over.
        var sendings: [HTTPTask.ID: HTTPTask] = [:]
    }

    private let mostBodyBytes: Int
    /// Guards the requests on their way.
    private let state = Mutex(State())

    /// - Parameter mostBodyBytes: a longer answer fails all of them.
    public init(mostBodyBytes: Int = 16 << 20) { self.mostBodyBytes = mostBodyBytes }

    /// Joins a request of the same identifier, or is the one that others join.
    /// - Throws: what ended the shared sending; ``HTTPError/Code/responseTooLarge`` for a body over the limit.
    public func load(_ request: HTTPRequest, task: HTTPTask, nextLoader: any HTTPLoader) async throws(HTTPError) -> HTTPResponse {
        guard let identifier = request.deduplicationIdentifier else { return try await nextLoader.load(request, task: task) }
        let shared = join(identifier, request, task, nextLoader)
        let answer = OneShot<HTTPResult>()
        shared.whenFinished { answer.give($0) }
        let handler = task.onCancel { answer.give(.failure(HTTPError(.cancelled, request: request))) }
        let result = await answer.value
        task.removeHandler(handler)
        leave(identifier, task)
        switch result {
        case .success(let response): return response.copied(for: request)
        case .failure(let error): throw error.copied(for: request)
        }
    }

    /// Cancels what is on its way, and returns when it is over.
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
            if shared === made { state.sendings[made.id] = made }
            return shared
        }
        guard shared === made else {
            task.report(.answeredFromStore(reason: "shared with another request"))
            return shared
        }
        made.observe { [weak self, id = made.id] event in self?.forward(event, of: id, identifier) }
        made.whenFinished { [weak self, id = made.id] _ in self?.land(id, identifier) }
        (CollectBody(limit: mostBodyBytes) --> nextLoader).begin(request, as: made)
        return made
    }

    /// Tells those who wait for this sending: once all have left it, the identifier may be another's.
    private func forward(_ event: HTTPTaskEvent, of id: HTTPTask.ID, _ identifier: String) {
        let followers = state.withLock { state in
            state.flights[identifier].flatMap { $0.task.id == id ? Array($0.followers.values) : nil } ?? []
        }
        for follower in followers { follower.report(event) }
    }

    /// Later requests are sent anew.
    private func land(_ id: HTTPTask.ID, _ identifier: String) {
        state.withLock { state in
            state.sendings[id] = nil
            if state.flights[identifier]?.task.id == id { state.flights[identifier] = nil }
        }
    }

    /// The last one to leave ends what is still on its way.
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

/// Waits for the whole body.
private struct CollectBody: HTTPLoaderLink {
    let limit: Int

    func load(_ request: HTTPRequest, task: HTTPTask, nextLoader: any HTTPLoader) async throws(HTTPError) -> HTTPResponse {
        var response = try await nextLoader.load(request, task: task)
        do throws(HTTPError) {
            response.body = HTTPResponseBody(try await response.body.collect(upTo: limit), for: request)
            return response
        } catch {
            guard error.code == .responseTooLarge else { throw error }
            throw HTTPError(
                .responseTooLarge, request: request, response: error.response,
                message: "The answer is larger than the \(limit) bytes that can be shared: send it without `deduplicationIdentifier`.")
        }
    }
}

extension HTTPResponse {
    /// For another request, with a body of its own over the same bytes.
    fileprivate func copied(for request: HTTPRequest) -> HTTPResponse {
        var copy = self
        copy.request = request
        copy.body = HTTPResponseBody((body.source as? BytesSource)?.copied(for: request) ?? BytesSource([], for: request), for: request)
        return copy
    }
}

extension HTTPError {
    fileprivate func copied(for request: HTTPRequest) -> HTTPError {
        HTTPError(code, request: request, response: response?.copied(for: request), underlyingError: underlyingError, message: message)
    }
}
