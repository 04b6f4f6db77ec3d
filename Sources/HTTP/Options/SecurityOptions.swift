/// The requirements for a server's certificate.
public struct HTTPServerTrust: Hashable, Sendable {
    /// False accepts any certificate of the server for any name; that of an https proxy is checked all the same. Anyone on the way can then read
    /// and change everything, so it must be shown prominently.
    public var isVerified: Bool
    /// The public keys of which the server must have one, as `sha256//` and base64 of the key's SHA-256; empty for any key.
    public var pinnedPublicKeys: [String]

    /// Creates requirements: verified and without pins by default.
    public init(isVerified: Bool = true, pinnedPublicKeys: [String] = []) {
        self.isVerified = isVerified
        self.pinnedPublicKeys = pinnedPublicKeys
    }
}

private enum ServerTrustOption: HTTPRequestOption { static let defaultOptionValue = HTTPServerTrust() }

extension HTTPRequest {
    /// The requirements for the server's certificate.
    public var serverTrust: HTTPServerTrust {
        get { self[option: ServerTrustOption.self] }
        set { self[option: ServerTrustOption.self] = newValue }
    }
}

private enum CertificateAuthoritiesOption: HTTPRequestOption { static let defaultOptionValue: String? = nil }

extension HTTPRequest {
    /// The path of a PEM file with the authorities to trust; nil for the system's.
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

private enum MinimumTLSVersionOption: HTTPRequestOption { static let defaultOptionValue: HTTPTLSVersion = .tls12 }

extension HTTPRequest {
    /// The oldest TLS version to accept; an HTTPS proxy needs at least 1.2.
    public var minimumTLSVersion: HTTPTLSVersion {
        get { self[option: MinimumTLSVersionOption.self] }
        set { self[option: MinimumTLSVersionOption.self] = newValue }
    }
}

/// A client certificate with its private key, in files.
public struct HTTPClientCertificate: Hashable, Sendable {
    /// The format of the files.
    public enum Format: String, Hashable, Sendable, CaseIterable {
        /// Text between BEGIN and END lines (PEM).
        case pem
        /// PKCS#12, with certificate and key in one file.
        case pkcs12
    }

    /// The format of the files.
    public var format: Format
    /// The path of the certificate with its chain.
    public var path: String
    /// The path of the key if it is in another file (PEM only).
    public var keyPath: String?
    /// The passphrase of the key.
    public var passphrase: HTTPSecret?

    /// Creates a client certificate. The files are read when a connection is made.
    public init(format: Format = .pem, path: String, keyPath: String? = nil, passphrase: HTTPSecret? = nil) {
        self.format = format
        self.path = path
        self.keyPath = keyPath
        self.passphrase = passphrase
    }
}

private enum ClientCertificateOption: HTTPRequestOption { static let defaultOptionValue: HTTPClientCertificate? = nil }

extension HTTPRequest {
    /// The certificate to present if the server asks for one.
    public var clientCertificate: HTTPClientCertificate? {
        get { self[option: ClientCertificateOption.self] }
        set { self[option: ClientCertificateOption.self] = newValue }
    }
}

/// Authentication of a connection rather than of a request (RFC 4559, MS-NLMP), performed by the transport.
public struct HTTPTransportAuthentication: Hashable, Sendable {
    /// The authentication scheme.
    public enum Scheme: String, Hashable, Sendable, CaseIterable {
        /// NT LAN Manager.
        case ntlm
        /// SPNEGO: Kerberos, or NTLM if that is unavailable. An empty user name uses the current ticket.
        case negotiate
    }

    /// The authentication scheme.
    public var scheme: Scheme
    /// The credentials; for NTLM the user is `DOMAIN\\user` or `user`.
    public var credentials: BasicCredentials

    /// Creates an authentication.
    public init(scheme: Scheme, credentials: BasicCredentials) {
        self.scheme = scheme
        self.credentials = credentials
    }
}

private enum TransportAuthenticationOption: HTTPRequestOption { static let defaultOptionValue: HTTPTransportAuthentication? = nil }

extension HTTPRequest {
    /// Authentication performed by the transport, because it belongs to the connection.
    public var transportAuthentication: HTTPTransportAuthentication? {
        get { self[option: TransportAuthenticationOption.self] }
        set { self[option: TransportAuthenticationOption.self] = newValue }
    }
}

/// The parts of a request that only its own origin may receive, besides credentials.
public struct HTTPConfinement: Hashable, Sendable {
    /// The names of header fields that a redirect to another origin does not get, in lower case.
    public var headerNames: Set<String>
    /// True if a redirect that would send the body to another origin is refused.
    public var includesBody: Bool

    /// Confined parts; none by default.
    public init(headerNames: Set<String> = [], includesBody: Bool = false) {
        self.headerNames = headerNames
        self.includesBody = includesBody
    }
}

private enum ConfinementOption: HTTPRequestOption { static let defaultOptionValue = HTTPConfinement() }

extension HTTPRequest {
    /// The parts of the request that only its own origin may receive, besides credentials.
    public var confinement: HTTPConfinement {
        get { self[option: ConfinementOption.self] }
        set { self[option: ConfinementOption.self] = newValue }
    }
}
