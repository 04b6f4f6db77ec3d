import HTTP
import Workspace

/// Carries one request through the loaders and tells what becomes of it.
struct Sender: Sendable {
    let loader: any HTTPLoader
    let clock: any Clock<Duration>
    let post: @Sendable (Message) -> Void

    /// Sends a request for an open one and reads its answer to the end; returns when it is over. Cancelling the calling task cancels it.
    func send(_ request: HTTPRequest, as id: Exchange.ID, for owner: OpenRequest.ID) async {
        let task = loader.start(request)
        await withTaskCancellationHandler {
            async let followed: Void = follow(task, id, clock)
            await receive(task, id, owner)
            await followed
        } onCancel: {
            task.cancel()
        }
    }

    private func follow<Time: Clock>(_ task: HTTPTask, _ id: Exchange.ID, _ clock: Time) async where Time.Duration == Duration {
        var progress = SendingProgress()
        var begin: Time.Instant?
        for await event in task.events {
            guard Self.update(&progress, with: event) else { continue }
            if case .received(let count, _) = event {
                let elapsed = (begin ?? clock.now).duration(to: clock.now).seconds
                if begin == nil { begin = clock.now }
                if elapsed > 0.2 { progress.bytesPerSecond = Double(count) / elapsed }
            }
            post(.exchange(.progressed(id, progress)))
        }
    }

    /// Reads the body into a document as it comes. The recorder tells of the end, whatever it is.
    private func receive(_ task: HTTPTask, _ id: Exchange.ID, _ owner: OpenRequest.ID) async {
        guard let response = try? await task.value else { return }
        let answer = Answer(
            status: response.status, reason: response.message, version: response.version, headers: response.headers)
        post(.exchange(.answered(id, answer)))
        let reader = BodyReader(exchange: id, owner: owner, mediaType: response.headers["Content-Type"]) { [post] in
            post(.exchange(.grew($0)))
        }
        await reader.read(response.body)
    }

    /// Whether the event is news for the progress.
    private static func update(_ progress: inout SendingProgress, with event: HTTPTaskEvent) -> Bool {
        switch event {
        case .queued: progress.phase = "waiting for its turn"
        case .started: progress.phase = "connecting"
        case .connected: progress.phase = "waiting for the answer"
        case .sent(let count, _): progress.sentByteCount = count
        case .responded: progress.phase = "receiving"
        case .received(let count, let all):
            progress.receivedByteCount = count
            progress.expectedByteCount = all
        case .retrying(let attempt, let delay, _):
            progress.phase = "attempt \(attempt) in \(TimeText.milliseconds(delay.seconds))"
        case .redirected: progress.phase = "following a redirect"
        case .authenticating(let scheme): progress.phase = "authenticating (\(scheme))"
        case .waiting(_, let reason): progress.phase = "waiting: \(reason)"
        case .changed, .finished, .failed, .noted, .answeredFromStore: return false
        }
        return true
    }
}
