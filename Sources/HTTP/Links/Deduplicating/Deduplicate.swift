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

    private let mostBodyBytes: Int
    /// Guards the requests on their way, by identifier.
    private let flights = Mutex<[String: Flight]>([:])

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
        return try result.get().copied(for: request)
    }

    /// Cancels what is on its way.
    public func reset() async {
        let ended = flights.withLock { flights in
            defer { flights = [:] }
            return flights.values
        }
        for flight in ended { flight.task.cancel() }
    }

    private func join(_ identifier: String, _ request: HTTPRequest, _ task: HTTPTask, _ nextLoader: any HTTPLoader) -> HTTPTask {
        let made = HTTPTask(recordsEvents: false)
        let shared = flights.withLock { flights in
            flights[identifier, default: Flight(task: made, followers: [:])].followers[task.id] = task
            return flights[identifier]?.task ?? made
        }
        guard shared === made else {
            task.report(.answeredFromStore(reason: "shared with another request"))
            return shared
        }
        made.observe { [weak self] event in self?.forward(event, identifier) }
        made.whenFinished { [weak self] _ in self?.land(identifier, made) }
        (CollectBody(limit: mostBodyBytes) --> nextLoader).begin(request, as: made)
        return made
    }

    private func forward(_ event: HTTPTaskEvent, _ identifier: String) {
        for follower in flights.withLock({ $0[identifier].map { Array($0.followers.values) } ?? [] }) { follower.report(event) }
    }

    /// Later requests are sent anew.
    private func land(_ identifier: String, _ task: HTTPTask) {
        flights.withLock { flights in
            if flights[identifier]?.task === task { flights[identifier] = nil }
        }
    }

    /// The last one to leave ends what is still on its way.
    private func leave(_ identifier: String, _ task: HTTPTask) {
        let abandoned = flights.withLock { flights -> HTTPTask? in
            flights[identifier]?.followers[task.id] = nil
            guard let flight = flights[identifier], flight.followers.isEmpty else { return nil }
            flights[identifier] = nil
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
        response.body = HTTPResponseBody(try await response.body.collect(upTo: limit), for: request)
        return response
    }
}

extension HTTPResponse {
    /// For another request, with a body of its own over the same bytes.
    fileprivate func copied(for request: HTTPRequest) -> HTTPResponse {
        var copy = self
        copy.request = request
        copy.body = HTTPResponseBody((body.source as? BytesSource)?.remaining ?? [], for: request)
        return copy
    }
}
