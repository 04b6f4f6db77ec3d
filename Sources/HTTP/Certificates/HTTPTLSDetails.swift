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
