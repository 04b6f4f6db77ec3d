extension HTTPResponseBody {
    /// The events of a `text/event-stream` as they arrive, read instead of the chunks. Cancelling the reading task ends the transfer.
    /// ``HTTPLoader/serverSentEvents(for:clock:)`` connects again when the stream breaks off.
    public var serverSentEvents: ServerSentEvents { ServerSentEvents(body: self) }
}

/// A response body as a sequence of events.
public struct ServerSentEvents: AsyncSequence, Sendable {
    /// An event.
    public typealias Element = ServerSentEvent
    /// The error of a transfer.
    public typealias Failure = HTTPError

    let body: HTTPResponseBody

    /// Continues where the last reader stopped.
    public func makeAsyncIterator() -> Iterator { Iterator(chunks: body.makeAsyncIterator()) }

    /// Reads one event after the other.
    public struct Iterator: AsyncIteratorProtocol {
        var chunks: HTTPResponseBody.Iterator
        var parser = ServerSentEventParser()
        var ready: ArraySlice<ServerSentEvent> = []

        /// The next event; nil at the end of the stream. An incomplete event at the end is discarded.
        public mutating func next() async throws(HTTPError) -> ServerSentEvent? {
            try await next(isolation: nil)
        }

        /// The next event, for a caller in an actor.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(HTTPError) -> ServerSentEvent? {
            while ready.isEmpty {
                guard let chunk = try await chunks.next(isolation: actor) else { return nil }
                ready = parser.parse(chunk)[...]
            }
            return ready.popFirst()
        }
    }
}

/// One event of a `text/event-stream` (WHATWG HTML section 9.2).
public struct ServerSentEvent: Hashable, Sendable {
    /// The type; `message` unless the stream names another.
    public var event: String
    /// The data lines, joined by line feeds.
    public var data: String
    /// The last id of the stream up to this event; empty if there is none.
    public var id: String

    /// Creates an event.
    public init(event: String = "message", data: String, id: String = "") {
        self.event = event
        self.data = data
        self.id = id
    }
}

/// An incremental parser for event streams (WHATWG HTML section 9.2.6).
public struct ServerSentEventParser: Sendable {
    /// The delay before reconnecting that the stream asked for, in milliseconds.
    public private(set) var retryMilliseconds: Int?
    /// The last id, sent as `Last-Event-ID` when reconnecting.
    public internal(set) var lastEventID = "" {
        didSet { pendingID = lastEventID }
    }
    private let limit: Int
    private var line: [UInt8] = []
    private var endedInCarriageReturn = false
    private var isFirstLine = true
    private var data = ""
    private var hasData = false
    private var event = ""
    private var pendingID = ""

    /// - Parameter limit: the maximum number of bytes of an event; the rest of a longer one is dropped.
    public init(limit: Int = 16 << 20) { self.limit = limit }

    /// The events that are completed by these bytes.
    public mutating func parse(_ bytes: [UInt8]) -> [ServerSentEvent] {
        var events: [ServerSentEvent] = []
        for byte in bytes {
            defer { endedInCarriageReturn = byte == 0x0D }
            switch byte {
            case 0x0A where endedInCarriageReturn: continue
            case 0x0A, 0x0D: endLine(into: &events)
            default: if line.count < limit { line.append(byte) }
            }
        }
        return events
    }

    private mutating func endLine(into events: inout [ServerSentEvent]) {
        var bytes = line[...]
        line.removeAll(keepingCapacity: true)
        if isFirstLine, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
        isFirstLine = false
        guard !bytes.isEmpty else { return dispatch(into: &events) }
        guard let colon = bytes.firstIndex(of: 0x3A) else { return apply(bytes, value: []) }
        var value = bytes[(colon + 1)...]
        if value.first == 0x20 { value = value.dropFirst() }
        apply(bytes[..<colon], value: value)
    }

    private mutating func apply(_ field: ArraySlice<UInt8>, value: ArraySlice<UInt8>) {
        let text = String(decoding: value, as: UTF8.self)
        switch String(decoding: field, as: UTF8.self) {
        case "data":
            guard data.utf8.count + value.count < limit else { return }
            if hasData { data += "\n" }
            data += text
            hasData = true
        case "event": event = text
        case "id": if !value.contains(0) { pendingID = text }
        case "retry":
            if !value.isEmpty, value.allSatisfy(ASCII.isDigit) { retryMilliseconds = Int(text) ?? retryMilliseconds }
        default: break
        }
    }

    private mutating func dispatch(into events: inout [ServerSentEvent]) {
        lastEventID = pendingID
        if hasData { events.append(ServerSentEvent(event: event.isEmpty ? "message" : event, data: data, id: lastEventID)) }
        data = ""
        hasData = false
        event = ""
    }
}

extension HTTPLoader {
    /// The events of a stream, which is requested again whenever it ends or breaks off, as browsers do (WHATWG HTML section 9.2.3).
    ///
    /// The first request is sent when the first event is read. Later ones are sent after the delay that the stream asks for, or else three seconds,
    /// with a `Last-Event-ID` field if the stream has named an id. Cancelling the reading task, or leaving its loop, ends the transfer.
    ///
    /// ```swift
    /// for try await event in loader.serverSentEvents(for: request) { print(event.data) }
    /// ```
    /// - Parameters:
    ///   - request: sent with `Accept: text/event-stream` and without ``HTTPTimeouts/idle``, unless it sets `Accept` itself or another limit
    ///     than the default.
    ///   - clock: waits between two connections.
    public func serverSentEvents(for request: HTTPRequest, clock: HTTPClock = .system) -> ReconnectingServerSentEvents {
        ReconnectingServerSentEvents(loader: self, request: request, clock: clock)
    }
}

/// The events of a stream that is requested again when it ends; see ``HTTPLoader/serverSentEvents(for:clock:)``.
///
/// The sequence ends when the server responds with 204. It throws the error of a first request that fails, ``HTTPError/Code/unacceptableStatus`` for
/// a response that is not a stream of events, and later errors except for those that may pass: of the connection, of time limits and of responses
/// that broke off.
public struct ReconnectingServerSentEvents: AsyncSequence, Sendable {
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

        private let stream: ReconnectingServerSentEvents
        private var events: ServerSentEvents.Iterator?
        private var hasConnected = false
        private var isOver = false
        private var lastEventID = ""
        private var delay = Iterator.delay

        fileprivate init(stream: ReconnectingServerSentEvents) { self.stream = stream }

        /// The next event; nil once the server has responded with 204.
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
            if !lastEventID.isEmpty { request.headers["Last-Event-ID"] = lastEventID }
            return request
        }

        private mutating func open(_ response: HTTPResponse) throws(HTTPError) {
            if response.status == .noContent {
                isOver = true
                return
            }
            let type = response.headers["Content-Type"].map { ASCII.lowercased($0.prefix { $0 != ";" }.filter { $0 != " " }) }
            guard response.status == .ok, type == "text/event-stream" else {
                throw HTTPError(
                    .unacceptableStatus, request: response.request, response: response,
                    message: "The server responded with \(response.status) and \(type ?? "no content type") instead of a stream of events.")
            }
            hasConnected = true
            events = ServerSentEvents.Iterator(chunks: response.body.makeAsyncIterator())
            events?.parser.lastEventID = lastEventID
        }
    }
}
