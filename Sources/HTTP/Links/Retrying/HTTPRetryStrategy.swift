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
