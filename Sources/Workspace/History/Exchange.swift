public import HTTP

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// One request with everything that came of it, as the history keeps it. Secrets are masked before it is made.
public struct Exchange: Hashable, Sendable, Identifiable {
    /// A UUID in lower case.
    public var id: String
    /// When it was sent.
    public var startedAt: Date
    /// Seconds until the body had ended, or the error came.
    public var duration: Double
    /// What it was sent from.
    public var origin: Origin
    /// The request as it was written, variables unresolved; nil when it did not come from a draft.
    public var draft: RequestDraft?
    /// How it was sent, with all that was inherited and variables replaced, secrets apart; nil where that is not known.
    public var options: RequestOptions?
    /// The request as it was sent first.
    public var request: Request
    /// Every transfer in order; redirects, repetitions and challenges make more than one.
    public var hops: [Hop]
    /// What was given back; nil when there was an error before it.
    public var response: Response?
    /// Why there was no answer, or not all of it.
    public var error: Failure?
    /// What happened when.
    public var trace: [TraceLine]
    /// Whether it stays when old exchanges are removed.
    public var isPinned: Bool

    /// An exchange of these parts.
    public init(
        id: String = Exchange.makeID(), startedAt: Date, duration: Double = 0, origin: Origin = Origin(),
        draft: RequestDraft? = nil, options: RequestOptions? = nil, request: Request, hops: [Hop] = [], response: Response? = nil,
        error: Failure? = nil,
        trace: [TraceLine] = [], isPinned: Bool = false
    ) {
        self.id = id
        self.startedAt = startedAt
        self.duration = duration
        self.origin = origin
        self.draft = draft
        self.options = options
        self.request = request
        self.hops = hops
        self.response = response
        self.error = error
        self.trace = trace
        self.isPinned = isPinned
    }

    /// What the list shows of it.
    public var summary: ExchangeSummary {
        ExchangeSummary(
            id: id, startedAt: startedAt, duration: duration, origin: origin, method: request.method, url: request.url,
            status: response?.status, errorCode: error?.code, byteCount: response?.body.byteCount ?? 0, isPinned: isPinned)
    }

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

    /// A random UUID, version 4 (RFC 9562, section 5.4), in lower case.
    ///
    /// Foundation's opens and reads `/dev/urandom` for each, in front of a request that waits to be sent.
    public static func makeID() -> ID {
        let high = UInt64.random(in: .min ... .max) & ~0xF000 | 0x4000
        let low = UInt64.random(in: .min ... .max) & ~(3 << 62) | 2 << 62
        return String(unsafeUninitializedCapacity: 36) { text in
            var digits = 0
            for place in 0..<36 {
                if [8, 13, 18, 23].contains(place) {
                    text.initializeElement(at: place, to: UInt8(ascii: "-"))
                } else {
                    let half = digits < 16 ? high : low
                    text.initializeElement(at: place, to: hexDigit(half >> UInt64(60 - digits % 16 * 4) & 0xF))
                    digits += 1
                }
            }
            return 36
        }
    }

    private static func hexDigit(_ value: UInt64) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + UInt8(value) : UInt8(ascii: "a") + UInt8(value - 10)
    }

    /// How much of each body is searched, in bytes.
    static let searchedBodyByteCount = 64 << 10

    /// What a search in the history looks at: name, environment, method, URL, headers, how it ended, and the beginnings of bodies that are
    /// text.
    ///
    /// Reads files: not for the main actor.
    public var searchedText: String {
        let fields = request.headers.fields + (response?.headers.fields ?? [])
        // What the transport adds stands only in what went out.
        let sent = String(decoding: request.headerBytes, as: UTF8.self)
        let bodies = [request.body, response?.body].compactMap { $0?.beginningOfText(Self.searchedBodyByteCount) }
        let parts = [origin.name, origin.environment ?? "", request.method, request.url, outcome, sent]
        return (parts + fields.map { "\($0.name) \($0.value)" } + bodies).joined(separator: "\n")
    }

    /// As the list of the history shows it, and as the error says it.
    private var outcome: String {
        let status = response.map { "\($0.status) \($0.reason)" } ?? "ERR"
        return error.map { "\(status) \($0.code) \($0.message)" } ?? status
    }
}
