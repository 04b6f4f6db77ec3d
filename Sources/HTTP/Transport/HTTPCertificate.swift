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
    /// Everything else that was reported, in order; the certificate itself stands in `Cert`, as PEM.
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

    /// What the certificate itself says, read anew at each call; nil where it was not reported or cannot be read.
    public var facts: HTTPCertificateFacts? {
        details.first { $0.name == "Cert" }.flatMap { HTTPCertificateFacts(pem: $0.value) }
    }
}
