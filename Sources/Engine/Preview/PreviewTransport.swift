import HTTP
import Synchronization

/// Takes the place of the network: keeps the request that came through the loaders and answers with nothing.
final class PreviewTransport: HTTPLoader {
    // Guards what came; a loader may be asked from any thread.
    private let last = Mutex<HTTPRequest?>(nil)

    /// The request as it would have gone out; nil when none came so far.
    var request: HTTPRequest? { last.withLock { $0 } }

    func load(_ request: HTTPRequest, task: HTTPTask) async throws(HTTPError) -> HTTPResponse {
        last.withLock { $0 = request }
        return HTTPResponse(request: request, status: .noContent)
    }

    func reset() async {}
}
