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
