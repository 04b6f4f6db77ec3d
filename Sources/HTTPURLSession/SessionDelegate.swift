internal import Foundation
internal import HTTP
internal import Synchronization

#if canImport(FoundationNetworking)
    internal import FoundationNetworking
#endif

/// Passes the events of a session to its transfers.
final class SessionDelegate: NSObject, URLSessionDataDelegate {
    private struct State {
        var transfers: [Int: SessionTransfer] = [:]
        var onInvalidation: (@Sendable () -> Void)?
    }

    /// Guards the transfers, by the identifier of their task.
    private let state = Mutex(State())

    func add(_ transfer: SessionTransfer, for task: URLSessionTask) {
        state.withLock { $0.transfers[task.taskIdentifier] = transfer }
    }

    /// Sets the callback for the end of the session.
    func onInvalidation(_ action: @escaping @Sendable () -> Void) {
        state.withLock { $0.onInvalidation = action }
    }

    private func transfer(of task: URLSessionTask) -> SessionTransfer? {
        state.withLock { $0.transfers[task.taskIdentifier] }
    }

    // MARK: - The session

    func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {
        state.withLock { $0.onInvalidation.take() }?()
    }

    // MARK: - A transfer

    /// Redirects are followed by a link: the response is given to the caller.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse, newRequest: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    /// HTTP authentication is answered by a link; a server's certificate is judged by the system and the request's options.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        #if !canImport(FoundationNetworking)
            if let transfer = transfer(of: task), let answer = transfer.answer(to: challenge) {
                return completionHandler(answer.0, answer.1)
            }
        #endif
        completionHandler(.performDefaultHandling, nil)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        transfer(of: task)?.noteSent(totalBytesSent, of: totalBytesExpectedToSend >= 0 ? totalBytesExpectedToSend : nil)
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        let isAccepted = transfer(of: dataTask)?.receive(response) ?? false
        completionHandler(isAccepted ? .allow : .cancel)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        transfer(of: dataTask)?.receive(data)
    }

    #if !canImport(FoundationNetworking)
        func urlSession(_ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: URLSessionTaskMetrics) {
            transfer(of: task)?.receive(metrics)
        }
    #endif

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let transfer = state.withLock { $0.transfers.removeValue(forKey: task.taskIdentifier) }
        transfer?.complete(with: error)
    }
}
