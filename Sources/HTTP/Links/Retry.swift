import Platform

/// A link that sends a request again after a failure that may be temporary (part 12 of “HTTP in Swift”).
///
/// Each attempt passes everything after this link and is part of the trace. A request is not repeated after a cancellation, nor if its
/// body can be read only once, nor if the wait would last until its ``HTTPTimeouts/total`` has passed.
public struct Retry: HTTPLoaderLink {
    private let strategy: (any HTTPRetryStrategy)?
    private let maxRetryAfter: Duration
    private let clock: HTTPClock

    /// Creates a link.
    /// - Parameters:
    ///   - strategy: the strategy for requests without one; nil for no retries.
    ///   - maxRetryAfter: the longest `Retry-After` to wait for; after a longer one there is no further attempt.
    ///   - clock: waits between attempts.
    public init(_ strategy: (any HTTPRetryStrategy)? = nil, maxRetryAfter: Duration = .seconds(600), clock: HTTPClock = .system) {
        self.strategy = strategy
        self.maxRetryAfter = maxRetryAfter
        self.clock = clock
    }

    /// Creates a link that repeats after the delays of a backoff: `Retry(.exponential())`.
    public init(_ backoff: Backoff, maxRetryAfter: Duration = .seconds(600), clock: HTTPClock = .system) {
        self.init(backoff as any HTTPRetryStrategy, maxRetryAfter: maxRetryAfter, clock: clock)
    }

    /// Returns the first result that the strategy accepts, or the last one.
    public func load(_ request: HTTPRequest, task: HTTPTask, nextLoader: any HTTPLoader) async throws(HTTPError) -> HTTPResponse {
        guard let strategy = request.retryStrategy ?? strategy else { return try await nextLoader.load(request, task: task) }
        var attempt = 1
        let begin = clock.uptime()
        while true {
            let result = await HTTPResult.catching { () throws(HTTPError) in try await nextLoader.load(request, task: task) }
            guard !task.isCancelled, let delay = delay(after: result, attempt: attempt, for: request, strategy),
                leavesTime(delay, since: begin, for: request, strategy, task)
            else {
                return try result.get()
            }
            await (try? result.get())?.body.discard()
            attempt += 1
            task.report(.retrying(attempt: attempt, after: delay, reason: result.summary))
            try await clock.wait(delay, for: request, task: task)
        }
    }

    /// True if another attempt can begin after a delay and before the time limit of the request; else notes why there is none. A wait in
    /// the queue before the first transfer does not count.
    private func leavesTime(
        _ delay: Duration, since begin: Duration, for request: HTTPRequest, _ strategy: any HTTPRetryStrategy, _ task: HTTPTask
    ) -> Bool {
        if let limit = strategy.maxTime, delay >= limit - (clock.uptime() - begin) {
            task.report(.noted("There is no further attempt: it would begin after the time for retries (\(limit))."))
            return false
        }
        guard let limit = request.timeouts.total else { return true }
        let timeLeft = task.execution.timeLeft(for: request) ?? limit - (clock.uptime() - begin)
        if delay < timeLeft { return true }
        task.report(.noted("There is no further attempt: it would begin after the time limit (\(limit))."))
        return false
    }

    private func delay(after result: HTTPResult, attempt: Int, for request: HTTPRequest, _ strategy: any HTTPRetryStrategy) -> Duration? {
        if case .failure(let error) = result, error.code == .cancelled { return nil }
        guard request.body.isEmpty || request.body.replay == .restartable else { return nil }
        guard let delay = strategy.retryDelay(for: result.asked(request), attempt: attempt) else { return nil }
        guard let asked = result.response.flatMap({ $0.headers.retryDelay(now: clock.now()) }) else { return delay }
        return asked > maxRetryAfter ? nil : max(delay, asked)
    }
}

extension Result where Success == HTTPResponse, Failure == HTTPError {

    /// The result with the request that would be sent again instead of the one that redirects and logins sent; it remains known that it was
    /// redirected.
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

    /// The status or the error code, for the trace.
    var summary: String {
        switch self {
        case .success(let response): "\(response.status)"
        case .failure(let error): error.code.name
        }
    }
}

/// Decides if a request is sent again, and after which delay (part 12 of “HTTP in Swift”).
public protocol HTTPRetryStrategy: Sendable {
    /// The delay before the next attempt; nil to return this result.
    ///
    /// Not called after a cancellation, nor if the body cannot be sent again. A server's `Retry-After` can only lengthen the delay.
    /// - Parameters:
    ///   - result: the result, with the request that would be sent again. ``HTTPRequest/redirectedFrom`` is set if it was redirected.
    ///   - attempt: the number of attempts so far, at least 1.
    func retryDelay(for result: HTTPResult, attempt: Int) -> Duration?

    /// The time after the beginning of the first attempt in which further attempts may begin; nil for no limit, the default.
    var maxTime: Duration? { get }
}

extension HTTPRetryStrategy {
    /// No limit.
    public var maxTime: Duration? { nil }
}

private enum RetryStrategyOption: HTTPRequestOption { static let defaultOptionValue: (any HTTPRetryStrategy)? = nil }

extension HTTPRequest {
    /// The retry strategy of this request; nil for that of ``Retry``.
    public var retryStrategy: (any HTTPRetryStrategy)? {
        get { self[option: RetryStrategyOption.self] }
        set { self[option: RetryStrategyOption.self] = newValue }
    }
}

/// A retry strategy with no, constant or growing delays.
///
/// A request with a method that is not idempotent, such as POST, is repeated only if the server cannot have acted on it (RFC 9110 section
/// 9.2.2): it was not reached, or says so (408, 425, 429, 503). Set ``repeatsAnyMethod`` if repeating does no harm.
public struct Backoff: HTTPRetryStrategy {
    /// The kind of delays.
    public enum Delay: Hashable, Sendable {
        /// No delay.
        case immediate
        /// The same delay each time.
        case constant(Duration)
        /// A first delay, each further one multiplied by the factor, up to a maximum.
        case exponential(first: Duration, factor: Double = 2, maximum: Duration)
    }

    /// The delays before jitter is applied.
    public let delay: Delay
    /// The maximum number of attempts, including the first.
    public let maxAttempts: Int
    /// The share of each delay that is random, 0...1, so that many clients do not retry at once.
    public let jitter: Double
    /// The statuses that are retried.
    public let statuses: Set<HTTPStatus>
    /// The errors that are retried.
    public let codes: Set<HTTPError.Code>
    /// True to retry methods that are not idempotent in all cases.
    public let repeatsAnyMethod: Bool
    /// The time after the beginning of the first attempt in which further attempts may begin; nil for no limit.
    public let maxTime: Duration?
    private let random: @Sendable () -> Double

    /// Creates a strategy.
    /// - Parameters:
    ///   - delay: the wait before each attempt.
    ///   - maxAttempts: the maximum number of attempts, with the first.
    ///   - jitter: the part of a delay that is random, 0...1; other values are brought into that range.
    ///   - statuses: the statuses that are retried.
    ///   - codes: the errors that are retried.
    ///   - repeatsAnyMethod: true to retry methods that are not idempotent in all cases.
    ///   - maxTime: the time after the beginning of the first attempt in which further attempts may begin; nil for no limit.
    ///   - random: returns numbers in 0..<1 for the jitter.
    public init(
        _ delay: Delay, maxAttempts: Int = 3, jitter: Double = 0, statuses: Set<HTTPStatus> = Backoff.temporaryStatuses,
        codes: Set<HTTPError.Code> = [.timedOut, .cannotConnect, .cannotResolveHost, .invalidResponse], repeatsAnyMethod: Bool = false,
        maxTime: Duration? = nil, random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
    ) {
        self.delay = delay
        self.maxAttempts = maxAttempts
        self.jitter = jitter > 0 ? min(jitter, 1) : 0
        self.statuses = statuses
        self.codes = codes
        self.repeatsAnyMethod = repeatsAnyMethod
        self.maxTime = maxTime
        self.random = random
    }

    /// Statuses that are usually temporary: 408, 425, 429, 500, 502, 503, 504.
    public static let temporaryStatuses: Set<HTTPStatus> = [408, 425, 429, 500, 502, 503, 504]

    /// The delay, if there are attempts left and the result may be temporary.
    public func retryDelay(for result: HTTPResult, attempt: Int) -> Duration? {
        guard attempt < maxAttempts, isWorthwhile(result) else { return nil }
        let base = min(baseDelay(afterAttempt: attempt), Seconds.longestDuration)
        return jitter > 0 ? base * (1 - jitter * random()) : base
    }

    /// No delays.
    public static func immediate(maxAttempts: Int = 3) -> Backoff { Backoff(.immediate, maxAttempts: maxAttempts) }

    /// The same delay each time.
    public static func constant(_ delay: Duration = .seconds(1), maxAttempts: Int = 3) -> Backoff {
        Backoff(.constant(delay), maxAttempts: maxAttempts)
    }

    /// Growing delays, each shortened at random by up to a fifth: by default 0.5, 1, 2 and 4 seconds; a larger ``maxAttempts`` continues up to a
    /// minute.
    public static func exponential(
        first: Duration = .milliseconds(500), factor: Double = 2, maximum: Duration = .seconds(60), maxAttempts: Int = 5
    ) -> Backoff {
        Backoff(.exponential(first: first, factor: factor, maximum: maximum), maxAttempts: maxAttempts, jitter: 0.2)
    }

    private func isWorthwhile(_ result: HTTPResult) -> Bool {
        switch result {
        case .success(let response):
            statuses.contains(response.status) && mayRepeat(response.request, wasRefused: Self.refusals.contains(response.status))
        case .failure(let error):
            codes.contains(error.code) && mayRepeat(error.request, wasRefused: [.cannotConnect, .cannotResolveHost].contains(error.code))
        }
    }

    /// Statuses of requests that the server did not act on.
    private static let refusals: Set<HTTPStatus> = [408, 425, 429, 503]

    /// A refusal after a redirect does not show that the first server did nothing.
    private func mayRepeat(_ request: HTTPRequest, wasRefused: Bool) -> Bool {
        repeatsAnyMethod || request.method.isIdempotent || (wasRefused && request.redirectedFrom == nil)
    }

    private func baseDelay(afterAttempt attempt: Int) -> Duration {
        switch delay {
        case .immediate: return .zero
        case .constant(let duration): return duration
        case .exponential(let first, let factor, let maximum):
            // In floating point, because durations trap on overflow.
            var seconds = first.seconds
            for _ in 1..<max(attempt, 1) {
                guard seconds < maximum.seconds else { break }
                seconds *= factor
            }
            return seconds < maximum.seconds ? Seconds(nearest: seconds).duration : maximum
        }
    }
}

extension Duration {
    fileprivate var seconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}

extension HTTPHeaders {
    /// The delay of `Retry-After` (RFC 9110 section 10.2.3), in seconds or until a date; nil if the field is missing or invalid, zero for a
    /// date in the past.
    func retryDelay(now: Date) -> Duration? {
        guard let value = self["Retry-After"] else { return nil }
        if let seconds = Seconds(delta: value) { return seconds.duration }
        return HTTPDate.date(from: value).map { Seconds(nearest: $0.timeIntervalSince(now).rounded(.up)).duration }
    }
}
