import HTTP

/// A loader that a test plays, with the task in its hands.
struct PlayedLoader: HTTPLoader {
    let answer: @Sendable (HTTPRequest, HTTPTask) async throws(HTTPError) -> HTTPResponse

    func load(_ request: HTTPRequest, task: HTTPTask) async throws(HTTPError) -> HTTPResponse { try await answer(request, task) }
}

extension HTTPTask {
    /// Returns when the task is cancelled.
    func untilCancelled() async {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        onCancel { continuation.finish() }
        for await _ in stream {}
    }
}
