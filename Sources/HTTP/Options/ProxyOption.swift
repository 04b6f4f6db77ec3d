/// The choice of a proxy.
public enum HTTPProxySelection: Hashable, Sendable {
    /// The proxy of `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy` in the process environment.
    case environment
    /// No proxy, regardless of the process environment.
    case none
    /// This proxy.
    case through(HTTPProxy)
}

/// A proxy server.
public struct HTTPProxy: Hashable, Sendable {
    /// The protocol of a proxy.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// HTTP, with CONNECT for https.
        case http
        /// HTTP over TLS.
        case https
        /// SOCKS 4 (names are resolved here).
        case socks4
        /// SOCKS 4a (names are resolved by the proxy).
        case socks4a
        /// SOCKS 5 (names are resolved here).
        case socks5
        /// SOCKS 5 (names are resolved by the proxy).
        case socks5h
    }

    /// The protocol.
    public var kind: Kind
    /// The name or address.
    public var host: String
    /// The port, 1...65535.
    public var port: Int
    /// The credentials; nil if the proxy requires none.
    public var credentials: BasicCredentials?
    /// Hosts that are reached without the proxy: names, domains with a leading dot, addresses, or `*`.
    public var exceptions: [String]
    /// True to use CONNECT for http URLs too.
    public var tunnels: Bool

    /// Creates a proxy.
    public init(
        kind: Kind = .http, host: String, port: Int, credentials: BasicCredentials? = nil, exceptions: [String] = [], tunnels: Bool = false
    ) {
        self.kind = kind
        self.host = host
        self.port = port
        self.credentials = credentials
        self.exceptions = exceptions
        self.tunnels = tunnels
    }
}

private enum ProxyOption: HTTPRequestOption {
    static let defaultOptionValue: HTTPProxySelection = .environment
}

extension HTTPRequest {
    /// The proxy to use, if any.
    public var proxy: HTTPProxySelection {
        get { self[option: ProxyOption.self] }
        set { self[option: ProxyOption.self] = newValue }
    }
}
