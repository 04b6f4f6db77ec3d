public import HTTP
internal import Synchronization

/// The transport: sends requests over the network with libcurl, which is opened when the first request is sent.
///
///     load ──► TransferPlan ──► Transfer ──► engine (owns the connections) ──► Mailbox ──► response head and body
///
/// Keep one for the process: it owns the connections, and a second one would open its own. All transfers share one thread that
/// sleeps while nothing happens; a reader who is slow holds at most 256 KiB in memory and slows the server down. Redirects, cookies and
/// authentication are not followed here but are the business of links, save for what is bound to a connection (NTLM, Negotiate).
///
/// What goes out is what the request says: its headers in their order and case, besides them `Host`, `Accept-Encoding` unless decompression is
/// off, `Content-Length` or chunks where there is a body, and nothing else; see ``headersToSend(for:)``. A length or a coding of the request's own
/// that is not its body's goes out all the same, over a connection that no other request uses.
public final class CurlLoader: HTTPLoader {
    /// Guards the engine: made at the first request, and again after a reset.
    private let engine = Mutex<CurlEngine?>(nil)
    private let maximumIdleConnections: Int

    /// A transport that opens nothing before its first request.
    /// - Parameter maximumIdleConnections: how many connections stay open for later requests; the oldest is closed above that.
    public init(maximumIdleConnections: Int = 256) {
        self.maximumIdleConnections = maximumIdleConnections
    }

    deinit { engine.withLock { $0 }?.send(.retire) }

    /// Sends one request and returns when the head of the answer is there; the body arrives while it is read.
    ///
    /// Cancelling the task closes the connection, or resets the stream, at once.
    /// - Throws: ``HTTPError`` with `invalidRequest` before anything is sent; `cannotResolveHost`, `cannotConnect`, `insecureConnection`,
    ///   `timedOut`, `invalidResponse`, `responseTooLarge`, `cannotAuthenticate`, `bodyNotReplayable`, `cancelled` or `unknown` later.
    public func load(_ request: HTTPRequest, task: HTTPTask) async throws(HTTPError) -> HTTPResponse {
        let engine = try currentEngine(for: request)
        let plan = try TransferPlan(request, version: engine.library.version)
        let transfer = Transfer(plan, task: task, engine: engine)
        transfer.start()
        let head = try await transfer.head()
        let body = HTTPResponseBody(TransferBody(transfer), expectedByteCount: Self.expectedByteCount(head), for: plan.request)
        return HTTPResponse(
            request: plan.request, status: head.status, message: head.message, headers: head.headers, body: body, version: head.version)
    }

    /// Ends every transfer, closes every connection, forgets addresses and TLS sessions, and returns when that is done.
    public func reset() async {
        let old = engine.withLock { $0.take() }
        await old?.shutDown()
    }

    /// The header section that will go out for a request over HTTP/1.1, in its order and case.
    /// - Throws: ``HTTPError`` with `invalidRequest`, as ``load(_:task:)`` would before it sends anything.
    public func headersToSend(for request: HTTPRequest) throws(HTTPError) -> HTTPHeaders {
        let version = try currentEngine(for: request).library.version
        let plan = try TransferPlan(request, version: version)
        return HeaderPlan.preview(of: plan.request, content: plan.content, codings: version.contentCodings)
    }

    private func currentEngine(for request: HTTPRequest) throws(HTTPError) -> CurlEngine {
        let result = engine.withLock { engine in
            Result { () throws(CurlUnavailable) in
                if let engine { return engine }
                let new = try CurlEngine(maximumIdleConnections: maximumIdleConnections)
                engine = new
                return new
            }
        }
        switch result {
        case .success(let engine): return engine
        case .failure(let error): throw HTTPError(.cannotConnect, request: request, underlyingError: error, message: error.message)
        }
    }

    /// What the answer says of its length; nil where decompression will change it.
    private static func expectedByteCount(_ head: HTTPResponseHead) -> Int64? {
        guard !head.headers.contains("Content-Encoding"), !head.headers.contains("Transfer-Encoding") else { return nil }
        return head.headers["Content-Length"].flatMap { Int64($0) }
    }
}
