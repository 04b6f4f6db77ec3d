/// What one transfer cost, as the transport measured it.
public struct HTTPMetrics: Hashable, Sendable {
    /// When each phase was over.
    public var timings = HTTPTimings()
    /// How much went over the wire.
    public var byteCounts = HTTPByteCounts()
    /// Which connection was used; nil when there was none.
    public var connection: HTTPConnectionDetails?
    /// Request line and headers exactly as sent, up to and with the empty line; rebuilt by the transport for HTTP/2 and later.
    public var requestHeaderBytes: [UInt8] = []
    /// Status line and headers exactly as received, with any informational answers before them.
    public var responseHeaderBytes: [UInt8] = []

    /// Nothing measured yet.
    public init() {}
}

/// Points in time of one transfer, each counted from its start, with microsecond resolution. Nil for what did not happen.
public struct HTTPTimings: Hashable, Sendable {
    /// The host's address was known.
    public var nameLookup: Duration?
    /// The TCP connection, to the server or its proxy, stood.
    public var connection: Duration?
    /// TLS was agreed on.
    public var tls: Duration?
    /// The last byte of the request was out.
    public var requestSent: Duration?
    /// The first byte of the answer was in.
    public var firstByte: Duration?
    /// The last byte of the answer was in.
    public var lastByte: Duration?

    /// Nothing measured yet.
    public init() {}
}

/// Sizes of one transfer in bytes.
public struct HTTPByteCounts: Hashable, Sendable {
    /// Request line and headers.
    public var sentHeader: Int64 = 0
    /// The request's body.
    public var sentBody: Int64 = 0
    /// Status line and headers.
    public var receivedHeader: Int64 = 0
    /// The answer's body on the wire, compressed where it was.
    public var receivedBody: Int64 = 0
    /// The answer's body as the reader gets it.
    public var decodedBody: Int64 = 0

    /// All zero.
    public init() {}
}
