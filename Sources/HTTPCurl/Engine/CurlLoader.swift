public import HTTP
import Synchronization

/// The transport: sends requests over the network with libcurl, which is opened when the first request is sent.
///
///     load ──► TransferPlan ──► Transfer ──► engine (owns the connections) ──► Mailbox ──► response head and body
///
/// Keep one for the process: it owns the connections, and a second one would open its own. Transfers share one thread that sleeps while
/// nothing happens; a single short one runs on the thread of its caller. A slow reader holds at most 256 KiB in memory; then the server
/// has to wait. Redirects, cookies and authentication are handled by links, except for schemes that are bound to a connection (NTLM,
/// Negotiate).
///
/// The request is sent as it is: its headers in their order and case. The transport adds only `Host`, `Accept-Encoding` unless decompression is
/// off, and `Content-Length` or `Transfer-Encoding` if there is a body; see ``headersToSend(for:)``. If the request has a length or a coding of its own
/// that does not fit its body, it is sent anyway, over a connection that no other request uses.
public final class CurlLoader: HTTPLoader {
    /// Guards the engine: made at the first request, and again after a reset.
    private let engine = Mutex<CurlEngine?>(nil)
    private let connectionLimits: HTTPConnectionLimits
    private let longestCall: Duration

    /// Makes a transport that opens nothing before its first request.
    /// - Parameter connectionLimits: the numbers of connections to a host and in all, by default 6 and 64. Requests beyond them wait in order;
    ///   their `HTTPTimeouts.total` includes the wait. Idle connections are kept for later requests; the oldest is closed if a new one needs its place.
    public convenience init(connectionLimits: HTTPConnectionLimits = HTTPConnectionLimits()) {
        self.init(connectionLimits: connectionLimits, longestCall: .seconds(10))
    }

    /// - Parameter longestCall: the time after which a server that keeps libcurl busy without a response is disconnected.
    init(connectionLimits: HTTPConnectionLimits, longestCall: Duration) {
        (self.connectionLimits, self.longestCall) = (connectionLimits, longestCall)
    }

    deinit { engine.withLock { $0 }?.send(.retire) }

    /// Sends one request and returns when the head of the response has arrived; the body arrives while it is read.
    ///
    /// Cancelling the task closes the connection, or resets the stream, at once.
    /// - Throws: `HTTPError` with `invalidRequest` before anything is sent; `cannotResolveHost`, `cannotConnect`, `insecureConnection`,
    ///   `timedOut`, `invalidResponse`, `responseTooLarge`, `cannotAuthenticate`, `bodyNotReplayable`, `cancelled` or `unknown` later.
    public func load(_ request: HTTPRequest, task: HTTPTask) async throws(HTTPError) -> HTTPResponse {
        let engine = try currentEngine(for: request)
        let transfer = Transfer(
            try TransferPlan(request, version: engine.library.version), execution: task.execution, engine: engine)
        transfer.start()
        let head = try await transfer.head()
        let body = HTTPResponseBody(transfer, expectedByteCount: head.expectedByteCount, for: transfer.plan.request)
        return HTTPResponse(
            request: transfer.plan.request, status: head.status, message: head.message, headers: head.headers, body: body,
            version: head.version)
    }

    /// Ends every transfer, closes every connection, forgets addresses and TLS sessions, and returns when that is done.
    public func reset() async {
        let old = engine.withLock { $0.take() }
        await old?.shutDown()
    }

    /// The header section that is sent for a request over HTTP/1.1, in its order and case.
    /// - Throws: `HTTPError` with `invalidRequest`, as ``load(_:task:)`` would before it sends anything, or `cannotConnect` if libcurl cannot be
    ///   opened.
    public func headersToSend(for request: HTTPRequest) throws(HTTPError) -> HTTPHeaders {
        let version = try currentEngine(for: request).library.version
        let plan = try TransferPlan(request, version: version)
        return HeaderPlan.preview(of: plan.request, content: plan.content, version: version)
    }

    /// Opens libcurl if that has not happened yet, so that the first request need not wait for it. A failure is left to that request.
    package static func openLibrary() { _ = try? CurlLibrary.shared() }

    /// The version and features of the installed libcurl for a bug report, or the reason why it cannot be used.
    package static func describeLibrary() -> (text: String, isUsable: Bool) {
        do {
            return (try CurlLibrary.shared().version.description, true)
        } catch {
            return (error.message, false)
        }
    }

    private func currentEngine(for request: HTTPRequest) throws(HTTPError) -> CurlEngine {
        let result = engine.withLock { engine in
            Result { () throws(CurlUnavailableError) in
                if let engine { return engine }
                let new = try CurlEngine(connectionLimits, longestCall: longestCall)
                engine = new
                return new
            }
        }
        switch result {
        case .success(let engine): return engine
        case .failure(let error): throw HTTPError(.cannotConnect, request: request, underlyingError: error, message: error.message)
        }
    }
}
