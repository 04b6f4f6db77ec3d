/// How a request is sent. What is nil is inherited, and else the program's default.
public struct RequestOptions: Hashable, Sendable {
    /// Whether and how far redirects are followed.
    public struct Redirects: Hashable, Sendable {
        /// Whether they are followed at all.
        public var follow: Bool?
        /// The most hops.
        public var limit: Int?

        /// Nothing said.
        public init(follow: Bool? = nil, limit: Int? = nil) {
            self.follow = follow
            self.limit = limit
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

        /// Nothing said.
        public init() {}
    }

    /// Seconds for the whole request.
    public var timeout: Double?
    /// Seconds until the connection stands.
    public var connectTimeout: Double?
    /// Whether and how far redirects are followed.
    public var redirects: Redirects
    /// When the request is sent again.
    public var retry: Retry
    /// What is asked of TLS.
    public var tls: TLS
    /// The environment that the request is always sent to.
    public var environment: String?
    /// `1.0`, `1.1`, `2`, `2-prior-knowledge` or `3`.
    public var httpVersion: String?
    /// The proxy's URL; empty for none.
    public var proxy: String?
    /// Whether the cookie jar is used.
    public var cookies: Bool?
    /// Whether the answer is decompressed.
    public var decompress: Bool?
    /// Whether it waits for its turn where the number of requests at once is limited.
    public var throttle: Bool?

    /// Nothing said.
    public init() {
        redirects = Redirects()
        retry = Retry()
        tls = TLS()
    }
}
