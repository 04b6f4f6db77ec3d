/// The HTTP version to use.
public enum HTTPVersionPreference: String, Hashable, Sendable, CaseIterable {
    /// HTTP/2 if TLS negotiates it, otherwise 1.1.
    case automatic
    /// HTTP/1.0 only.
    case http10 = "1.0"
    /// HTTP/1.1 only.
    case http11 = "1.1"
    /// HTTP/2; over plain text by upgrade.
    case http2 = "2"
    /// HTTP/2 from the first byte, even without TLS.
    case http2PriorKnowledge = "2-prior-knowledge"
    /// HTTP/3, falling back to earlier versions.
    case http3 = "3"
}

private enum VersionOption: HTTPRequestOption { static let defaultOptionValue: HTTPVersionPreference = .automatic }

extension HTTPRequest {
    /// The protocol version to use. A version that the transport does not support makes the request invalid.
    public var versionPreference: HTTPVersionPreference {
        get { self[option: VersionOption.self] }
        set { self[option: VersionOption.self] = newValue }
    }
}

/// The address family of a connection.
public enum HTTPAddressFamily: String, Hashable, Sendable, CaseIterable {
    /// The family that connects first.
    case any
    /// IPv4 only.
    case ipv4
    /// IPv6 only.
    case ipv6
}

private enum AddressFamilyOption: HTTPRequestOption { static let defaultOptionValue: HTTPAddressFamily = .any }

extension HTTPRequest {
    /// The address family to connect to.
    public var addressFamily: HTTPAddressFamily {
        get { self[option: AddressFamilyOption.self] }
        set { self[option: AddressFamilyOption.self] = newValue }
    }
}

/// Fixed addresses for a host and port.
public struct HTTPAddressOverride: Hashable, Sendable {
    /// The host in the URL; `*` for any.
    public var host: String
    /// The port in the URL.
    public var port: Int
    /// The numeric addresses, tried in this order; at least one.
    public var addresses: [String]

    /// Creates an override.
    public init(host: String, port: Int, addresses: [String]) {
        self.host = host
        self.port = port
        self.addresses = addresses
    }
}

private enum AddressOverridesOption: HTTPRequestOption { static let defaultOptionValue: [HTTPAddressOverride] = [] }

extension HTTPRequest {
    /// Addresses to use instead of a name lookup.
    public var addressOverrides: [HTTPAddressOverride] {
        get { self[option: AddressOverridesOption.self] }
        set { self[option: AddressOverridesOption.self] = newValue }
    }
}

/// Redirects connections for one host and port to another.
public struct HTTPConnectOverride: Hashable, Sendable {
    /// The host in the URL; nil matches any.
    public var host: String?
    /// The port in the URL; nil matches any.
    public var port: Int?
    /// The host to connect to; nil keeps the host.
    public var newHost: String?
    /// The port to connect to; nil keeps the port.
    public var newPort: Int?

    /// Creates an override. Nil matches anything or changes nothing.
    public init(host: String? = nil, port: Int? = nil, newHost: String? = nil, newPort: Int? = nil) {
        self.host = host
        self.port = port
        self.newHost = newHost
        self.newPort = newPort
    }
}

private enum ConnectOverridesOption: HTTPRequestOption { static let defaultOptionValue: [HTTPConnectOverride] = [] }

extension HTTPRequest {
    /// Other targets to connect to, while the URL, `Host` and TLS name are unchanged. The first match applies.
    public var connectOverrides: [HTTPConnectOverride] {
        get { self[option: ConnectOverridesOption.self] }
        set { self[option: ConnectOverridesOption.self] = newValue }
    }
}

private enum UnixSocketOption: HTTPRequestOption { static let defaultOptionValue: String? = nil }

extension HTTPRequest {
    /// The path of a Unix domain socket to connect to instead of the host and port, which stay in the URL.
    public var unixSocketPath: String? {
        get { self[option: UnixSocketOption.self] }
        set { self[option: UnixSocketOption.self] = newValue }
    }
}

private enum NetworkInterfaceOption: HTTPRequestOption { static let defaultOptionValue: String? = nil }

extension HTTPRequest {
    /// The interface name, address or host name to send from; nil for the system's choice.
    public var networkInterface: String? {
        get { self[option: NetworkInterfaceOption.self] }
        set { self[option: NetworkInterfaceOption.self] = newValue }
    }
}

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
    /// Hosts that are reached without the proxy: names, domains with a leading dot, addresses, networks such as `10.0.0.0/8`, or `*`.
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

private enum ProxyOption: HTTPRequestOption { static let defaultOptionValue: HTTPProxySelection = .environment }

extension HTTPRequest {
    /// The proxy to use, if any.
    public var proxy: HTTPProxySelection {
        get { self[option: ProxyOption.self] }
        set { self[option: ProxyOption.self] = newValue }
    }
}
