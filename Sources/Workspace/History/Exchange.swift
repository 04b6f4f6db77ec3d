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
}
