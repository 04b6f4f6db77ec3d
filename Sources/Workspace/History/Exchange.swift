public import HTTP
public import JSON
public import Platform
import Synchronization

/// A request with its response and metrics, as stored in the history. Secrets are masked before it is created.
public struct Exchange: Hashable, Sendable, Identifiable {
    /// A UUID in lower case.
    public var id: String
    /// The time of sending.
    public var startedAt: Date
    /// The seconds of all transfers and the pauses between them, without the preparation before; until the error, if it failed.
    public var duration: Double
    /// The workspace, request and environment that it was sent from.
    public var origin: Origin
    /// The request as edited, with unresolved variables; nil if it did not come from a draft.
    public var draft: RequestDraft? {
        get { boxedDraft?.value }
        set { boxedDraft = newValue.map(Shared.init) }
    }
    private var boxedDraft: Shared<RequestDraft>?
    /// The effective options, with inherited ones and resolved variables but without secrets; nil if unknown.
    public var options: RequestOptions? {
        get { boxedOptions?.value }
        set { boxedOptions = newValue?.shared }
    }
    private var boxedOptions: Shared<RequestOptions>?
    /// The first request that was sent.
    public var request: Request
    /// All transfers in order; redirects, retries and authentication challenges make more than one.
    public var hops: [Hop]
    /// The response; nil if there was an error before it.
    public var response: Response?
    /// The reason why there was no response, or not all of it.
    public var error: Failure?
    /// The trace in order of time.
    public var trace: [TraceLine]
    /// True if limits never remove it.
    public var isPinned: Bool
    /// The user's note and tags.
    public var notes: Notes
    /// The exchange that this one replays; nil for others.
    public var repeats: ID?
    /// The stored response or example instead of the network's; nil for a response from the network.
    public var offline: String?

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
        self.origin = origin
        boxedDraft = draft.map(Shared.init)
        boxedOptions = options?.shared
        self.request = request
        self.hops = hops
        self.response = response
        self.error = error
        self.trace = trace
        self.isPinned = isPinned
        self.notes = notes
        self.repeats = repeats
        self.offline = offline
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
        /// The message.
        public var message: String

        /// An error.
        public init(code: String, message: String) {
            self.code = code
            self.message = message
        }
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

/// A stored body: in memory if it is small, otherwise in a file.
public struct ExchangeBody: Hashable, Sendable {
    /// The place of the bytes.
    public enum Storage: Hashable, Sendable {
        /// A body in memory.
        case bytes([UInt8])
        /// A body in the file at this absolute path.
        case file(String)
    }

    /// The place of the bytes.
    public var storage: Storage
    /// The length of the body; more than is stored if it was cut.
    public var byteCount: Int64
    /// True if the whole body is stored.
    public var isComplete: Bool
    /// The SHA-256 of the stored bytes in hexadecimal, if it was computed during writing; nil if unknown.
    public var sha256: String?

    /// A body.
    public init(storage: Storage, byteCount: Int64, isComplete: Bool = true, sha256: String? = nil) {
        self.storage = storage
        self.byteCount = byteCount
        self.isComplete = isComplete
        self.sha256 = sha256
    }

    /// A whole body in memory; empty by default.
    public init(_ bytes: [UInt8] = []) { self.init(storage: .bytes(bytes), byteCount: Int64(bytes.count)) }

    /// True if the body has no bytes.
    public var isEmpty: Bool { byteCount == 0 }

    /// The first bytes, at most `count`; fewer if the body is shorter or the file cannot be read. Reads files, so do not call it on the
    /// main actor.
    public func beginning(_ count: Int) -> [UInt8] {
        switch storage {
        case .bytes(let bytes): Array(bytes.prefix(max(0, count)))
        case .file(let path): Self.beginning(max(0, count), ofFileAt: path)
        }
    }

    /// The first bytes as text, without an incomplete scalar at the end; nil if they are not UTF-8 or contain a NUL.
    package func beginningOfText(_ count: Int) -> String? {
        var bytes = beginning(count)
        guard !bytes.contains(0) else { return nil }
        if bytes.count < byteCount, let lead = bytes.suffix(4).lastIndex(where: { $0 & 0xC0 != 0x80 }), bytes[lead] >= 0xC0 {
            bytes.removeSubrange(lead...)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func beginning(_ count: Int, ofFileAt path: String) -> [UInt8] {
        guard let file = try? Descriptor(opening: path, O_RDONLY), let status = try? FileStatus(of: file) else { return [] }
        return (try? file.read(min(count, Int(status.byteCount)))) ?? []
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
