public import HTTP
public import JSON
public import Platform
import Synchronization

/// A request with its response and metrics, as stored in the history. Secrets are masked before it is created.
///
/// A copy takes two references, however much was recorded: an exchange passes through many hands between the recorder, the history and the
/// results of a run.
public struct Exchange: Hashable, Sendable, Identifiable {
    /// A UUID in lower case.
    public var id: String
    /// The time of sending.
    public var startedAt: Date
    /// The seconds of all transfers and the pauses between them, without the preparation before; until the error, if it failed.
    public var duration: Double
    /// True if limits never remove it.
    public var isPinned: Bool
    /// The content that copies share until one of them changes it.
    private var parts: CopiedOnWrite<Parts>

    private struct Parts: Hashable, Sendable {
        var origin: Origin
        var draft: RequestDraft?
        var options: Shared<RequestOptions>?
        var request: Request
        var hops: [Hop]
        var response: Response?
        var error: Failure?
        var trace: [TraceLine]
        var notes: Notes
        var repeats: Exchange.ID?
        var offline: String?
    }

    /// The tag of exchanges with a stored response.
    public static let offlineTag = "offline"

    /// An exchange.
    public init(
        id: String = Exchange.makeID(), startedAt: Date, duration: Double = 0, origin: Origin = Origin(),
        draft: RequestDraft? = nil, options: RequestOptions? = nil, request: Request, hops: [Hop] = [], response: Response? = nil,
        error: Failure? = nil,
        trace: [TraceLine] = [], isPinned: Bool = false, notes: Notes = Notes(), repeats: ID? = nil, offline: String? = nil
    ) {
        self.id = id
        self.startedAt = startedAt
        self.duration = duration
        self.isPinned = isPinned
        parts = CopiedOnWrite(
            wrappedValue: Parts(
                origin: origin, draft: draft, options: options?.shared, request: request, hops: hops, response: response,
                error: error, trace: trace, notes: notes, repeats: repeats, offline: offline))
    }

    /// The workspace, request and environment that it was sent from.
    public var origin: Origin {
        _read { yield parts.wrappedValue.origin }
        _modify { yield &parts.wrappedValue.origin }
    }

    /// The request as edited, with unresolved variables; nil if it did not come from a draft.
    public var draft: RequestDraft? {
        _read { yield parts.wrappedValue.draft }
        _modify { yield &parts.wrappedValue.draft }
    }

    /// The effective options, with inherited ones and resolved variables but without secrets; nil if unknown.
    public var options: RequestOptions? {
        get { parts.wrappedValue.options?.value }
        set { parts.wrappedValue.options = newValue?.shared }
    }

    /// The first request that was sent.
    public var request: Request {
        _read { yield parts.wrappedValue.request }
        _modify { yield &parts.wrappedValue.request }
    }

    /// All transfers in order; redirects, retries and authentication challenges make more than one.
    public var hops: [Hop] {
        _read { yield parts.wrappedValue.hops }
        _modify { yield &parts.wrappedValue.hops }
    }

    /// The response; nil if there was an error before it.
    public var response: Response? {
        _read { yield parts.wrappedValue.response }
        _modify { yield &parts.wrappedValue.response }
    }

    /// The reason why there was no response, or not all of it.
    public var error: Failure? {
        _read { yield parts.wrappedValue.error }
        _modify { yield &parts.wrappedValue.error }
    }

    /// The trace in order of time.
    public var trace: [TraceLine] {
        _read { yield parts.wrappedValue.trace }
        _modify { yield &parts.wrappedValue.trace }
    }

    /// The user's note and tags.
    public var notes: Notes {
        _read { yield parts.wrappedValue.notes }
        _modify { yield &parts.wrappedValue.notes }
    }

    /// The exchange that this one replays; nil for others.
    public var repeats: ID? {
        _read { yield parts.wrappedValue.repeats }
        _modify { yield &parts.wrappedValue.repeats }
    }

    /// The stored response or example instead of the network's, with settings in backticks for ``ResolutionPlace/naming(_:as:)``; nil for a
    /// response from the network.
    public var offline: String? {
        _read { yield parts.wrappedValue.offline }
        _modify { yield &parts.wrappedValue.offline }
    }

    /// The row in the list.
    public var summary: ExchangeSummary {
        ExchangeSummary(
            id: id, startedAt: startedAt, duration: duration, origin: origin, method: request.method, url: request.url,
            status: response?.status, errorCode: error?.code, byteCount: response?.body.byteCount ?? 0, isPinned: isPinned,
            notes: notes, repeats: repeats)
    }

    /// The notes and tags of an exchange.
    public struct Notes: Hashable, Sendable {
        /// A text of any length.
        public var text: String
        /// Words without spaces.
        public var tags: [String]

        /// Notes; none by default.
        public init(text: String = "", tags: [String] = []) {
            self.text = text
            self.tags = tags
        }

        /// True if there is neither text nor tag.
        public var isEmpty: Bool { text.isEmpty && tags.isEmpty }
    }

    /// The workspace, request and environment of an exchange.
    public struct Origin: Hashable, Sendable {
        /// The absolute path of the workspace; empty if there was none.
        public var workspace: String
        /// The request's file, relative to the workspace; nil if it was never saved.
        public var requestPath: String?
        /// The request's name.
        public var name: String
        /// The name of the environment.
        public var environment: String?
        /// The OpenAPI document of the collection, relative to the workspace; nil for none. It is not stored in the history.
        public var openAPI: String?
        /// The expected values of the draft's assertions with their variables replaced; empty if none has variables. They may hold secrets:
        /// they are neither shown nor stored in the history.
        public var expected: [JSONValue] = []

        /// An origin; empty by default.
        public init(workspace: String = "", requestPath: String? = nil, name: String = "", environment: String? = nil) {
            self.workspace = workspace
            self.requestPath = requestPath
            self.name = name
            self.environment = environment
        }

        /// The name of the workspace's folder; empty if there was none.
        public var workspaceName: String { workspace.lastPathComponent }
    }

    /// A request as it was sent.
    public struct Request: Hashable, Sendable {
        /// The method's token.
        public var method: String
        /// The absolute URL.
        public var url: String
        /// All headers in order, including those that loaders added.
        public var headers: HTTPHeaders
        /// The names of cookies that the jar sent with this request or a later hop.
        public var jarCookies: [String]
        /// The names of headers from the environment, which are sent only to its server, also on replay.
        public var environmentHeaders: [String]
        /// True if its credentials are valid once, as those of Digest and AWS Signature: a replay makes them anew.
        public var hasOneTimeCredentials = false
        /// Request line and headers as sent; empty if nothing was sent.
        public var headerBytes: [UInt8]
        /// The body.
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

    /// A response.
    public struct Response: Hashable, Sendable {
        /// The status code.
        public var status: Int
        /// The reason phrase; may be empty.
        public var reason: String
        /// The HTTP version; nil if the transport did not report it.
        public var version: HTTPVersion?
        /// All headers in order.
        public var headers: HTTPHeaders
        /// Status line and headers as received; empty if they were not received over the network.
        public var headerBytes: [UInt8]
        /// The decoded body.
        public var body: ExchangeBody

        /// A response.
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

    /// One transfer. Bodies are stored only for the exchange; a hop has their sizes.
    public struct Hop: Hashable, Sendable {
        /// The method's token.
        public var method: String
        /// The absolute URL.
        public var url: String
        /// The response's status; nil if there was none.
        public var status: Int?
        /// The response's reason phrase.
        public var reason: String
        /// Timings, byte counts and header bytes.
        public var metrics: HTTPMetrics
        /// The reason why it failed.
        public var error: Failure?
        /// The number of the attempt, from 1; redirects and challenges belong to the same attempt.
        public var attempt: Int
        /// Seconds of waiting before this attempt, on its first transfer.
        public var pause: Double

        /// A transfer.
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

    /// A stored error.
    public struct Failure: Hashable, Sendable {
        /// The name of the `HTTPError.Code`.
        public var code: String
        /// The message, with settings in backticks for ``ResolutionPlace/naming(_:as:)``.
        public var template: String

        /// The message in the words of the workbench.
        public var message: String { ResolutionPlace.naming(template) }

        /// An error.
        public init(code: String, message: String) {
            self.code = code
            template = message
        }

        /// True for an error with that code.
        package func isOf(_ code: HTTPError.Code) -> Bool { self.code == code.name }

        /// True if the user ended the request, which is no error.
        package var isCancelled: Bool { isOf(.cancelled) }
    }

    /// A line of the trace.
    public struct TraceLine: Hashable, Sendable {
        /// Seconds since the exchange began.
        public var offset: Double
        /// The event.
        public var text: String

        /// A line.
        public init(offset: Double, text: String) {
            self.offset = offset
            self.text = text
        }
    }

    /// A random UUID, version 4 (RFC 9562, section 5.4), in lower case.
    ///
    /// Foundation's generator reads `/dev/urandom` each time, which would delay the request.
    public static func makeID() -> ID {
        let random = randomPairs.withLock { $0.next() }
        let high = random.0 & ~0xF000 | 0x4000
        let low = random.1 & ~(3 << 62) | 2 << 62
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

    /// The number of bytes of each body that are searched.
    static let searchedBodyByteCount = 64 << 10

    /// The text that a search in the history covers: name, file, environment, method, URL, headers, outcome, and the beginnings of text bodies.
    ///
    /// Reads files, so do not call it on the main actor.
    public var searchedText: String {
        let fields = request.headers.fields + (response?.headers.fields ?? [])
        // Headers that the transport adds are only in the sent bytes.
        let sent = String(decoding: request.headerBytes, as: UTF8.self)
        let bodies = [request.body, response?.body].compactMap { $0?.beginningOfText(Self.searchedBodyByteCount)?.decodingJSONEscapes() }
        // The list shows URLs decoded.
        let url = request.url + (request.url.utf8.contains(UInt8(ascii: "%")) ? " " + request.url.percentDecoded() : "")
        let parts = [
            origin.name, origin.requestPath ?? "", notes.text, notes.tags.joined(separator: " "), origin.environment ?? "", request.method,
            url, outcome, sent,
        ]
        return (parts + fields.map { "\($0.name) \($0.value)" } + bodies).joined(separator: "\n")
    }

    /// The status or error, as shown in the list and in error messages.
    private var outcome: String {
        let status = response.map { "\($0.status) \($0.reason)" } ?? "ERR"
        return error.map { "\(status) \($0.code) \($0.message)" } ?? status
    }
}

/// The random numbers of the next ids.
private let randomPairs = Mutex(RandomPairs())

/// Random numbers of the system, sixteen pairs with each call, which takes longer than all else that makes an id.
private struct RandomPairs {
    private var numbers: [UInt64] = []

    mutating func next() -> (UInt64, UInt64) {
        if numbers.isEmpty {
            numbers = [UInt64](repeating: 0, count: 32)
            let code = numbers.withUnsafeMutableBytes { getentropy($0.baseAddress!, $0.count) }
            if code != 0 { numbers = numbers.map { _ in .random(in: .min ... .max) } }
        }
        return (numbers.removeLast(), numbers.removeLast())
    }
}

extension ResponseFacts {
    /// The parts of a stored response, with at most `bodyLimit` bytes of its body. Reads files, so do not call it on the main actor.
    public init?(_ exchange: Exchange, bodyLimit: Int) {
        guard let response = exchange.response else { return nil }
        let body = response.body.beginning(bodyLimit)
        // Masking changes the length of a body in memory.
        let storedByteCount = if case .bytes(let bytes) = response.body.storage { Int64(bytes.count) } else { response.body.byteCount }
        self.init(
            status: response.status, headers: response.headers, url: exchange.hops.last?.url ?? exchange.request.url,
            milliseconds: exchange.duration * 1000, body: body,
            isBodyComplete: response.body.isComplete && Int64(body.count) == storedByteCount)
        version = response.version
        headerBytes = response.headerBytes
    }
}
