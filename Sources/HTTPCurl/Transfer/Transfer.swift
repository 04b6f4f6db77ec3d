internal import HTTP
internal import Synchronization

/// One exchange, as its caller, the reader of its body and the engine's thread share it.
///
///     caller ── start ──► engine's thread ── deliver, append, finish ──► mailbox ── head, nextChunk ──► reader
///                                 ▲                                         │
///                                 └──────────── resume, cancel ─────────────┘
final class Transfer: Sendable {
    typealias Outcome = Result<Void, HTTPError>

    private struct State {
        var mailbox = Mailbox<HTTPResponseHead, Outcome>(highWaterMark: Transfer.highWaterMark, capacity: 4096)
        var waiter: UnsafeContinuation<Void, Never>?
        var handler: HTTPTask.HandlerID?
        var isCancelRequested = false

        /// Drops what was not read. A good end would then be a wrong one: what its reader has is not all there was.
        mutating func cutOff(_ request: HTTPRequest) {
            guard mailbox.hasBytes else { return }
            let error = HTTPError(.cancelled, request: request)
            mailbox.discard { if case .success = $0 { .failure(error) } else { $0 } }
        }
    }

    /// Body bytes that wait for a slow reader.
    static let highWaterMark = 262_144
    /// What is read from a connection at most at once. As much as the command-line tool does: libcurl's own 16 KiB cost six times the system calls.
    static let readSize = 102_400
    /// The same for one of many transfers: their buffers add up, and each is made and freed for one answer, which seldom fills it.
    static let sharedReadSize = 16_384
    static let manyCount = 8

    let plan: TransferPlan
    let reporter: HTTPTaskReporter
    /// Only for its cancelling. It holds the answer, and so the body: held here, a body that is let go would never be known to be.
    private weak let task: HTTPTask?
    /// Nil where nothing is pulled while sending.
    let upload: UploadPipe?
    private let engine: CurlEngine
    /// Guards what has arrived, who waits for it, and whether the end was asked for.
    private let state = Mutex(State())

    init(_ plan: TransferPlan, task: HTTPTask, engine: CurlEngine) {
        self.plan = plan
        self.task = task
        reporter = task.reporter
        self.engine = engine
        upload = if case .stream(let length) = plan.content { UploadPipe(plan.request.body, length: length) } else { nil }
    }

    /// Hands the transfer to the engine's thread.
    func start() {
        reporter.report(.started(plan.request))
        let handler = task?.onCancel { self.cancel() }
        state.withLock { $0.handler = handler }
        upload?.onReady { self.engine.send(.resume(self)) }
        if !engine.start(self) { end(.failure(HTTPError(.cancelled, request: plan.request))) }
    }

    /// Ends the transfer as soon as the engine's thread hears of it; whoever waits is told then. What has arrived and was not read is gone.
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

    func deliver(_ head: HTTPResponseHead) {
        state.withLock { $0.mailbox.deliver(head) }
    }

    func append(_ bytes: UnsafeRawBufferPointer) -> Mailbox<HTTPResponseHead, Outcome>.Acceptance {
        state.withLock { $0.mailbox.append(bytes) }
    }

    /// Whether something waits for the reader of the body.
    var hasBytes: Bool { state.withLock { $0.mailbox.hasBytes } }

    var isPausedByReader: Bool { state.withLock { $0.mailbox.isPaused } }

    /// Resumes the reader, if it waits: for when a batch of deliveries is complete.
    func wakeReader() {
        state.withLock { $0.waiter.take() }?.resume()
    }

    /// Ends the transfer and tells the reader. Everything that is to be reported of it has been.
    func end(_ outcome: Outcome) {
        let (waiter, handler) = state.withLock { state in
            state.mailbox.finish(outcome)
            if state.isCancelRequested { state.cutOff(plan.request) }
            return (state.waiter.take(), state.handler.take())
        }
        upload?.close()
        if let handler { task?.removeHandler(handler) }
        waiter?.resume()
    }

    /// Ends a transfer that was never begun.
    func fail(_ error: HTTPError) {
        reporter.report(.finished(HTTPMetrics()))
        reporter.report(.failed(error))
        end(.failure(error))
    }

    /// The head of the final answer, once it is there.
    func head() async throws(HTTPError) -> HTTPResponseHead {
        while true {
            switch state.withLock({ $0.mailbox.readHead() }) {
            case .head(let head): return head
            case .ended(.failure(let error)): throw error
            case .ended(.success): throw HTTPError(.invalidResponse, request: plan.request)
            case .nothing: await news { $0.hasNoHeadNews }
            }
        }
    }

    /// The next bytes of the body; nil after the last.
    func nextChunk() async throws(HTTPError) -> [UInt8]? {
        while true {
            switch state.withLock({ $0.mailbox.readBody() }) {
            case .chunk(let bytes, let resumes):
                if resumes { engine.resume(self) }
                return bytes
            case .ended(.success): return nil
            case .ended(.failure(let error)): throw error
            case .nothing:
                engine.fetch()
                await news { $0.hasNoBodyNews }
            }
        }
    }

    /// Waits until something arrives; returns at once where `isIdle` no longer holds. May return early.
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

// MARK: - The engine's side

// MARK: - The reader's side

/// The reader's end of a transfer. Letting go of it before the end was read ends the transfer.
final class TransferBody: HTTPResponseBodySource {
    private let transfer: Transfer

    init(_ transfer: Transfer) { self.transfer = transfer }

    deinit { transfer.cancel() }

    func next() async throws(HTTPError) -> [UInt8]? { try await transfer.nextChunk() }

    func cancel() { transfer.cancel() }
}
