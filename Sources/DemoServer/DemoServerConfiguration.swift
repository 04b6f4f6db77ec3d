/// Where the server listens, and how much it keeps of what it is sent.
public struct DemoServerConfiguration: Sendable {
    /// An IPv4 or IPv6 address, or `localhost`. Everybody who reaches an address other than the loopback one can use the server.
    public var host: String
    /// 1 to 65535, or 0 for a free one.
    public var port: Int
    /// How many bytes of a request body are kept to be echoed and parsed. Longer bodies are only counted and hashed, so
    /// an upload of any size costs no more memory than this.
    public var bodyMemoryLimit: Int

    /// The loopback address, a free port, and 4 MiB of each body.
    public init(host: String = "127.0.0.1", port: Int = 0, bodyMemoryLimit: Int = 4 << 20) {
        self.host = host
        self.port = port
        self.bodyMemoryLimit = bodyMemoryLimit
    }
}
