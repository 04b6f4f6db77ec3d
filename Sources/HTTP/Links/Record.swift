import Synchronization

/// Takes down every exchange that passes: the request as it was sent, each hop, the answer with its body, what it cost, or the error.
///
/// Stands outside everything that changes, repeats or answers requests, so that one exchange holds all that became of one request.
public struct Record: HTTPLoaderLink {
    private let recorder: any HTTPRecorder
    private let clock: HTTPClock

    /// - Parameter recorder: told once of each exchange, when its body has ended or it failed.
    public init(to recorder: any HTTPRecorder, clock: HTTPClock = .system) {
        self.recorder = recorder
        self.clock = clock
    }

    /// Hands the request on and listens.
    public func load(_ request: HTTPRequest, task: HTTPTask, nextLoader: any HTTPLoader) async throws(HTTPError) -> HTTPResponse {
        let recording = Recording(request: request, clock: clock, recorder: recorder)
        task.observe { recording.add($0) }
        do throws(HTTPError) {
            var response = try await nextLoader.load(request, task: task)
            response.body = recording.follow(response)
            return response
        } catch {
            recording.end(body: nil, error: error)
            throw error
        }
    }
}

/// One exchange on its way into the record.
private final class Recording: Sendable {
    private let request: HTTPRequest
    private let clock: HTTPClock
    private let recorder: any HTTPRecorder
    private let start: Duration
    /// Guards what is known so far; nil once it was handed over.
    private let builder: Mutex<ExchangeBuilder?>

    init(request: HTTPRequest, clock: HTTPClock, recorder: any HTTPRecorder) {
        self.request = request
        self.clock = clock
        self.recorder = recorder
        start = clock.uptime()
        builder = Mutex(ExchangeBuilder(startedAt: clock.now(), request: request))
    }

    func add(_ event: HTTPTaskEvent) {
        let offset = clock.uptime() - start
        builder.withLock { $0?.add(event, at: offset) }
    }

    func follow(_ response: HTTPResponse) -> HTTPResponseBody {
        builder.withLock { $0?.response = response.head }
        let sink = recorder.makeBodySink(for: response)
        return response.body.observed { chunk in
            sink.write(chunk)
        } end: { [self] ending in
            end(body: sink.finish(), error: error(for: ending))
        }
    }

    func end(body: HTTPRecordedBody?, error: HTTPError?) {
        let duration = clock.uptime() - start
        let exchange = builder.withLock { $0.take() }?.finished(duration: duration, body: body, error: error)
        if let exchange { recorder.record(exchange) }
    }

    private func error(for ending: HTTPBodyEnding) -> HTTPError? {
        switch ending {
        case .complete: nil
        case .abandoned: HTTPError(.cancelled, request: request, message: "The body was not read to its end.")
        case .failed(let error): error
        }
    }
}

/// Takes down exchanges: a history store, or a test.
public protocol HTTPRecorder: Sendable {
    /// Where the body of an answer goes while it passes to its reader.
    func makeBodySink(for response: HTTPResponse) -> any HTTPBodySink

    /// An exchange is over. Called once for each, on whichever thread it ended: it must return quickly, so a store hands it to its own queue.
    func record(_ exchange: HTTPExchange)
}

extension HTTPRecorder {
    /// Memory, up to 1 MiB; more is counted and forgotten.
    public func makeBodySink(for response: HTTPResponse) -> any HTTPBodySink { MemorySink(limit: 1_048_576) }
}

/// Takes a copy of the bytes that pass. Called in order, never from two threads at once.
public protocol HTTPBodySink: AnyObject, Sendable {
    /// Some bytes passed.
    func write(_ chunk: [UInt8])

    /// The body has ended; gives what was kept.
    func finish() -> HTTPRecordedBody
}

/// What was kept of a body.
public struct HTTPRecordedBody: Hashable, Sendable {
    /// Where the kept bytes are.
    public enum Storage: Hashable, Sendable {
        /// Here.
        case memory([UInt8])
        /// In a file of mode 0600, which now belongs to whoever reads this.
        case file(path: String)
    }

    /// The kept bytes, from the first on.
    public let storage: Storage
    /// How many passed; more than were kept where a limit cut them off.
    public let byteCount: Int64
    /// True when all that passed was kept. Whether all that was sent arrived is the exchange's ``HTTPExchange/error`` to say.
    public let isComplete: Bool

    /// Kept bytes and how they relate to what passed.
    public init(storage: Storage, byteCount: Int64, isComplete: Bool) {
        self.storage = storage
        self.byteCount = byteCount
        self.isComplete = isComplete
    }
}

/// Keeps the beginning of a body in memory.
public final class MemorySink: HTTPBodySink {
    private struct State {
        var bytes: [UInt8] = []
        var byteCount: Int64 = 0
    }

    private let limit: Int
    /// Guards the bytes, which the reader's thread writes and the ending thread takes.
    private let state = Mutex(State())

    /// - Parameter limit: bytes to keep at most.
    public init(limit: Int) { self.limit = limit }

    /// Keeps what fits.
    public func write(_ chunk: [UInt8]) {
        state.withLock { state in
            if state.bytes.isEmpty, chunk.count <= limit {
                // Shared with the reader instead of copied.
                state.bytes = chunk
            } else {
                state.bytes += chunk.prefix(limit - state.bytes.count)
            }
            state.byteCount += Int64(chunk.count)
        }
    }

    /// The kept bytes.
    public func finish() -> HTTPRecordedBody {
        state.withLock { state in
            HTTPRecordedBody(
                storage: .memory(state.bytes), byteCount: state.byteCount, isComplete: state.byteCount == Int64(state.bytes.count))
        }
    }
}
