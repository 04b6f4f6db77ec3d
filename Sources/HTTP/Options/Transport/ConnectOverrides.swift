/// Sends connections for one host and port to another.
public struct HTTPConnectOverride: Hashable, Sendable {
    /// The host in the URL; nil for any.
    public var host: String?
    /// The port in the URL; nil for any.
    public var port: Int?
    /// Where to connect; nil keeps the host.
    public var newHost: String?
    /// Where to connect; nil keeps the port.
    public var newPort: Int?

    /// An override; what is nil matches anything, or changes nothing.
    public init(host: String? = nil, port: Int? = nil, newHost: String? = nil, newPort: Int? = nil) {
        self.host = host
        self.port = port
        self.newHost = newHost
        self.newPort = newPort
    }
}

private enum ConnectOverridesOption: HTTPRequestOption {
    static let defaultOptionValue: [HTTPConnectOverride] = []
}

extension HTTPRequest {
    /// Other places to connect to, while URL, `Host` and TLS name stay as they are. The first that matches holds.
    public var connectOverrides: [HTTPConnectOverride] {
        get { self[option: ConnectOverridesOption.self] }
        set { self[option: ConnectOverridesOption.self] = newValue }
    }
}
