/// Sends a request again when that may help (part 12 of the series).
///
/// Each attempt passes everything behind this link anew and stands in the trace. Nothing is repeated after a cancellation, nor when the
/// body can be read only once.
public struct Retry: HTTPLoaderLink {
    private let strategy: (any HTTPRetryStrategy)?
    private let mostRetryAfter: Duration
    private let clock: HTTPClock

    /// - Parameters:
    ///   - strategy: for requests that bring none; nil for none.
    ///   - mostRetryAfter: a server that asks for a longer wait than this gets no further attempt.
    public init(_ strategy: (any HTTPRetryStrategy)? = nil, mostRetryAfter: Duration = .seconds(600), clock: HTTPClock = .system) {
        self.strategy = strategy
        self.mostRetryAfter = mostRetryAfter
        self.clock = clock
    }

    /// The first result that the strategy is content with, or the last one.
    public func load(_ request: HTTPRequest, task: HTTPTask, nextLoader: any HTTPLoader) async throws(HTTPError) -> HTTPResponse {
        guard let strategy = request.retryStrategy ?? strategy else { return try await nextLoader.load(request, task: task) }
        var attempt = 1
        while true {
            let result = await HTTPResult.catching { () throws(HTTPError) in try await nextLoader.load(request, task: task) }
            guard !task.isCancelled, let delay = delay(after: result, attempt: attempt, for: request, strategy) else {
                return try result.get()
            }
            await (try? result.get())?.body.discard()
            attempt += 1
            task.report(.retrying(attempt: attempt, after: delay, reason: result.summary))
            try await clock.wait(delay, for: request, task: task)
        }
    }

    private func delay(after result: HTTPResult, attempt: Int, for request: HTTPRequest, _ strategy: any HTTPRetryStrategy) -> Duration? {
        if case .failure(let error) = result, error.code == .cancelled { return nil }
        guard request.body.isEmpty || request.body.replay == .restartable else { return nil }
        guard let delay = strategy.retryDelay(for: result.asked(request), attempt: attempt) else { return nil }
        guard let asked = result.response.flatMap({ RetryAfter.delay(in: $0.headers, now: clock.now()) }) else { return delay }
        return asked > mostRetryAfter ? nil : max(delay, asked)
    }
}

extension Result where Success == HTTPResponse, Failure == HTTPError {
    static func catching(_ body: () async throws(HTTPError) -> HTTPResponse) async -> HTTPResult {
        do throws(HTTPError) {
            return .success(try await body())
        } catch {
            return .failure(error)
        }
    }

    /// The result as that of the request that would be sent again, whatever redirects and logins sent; that it was redirected stays known.
    fileprivate func asked(_ request: HTTPRequest) -> HTTPResult {
        var asked = request
        if let origin = self.request.redirectedFrom, asked.redirectedFrom == nil { asked.redirectedFrom = origin }
        switch self {
        case .success(var response):
            response.request = asked
            return .success(response)
        case .failure(let error):
            return .failure(
                HTTPError(
                    error.code, request: asked, response: error.response, underlyingError: error.underlyingError, message: error.message))
        }
    }

    /// The status or the code, for the trace.
    var summary: String {
        switch self {
        case .success(let response): "\(response.status)"
        case .failure(let error): error.code.name
        }
    }
}
