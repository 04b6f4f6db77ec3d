/// The measurements of one transfer.
public struct HTTPMetrics: Hashable, Sendable {
    /// The times at which the phases ended.
    public var timings = HTTPTimings()
    /// The sizes of the transferred parts.
    public var byteCounts = HTTPByteCounts()
    /// The connection; nil if there was none.
    public var connection: HTTPConnectionDetails?
    /// The request line and headers exactly as sent, including the empty line; for HTTP/2 and later reconstructed by the transport.
    public var requestHeaderBytes: [UInt8] = []
    /// The status line and headers exactly as received, preceded by any interim responses.
    public var responseHeaderBytes: [UInt8] = []

    /// Creates empty measurements.
    public init() {}
}

/// Points in time of one transfer, counted from its start, in microseconds. Nil for phases that did not happen.
public struct HTTPTimings: Hashable, Sendable {
    /// The address of the host was known.
    public var nameLookup: Duration?
    /// The TCP connection to the server or its proxy was established.
    public var connection: Duration?
    /// The TLS handshake was complete.
    public var tls: Duration?
    /// The last byte of the request was sent.
    public var requestSent: Duration?
    /// The first byte of the response arrived.
    public var firstByte: Duration?
    /// The last byte of the response arrived.
    public var lastByte: Duration?

    /// Creates empty timings.
    public init() {}
}

/// The sizes of one transfer in bytes.
public struct HTTPByteCounts: Hashable, Sendable {
    /// The request line and headers.
    public var sentHeader: Int64 = 0
    /// The body of the request.
    public var sentBody: Int64 = 0
    /// The status line and headers.
    public var receivedHeader: Int64 = 0
    /// The body of the response on the wire, which may be compressed.
    public var receivedBody: Int64 = 0
    /// The body of the response as its reader gets it.
    public var decodedBody: Int64 = 0

    /// Creates counts of zero.
    public init() {}
}
