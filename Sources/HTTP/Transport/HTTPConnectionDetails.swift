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

/// What TLS agreed on.
public struct HTTPTLSDetails: Hashable, Sendable {
    /// As the TLS library names it, such as `TLSv1.3`; nil where it does not say.
    public var version: String?
    /// The cipher suite's name.
    public var cipher: String?
    /// What ALPN (RFC 7301) agreed on, such as `h2`; nil where it agreed on nothing, or the transport does not say.
    public var applicationProtocol: String?
    /// Whether the server's certificate had to be good (``HTTPServerTrust/isVerified``); nil where that was not noted.
    public var isVerified: Bool?
    /// What the TLS library found wrong with the chain, in its own words; nil where it found nothing or was not asked. Only a connection that
    /// was not verified can have one.
    public var verifyProblem: String?
    /// The server's own certificate first, then its issuers as sent.
    public var certificates: [HTTPCertificate]

    /// Details as reported.
    public init(
        version: String? = nil, cipher: String? = nil, applicationProtocol: String? = nil, isVerified: Bool? = nil,
        verifyProblem: String? = nil, certificates: [HTTPCertificate] = []
    ) {
        self.version = version
        self.cipher = cipher
        self.applicationProtocol = applicationProtocol
        self.isVerified = isVerified
        self.verifyProblem = verifyProblem
        self.certificates = certificates
    }
}
