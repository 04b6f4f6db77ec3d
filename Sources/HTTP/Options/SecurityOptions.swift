/// What a server's certificate must satisfy.
public struct HTTPServerTrust: Hashable, Sendable {
    /// False accepts any certificate for any name, of an https proxy too: whoever sits between can read and change everything. Shown loudly wherever it is on.
    public var isVerified: Bool
    /// Public keys of which one must be the server's, as `sha256//` and base64 of the key's SHA-256; empty for any key.
    public var pinnedPublicKeys: [String]

    /// Verified, no pins.
    public init(isVerified: Bool = true, pinnedPublicKeys: [String] = []) {
        self.isVerified = isVerified
        self.pinnedPublicKeys = pinnedPublicKeys
    }
}

private enum ServerTrustOption: HTTPRequestOption {
    static let defaultOptionValue: HTTPServerTrust = HTTPServerTrust()
}

extension HTTPRequest {
    /// What is asked of the server's certificate.
    public var serverTrust: HTTPServerTrust {
        get { self[option: ServerTrustOption.self] }
        set { self[option: ServerTrustOption.self] = newValue }
    }
}

private enum CertificateAuthoritiesOption: HTTPRequestOption {
    static let defaultOptionValue: String? = nil
}

extension HTTPRequest {
    /// A PEM file of the authorities to trust instead of the system's; nil for the system's.
    public var certificateAuthoritiesPath: String? {
        get { self[option: CertificateAuthoritiesOption.self] }
        set { self[option: CertificateAuthoritiesOption.self] = newValue }
    }
}

/// A version of TLS.
public enum HTTPTLSVersion: String, Hashable, Sendable, CaseIterable {
    /// TLS 1.0 (RFC 2246), for old servers only.
    case tls10 = "1.0"
    /// TLS 1.1 (RFC 4346), for old servers only.
    case tls11 = "1.1"
    /// TLS 1.2 (RFC 5246).
    case tls12 = "1.2"
    /// TLS 1.3 (RFC 8446).
    case tls13 = "1.3"
}

private enum MinimumTLSVersionOption: HTTPRequestOption {
    static let defaultOptionValue: HTTPTLSVersion = .tls12
}

extension HTTPRequest {
    /// The oldest TLS to accept.
    public var minimumTLSVersion: HTTPTLSVersion {
        get { self[option: MinimumTLSVersionOption.self] }
        set { self[option: MinimumTLSVersionOption.self] = newValue }
    }
}

/// A certificate with its private key, in files.
public struct HTTPClientCertificate: Hashable, Sendable {
    /// How the files are written.
    public enum Format: String, Hashable, Sendable, CaseIterable {
        /// Text between BEGIN and END lines.
        case pem
        /// PKCS#12, certificate and key in one file.
        case pkcs12
    }

    /// How the files are written.
    public var format: Format
    /// The certificate, with its chain.
    public var path: String
    /// The key, where it is a file of its own (PEM only).
    public var keyPath: String?
    /// Opens the key.
    public var passphrase: HTTPSecret?

    /// Files are read when a connection is made.
    public init(format: Format = .pem, path: String, keyPath: String? = nil, passphrase: HTTPSecret? = nil) {
        self.format = format
        self.path = path
        self.keyPath = keyPath
        self.passphrase = passphrase
    }
}

private enum ClientCertificateOption: HTTPRequestOption {
    static let defaultOptionValue: HTTPClientCertificate? = nil
}

extension HTTPRequest {
    /// What this side proves its identity with, when the server asks over TLS.
    public var clientCertificate: HTTPClientCertificate? {
        get { self[option: ClientCertificateOption.self] }
        set { self[option: ClientCertificateOption.self] = newValue }
    }
}

/// Schemes that authenticate a connection rather than a request (RFC 4559, MS-NLMP), and so belong to the transport.
public struct HTTPTransportAuthentication: Hashable, Sendable {
    /// What is spoken.
    public enum Scheme: String, Hashable, Sendable, CaseIterable {
        /// NT LAN Manager.
        case ntlm
        /// SPNEGO: Kerberos, or NTLM where that is not to be had. An empty user name takes the ticket at hand.
        case negotiate
    }

    /// What is spoken.
    public var scheme: Scheme
    /// Who asks; for NTLM `DOMAIN\\user` or `user`.
    public var credentials: BasicCredentials

    /// A scheme and who uses it.
    public init(scheme: Scheme, credentials: BasicCredentials) {
        self.scheme = scheme
        self.credentials = credentials
    }
}

private enum TransportAuthenticationOption: HTTPRequestOption {
    static let defaultOptionValue: HTTPTransportAuthentication? = nil
}

extension HTTPRequest {
    /// Authentication that the transport carries out, because it is bound to the connection.
    public var transportAuthentication: HTTPTransportAuthentication? {
        get { self[option: TransportAuthenticationOption.self] }
        set { self[option: TransportAuthenticationOption.self] = newValue }
    }
}
