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
