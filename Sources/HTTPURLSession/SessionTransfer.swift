internal import Dispatch
internal import Foundation
internal import HTTP
internal import Synchronization

#if canImport(FoundationNetworking)
    internal import FoundationNetworking
#endif

/// One exchange, shared by its caller, the reader of its body and the session's delegate.
final class SessionTransfer: Sendable {
    private struct State {
        var task: URLSessionTask?
        var head: HTTPResponseHead?
        var metrics = HTTPMetrics()
        /// Bytes that have arrived and were not read.
        var unreadByteCount = 0
        var isSuspended = false
        /// The end of the body; nil while it may have more bytes.
        var outcome: Result<Void, HTTPError>?
        /// An end on this side: the reader gets it at once, without the unread bytes.
        var cut: HTTPError?
        var onEnd: (@Sendable () -> Void)?
        /// The stream of a request body that failed.
        var failedUpload: (any Sendable)?
    }

    /// The maximum number of body bytes that wait for a slow reader; beyond it the task is suspended, if the platform supports it.
    private static let highWaterMark = 262_144

    let request: HTTPRequest
    private let execution: HTTPExecution
    private let start = ContinuousClock.now
    private let headArrival = OneShot<Result<HTTPResponseHead, HTTPError>>()
    private let chunks: AsyncStream<[UInt8]>
    private let continuation: AsyncStream<[UInt8]>.Continuation
    /// Guards the received data and the end.
    private let state = Mutex(State())

    init(_ request: HTTPRequest, execution: HTTPExecution) {
        self.request = request
        self.execution = execution
        (chunks, continuation) = AsyncStream.makeStream()
    }

    // MARK: - The caller's side

    func start(_ task: URLSessionTask) {
        execution.report(.started(request))
        state.withLock { $0.task = task }
        task.resume()
        // Last, so that a short limit finds the task that it ends.
        guard let limit = request.timeouts.total else { return }
        // Called without the lock: it does nothing after the end.
        let rest: Duration = execution.deadline(for: request, after: limit) - .now
        DispatchQueue.global().asyncAfter(deadline: .now() + SessionRequest.seconds(rest)) { [weak self] in
            self?.cut(with: .total(limit))
        }
    }

    /// Sets the callback for the end of the transfer; calls it at once if it has ended.
    func onEnd(_ action: @escaping @Sendable () -> Void) {
        let hasEnded = state.withLock { state in
            if state.outcome == nil { state.onEnd = action }
            return state.outcome != nil
        }
        if hasEnded { action() }
    }

    func head() async throws(HTTPError) -> HTTPResponseHead {
        let arrival = headArrival
        return try await withTaskCancellationHandler {
            await arrival.value
        } onCancel: {
            cancel()
        }.get()
    }

    /// Ends the transfer. Bytes that have arrived and were not read are dropped.
    func cancel() { cut(with: .cancelled) }

    /// The next bytes of the body; nil after the last.
    func nextChunk() async throws(HTTPError) -> [UInt8]? {
        if let cut = state.withLock({ $0.cut }) { throw cut }
        for await chunk in chunks {
            if let cut = state.withLock({ $0.cut }) { throw cut }
            noteRead(chunk.count)
            return chunk
        }
        if Task.isCancelled { cancel() }
        let (cut, outcome) = state.withLock { ($0.cut, $0.outcome) }
        if let cut { throw cut }
        try outcome?.get()
        return nil
    }

    private func noteRead(_ count: Int) {
        state.withLock { state in
            state.unreadByteCount -= count
            guard state.isSuspended, state.unreadByteCount < Self.highWaterMark / 2 else { return }
            state.isSuspended = false
            // With the lock, so that it comes after the call that suspends; neither calls the delegate.
            state.task?.resume()
        }
    }

    // MARK: - The delegate's side

    /// Ends the transfer because the request body failed while it was sent; keeps its stream until the session has ended the transfer.
    func failBody(_ error: any Error, keeping stream: (any Sendable)?) {
        state.withLock { $0.failedUpload = stream }
        cut(with: .bodyUnreadable(error))
    }

    func noteSent(_ count: Int64, of length: Int64?) {
        state.withLock { state in
            state.metrics.byteCounts.sentBody = count
            state.metrics.timings.requestSent = .now - start
        }
        execution.report(.sent(count, of: length))
    }

    /// Receives the head of the response.
    ///
    /// - Returns: false to end the transfer.
    func receive(_ response: URLResponse) -> Bool {
        guard let response = response as? HTTPURLResponse else {
            cut(with: .notHTTP)
            return false
        }
        let head = HTTPResponseHead(sessionResponse: response)
        let byteCount = head.headers.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 }
        guard byteCount <= request.responseLimits.headerByteCount else {
            cut(with: .headerTooLarge(limit: request.responseLimits.headerByteCount))
            return false
        }
        state.withLock { state in
            state.head = head
            state.metrics.timings.firstByte = .now - start
        }
        execution.report(.responded(head))
        headArrival.give(.success(head))
        return true
    }

    func receive(_ data: Data) {
        let (count, failure) = state.withLock { state -> (Int64, SessionFailure?) in
            guard state.cut == nil else { return (0, nil) }
            state.metrics.byteCounts.decodedBody += Int64(data.count)
            state.metrics.byteCounts.receivedBody = state.metrics.byteCounts.decodedBody
            state.unreadByteCount += data.count
            let count = state.metrics.byteCounts.decodedBody
            if let failure = excess(of: count, in: state.head) { return (count, failure) }
            if SessionRequest.canSuspend, !state.isSuspended, state.unreadByteCount > Self.highWaterMark {
                state.isSuspended = true
                state.task?.suspend()
            }
            return (count, nil)
        }
        if let failure { return cut(with: failure) }
        guard count > 0, !data.isEmpty else { return }
        continuation.yield(Array(data))
        execution.report(.received(count, of: nil))
    }

    /// The failure of a body that is longer than allowed; nil for any other.
    private func excess(of count: Int64, in head: HTTPResponseHead?) -> SessionFailure? {
        if let limit = request.responseLimits.bodyByteCount { return count > limit ? .bodyTooLarge(limit: limit) : nil }
        let limit = HTTPResponseLimits.decompressedByteCount
        return count > limit && head?.contentCodings.isEmpty == false ? .decompressedTooLarge(limit: limit) : nil
    }

    /// Receives the end of the session's task.
    func complete(with error: (any Error)?) {
        let (cut, head, onEnd, failedUpload) = state.withLock { state in
            state.metrics.timings.lastByte = .now - start
            if let received = state.task?.countOfBytesReceived, received > 0 { state.metrics.byteCounts.receivedBody = received }
            return (state.cut, state.head, state.onEnd.take(), state.failedUpload.take())
        }
        withExtendedLifetime(failedUpload) {}
        let failure = cut ?? error.map { SessionFailure.underlying($0).error(for: request, head: head) }
        let outcome: Result<Void, HTTPError> = failure.map { .failure($0) } ?? .success(())
        execution.report(.finished(state.withLock { $0.metrics }))
        if let failure { execution.report(.failed(failure)) }
        state.withLock { $0.outcome = outcome }
        headArrival.give(.failure(failure ?? HTTPError(.invalidResponse, request: request)))
        continuation.finish()
        onEnd?()
    }

    /// Ends the transfer on this side. The first end counts.
    private func cut(with failure: SessionFailure) {
        let task = state.withLock { state -> URLSessionTask? in
            guard state.cut == nil, state.outcome == nil || state.unreadByteCount > 0 else { return nil }
            state.cut = failure.error(for: request, head: state.head)
            return state.outcome == nil && !endsByItself(state) ? state.task : nil
        }
        task?.cancel()
    }

    /// True on Linux for a body that has arrived to its announced end: Foundation ends the process if it is told to cancel a task that is about to end.
    private func endsByItself(_ state: State) -> Bool {
        #if canImport(FoundationNetworking)
            guard let count = state.head?.expectedByteCount else { return false }
            return state.metrics.byteCounts.decodedBody >= count
        #else
            return false
        #endif
    }

    #if !canImport(FoundationNetworking)
        func receive(_ metrics: URLSessionTaskMetrics) { state.withLock { $0.metrics.add(metrics) } }
    #endif
}

/// The reader's end of a transfer. Releasing it before the end was read ends the transfer.
final class SessionBody: HTTPResponseBodySource {
    private let transfer: SessionTransfer

    init(_ transfer: SessionTransfer) { self.transfer = transfer }

    deinit { transfer.cancel() }

    func next() async throws(HTTPError) -> [UInt8]? { try await transfer.nextChunk() }

    func cancel() { transfer.cancel() }
}
