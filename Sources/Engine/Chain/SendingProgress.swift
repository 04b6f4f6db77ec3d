public import HTTP
import Synchronization

/// The progress of a request.
public struct SendingProgress: Sendable, Equatable {
    /// A step of a request.
    public enum Phase: Sendable, Equatable {
        case connecting, sending, waiting, receiving
        /// Another step, in a word or two.
        case other(String)

        /// The step in a word or two.
        public var text: String {
            switch self {
            case .connecting: "connecting"
            case .sending: "sending"
            case .waiting: "waiting for the response"
            case .receiving: "receiving"
            case .other(let text): text
            }
        }
    }

    /// The current step.
    public var phase = Phase.connecting
    /// The number of body bytes sent.
    public var sentByteCount: Int64 = 0
    /// The size of the body to send, if known.
    public var byteCountToSend: Int64?
    /// The number of body bytes received.
    public var receivedByteCount: Int64 = 0
    /// The size of the response body, if the server declared it.
    public var expectedByteCount: Int64?
    /// The average receiving rate since the first bytes; nil until it can be computed.
    public var bytesPerSecond: Double?

    /// The progress of a request that has not started.
    public init() {}
}

/// Computes the progress of a request from its events.
public final class ProgressReport: Sendable {
    private struct State {
        var progress = SendingProgress()
        /// The time at which the first bytes arrived.
        var begin: Duration?
        /// True during a transfer of a login; the wait for it was reported before.
        var isForAuthentication = false
    }

    private let uptime: @Sendable () -> Duration
    // Guards the progress: events come from the thread that drives the transfer.
    private let state = Mutex(State())

    /// Creates a report with a monotonic clock.
    public init(uptime: @escaping @Sendable () -> Duration) { self.uptime = uptime }

    /// The progress after an event; nil if the event does not change it.
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

    /// Updates the progress with an event; true if the shown progress changes.
    private static func update(_ progress: inout SendingProgress, with event: HTTPTaskEvent) -> Bool {
        switch event {
        case .queued: progress.phase = .other("queued")
        case .started: progress.phase = .connecting
        case .connected: progress.phase = .waiting
        case .sent(let count, let all):
            progress.sentByteCount = count
            progress.byteCountToSend = all
            // A response may begin before the request is sent completely; then the response counts.
            if [.waiting, .sending].contains(progress.phase) { progress.phase = count < all ?? 0 ? .sending : .waiting }
        case .responded: progress.phase = .receiving
        case .received(let count, let all):
            progress.receivedByteCount = count
            progress.expectedByteCount = all
        case .retrying(let attempt, let delay, let reason):
            progress.phase = .other(
                "waiting \(TimeText.milliseconds(delay.seconds)) for attempt \(attempt)" + (reason.count <= 20 ? " after \(reason)" : ""))
        case .redirected: progress.phase = .other("following a redirect")
        case .authenticating(let scheme): progress.phase = .other("authenticating (\(scheme))")
        case .waiting(_, let reason), .polling(_, let reason): progress.phase = .other("waiting: \(reason)")
        case .changed, .measured, .finished, .failed, .noted, .answeredFromStore: return false
        }
        return true
    }
}

extension HTTPTaskEvent {
    fileprivate var isOfTransfer: Bool {
        switch self {
        case .started, .connected, .sent, .responded, .measured, .received, .finished, .failed: true
        default: false
        }
    }
}
