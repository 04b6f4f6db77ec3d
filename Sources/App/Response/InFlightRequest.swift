public import Engine
import Widgets
public import HTTP
public import Workspace

/// A request in flight: it waits for its secrets, or it was sent and has not ended.
public struct InFlightRequest: Sendable, Equatable, Identifiable {
    /// The exchange's id.
    public let id: Exchange.ID
    /// The tab that it was sent for.
    public let owner: TabID
    /// The method's token.
    public let method: String
    /// The absolute URL with secrets masked.
    public let url: String
    /// True if the screen shows the request as in flight: at once if there is no earlier response, else after a moment.
    public internal(set) var isSeen = false
    /// The phase, and the bytes sent and received so far.
    public internal(set) var progress = SendingProgress()
    /// True while it waits for a secret; nothing has been sent.
    private(set) var isResolving = false
    /// True if it contains a typed secret, which the next request will use too.
    var hasTypedSecrets = false
    /// The problems of its body that did not prevent sending it, in two words each.
    var faults: [String] = []
    /// The displayed waiting time in tenths of a second: 3, 10, and then each full second.
    private(set) var tenths = 0

    /// Creates a request that has just been sent.
    public init(id: Exchange.ID, owner: TabID, method: String, url: String) {
        self.id = id
        self.owner = owner
        self.method = method
        self.url = url
    }

    /// Creates a request that waits for a secret before it is sent.
    init(_ id: Exchange.ID, waitingFor entry: SecretEntry, of job: SendJob) {
        self.init(id: id, owner: job.owner, method: job.draft.method, url: job.draft.withoutSecrets().url)
        isResolving = true
        progress.phase = entry.waitingText
    }

    /// The displayed waiting time; nil while it is too short to notice.
    var waited: String? {
        let seconds = tenths / 10
        if seconds == 0 { return tenths == 0 ? nil : "0.\(tenths) s" }
        return seconds < 60 ? "\(seconds) s" : "\(seconds / 60) min \(seconds % 60) s"
    }

    /// The time until the next displayed value, in tenths of a second.
    var tenthsToCount: Int { tenths == 0 ? 3 : tenths < 10 ? 10 - tenths : 10 }

    /// Advances the displayed waiting time.
    mutating func count() { tenths += tenthsToCount }

    /// Continues the waiting time after a wait for secrets.
    mutating func count(from waiting: InFlightRequest?) { tenths = waiting?.tenths ?? 0 }

    /// The progress line: the received share if it is known, else an activity line.
    var progressLine: ProgressLine? {
        guard tenths > 0 else { return nil }
        if let all = progress.expectedByteCount, all > 0, progress.receivedByteCount > 0 {
            return ProgressLine(fraction: Double(progress.receivedByteCount) / Double(all))
        }
        return ProgressLine(ticks: tenths)
    }
}

extension SecretEntry {
    /// The text shown while a secret is being entered or read.
    var waitingText: String { "waiting for the secret \(name)" + (source.program.map { " (from: \($0))" } ?? "") }
}

/// The head of a response.
public struct ResponseHead: Sendable, Equatable {
    /// The status.
    public let status: HTTPStatus
    /// The reason phrase.
    public let reason: String
    /// The HTTP version of the response.
    public let version: HTTPVersion?
    /// Every header in order.
    public let headers: HTTPHeaders

    /// Creates a head from its parts.
    public init(status: HTTPStatus, reason: String, version: HTTPVersion?, headers: HTTPHeaders) {
        self.status = status
        self.reason = reason
        self.version = version
        self.headers = headers
    }
}

/// A step of a request in flight, passed on to the responses that show it.
public indirect enum FlightStep: Sendable, Equatable {
    /// The request waits for a secret; the earlier response is kept.
    case resolving(InFlightRequest)
    /// The wait for secrets has ended.
    case resolved(Exchange.ID)
    /// The request was not sent, for these reasons; the earlier response is kept.
    case refused(String)
    case began(InFlightRequest)
    /// The waiting time or the progress changed, or the screen shows the request from now on.
    case changed(InFlightRequest)
    case answered(Exchange.ID, ResponseHead)
    case grew(BodyHandle)
    case ended(Exchange)
    /// Captures and assertions were run on the response.
    case checked(Exchange.ID, CheckReport)
}
