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
