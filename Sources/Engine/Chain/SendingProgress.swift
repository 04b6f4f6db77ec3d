public import HTTP
import Synchronization

/// How far a request is.
public struct SendingProgress: Sendable, Equatable {
    /// The current step in a word or two.
    public var phase = "connecting"
    /// Bytes of the body that went out.
    public var sentByteCount: Int64 = 0
    /// How many there are, where that is known.
    public var byteCountToSend: Int64?
    /// Bytes of the answer that came in.
    public var receivedByteCount: Int64 = 0
    /// How many there will be, where the server said so.
    public var expectedByteCount: Int64?
    /// How fast they come, since the first of them; nil before that can be said.
    public var bytesPerSecond: Double?

    /// Progress of a request that has not begun.
    public init() {}
}

/// How far a request is, from its events.
public final class ProgressReport: Sendable {
    private struct State {
        var progress = SendingProgress()
        /// When the first bytes had come.
        var begin: Duration?
        /// True for a transfer of a login; its wait was reported before it.
        var isForAuthentication = false
    }

    private let uptime: @Sendable () -> Duration
    // Guards what is known: events come from whichever thread drives the transfer.
    private let state = Mutex(State())

    /// Takes the time since some fixed point.
    public init(uptime: @escaping @Sendable () -> Duration) { self.uptime = uptime }

    /// The progress after an event; nil where the event is no news for it.
    public func update(with event: HTTPTaskEvent) -> SendingProgress? {
        state.withLock { state in
            if case .started(let request) = event { state.isForAuthentication = request.isForAuthentication }
            if state.isForAuthentication, event.isOfTransfer { return nil }
            guard Self.update(&state.progress, with: event) else { return nil }
            if case .received(let count, _) = event {
                let now = uptime()
                let elapsed = (now - (state.begin ?? now)).seconds
                if state.begin == nil { state.begin = now }
                if elapsed > 0.2 { state.progress.bytesPerSecond = Double(count) / elapsed }
            }
            return state.progress
        }
    }

    private static let waiting = "waiting for the response"
    private static let sending = "sending"

    /// Takes an event into the progress; true if that changes what is shown.
    private static func update(_ progress: inout SendingProgress, with event: HTTPTaskEvent) -> Bool {
        switch event {
        case .queued: progress.phase = "waiting for its turn"
        case .started: progress.phase = "connecting"
        case .connected: progress.phase = waiting
        case .sent(let count, let all):
            progress.sentByteCount = count
            progress.byteCountToSend = all
            // An answer may begin before all has gone out, and then is what counts.
            if progress.phase == waiting || progress.phase == sending { progress.phase = count < all ?? 0 ? sending : waiting }
        case .responded: progress.phase = "receiving"
        case .received(let count, let all):
            progress.receivedByteCount = count
            progress.expectedByteCount = all
        case .retrying(let attempt, let delay, _):
            progress.phase = "attempt \(attempt) in \(TimeText.milliseconds(delay.seconds))"
        case .redirected: progress.phase = "following a redirect"
        case .authenticating(let scheme): progress.phase = "authenticating (\(scheme))"
        case .waiting(_, let reason), .polling(_, let reason): progress.phase = "waiting: \(reason)"
        case .changed, .finished, .failed, .noted, .answeredFromStore: return false
        }
        return true
    }
}

extension HTTPTaskEvent {
    fileprivate var isOfTransfer: Bool {
        switch self {
        case .started, .connected, .sent, .responded, .received, .finished, .failed: true
        default: false
        }
    }
}
