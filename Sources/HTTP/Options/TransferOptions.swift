/// The time limits of a request; nil for none.
public struct HTTPTimeouts: Hashable, Sendable {
    /// The limit for establishing the connection, including TLS.
    public var connect: Duration?
    /// The limit from the beginning of the first transfer until the last byte of the response, with redirects, further attempts, the waits before
    /// them, challenges, and the wait for a free connection.
    public var total: Duration?
    /// The limit for a time without any byte in either direction. The head of a response counts when it is whole: one that comes line by line does
    /// not extend the time.
    public var idle: Duration?

    /// Creates limits: thirty seconds for the connection and a minute without any byte by default. Set `idle` to nil for streams of events.
    public init(connect: Duration? = .seconds(30), total: Duration? = nil, idle: Duration? = .seconds(60)) {
        self.connect = connect
        self.total = total
        self.idle = idle
    }
}

private enum TimeoutsOption: HTTPRequestOption { static let defaultOptionValue = HTTPTimeouts() }

extension HTTPRequest {
    /// The time limits. Exceeding one is ``HTTPError/Code/timedOut``.
    public var timeouts: HTTPTimeouts {
        get { self[option: TimeoutsOption.self] }
        set { self[option: TimeoutsOption.self] = newValue }
    }
}

/// The handling of compressed responses.
public enum HTTPDecompression: Hashable, Sendable {
    /// Accepts all codings that the transport supports, unless the request has an `Accept-Encoding` field, and decodes the response. A request with
    /// a `Range` field accepts none.
    case automatic
    /// Accepts no coding, and passes the bytes on as they arrive.
    case none
    /// Accepts these codings, such as `gzip`, and decodes the response; an empty list is the same as ``none``.
    case codings([String])
}

private enum DecompressionOption: HTTPRequestOption { static let defaultOptionValue: HTTPDecompression = .automatic }

extension HTTPRequest {
    /// The handling of compressed responses.
    public var decompression: HTTPDecompression {
        get { self[option: DecompressionOption.self] }
        set { self[option: DecompressionOption.self] = newValue }
    }
}

/// Speed limits in bytes per second, averaged; at least 1, nil for none.
public struct HTTPRateLimit: Hashable, Sendable {
    /// The limit for the body of the request.
    public var sentBytesPerSecond: Int64?
    /// The limit for the response.
    public var receivedBytesPerSecond: Int64?

    /// Creates limits; unlimited by default.
    public init(sentBytesPerSecond: Int64? = nil, receivedBytesPerSecond: Int64? = nil) {
        self.sentBytesPerSecond = sentBytesPerSecond
        self.receivedBytesPerSecond = receivedBytesPerSecond
    }
}

private enum RateLimitOption: HTTPRequestOption { static let defaultOptionValue = HTTPRateLimit() }

extension HTTPRequest {
    /// The speed limits of the transfer.
    public var rateLimit: HTTPRateLimit {
        get { self[option: RateLimitOption.self] }
        set { self[option: RateLimitOption.self] = newValue }
    }
}

/// Size limits of a response, in bytes.
public struct HTTPResponseLimits: Hashable, Sendable {
    /// The limit for all header lines, including interim responses.
    public var headerByteCount: Int
    /// The limit for the decoded body; nil for none, as the body is streamed, but ``decompressedByteCount`` for one that was compressed.
    public var bodyByteCount: Int64?

    /// The limit for a body that the transport decompresses, if ``bodyByteCount`` is not set: 1 GiB. A few compressed bytes may expand to
    /// any number.
    public static let decompressedByteCount: Int64 = 1 << 30

    /// Creates limits: 256 KiB of headers and any body by default.
    public init(headerByteCount: Int = 262_144, bodyByteCount: Int64? = nil) {
        self.headerByteCount = headerByteCount
        self.bodyByteCount = bodyByteCount
    }
}

private enum ResponseLimitsOption: HTTPRequestOption { static let defaultOptionValue = HTTPResponseLimits() }

extension HTTPRequest {
    /// The size limits of the response. Exceeding one is ``HTTPError/Code/responseTooLarge``, with the limit in the message.
    public var responseLimits: HTTPResponseLimits {
        get { self[option: ResponseLimitsOption.self] }
        set { self[option: ResponseLimitsOption.self] = newValue }
    }
}

/// The strictness of parsing a response.
public enum HTTPResponseParsing: String, Hashable, Sendable, CaseIterable {
    /// Refuses violations of RFC 9112: a truncated header, lengths that contradict each other or chunked coding, a status without three
    /// digits. Refuses compressed data without its end at the end of the body.
    case strict
    /// Accepts everything that the transport's library can interpret, for examining broken servers. A body whose compressed data has no end is
    /// ``HTTPResponseBody/isTruncated``.
    case lenient
}

private enum ResponseParsingOption: HTTPRequestOption { static let defaultOptionValue: HTTPResponseParsing = .strict }

extension HTTPRequest {
    /// The strictness of parsing the response. A refused response is part of the error.
    public var responseParsing: HTTPResponseParsing {
        get { self[option: ResponseParsingOption.self] }
        set { self[option: ResponseParsingOption.self] = newValue }
    }
}

/// The largest numbers of connections that a transport opens. Requests beyond them wait in order.
///
/// A response whose body is unread holds its connection as soon as more has arrived than the transport keeps in memory; a caller that wants many
/// heads before it reads a body needs as many connections.
public struct HTTPConnectionLimits: Hashable, Sendable {
    /// The number of connections to one host; nil for any number. At least 1.
    public let perHost: Int?
    /// The number of connections in all, idle ones included; nil for any number. At least 1.
    public let total: Int?

    /// Six connections to a host and 64 in all, unless other numbers are given. Numbers below 1 count as 1.
    public init(perHost: Int? = 6, total: Int? = 64) {
        self.perHost = perHost.map { max(1, $0) }
        self.total = total.map { max(1, $0) }
    }
}
