import Engine
import HTTP
import Workspace

/// Carries one request through the loaders and tells what becomes of it.
struct Sender: Sendable {
    let loader: any HTTPLoader
    /// Time since some fixed point.
    let uptime: @Sendable () -> Duration
    let post: @Sendable (SendingMessage) -> Void
    /// True if a tab follows the request; else the body is only read for the history.
    var isShown = true

    /// Sends a request for an open one and reads its response to the end; returns when it is over. Cancelling the calling task cancels it.
    func send(_ request: HTTPRequest, as id: Exchange.ID, for owner: TabID) async {
        // Told of on the thread where it happens: a task that waited for events would be woken for each.
        let task = HTTPTask(recordsEvents: false)
        let progress = ProgressReport(uptime: uptime)
        if isShown {
            task.observe { [post] event in
                if let progress = progress.update(with: event) { post(.progressed(id, progress)) }
            }
        }
        await withTaskCancellationHandler {
            await receive(request, task, id, owner)
        } onCancel: {
            task.cancel()
        }
    }

    /// Reads the body into a document as it comes. The recorder tells of the end, whatever it is.
    private func receive(_ request: HTTPRequest, _ task: HTTPTask, _ id: Exchange.ID, _ owner: TabID) async {
        guard let response = try? await loader.load(request, task: task) else { return }
        guard isShown else {
            do { for try await _ in response.body {} } catch {}
            return
        }
        let head = ResponseHead(status: response.status, reason: response.message, version: response.version, headers: response.headers)
        post(.answered(id, head))
        let download = BodyDownload(exchange: id, owner: owner, mediaType: head.headers["Content-Type"]) { [post] in post(.grew($0)) }
        await download.read(response.body)
    }
}
