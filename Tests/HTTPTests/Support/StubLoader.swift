import HTTP
import Synchronization

/// A body without bytes until it is cancelled.
final class StalledSource: HTTPResponseBodySource {
    private let end = OneShot<Void>()
    private let state = Mutex(false)

    var isCancelled: Bool { state.withLock { $0 } }

    func next() async throws(HTTPError) -> [UInt8]? {
        await end.value
        throw HTTPError(.cancelled, request: HTTPRequest())
    }

    func cancel() {
        state.withLock { $0 = true }
        end.give(())
    }
}

/// A loader that responds with a closure, which receives the task.
struct StubLoader: HTTPLoader {
    let respond: @Sendable (HTTPRequest, HTTPTask) async throws(HTTPError) -> HTTPResponse

    func load(_ request: HTTPRequest, task: HTTPTask) async throws(HTTPError) -> HTTPResponse { try await respond(request, task) }
}

extension HTTPTask {
    /// Returns when the task is cancelled.
    func untilCancelled() async {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        onCancel { continuation.finish() }
        for await _ in stream {}
    }
}
