/// Limits of speed in bytes per second, averaged; at least 1, nil for none.
public struct HTTPRateLimit: Hashable, Sendable {
    /// For the request's body.
    public var sentBytesPerSecond: Int64?
    /// For the answer.
    public var receivedBytesPerSecond: Int64?

    /// Unlimited unless told.
    public init(sentBytesPerSecond: Int64? = nil, receivedBytesPerSecond: Int64? = nil) {
        self.sentBytesPerSecond = sentBytesPerSecond
        self.receivedBytesPerSecond = receivedBytesPerSecond
    }
}

private enum RateLimitOption: HTTPRequestOption {
    static let defaultOptionValue: HTTPRateLimit = HTTPRateLimit()
}

extension HTTPRequest {
    /// How fast this transfer may go.
    public var rateLimit: HTTPRateLimit {
        get { self[option: RateLimitOption.self] }
        set { self[option: RateLimitOption.self] = newValue }
    }
}
