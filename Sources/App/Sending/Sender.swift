import HTTP
import Synchronization
import Workspace

/// Carries one request through the loaders and tells what becomes of it.
struct Sender: Sendable {
    let loader: any HTTPLoader
    /// Time since some fixed point.
    let uptime: @Sendable () -> Duration
    let post: @Sendable (Message) -> Void

    /// Sends a request for an open one and reads its answer to the end; returns when it is over. Cancelling the calling task cancels it.
    func send(_ request: HTTPRequest, as id: Exchange.ID, for owner: Tab.ID) async {
        // Told of on the thread where it happens: a task that waited for events would be woken for each.
        let task = HTTPTask(recordsEvents: false)
        let progress = ProgressReport(uptime: uptime)
        task.observe { [post] event in
            if let progress = progress.update(with: event) { post(.exchange(.progressed(id, progress))) }
        }
        await withTaskCancellationHandler {
            await receive(request, task, id, owner)
        } onCancel: {
            task.cancel()
        }
    }

    /// Reads the body into a document as it comes. The recorder tells of the end, whatever it is.
    private func receive(_ request: HTTPRequest, _ task: HTTPTask, _ id: Exchange.ID, _ owner: Tab.ID) async {
        guard let response = try? await loader.load(request, task: task) else { return }
        let answer = Answer(
            status: response.status, reason: response.message, version: response.version, headers: response.headers)
        post(.exchange(.answered(id, answer)))
        let reader = BodyReader(exchange: id, owner: owner, mediaType: response.headers["Content-Type"]) { [post] in
            post(.exchange(.grew($0)))
        }
        await reader.read(response.body)
    }
}

/// How far a request is, from its events.
final class ProgressReport: Sendable {
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

    init(uptime: @escaping @Sendable () -> Duration) { self.uptime = uptime }

    /// The progress after an event; nil where the event is no news for it.
    func update(with event: HTTPTaskEvent) -> SendingProgress? {
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

    private static let waiting = "waiting for the answer"
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
