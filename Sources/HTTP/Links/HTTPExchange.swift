#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// One execution from beginning to end, as a history keeps it.
public struct HTTPExchange: Sendable {
    /// When the request came in.
    public let startedAt: Date
    /// How long it took, until the body had ended.
    public let duration: Duration
    /// As it came in, before the links behind changed it.
    public let request: HTTPRequest
    /// Every transfer there was, in order: redirects, repetitions and challenges make more than one, an answer from a store makes none.
    public let hops: [HTTPHop]
    /// The head that was returned; nil when there was an error before it.
    public let response: HTTPResponseHead?
    /// What came of the body.
    public let body: HTTPRecordedBody?
    /// Why there was no answer, or not all of it. ``HTTPError/Code/cancelled`` when the reader gave up.
    public let error: HTTPError?
    /// What happened when, without the running byte counts.
    public let trace: [HTTPTraceEntry]

    /// An exchange of these parts, as for the tests of an ``HTTPRecorder``; ``Record`` makes the real ones.
    public init(
        startedAt: Date, duration: Duration, request: HTTPRequest, hops: [HTTPHop] = [], response: HTTPResponseHead? = nil,
        body: HTTPRecordedBody? = nil, error: HTTPError? = nil, trace: [HTTPTraceEntry] = []
    ) {
        self.startedAt = startedAt
        self.duration = duration
        self.request = request
        self.hops = hops
        self.response = response
        self.body = body
        self.error = error
        self.trace = trace
    }
}

/// One transfer within an exchange.
public struct HTTPHop: Sendable {
    /// As it was handed to the transport: valid, complete, final. Its body can be read again where that is restartable.
    public let request: HTTPRequest
    /// The head that came back.
    public internal(set) var response: HTTPResponseHead?
    /// What it cost, with the header bytes as sent and as received.
    public internal(set) var metrics: HTTPMetrics?
    /// Why it failed.
    public internal(set) var error: HTTPError?
    /// The attempt at the request that it belongs to, from 1: a login or a redirect is of the attempt that needed it.
    public let attempt: Int
    /// What was waited since the attempt before; zero but for the first transfer of an attempt.
    public let pause: Duration

    /// A transfer of these parts.
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

/// An event and its time.
public struct HTTPTraceEntry: Sendable {
    /// Since the exchange began.
    public let offset: Duration
    /// What happened.
    public let event: HTTPTaskEvent

    /// An event at its time.
    public init(offset: Duration, event: HTTPTaskEvent) {
        self.offset = offset
        self.event = event
    }
}

/// Puts an exchange together from the events of its task. No I/O.
struct ExchangeBuilder {
    /// An endless circle of retries, or a login that is asked for all day, must not fill the memory.
    static let mostTraceEntries = 1_000
    /// Beyond it the newest takes the place of the one before.
    static let mostHops = 1_000

    let startedAt: Date
    let request: HTTPRequest
    var response: HTTPResponseHead?
    private var hops: [HTTPHop] = []
    private var trace: [HTTPTraceEntry] = []
    /// The polls of a login so far, of which the first and the newest are told, and the newest is the one hop.
    private var pollCount = 0
    /// Where the second one begins in the trace.
    private var secondPoll = 0
    private var startsPoll = false
    /// Which attempt the next transfer is of, and what was waited before it.
    private var attempt = 1
    private var pause = Duration.zero

    init(startedAt: Date, request: HTTPRequest) {
        self.startedAt = startedAt
        self.request = request
        trace.reserveCapacity(8)
    }

    mutating func add(_ event: HTTPTaskEvent, at offset: Duration) {
        if case .polling = event { beginPoll(at: offset) }
        if event.countKind == nil, trace.count < Self.mostTraceEntries {
            trace.append(HTTPTraceEntry(offset: offset, event: event))
        }
        switch event {
        case .retrying(let next, let delay, _): beginAttempt(next, after: delay)
        case .started(let request): begin(request)
        case .responded(let head): changeLastHop { $0.response = head }
        case .finished(let metrics): changeLastHop { $0.metrics = metrics }
        case .failed(let error): changeLastHop { $0.error = error }
        default: break
        }
    }

    func finished(duration: Duration, body: HTTPRecordedBody?, error: HTTPError?) -> HTTPExchange {
        HTTPExchange(
            startedAt: startedAt, duration: duration, request: request, hops: hops, response: response, body: body, error: error,
            trace: trace)
    }

    /// Puts a count in the place of those between the first and the newest one.
    private mutating func beginPoll(at offset: Duration) {
        startsPoll = true
        pollCount += 1
        if pollCount == 2 { secondPoll = trace.count }
        guard pollCount > 2, secondPoll < trace.count else { return }
        trace.removeSubrange(secondPoll...)
        trace.append(HTTPTraceEntry(offset: offset, event: .noted("asked again whether somebody has logged in, \(pollCount - 2) ×")))
    }

    private mutating func beginAttempt(_ next: Int, after delay: Duration) {
        (attempt, pause) = (next, delay)
        pollCount = 0
    }

    private mutating func begin(_ request: HTTPRequest) {
        if !startsPoll { pollCount = 0 }
        startsPoll = false
        if pollCount > 1 {
            changeLastHop { $0 = HTTPHop(request: request, attempt: $0.attempt, pause: $0.pause) }
        } else {
            addHop(HTTPHop(request: request, attempt: attempt, pause: pause))
            pause = .zero
        }
    }

    private mutating func addHop(_ hop: HTTPHop) {
        if hops.count >= Self.mostHops { hops.removeLast() }
        hops.append(hop)
    }

    private mutating func changeLastHop(_ change: (inout HTTPHop) -> Void) {
        guard !hops.isEmpty else { return }
        change(&hops[hops.count - 1])
    }
}
