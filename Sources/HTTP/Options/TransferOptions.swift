/// Limits of time for one transfer; nil for none.
public struct HTTPTimeouts: Hashable, Sendable {
    /// Until the connection, TLS included, stands.
    public var connect: Duration?
    /// Until the last byte of the answer.
    public var total: Duration?
    /// Without a single byte in either direction.
    public var idle: Duration?

    /// Thirty seconds to connect, no limit else.
    public init(connect: Duration? = .seconds(30), total: Duration? = nil, idle: Duration? = nil) {
        self.connect = connect
        self.total = total
        self.idle = idle
    }
}

private enum TimeoutsOption: HTTPRequestOption {
    static let defaultOptionValue: HTTPTimeouts = HTTPTimeouts()
}

extension HTTPRequest {
    /// How long the phases of each transfer may take. Passing a limit is ``HTTPError/Code/timedOut``.
    public var timeouts: HTTPTimeouts {
        get { self[option: TimeoutsOption.self] }
        set { self[option: TimeoutsOption.self] = newValue }
    }
}

/// What is done about compressed answers.
public enum HTTPDecompression: Hashable, Sendable {
    /// Asks for everything the transport knows, unless the request has an `Accept-Encoding`, and unpacks what comes.
    case automatic
    /// Asks for nothing, and passes bytes on as they come.
    case none
    /// Asks for these codings, such as `gzip`, and unpacks what comes; for none of them like ``none``.
    case codings([String])
}

private enum DecompressionOption: HTTPRequestOption {
    static let defaultOptionValue: HTTPDecompression = .automatic
}

extension HTTPRequest {
    /// Whether compressed answers are asked for and unpacked.
    public var decompression: HTTPDecompression {
        get { self[option: DecompressionOption.self] }
        set { self[option: DecompressionOption.self] = newValue }
    }
}

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

/// Limits of size for one answer, in bytes.
public struct HTTPResponseLimits: Hashable, Sendable {
    /// All header lines together, informational answers included.
    public var headerByteCount: Int
    /// The body after decompression; nil for any size, as it is streamed.
    public var bodyByteCount: Int64?

    /// 256 KiB of headers and a body of any size.
    public init(headerByteCount: Int = 262_144, bodyByteCount: Int64? = nil) {
        self.headerByteCount = headerByteCount
        self.bodyByteCount = bodyByteCount
    }
}

private enum ResponseLimitsOption: HTTPRequestOption {
    static let defaultOptionValue: HTTPResponseLimits = HTTPResponseLimits()
}

extension HTTPRequest {
    /// How large an answer may become. Passing a limit is ``HTTPError/Code/responseTooLarge``, with the limit named in the message.
    public var responseLimits: HTTPResponseLimits {
        get { self[option: ResponseLimitsOption.self] }
        set { self[option: ResponseLimitsOption.self] = newValue }
    }
}

/// How exact an answer's header must be.
public enum HTTPResponseParsing: String, Hashable, Sendable, CaseIterable {
    /// What breaks RFC 9112 is an error: a header that is cut off, lengths that contradict each other or chunks, a status that is not of three digits.
    case strict
    /// Whatever the transport's library can make sense of is an answer, to look at servers that are wrong.
    case lenient
}

private enum ResponseParsingOption: HTTPRequestOption {
    static let defaultOptionValue: HTTPResponseParsing = .strict
}

extension HTTPRequest {
    /// What is done about an answer whose header is not sound: refused, with what had arrived in the error, or passed on.
    public var responseParsing: HTTPResponseParsing {
        get { self[option: ResponseParsingOption.self] }
        set { self[option: ResponseParsingOption.self] = newValue }
    }
}
