public import Platform

/// An execution of a request, as kept in a history. Of one whose body is still arriving, it has what is known so far.
public struct HTTPExchange: Sendable {
    /// The time at which the request began.
    public let startedAt: Date
    /// The duration until the body ended, or until now.
    public let duration: Duration
    /// The request before the links after ``RecordExchanges`` changed it.
    public let request: HTTPRequest
    /// All transfers, in order. Redirects, retries and challenges cause several; a stored response causes none.
    public var hops: [HTTPHop] { hopList.all }
    /// The head of the response; nil if an error occurred before it.
    public let response: HTTPResponseHead?
    /// The recorded body.
    public let body: HTTPRecordedBody?
    /// The error; ``HTTPError/Code/cancelled`` if the reader stopped early. Nil for a complete response.
    public let error: HTTPError?
    /// The events with their times, without running byte counts.
    public let trace: [HTTPTraceEntry]
    private let hopList: HopList

    /// Creates an exchange, for tests of an ``HTTPRecorder``; ``RecordExchanges`` creates the real ones.
    public init(
        startedAt: Date, duration: Duration, request: HTTPRequest, hops: [HTTPHop] = [], response: HTTPResponseHead? = nil,
        body: HTTPRecordedBody? = nil, error: HTTPError? = nil, trace: [HTTPTraceEntry] = []
    ) {
        self.init(
            startedAt: startedAt, duration: duration, request: request, HopList(hops), response: response, body: body, error: error,
            trace: trace)
    }

    fileprivate init(
        startedAt: Date, duration: Duration, request: HTTPRequest, _ hops: HopList, response: HTTPResponseHead?, body: HTTPRecordedBody?,
        error: HTTPError?, trace: [HTTPTraceEntry]
    ) {
        self.startedAt = startedAt
        self.duration = duration
        self.request = request
        hopList = hops
        self.response = response
        self.body = body
        self.error = error
        self.trace = trace
    }
}

/// One transfer within an exchange.
public struct HTTPHop: Sendable {
    /// The validated and complete request that the transport received. Its body can be read again if it is restartable.
    public let request: HTTPRequest
    /// The head of the response.
    public internal(set) var response: HTTPResponseHead?
    /// The measurements, with the header bytes as sent and received; those at its head while the body of the response arrives.
    public internal(set) var metrics: HTTPMetrics?
    /// The error of a failed transfer.
    public internal(set) var error: HTTPError?
    /// The attempt that the transfer belongs to, from 1. Logins and redirects belong to the attempt that needed them.
    public let attempt: Int
    /// The delay before the attempt; zero except for the first transfer of an attempt.
    public let pause: Duration

    /// Creates a transfer.
    public init(
        request: HTTPRequest, response: HTTPResponseHead? = nil, metrics: HTTPMetrics? = nil, error: HTTPError? = nil, attempt: Int = 1,
        pause: Duration = .zero
    ) {
        self.request = request
        self.attempt = attempt
        self.pause = pause
        self.response = response
        self.metrics = metrics
        self.error = error
    }
}

/// The hops of an exchange. The first is kept in place: most exchanges have no other, and then the list takes no allocation.
private struct HopList {
    private var first: HTTPHop?
    private var others: [HTTPHop] = []

    init() {}
    init(_ hops: [HTTPHop]) { (first, others) = (hops.first, Array(hops.dropFirst())) }

    var all: [HTTPHop] { first.map { [$0] + others } ?? [] }
    var count: Int { first == nil ? 0 : others.count + 1 }

    mutating func append(_ hop: HTTPHop) {
        if first == nil { first = hop } else { others.append(hop) }
    }

    mutating func changeLast(_ change: (inout HTTPHop) -> Void) {
        if others.isEmpty { first?.change(change) } else { change(&others[others.count - 1]) }
    }
}

extension HTTPHop {
    /// Changes the hop in place, also one that is optional.
    fileprivate mutating func change(_ change: (inout HTTPHop) -> Void) { change(&self) }
}

/// An event and its time.
public struct HTTPTraceEntry: Sendable {
    /// The time since the exchange began.
    public let offset: Duration
    /// The event.
    public let event: HTTPTaskEvent

    /// Creates an entry.
    public init(offset: Duration, event: HTTPTaskEvent) {
        self.offset = offset
        self.event = event
    }
}

/// Builds an exchange from the events of its task. Performs no I/O.
struct ExchangeBuilder {
    /// The maximum number of events in the trace; endless retries could exceed it.
    static let maxTraceEntries = 1_000
    /// The maximum number of hops; after it, the newest replaces the one before.
    static let maxHops = 1_000

    let startedAt: Date
    let request: HTTPRequest
    var response: HTTPResponseHead?
    private var hops = HopList()
    private var trace: [HTTPTraceEntry] = []
    /// The number of polls of a login. The trace keeps the first and the newest; one hop is kept for all.
    private var pollCount = 0
    /// The index at which the second poll begins in the trace.
    private var secondPoll = 0
    private var startsPoll = false
    /// True from the measurements at the head of a response until its body has ended, or they were passed on.
    private(set) var isArriving = false
    /// The attempt of the next transfer, and the delay before it.
    private var attempt = 1
    private var pause = Duration.zero

    init(startedAt: Date, request: HTTPRequest) {
        self.startedAt = startedAt
        self.request = request
        trace.reserveCapacity(8)
    }

    mutating func add(_ event: HTTPTaskEvent, at offset: Duration) {
        if case .measured(let metrics) = event { return measure(metrics) }
        if case .polling = event { beginPoll(at: offset) }
        if event.countKind == nil, trace.count < Self.maxTraceEntries {
            trace.append(HTTPTraceEntry(offset: offset, event: event))
        }
        switch event {
        case .retrying(let next, let delay, _): beginAttempt(next, after: delay)
        case .started(let request): begin(request)
        case .responded(let head): hops.changeLast { $0.response = head }
        case .finished(let metrics): finish(metrics)
        case .failed(let error): hops.changeLast { $0.error = error }
        default: break
        }
    }

    /// The exchange so far, once: when there is a response, and the transfer whose body arrives has been measured.
    mutating func arriving(after duration: Duration) -> HTTPExchange? {
        guard isArriving, response != nil else { return nil }
        isArriving = false
        return finished(duration: duration, body: nil, error: nil)
    }

    func finished(duration: Duration, body: HTTPRecordedBody?, error: HTTPError?) -> HTTPExchange {
        HTTPExchange(
            startedAt: startedAt, duration: duration, request: request, hops, response: response, body: body, error: error, trace: trace)
    }

    private mutating func measure(_ metrics: HTTPMetrics) {
        hops.changeLast { $0.metrics = metrics }
        isArriving = true
    }

    private mutating func finish(_ metrics: HTTPMetrics) {
        hops.changeLast { $0.metrics = metrics }
        isArriving = false
    }

    /// Replaces the polls between the first and the newest by their number.
    private mutating func beginPoll(at offset: Duration) {
        startsPoll = true
        pollCount += 1
        if pollCount == 2 { secondPoll = trace.count }
        guard pollCount > 2, secondPoll < trace.count else { return }
        trace.removeSubrange(secondPoll...)
        trace.append(HTTPTraceEntry(offset: offset, event: .noted("asked \(pollCount - 2) more times whether the login is complete")))
    }

    private mutating func beginAttempt(_ next: Int, after delay: Duration) {
        (attempt, pause) = (next, delay)
        pollCount = 0
    }

    private mutating func begin(_ request: HTTPRequest) {
        if !startsPoll { pollCount = 0 }
        (startsPoll, isArriving) = (false, false)
        if pollCount > 1 {
            hops.changeLast { $0 = HTTPHop(request: request, attempt: $0.attempt, pause: $0.pause) }
        } else {
            let hop = HTTPHop(request: request, attempt: attempt, pause: pause)
            if hops.count < Self.maxHops { hops.append(hop) } else { hops.changeLast { $0 = hop } }
            pause = .zero
        }
    }
}
