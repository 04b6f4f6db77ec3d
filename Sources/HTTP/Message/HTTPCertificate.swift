/// One certificate of a chain, as the TLS library reports it.
public struct HTTPCertificate: Hashable, Sendable {
    /// The subject.
    public var subject: String
    /// The issuer.
    public var issuer: String
    /// The subject alternative names.
    public var names: [String]
    /// The start of the validity period.
    public var notBefore: String
    /// The end of the validity period.
    public var notAfter: String
    /// All other reported details, in order; `Cert` holds the certificate as PEM.
    public var details: [HTTPHeaderField]

    /// Creates a certificate.
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

    /// The details parsed from the certificate itself, at each call; nil if it was not reported or cannot be read.
    public var facts: HTTPCertificateFacts? {
        details.first { $0.name == "Cert" }.flatMap { HTTPCertificateFacts(pem: $0.value) }
    }
}
