internal import Foundation
public import HTTP
internal import Synchronization

#if canImport(FoundationNetworking)
    internal import FoundationNetworking
#endif

/// A transport on Foundation's `URLSession`, for platforms without libcurl.
///
/// It streams bodies both ways, reports the events and metrics that `URLSession` gives, and leaves redirects, cookies, stored responses and HTTP
/// authentication to links. On Linux a slow reader does not slow the transfer down: the bytes that it has not read stay in memory. A request with an option that `URLSession` cannot honour is refused before anything is sent: see
/// ``unsupportedOptions(of:)``. docs/loaders.md lists the differences from `CurlLoader`, such as the order of header fields.
public final class URLSessionLoader: HTTPLoader {
    private let connectionLimits: HTTPConnectionLimits
    /// Guards the sessions. Options that a session has for all of its requests each need one of their own.
    private let sessions = Mutex<[SessionOptions: Session]>([:])

    /// Makes a transport that opens nothing before its first request.
    /// - Parameter connectionLimits: the number of connections to a host. `URLSession` has no limit for all hosts.
    public init(connectionLimits: HTTPConnectionLimits = HTTPConnectionLimits()) {
        self.connectionLimits = connectionLimits
    }

    deinit {
        for session in sessions.withLock({ $0.values }) { session.urlSession.finishTasksAndInvalidate() }
    }

    /// Sends one request and returns when the head of the response has arrived; the body arrives while it is read.
    ///
    /// Cancelling the task ends the transfer.
    /// - Throws: `HTTPError` with `invalidRequest` before anything is sent, and the codes of a failed transfer later.
    public func load(_ request: HTTPRequest, task: HTTPTask) async throws(HTTPError) -> HTTPResponse {
        let request = try request.prepared()
        let session = session(for: SessionOptions(request))
        let transfer = SessionTransfer(request, execution: task.execution)
        let sessionTask = try SessionRequest(request).makeTask(in: session.urlSession) { [weak transfer] error, stream in
            transfer?.failBody(error, keeping: stream)
        }
        session.delegate.add(transfer, for: sessionTask)
        transfer.start(sessionTask)
        let handler = task.onCancel { transfer.cancel() }
        transfer.onEnd { [execution = task.execution] in execution.removeHandler(handler) }
        let head = try await transfer.head()
        let body = HTTPResponseBody(SessionBody(transfer), expectedByteCount: head.expectedByteCount, for: request)
        return HTTPResponse(
            request: request, status: head.status, message: head.message, headers: head.headers, body: body, version: head.version)
    }

    /// Ends every transfer, closes every connection, and returns when that is done.
    public func reset() async {
        let old = sessions.withLock { sessions in
            defer { sessions = [:] }
            return Array(sessions.values)
        }
        for session in old { await session.invalidate() }
    }

    /// The names of the request's options that `URLSession` cannot honour on this platform. A request with any of them is refused.
    public static func unsupportedOptions(of request: HTTPRequest) -> [String] { SessionRequest.unsupportedOptions(of: request) }

    private func session(for options: SessionOptions) -> Session {
        sessions.withLock { sessions in
            if let session = sessions[options] { return session }
            let session = Session(options, connectionLimits)
            sessions[options] = session
            return session
        }
    }
}

/// The options that a `URLSession` has for all of its requests.
struct SessionOptions: Hashable {
    let proxy: HTTPProxySelection
    let minimumTLSVersion: HTTPTLSVersion

    init(_ request: HTTPRequest) {
        proxy = request.proxy
        minimumTLSVersion = request.minimumTLSVersion
    }
}

/// A `URLSession` with its delegate.
private final class Session: Sendable {
    let urlSession: URLSession
    let delegate = SessionDelegate()

    init(_ options: SessionOptions, _ limits: HTTPConnectionLimits) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpMaximumConnectionsPerHost = limits.perHost ?? 1_000
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCredentialStorage = nil
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.timeoutIntervalForRequest = SessionRequest.noLimit
        configuration.timeoutIntervalForResource = SessionRequest.noLimit
        #if !canImport(FoundationNetworking)
            configuration.apply(options)
        #endif
        urlSession = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
    }

    /// Ends the transfers and returns when all have ended.
    func invalidate() async {
        await withCheckedContinuation { continuation in
            delegate.onInvalidation { continuation.resume() }
            urlSession.invalidateAndCancel()
        }
    }
}
