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
