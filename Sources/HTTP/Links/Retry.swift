#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

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

/// Decides whether, and after what wait, a request is sent again (part 12 of the series).
public protocol HTTPRetryStrategy: Sendable {
    /// The wait before the next attempt; nil to leave it at this result.
    ///
    /// Not asked after a cancellation, nor when the body cannot be sent again. A server's `Retry-After` can only lengthen the wait.
    /// - Parameter result: its request is the one that would be sent again, with ``HTTPRequest/redirectedFrom`` set where it led elsewhere.
    /// - Parameter attempt: how many there have been, at least 1.
    func retryDelay(for result: HTTPResult, attempt: Int) -> Duration?
}

private enum RetryStrategyOption: HTTPRequestOption {
    static let defaultOptionValue: (any HTTPRetryStrategy)? = nil
}

extension HTTPRequest {
    /// When to send this request again; nil leaves it to ``Retry``.
    public var retryStrategy: (any HTTPRetryStrategy)? {
        get { self[option: RetryStrategyOption.self] }
        set { self[option: RetryStrategyOption.self] = newValue }
    }
}

/// Waits between attempts: none, always the same, or growing.
///
/// A request whose method is not idempotent, such as POST, is sent again only where nothing can have come of it (RFC 9110 section 9.2.2): the server
/// was not reached, or says so (408, 425, 429, 503). Whoever knows that doing it twice does no harm says ``repeatsAnyMethod``.
public struct Backoff: HTTPRetryStrategy {
    /// How long the waits are.
    public enum Delay: Hashable, Sendable {
        /// No wait.
        case immediate
        /// The same each time.
        case constant(Duration)
        /// The first, and then each a multiple of the one before, up to the most.
        case exponential(first: Duration, factor: Double = 2, most: Duration)
    }

    /// How long the waits are, before the jitter.
    public let delay: Delay
    /// How often to send in all, the first time included.
    public let mostAttempts: Int
    /// The share of each wait that is left to chance, 0...1, so that many clients do not come back at once.
    public let jitter: Double
    /// Answers that are worth another attempt.
    public let statuses: Set<HTTPStatus>
    /// Failures that are worth another attempt.
    public let codes: Set<HTTPError.Code>
    /// True sends POST and its like again after every result that is worth it, though they may have been acted on.
    public let repeatsAnyMethod: Bool
    private let random: @Sendable () -> Double

    /// - Parameter random: gives numbers in 0..<1 for the jitter.
    public init(
        _ delay: Delay, mostAttempts: Int = 3, jitter: Double = 0, statuses: Set<HTTPStatus> = Backoff.passingStatuses,
        codes: Set<HTTPError.Code> = [.timedOut, .cannotConnect, .cannotResolveHost, .invalidResponse], repeatsAnyMethod: Bool = false,
        random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
    ) {
        self.delay = delay
        self.mostAttempts = mostAttempts
        self.jitter = jitter
        self.statuses = statuses
        self.codes = codes
        self.repeatsAnyMethod = repeatsAnyMethod
        self.random = random
    }

    /// What tends to pass: 408, 425, 429, 500, 502, 503, 504.
    public static let passingStatuses: Set<HTTPStatus> = [408, 425, 429, 500, 502, 503, 504]

    /// The wait, while there are attempts left and the result is one of those that may pass.
    public func retryDelay(for result: HTTPResult, attempt: Int) -> Duration? {
        guard attempt < mostAttempts, isWorthwhile(result) else { return nil }
        let base = baseDelay(afterAttempt: attempt)
        return base * (1 - jitter * random())
    }

    private func isWorthwhile(_ result: HTTPResult) -> Bool {
        switch result {
        case .success(let response):
            statuses.contains(response.status) && mayRepeat(response.request, wasRefused: Self.refusals.contains(response.status))
        case .failure(let error):
            codes.contains(error.code) && mayRepeat(error.request, wasRefused: [.cannotConnect, .cannotResolveHost].contains(error.code))
        }
    }

    /// Answers that say that nothing was done.
    private static let refusals: Set<HTTPStatus> = [408, 425, 429, 503]

    /// A refusal behind a redirect says nothing of the request that was redirected.
    private func mayRepeat(_ request: HTTPRequest, wasRefused: Bool) -> Bool {
        repeatsAnyMethod || request.method.isIdempotent || (wasRefused && request.redirectedFrom == nil)
    }

    private func baseDelay(afterAttempt attempt: Int) -> Duration {
        switch delay {
        case .immediate: return .zero
        case .constant(let duration): return duration
        case .exponential(let first, let factor, let most):
            var delay = first
            for _ in 1..<max(attempt, 1) where delay < most { delay *= factor }
            return min(delay, most)
        }
    }
}

extension Duration {
    static func *= (duration: inout Duration, factor: Double) { duration = duration * factor }
}

/// The wait that a server asks for (RFC 9110 section 10.2.3).
enum RetryAfter {
    /// From a number of seconds or from a date; nil when the field is missing or says neither. A date gone by is no wait.
    static func delay(in headers: HTTPHeaders, now: Date) -> Duration? {
        guard let value = headers["Retry-After"] else { return nil }
        if let seconds = Seconds(delta: value) { return seconds.duration }
        return HTTPDate.date(from: value).map { Seconds(nearest: $0.timeIntervalSince(now).rounded(.up)).duration }
    }
}
