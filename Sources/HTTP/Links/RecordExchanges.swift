import Synchronization

/// A link that records every exchange: the request, each hop, the response with its body, the measurements, or the error.
///
/// Its place is outside all links that change, repeat or answer requests, so that one exchange holds everything that happened to one
/// request.
public struct RecordExchanges: HTTPLoaderLink {
    private let recorder: any HTTPRecorder
    private let clock: HTTPClock

    /// Creates a link that records.
    /// - Parameters:
    ///   - recorder: receives each exchange once, when its body has ended or it failed.
    ///   - clock: dates the exchanges.
    public init(to recorder: any HTTPRecorder, clock: HTTPClock = .system) {
        self.recorder = recorder
        self.clock = clock
    }

    /// Passes the request on and records its events.
    public func load(_ request: HTTPRequest, task: HTTPTask, nextLoader: any HTTPLoader) async throws(HTTPError) -> HTTPResponse {
        let recording = Recording(request: request, clock: clock, recorder: recorder)
        task.observe { recording.add($0) }
        do throws(HTTPError) {
            var response = try await nextLoader.load(request, task: task)
            response.body = recording.recordBody(response)
            return response
        } catch {
            recording.end(body: nil, error: error)
            throw error
        }
    }
}

/// An exchange that is being recorded.
private final class Recording: BodyObserver {
    private let request: HTTPRequest
    private let clock: HTTPClock
    private let recorder: any HTTPRecorder
    private let start: Duration
    /// Guards the builder; nil after the exchange was passed on.
    private let builder: Mutex<ExchangeBuilder?>
    /// The copy of the body; nil before the response.
    private let sink = Mutex<(any HTTPBodySink)?>(nil)

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
        if case .measured = event { recordArrival() }
    }

    /// Passes on the exchange so far while the body arrives. The measurements and the response come in either order, on threads of their own.
    private func recordArrival() {
        let duration = clock.uptime() - start
        let exchange = builder.withLock { $0?.arriving(after: duration) }
        if let exchange { recorder.recordArrival(of: exchange) }
    }

    func recordBody(_ response: HTTPResponse) -> HTTPResponseBody {
        let isArriving = builder.withLock { builder in
            builder?.response = response.head
            return builder?.isArriving == true
        }
        let sink = recorder.makeBodySink(for: response)
        self.sink.withLock { $0 = sink }
        let body = response.body.observed(by: self)
        body.source.recording = sink
        if isArriving { recordArrival() }
        return body
    }

    func receive(_ chunk: [UInt8]) { sink.withLock { $0 }?.write(chunk) }

    func end(_ ending: HTTPBodyEnding, of source: ObservedSource) {
        var body = sink.withLock { $0.take() }?.finish()
        if case .truncated = ending { body?.isComplete = false }
        end(body: body, error: error(for: ending))
    }

    func end(body: HTTPRecordedBody?, error: HTTPError?) {
        let duration = clock.uptime() - start
        let exchange = builder.withLock { $0.take() }?.finished(duration: duration, body: body, error: error)
        if let exchange { recorder.record(exchange) }
    }

    private func error(for ending: HTTPBodyEnding) -> HTTPError? {
        switch ending {
        case .complete, .truncated: nil
        case .abandoned: HTTPError(.cancelled, request: request, message: "The body was not read to its end.")
        case .failed(let error): error
        }
    }
}

/// Receives exchanges: a history store, or a test.
public protocol HTTPRecorder: Sendable {
    /// The destination for the body of a response while its reader reads it.
    func makeBodySink(for response: HTTPResponse) -> any HTTPBodySink

    /// Receives an exchange whose body is still arriving, so that it can be shown: its hops with the measurements at the head, and
    /// its trace. Called at most once for each, before ``record(_:)`` or at the same time, and not for a body that ends at once. It must return
    /// quickly.
    func recordArrival(of exchange: HTTPExchange)

    /// Receives a finished exchange. Called once for each, on any thread. It must return quickly, so a store should use a queue of its own.
    func record(_ exchange: HTTPExchange)
}

extension HTTPRecorder {
    /// Does nothing.
    public func recordArrival(of exchange: HTTPExchange) {}

    /// A sink in memory for up to 1 MiB; further bytes are only counted.
    public func makeBodySink(for response: HTTPResponse) -> any HTTPBodySink { MemorySink(limit: 1_048_576) }
}

/// Receives a copy of the bytes that the reader gets, in order and from one thread at a time.
public protocol HTTPBodySink: AnyObject, Sendable {
    /// Receives some bytes.
    func write(_ chunk: [UInt8])

    /// Ends the body and returns the recorded part.
    func finish() -> HTTPRecordedBody
}

/// The recorded part of a body.
public struct HTTPRecordedBody: Hashable, Sendable {
    /// The location of the recorded bytes.
    public enum Storage: Hashable, Sendable {
        /// The bytes in memory.
        case memory([UInt8])
        /// A file with mode 0600, which the receiver now owns.
        case file(path: String)
    }

    /// The recorded bytes, from the start.
    public let storage: Storage
    /// The number of bytes that were read; more than were recorded if a limit was reached.
    public let byteCount: Int64
    /// True if all bytes that were read are recorded, unless the response ended without its own end (``HTTPBodyEnding/truncated``).
    /// ``HTTPExchange/error`` says if the transfer ended well.
    public internal(set) var isComplete: Bool
    /// The SHA-256 of the recorded bytes in hexadecimal digits; nil if the sink did not compute it.
    public let sha256: String?

    /// Creates a recorded body.
    public init(storage: Storage, byteCount: Int64, isComplete: Bool, sha256: String? = nil) {
        self.storage = storage
        self.byteCount = byteCount
        self.isComplete = isComplete
        self.sha256 = sha256
    }
}

/// A sink that keeps the beginning of a body in memory.
public final class MemorySink: HTTPBodySink {
    private struct State {
        var bytes: [UInt8] = []
        var byteCount: Int64 = 0
    }

    private let limit: Int
    /// Guards the bytes.
    private let state = Mutex(State())

    /// - Parameter limit: the maximum number of bytes.
    public init(limit: Int) { self.limit = limit }

    /// Appends the bytes up to the limit.
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

    /// The recorded bytes.
    public func finish() -> HTTPRecordedBody {
        state.withLock { state in
            HTTPRecordedBody(
                storage: .memory(state.bytes), byteCount: state.byteCount, isComplete: state.byteCount == Int64(state.bytes.count))
        }
    }
}
