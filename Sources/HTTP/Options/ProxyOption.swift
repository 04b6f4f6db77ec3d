/// Whether a proxy stands between.
public enum HTTPProxySelection: Hashable, Sendable {
    /// As `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy` of the process environment say.
    case environment
    /// Straight to the server, whatever the environment says.
    case none
    /// Through this one.
    case through(HTTPProxy)
}

/// A proxy and how to talk to it.
public struct HTTPProxy: Hashable, Sendable {
    /// What is spoken with a proxy.
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

    /// What is spoken.
    public var kind: Kind
    /// A name or an address.
    public var host: String
    /// 1...65535.
    public var port: Int
    /// Nil for a proxy that asks nobody.
    public var credentials: BasicCredentials?
    /// Hosts that are reached without the proxy: names, domains with a leading dot, addresses, or `*`.
    public var exceptions: [String]
    /// Use CONNECT for http URLs too.
    public var tunnels: Bool

    /// A proxy at a host and port.
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
    /// How to get to the server: straight, or through a proxy.
    public var proxy: HTTPProxySelection {
        get { self[option: ProxyOption.self] }
        set { self[option: ProxyOption.self] = newValue }
    }
}
