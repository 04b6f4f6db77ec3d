/// How a request is sent. What is nil is inherited, and else the program's default.
public struct RequestOptions: Hashable, Sendable {
    /// Whether and how far redirects are followed.
    public struct Redirects: Hashable, Sendable {
        /// Whether they are followed at all.
        public var follow: Bool?
        /// The most hops.
        public var limit: Int?
        /// Whether a POST stays one after 301 and 302.
        public var keepMethod: Bool?
        /// Whether https may lead to http.
        public var allowDowngrade: Bool?

        /// Nothing said.
        public init(follow: Bool? = nil, limit: Int? = nil, keepMethod: Bool? = nil, allowDowngrade: Bool? = nil) {
            self.follow = follow
            self.limit = limit
            self.keepMethod = keepMethod
            self.allowDowngrade = allowDowngrade
        }
    }

    /// When a request is sent again.
    public struct Retry: Hashable, Sendable {
        /// The most attempts, the first included.
        public var attempts: Int?
        /// `immediate`, `constant` or `exponential`.
        public var backoff: String?
        /// The statuses that are tried again.
        public var statuses: [Int]

        /// Nothing said.
        public init(attempts: Int? = nil, backoff: String? = nil, statuses: [Int] = []) {
            self.attempts = attempts
            self.backoff = backoff
            self.statuses = statuses
        }
    }

    /// TLS settings.
    public struct TLS: Hashable, Sendable {
        /// Whether the server's certificate is checked.
        public var verify: Bool?
        /// The least version, such as `1.2`.
        public var minimum: String?
        /// The path of the authorities' certificates.
        public var authorities: String?
        /// The path of the client's certificate, PEM or PKCS#12.
        public var certificate: String?
        /// The path of its key, when it is not in the same file.
        public var key: String?
        /// The passphrase of the key; a variable or a secret.
        public var passphrase: String?
        /// Public keys of which one must be the server's, as `sha256//` and base64.
        public var pinnedKeys: [String] = []

        /// Nothing said.
        public init() {}
    }

    /// Where connections go to and come from.
    public struct Network: Hashable, Sendable {
        /// Addresses instead of a look-up: `host:port:address,address`.
        public var resolve: [String] = []
        /// Other places to connect to: `host:port:host:port`, each part empty for any or the same.
        public var connectTo: [String] = []
        /// The path of the Unix socket to connect to.
        public var unixSocket: String?
        /// The interface, address or host name to send from.
        public var interface: String?
        /// `ipv4` or `ipv6`.
        public var addressFamily: String?

        /// Nothing said.
        public init() {}
    }

    /// How fast, and how much.
    public struct Limits: Hashable, Sendable {
        /// Bytes of the body per second.
        public var sentBytesPerSecond: Int?
        /// Bytes of the answer per second.
        public var receivedBytesPerSecond: Int?
        /// Bytes of the answer's header lines.
        public var headerByteCount: Int?
        /// Bytes of the answer's body, unpacked.
        public var bodyByteCount: Int?

        /// Nothing said.
        public init() {}
    }

    /// Seconds for the whole request.
    public var timeout: Double?
    /// Seconds until the connection stands.
    public var connectTimeout: Double?
    /// Seconds in which nothing moves.
    public var idleTimeout: Double?
    /// Whether and how far redirects are followed.
    public var redirects = Redirects()
    /// When the request is sent again.
    public var retry = Retry()
    /// Whether it waits for its turn where the number of requests at once is limited.
    public var throttle: Bool?
    /// Whether it shares the answer of the same request that is on its way.
    public var deduplicate: Bool?
    /// What is asked of TLS.
    public var tls = TLS()
    /// The proxy's URL; empty for none.
    public var proxy: String?
    /// Hosts that are reached without the proxy.
    public var noProxy: [String] = []
    /// Whether CONNECT is used for http too.
    public var proxyTunnel: Bool?
    /// `1.0`, `1.1`, `2`, `2-prior-knowledge` or `3`.
    public var httpVersion: String?
    /// Where connections go to and come from.
    public var network = Network()
    /// How fast, and how much.
    public var limits = Limits()
    /// `strict` or `lenient`.
    public var parsing: String?
    /// Whether the cookie jar is used.
    public var cookies: Bool?
    /// Whether the answer is decompressed.
    public var decompress: Bool?
    /// The environment that the request is always sent to.
    public var environment: String?
    /// What was typed and the option cannot be, by its name in the files. No file holds it.
    public var unread: [String: String] = [:]
    /// What stands in the place of numbers, switches and words of a list, by the options' names: texts with variables, as they were typed.
    var templates: [String: String] = [:]

    /// Nothing said.
    public init() {}
}
