public import HTTP

extension Exchange {
    /// What an exchange was sent from.
    public struct Origin: Hashable, Sendable {
        /// The absolute path of the workspace; empty when there was none.
        public var workspace: String
        /// The request's file, relative to the workspace; nil when it was never saved.
        public var requestPath: String?
        /// The request's name.
        public var name: String
        /// The name of the environment.
        public var environment: String?

        /// An origin; nowhere unless said otherwise.
        public init(workspace: String = "", requestPath: String? = nil, name: String = "", environment: String? = nil) {
            self.workspace = workspace
            self.requestPath = requestPath
            self.name = name
            self.environment = environment
        }
    }

    /// A request as it was sent.
    public struct Request: Hashable, Sendable {
        /// The method's token.
        public var method: String
        /// Absolute.
        public var url: String
        /// Every header in order, the ones that were added on the way included.
        public var headers: HTTPHeaders
        /// The names of cookies that came from the jar, in this request or in one that it led to.
        public var jarCookies: [String]
        /// The names of headers that the environment gave: they stay with its server, also when the request is sent again.
        public var environmentHeaders: [String]
        /// Request line and headers as they went out; empty when nothing did.
        public var headerBytes: [UInt8]
        /// What was sent after the headers.
        public var body: ExchangeBody

        /// A request as it was sent.
        public init(
            method: String, url: String, headers: HTTPHeaders = [:], jarCookies: [String] = [], environmentHeaders: [String] = [],
            headerBytes: [UInt8] = [], body: ExchangeBody = ExchangeBody()
        ) {
            self.method = method
            self.url = url
            self.headers = headers
            self.jarCookies = jarCookies
            self.environmentHeaders = environmentHeaders
            self.headerBytes = headerBytes
            self.body = body
        }
    }

    /// An answer.
    public struct Response: Hashable, Sendable {
        /// The status code.
        public var status: Int
        /// The reason phrase; may be empty.
        public var reason: String
        /// Nil where the transport did not say.
        public var version: HTTPVersion?
        /// Every header in order.
        public var headers: HTTPHeaders
        /// Status line and headers as they came in; empty when they did not come over the wire.
        public var headerBytes: [UInt8]
        /// What came after the headers, decompressed.
        public var body: ExchangeBody

        /// An answer of these parts.
        public init(
            status: Int, reason: String = "", version: HTTPVersion? = nil, headers: HTTPHeaders = [:], headerBytes: [UInt8] = [],
            body: ExchangeBody = ExchangeBody()
        ) {
            self.status = status
            self.reason = reason
            self.version = version
            self.headers = headers
            self.headerBytes = headerBytes
            self.body = body
        }
    }

    /// One transfer; its bodies are those of the exchange, and else only counted.
    public struct Hop: Hashable, Sendable {
        /// The method's token.
        public var method: String
        /// Absolute.
        public var url: String
        /// The answer's status; nil when there was none.
        public var status: Int?
        /// The answer's reason phrase.
        public var reason: String
        /// What it cost, with the header bytes as sent and as received.
        public var metrics: HTTPMetrics
        /// Why it failed.
        public var error: Failure?
        /// Which attempt at the whole request it belongs to, from 1; redirects and challenges are of the same one.
        public var attempt: Int
        /// Seconds between the attempt before and this one, where it is the first of its attempt.
        public var pause: Double

        /// A transfer of these parts.
        public init(
            method: String, url: String, status: Int? = nil, reason: String = "", metrics: HTTPMetrics = HTTPMetrics(),
            error: Failure? = nil, attempt: Int = 1, pause: Double = 0
        ) {
            self.method = method
            self.url = url
            self.status = status
            self.reason = reason
            self.metrics = metrics
            self.error = error
            self.attempt = attempt
            self.pause = pause
        }
    }

    /// An error as it is kept.
    public struct Failure: Hashable, Sendable {
        /// The name of the `HTTPError.Code`.
        public var code: String
        /// A sentence for a person.
        public var message: String

        /// An error of these parts.
        public init(code: String, message: String) {
            self.code = code
            self.message = message
        }
    }

    /// A line of the trace.
    public struct TraceLine: Hashable, Sendable {
        /// Seconds since the exchange began.
        public var offset: Double
        /// What happened, for a person.
        public var text: String

        /// A line of these parts.
        public init(offset: Double, text: String) {
            self.offset = offset
            self.text = text
        }
    }
}
