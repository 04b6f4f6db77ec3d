extension HTTPLoader {
    /// The events of a stream, which is requested again whenever it ends or breaks off, as browsers do (WHATWG HTML section 9.2.3).
    ///
    /// The first request is sent when the first event is read. Later ones have a `Last-Event-ID` field, after the delay that the stream asks for or
    /// else three seconds. Cancelling the reading task, or leaving its loop, ends the transfer.
    ///
    /// ```swift
    /// for try await event in loader.serverSentEvents(for: request) { print(event.data) }
    /// ```
    /// - Parameter request: sent with `Accept: text/event-stream` and without ``HTTPTimeouts/idle``, unless it sets `Accept` itself or another limit
    ///   than the default.
    public func serverSentEvents(for request: HTTPRequest, clock: HTTPClock = .system) -> LastingServerSentEvents {
        LastingServerSentEvents(loader: self, request: request, clock: clock)
    }
}

/// The events of a stream that is requested again when it ends; see ``HTTPLoader/serverSentEvents(for:clock:)``.
///
/// The sequence ends when the server answers 204. It throws the error of a first request that fails, and
/// ``HTTPError/Code/unacceptableStatus`` for a response that is not a stream of events.
public struct LastingServerSentEvents: AsyncSequence, Sendable {
    /// An event.
    public typealias Element = ServerSentEvent
    /// The error of a request.
    public typealias Failure = HTTPError

    let loader: any HTTPLoader
    let request: HTTPRequest
    let clock: HTTPClock

    /// Creates a reader with connections of its own.
    public func makeAsyncIterator() -> Iterator { Iterator(stream: self) }

    /// Reads one event after the other.
    public struct Iterator: AsyncIteratorProtocol {
        /// The delay before a stream that names none is requested again.
        private static let delay = Duration.seconds(3)
        private static let temporary: Set<HTTPError.Code> = [.cannotConnect, .cannotResolveHost, .timedOut, .invalidResponse]

        private let stream: LastingServerSentEvents
        private var events: ServerSentEvents.Iterator?
        private var hasConnected = false
        private var isOver = false
        private var lastEventID = ""
        private var delay = Iterator.delay

        fileprivate init(stream: LastingServerSentEvents) { self.stream = stream }

        /// The next event; nil once the server has answered 204.
        public mutating func next() async throws(HTTPError) -> ServerSentEvent? { try await next(isolation: nil) }

        /// The next event, for a caller in an actor.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(HTTPError) -> ServerSentEvent? {
            while !isOver {
                if events == nil { try await connect(actor) }
                do throws(HTTPError) {
                    if let event = try await read(actor) { return event }
                } catch {
                    guard Self.temporary.contains(error.code) else { throw error }
                }
                events = nil
            }
            return nil
        }

        private mutating func read(_ actor: isolated (any Actor)?) async throws(HTTPError) -> ServerSentEvent? {
            defer {
                lastEventID = events?.parser.lastEventID ?? lastEventID
                delay = events?.parser.retryMilliseconds.map { .milliseconds($0) } ?? delay
            }
            return try await events?.next(isolation: actor)
        }

        private mutating func connect(_ actor: isolated (any Actor)?) async throws(HTTPError) {
            let request = continuingRequest
            while true {
                if hasConnected { try await wait(request, actor) }
                do throws(HTTPError) {
                    return try open(try await stream.loader.load(request))
                } catch {
                    guard hasConnected, Self.temporary.contains(error.code) else { throw error }
                }
            }
        }

        private func wait(_ request: HTTPRequest, _ actor: isolated (any Actor)?) async throws(HTTPError) {
            do { try await stream.clock.sleep(Swift.min(delay, Seconds.longestDuration)) } catch {
                throw HTTPError(.cancelled, request: request)
            }
        }

        private var continuingRequest: HTTPRequest {
            var request = hasConnected ? stream.request.withNewIdentity() : stream.request
            request.headers.appendIfAbsent("Accept", "text/event-stream")
            if request.timeouts.idle == HTTPTimeouts().idle { request.timeouts.idle = nil }
            if !lastEventID.isEmpty { request.headers[.lastEventID] = lastEventID }
            return request
        }

        private mutating func open(_ response: HTTPResponse) throws(HTTPError) {
            if response.status == .noContent {
                isOver = true
                return
            }
            let type = response.headers[.contentType].map { ASCII.lowercased($0.prefix { $0 != ";" }.filter { $0 != " " }) }
            guard response.status == .ok, type == "text/event-stream" else {
                throw HTTPError(
                    .unacceptableStatus, request: response.request, response: response,
                    message: "The server answered \(response.status) with \(type ?? "no content type") instead of a stream of events.")
            }
            hasConnected = true
            events = ServerSentEvents.Iterator(chunks: response.body.makeAsyncIterator())
            events?.parser.lastEventID = lastEventID
        }
    }
}
