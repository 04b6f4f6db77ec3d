internal import HTTP
internal import Synchronization

/// One exchange, shared by its caller, the reader of its body and the engine.
///
///     caller ── start ──► engine's thread ── deliver, append, finish ──► mailbox ── head, nextChunk ──► reader
///                                 ▲                                         │
///                                 └──────────── resume, cancel ─────────────┘
final class Transfer: HTTPResponseBodySource {
    typealias Outcome = Result<Void, HTTPError>

    private struct State {
        var mailbox = Mailbox<HTTPResponseHead, Outcome>(highWaterMark: Transfer.highWaterMark, capacity: 4096)
        var waiter: UnsafeContinuation<Void, Never>?
        var handler: HTTPTask.HandlerID?
        var isCancelRequested = false
        var isTruncated = false

        /// Drops the unread bytes, and turns a success into a cancellation, since the reader did not get the whole body.
        mutating func cutOff(_ request: HTTPRequest) {
            guard mailbox.hasBytes else { return }
            let error = HTTPError(.cancelled, request: request)
            mailbox.discard { if case .success = $0 { .failure(error) } else { $0 } }
        }
    }

    /// The number of body bytes that may wait for a slow reader.
    static let highWaterMark = 262_144
    /// The size of the buffer for reading from a connection, the same as the curl tool's. libcurl's default of 16 KiB takes six times the system calls.
    static let readSize = 102_400
    /// The buffer's size if there are many transfers: each buffer is allocated for one response, which seldom fills it.
    static let sharedReadSize = 16_384
    /// The largest piece that libcurl hands over (`CURL_MAX_WRITE_SIZE`).
    static let pieceSize = 16_384
    /// The number of other transfers from which the smaller buffer is used.
    static let manyCount = 8

    let plan: TransferPlan
    let execution: HTTPExecution
    /// The time at which the limit of the whole request passes; nil without one.
    let deadline: ContinuousClock.Instant?
    /// Reads the request body while it is sent; nil if there is nothing to read.
    let upload: UploadPipe?
    private let engine: CurlEngine
    /// Guards the unread parts, the waiting reader, and the request to cancel.
    private let state = Mutex(State())

    init(_ plan: consuming TransferPlan, execution: HTTPExecution, engine: CurlEngine) {
        deadline = if let limit = plan.totalLimit { execution.deadline(for: plan.request, after: limit) } else { nil }
        upload = if case .stream(let length) = plan.content { UploadPipe(plan.request.body, length: length) } else { nil }
        self.plan = plan
        self.execution = execution
        self.engine = engine
    }

    /// Hands the transfer to the engine.
    func start() {
        execution.report(.started(plan.request))
        let handler = execution.onCancel { self.cancel() }
        state.withLock { $0.handler = handler }
        upload?.onReady { self.engine.send(.resume(self)) }
        if !engine.start(self) { end(.failure(HTTPError(.cancelled, request: plan.request))) }
    }

    /// Asks the engine to end the transfer, which then wakes the reader. Bytes that have arrived and were not read are dropped.
    func cancel() {
        let isFirst = state.withLock { state in
            defer { state.isCancelRequested = true }
            guard state.mailbox.outcome == nil else {
                state.cutOff(plan.request)
                return false
            }
            return !state.isCancelRequested
        }
        if isFirst { engine.send(.cancel(self)) }
    }

    var isCancelRequested: Bool { state.withLock { $0.isCancelRequested } }

    var isTruncated: Bool { state.withLock { $0.isTruncated } }

    /// Notes that the body lacks its end although the transfer will end well.
    func markTruncated() { state.withLock { $0.isTruncated = true } }

    func deliver(_ head: HTTPResponseHead) { state.withLock { $0.mailbox.deliver(head) } }

    func append(_ bytes: UnsafeRawBufferPointer) -> Mailbox<HTTPResponseHead, Outcome>.Acceptance {
        state.withLock { $0.mailbox.append(bytes) }
    }

    /// The number of bytes that are accepted at once; with 0 the transfer counts as paused.
    func makeRoom() -> Int { state.withLock { $0.mailbox.makeRoom() } }

    /// True if bytes wait for the reader of the body.
    var hasBytes: Bool { state.withLock { $0.mailbox.hasBytes } }

    var isPausedByReader: Bool { state.withLock { $0.mailbox.isPaused } }

    /// Resumes the waiting reader if the response has begun or ended; a sent piece of the request does not wake it. Called when a batch of
    /// deliveries is complete.
    func wakeReader() { state.withLock { $0.mailbox.isHeadPending ? nil : $0.waiter.take() }?.resume() }

    /// Ends the transfer and wakes the reader. All events must have been reported before.
    func end(_ outcome: Outcome) {
        let (waiter, handler) = state.withLock { state in
            state.mailbox.finish(outcome)
            if state.isCancelRequested { state.cutOff(plan.request) }
            return (state.waiter.take(), state.handler.take())
        }
        upload?.close()
        if let handler { execution.removeHandler(handler) }
        waiter?.resume()
    }

    /// Ends a transfer that never began.
    func fail(_ error: HTTPError) {
        execution.report(.finished(HTTPMetrics()))
        execution.report(.failed(error))
        end(.failure(error))
    }

    /// Waits for the head of the final response.
    func head() async throws(HTTPError) -> HTTPResponseHead {
        while true {
            switch state.withLock({ $0.mailbox.readHead() }) {
            case .head(let head): return head
            case .ended(.failure(let error)): throw error
            case .ended(.success): throw HTTPError(.invalidResponse, request: plan.request)
            case .nothing: await news { $0.isHeadPending }
            }
        }
    }

    /// The next bytes of the body; nil after the last.
    func next() async throws(HTTPError) -> [UInt8]? {
        while true {
            switch state.withLock({ $0.mailbox.readBody() }) {
            case .chunk(let bytes, let resumes):
                if resumes { engine.resume(self) }
                return bytes
            case .ended(.success): return nil
            case .ended(.failure(let error)): throw error
            case .nothing:
                engine.fetch()
                await news { $0.isBodyPending }
            }
        }
    }

    /// Waits until something arrives; returns at once if `isIdle` is false. May return early.
    private func news(whileIdle isIdle: @Sendable (Mailbox<HTTPResponseHead, Outcome>) -> Bool) async {
        await withTaskCancellationHandler {
            await withUnsafeContinuation { continuation in
                let mustWait = state.withLock { state in
                    guard isIdle(state.mailbox) else { return false }
                    state.waiter = continuation
                    return true
                }
                if !mustWait { continuation.resume() }
            }
        } onCancel: {
            cancel()
        }
    }
}
