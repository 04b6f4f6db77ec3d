public import Engine
import Widgets
public import HTTP
public import Workspace

/// A request in flight: it waits for its secrets, or was sent and has not ended.
public struct InFlightRequest: Sendable, Equatable, Identifiable {
    /// The exchange's id.
    public let id: Exchange.ID
    /// The tab that it was sent for.
    public let owner: TabID
    /// The method's token.
    public let method: String
    /// Absolute, secrets masked.
    public let url: String
    /// True if the screen shows the request as in flight: at once if there is no earlier response, else after a moment.
    public internal(set) var isSeen = false
    /// The phase, and the bytes sent and received so far.
    public internal(set) var progress = SendingProgress()
    /// True while it waits for a secret; nothing has been sent.
    private(set) var isResolving = false
    /// True if a typed secret goes with it, which the next request is sent with as well.
    var hasTypedSecrets = false
    /// Tenths of a second since it was shown as in flight, as far as they are counted: 3, 10, and then each second.
    private(set) var tenths = 0

    /// A request that has just been sent.
    public init(id: Exchange.ID, owner: TabID, method: String, url: String) {
        self.id = id
        self.owner = owner
        self.method = method
        self.url = url
    }

    /// A request that waits for a secret before it is sent.
    init(_ id: Exchange.ID, waitingFor entry: SecretEntry, of job: SendJob) {
        self.init(id: id, owner: job.owner, method: job.draft.method, url: job.draft.withoutSecrets().url)
        isResolving = true
        progress.phase = entry.waitingText
    }

    /// The time for which it has been in flight; nil for what is not felt as waiting.
    var waited: String? {
        let seconds = tenths / 10
        if seconds == 0 { return tenths == 0 ? nil : "0.\(tenths) s" }
        return seconds < 60 ? "\(seconds) s" : "\(seconds / 60) min \(seconds % 60) s"
    }

    /// The tenths of a second until the next count.
    var tenthsToCount: Int { tenths == 0 ? 3 : tenths < 10 ? 10 - tenths : 10 }

    /// Counts the time until now.
    mutating func count() { tenths += tenthsToCount }

    /// Goes on counting where a wait for its secrets ended.
    mutating func count(from waiting: InFlightRequest?) { tenths = waiting?.tenths ?? 0 }

    /// The line that shows how much of it has come, or else that it is waited for.
    var progressLine: ProgressLine? {
        guard tenths > 0 else { return nil }
        if let all = progress.expectedByteCount, all > 0, progress.receivedByteCount > 0 {
            return ProgressLine(fraction: Double(progress.receivedByteCount) / Double(all))
        }
        return ProgressLine(ticks: tenths)
    }
}

extension SecretEntry {
    /// The words shown while the secret is waited for.
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

    /// A head of these parts.
    public init(status: HTTPStatus, reason: String, version: HTTPVersion?, headers: HTTPHeaders) {
        self.status = status
        self.reason = reason
        self.version = version
        self.headers = headers
    }
}

/// A step of a request in flight, which the responses that show it follow.
public enum FlightStep: Sendable, Equatable {
    /// A secret is waited for; the earlier response stays behind.
    case resolving(InFlightRequest)
    /// The wait for secrets has ended.
    case resolved(Exchange.ID)
    case began(InFlightRequest)
    /// Seconds, progress, or the first look at it: the screen shows it from now on.
    case changed(InFlightRequest)
    case answered(Exchange.ID, ResponseHead)
    case grew(BodyHandle)
    case ended(Exchange)
    /// Captures and assertions were run on the response.
    case checked(Exchange.ID, CheckReport)
}
