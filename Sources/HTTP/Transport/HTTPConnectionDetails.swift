/// The connection that a transfer used.
public struct HTTPConnectionDetails: Hashable, Sendable {
    /// The end of the connection on this machine.
    public var local: HTTPEndpoint?
    /// The end at the server or its proxy.
    public var remote: HTTPEndpoint?
    /// The protocol version of the connection.
    public var version: HTTPVersion?
    /// The TLS details; nil without TLS.
    public var tls: HTTPTLSDetails?
    /// True if an earlier transfer opened the connection.
    public var isReused = false

    /// Creates details without any information.
    public init() {}
}

/// An address and a port.
public struct HTTPEndpoint: Hashable, Sendable, CustomStringConvertible {
    /// The numeric address without brackets; a path for a Unix socket.
    public let address: String
    /// The port; 0 for a Unix socket.
    public let port: Int

    /// Creates an end of a connection.
    public init(address: String, port: Int) {
        self.address = address
        self.port = port
    }

    /// `address:port`, with IPv6 addresses in brackets.
    public var description: String { address.contains(":") ? "[\(address)]:\(port)" : "\(address):\(port)" }
}

/// The parameters of a TLS connection.
public struct HTTPTLSDetails: Hashable, Sendable {
    /// The version as the TLS library names it, such as `TLSv1.3`; nil if unknown.
    public var version: String?
    /// The name of the cipher suite.
    public var cipher: String?
    /// The protocol selected by ALPN (RFC 7301), such as `h2`; nil if there is none or it is unknown.
    public var applicationProtocol: String?
    /// True if the server's certificate was verified (``HTTPServerTrust/isVerified``); nil if unknown.
    public var isVerified: Bool?
    /// The problem that the TLS library found in the chain, in its own words; nil if there is none or it was not checked. Only an
    /// unverified connection can have one.
    public var verifyProblem: String?
    /// The server's certificate, followed by its issuers as sent.
    public var certificates: [HTTPCertificate]

    /// Creates details.
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
