/// The connection that a transfer used.
public struct HTTPConnectionDetails: Hashable, Sendable {
    /// This machine's end.
    public var local: HTTPEndpoint?
    /// The server's end, or its proxy's.
    public var remote: HTTPEndpoint?
    /// What was spoken on it.
    public var version: HTTPVersion?
    /// Nil without TLS.
    public var tls: HTTPTLSDetails?
    /// True when an earlier transfer had opened it.
    public var isReused = false

    /// Nothing known yet.
    public init() {}
}

/// An address and a port.
public struct HTTPEndpoint: Hashable, Sendable, CustomStringConvertible {
    /// Numeric, without brackets; a path for a Unix socket.
    public let address: String
    /// 0 for a Unix socket.
    public let port: Int

    /// One end of a connection.
    public init(address: String, port: Int) {
        self.address = address
        self.port = port
    }

    /// `address:port`, with brackets around an IPv6 address.
    public var description: String { address.contains(":") ? "[\(address)]:\(port)" : "\(address):\(port)" }
}
