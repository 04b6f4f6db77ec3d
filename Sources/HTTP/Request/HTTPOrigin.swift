/// The triple that decides whether two URLs may share credentials (RFC 6454 section 4).
public struct HTTPOrigin: Hashable, Sendable, CustomStringConvertible {
    /// In lower case.
    public let scheme: String
    /// In lower case.
    public let host: String
    /// The one connected to, never the scheme's silent one.
    public let port: Int

    /// An origin of parts that are normalized already.
    public init(scheme: String, host: String, port: Int) {
        self.scheme = scheme
        self.host = host
        self.port = port
    }

    /// `scheme://host:port`.
    public var description: String { "\(scheme)://\(host):\(port)" }
}
