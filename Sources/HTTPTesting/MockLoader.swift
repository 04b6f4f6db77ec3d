public import HTTP
public import Platform
import Synchronization

/// A loader that answers requests from a script instead of a network (part 5 of “HTTP in Swift”). It behaves like a transport otherwise: it validates
/// requests, reports the events of a transfer with the byte counts of its bodies, and ends if it is cancelled.
///
/// A request's body counts as sent once the handler has answered, a response's body that is at hand as received with its head; one that streams is
/// counted while it is read. Connections, times and the bytes of heads are not simulated.
///
/// ```swift
/// let mock = MockLoader()
/// mock.then { request in HTTPResponse(request: request, status: .ok) }
/// mock.when({ $0.path == "/people" }) { request in … }
/// ```
public final class MockLoader: HTTPLoader {
    /// Returns a response, or throws. Asynchronous, so that a test can hold it back.
    public typealias Handler = @Sendable (HTTPRequest) async throws(HTTPError) -> HTTPResponse

    private struct State {
        var script: [Handler] = []
        var matched: [(matches: @Sendable (HTTPRequest) -> Bool, handler: Handler)] = []
        var requests: [HTTPRequest] = []
        var unexpected: [HTTPRequest] = []
        var resetCount = 0
    }

    /// Guards the script and the list of requests.
    private let state = Mutex(State())

    /// Makes a mock with an empty script.
    public init() {}

    /// Answers the next request that no ``when(_:answer:)`` claims; handlers are used up in order, one for each request.
    @discardableResult
    public func then(_ handler: @escaping Handler) -> MockLoader {
        state.withLock { $0.script.append(handler) }
        return self
    }

    /// Answers the next request with a status, headers and a body.
    @discardableResult
    public func then(_ status: HTTPStatus, headers: HTTPHeaders = [:], body: String = "") -> MockLoader {
        then { request in HTTPResponse(request: request, status: status, headers: headers, bytes: Array(body.utf8)) }
    }

    /// Answers every request that matches, any number of times; the first that matches is asked.
    @discardableResult
    public func when(_ matches: @escaping @Sendable (HTTPRequest) -> Bool, answer: @escaping Handler) -> MockLoader {
        state.withLock { $0.matched.append((matches, answer)) }
        return self
    }

    /// Checks that each handler of ``then(_:)`` has answered a request, and that no other request came, for the end of a test.
    /// - Throws: ``UnexpectedRequests`` or ``UnansweredHandlers``.
    public func verify() throws {
        let (count, unexpected) = state.withLock { ($0.script.count, $0.unexpected) }
        if !unexpected.isEmpty { throw UnexpectedRequests(requests: unexpected.map { "\($0.method) \($0.url)" }) }
        if count > 0 { throw UnansweredHandlers(count: count) }
    }

    /// Requests that no handler was for. Code that repeats or ignores errors may hide them.
    public struct UnexpectedRequests: LocalizedError, Hashable, CustomStringConvertible {
        /// The method and the URL of each.
        public let requests: [String]
        /// A sentence with the requests.
        public var description: String { "The mock did not expect \(requests.joined(separator: ", "))." }
        /// The text for a user.
        public var errorDescription: String? { description }
    }

    /// Expected requests that were never sent.
    public struct UnansweredHandlers: LocalizedError, Hashable, CustomStringConvertible {
        /// The number of handlers that have not answered.
        public let count: Int
        /// A sentence with the number.
        public var description: String { "The mock expected \(count) more request\(count == 1 ? "" : "s")." }
        /// The text for a user.
        public var errorDescription: String? { description }
    }

    /// All requests so far, in order, as a transport would send them.
    public var requests: [HTTPRequest] { state.withLock { $0.requests } }

    /// The number of resets.
    public var resetCount: Int { state.withLock { $0.resetCount } }

    /// The script's answer. A request that the script does not expect fails with `HTTPError.Code.unknown`.
    public func load(_ request: HTTPRequest, task: HTTPTask) async throws(HTTPError) -> HTTPResponse {
        let request = try request.prepared()
        if task.isCancelled { throw HTTPError(.cancelled, request: request) }
        let handler = try take(request)
        let transfer = MockTransfer(of: request, execution: task.execution)
        do throws(HTTPError) {
            return transfer.deliver(try await answer(of: handler, to: request, task))
        } catch {
            transfer.fail(with: error)
            throw error
        }
    }

    /// Waits for the handler's response or for the task's cancellation, which need not wait for the handler.
    private func answer(of handler: @escaping Handler, to request: HTTPRequest, _ task: HTTPTask) async throws(HTTPError) -> HTTPResponse {
        let outcome = OneShot<HTTPResult>()
        let work = Task {
            do throws(HTTPError) {
                outcome.give(.success(try await handler(request)))
            } catch {
                outcome.give(.failure(error))
            }
        }
        let cancelling = task.onCancel {
            outcome.give(.failure(HTTPError(.cancelled, request: request)))
            work.cancel()
        }
        defer { task.removeHandler(cancelling) }
        let result = await outcome.value
        if task.isCancelled { throw HTTPError(.cancelled, request: request) }
        return try result.get()
    }

    /// Counts the reset and keeps the script.
    public func reset() async { state.withLock { $0.resetCount += 1 } }

    private func take(_ request: HTTPRequest) throws(HTTPError) -> Handler {
        let handler: Handler? = state.withLock { state in
            state.requests.append(request)
            if let match = state.matched.first(where: { $0.matches(request) }) { return match.handler }
            if state.script.isEmpty {
                state.unexpected.append(request)
                return nil
            }
            return state.script.removeFirst()
        }
        guard let handler else {
            throw HTTPError(.unknown, request: request, message: "The mock did not expect \(request.method) \(request.url).")
        }
        return handler
    }
}

/// Reports the events of one transfer as a transport would: the byte counts of the bodies, and the end.
final class MockTransfer: Sendable {
    private let request: HTTPRequest
    private let execution: HTTPExecution
    /// Guards the counts: a body's reader has a thread of its own.
    private let metrics = Mutex(HTTPMetrics())

    /// Begins a transfer.
    init(of request: HTTPRequest, execution: HTTPExecution) {
        self.request = request
        self.execution = execution
        execution.report(.started(request))
    }

    /// The response with a body that is counted while it is read.
    func deliver(_ response: HTTPResponse) -> HTTPResponse {
        if case .known(let count) = request.body.length, count > 0 {
            metrics.withLock { $0.byteCounts.sentBody = count }
            execution.report(.sent(count, of: count))
        }
        execution.report(.responded(response.head))
        var response = response
        let expected = response.body.expectedByteCount
        if response.body.isInMemory {
            receive(Int(expected ?? 0), of: expected)
            finish()
        } else {
            response.body = response.body.observed {
                self.receive($0.count, of: expected)
            } end: {
                self.end($0)
            }
        }
        return response
    }

    /// Ends the transfer with an error instead of a response, or within its body.
    func fail(with error: HTTPError) {
        finish()
        execution.report(.failed(error))
    }

    private func receive(_ count: Int, of expected: Int64?) {
        guard count > 0 else { return }
        let total = metrics.withLock { metrics in
            metrics.byteCounts.receivedBody += Int64(count)
            metrics.byteCounts.decodedBody += Int64(count)
            return metrics.byteCounts.receivedBody
        }
        execution.report(.received(total, of: expected))
    }

    private func finish() { execution.report(.finished(metrics.withLock { $0 })) }

    private func end(_ ending: HTTPBodyEnding) {
        switch ending {
        case .complete, .truncated: finish()
        case .abandoned: fail(with: HTTPError(.cancelled, request: request))
        case .failed(let error): fail(with: error)
        }
    }
}
