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
    /// The server's own certificate first, then its issuers as sent.
    public var certificates: [HTTPCertificate]

    /// Details as reported.
    public init(version: String? = nil, cipher: String? = nil, certificates: [HTTPCertificate] = []) {
        self.version = version
        self.cipher = cipher
        self.certificates = certificates
    }
}

/// One certificate of a chain, in the words of the TLS library.
public struct HTTPCertificate: Hashable, Sendable {
    /// Whom it is for.
    public var subject: String
    /// Who vouches for it.
    public var issuer: String
    /// Subject alternative names.
    public var names: [String]
    /// From when on it holds.
    public var notBefore: String
    /// Until when it holds.
    public var notAfter: String
    /// Everything else that was reported, in order.
    public var details: [HTTPHeaderField]

    /// A certificate of these parts.
    public init(
        subject: String, issuer: String, names: [String] = [], notBefore: String = "", notAfter: String = "",
        details: [HTTPHeaderField] = []
    ) {
        self.subject = subject
        self.issuer = issuer
        self.names = names
        self.notBefore = notBefore
        self.notAfter = notAfter
        self.details = details
    }
}
