extension HTTPResponseBody {
    /// The events of a `text/event-stream` as they arrive, read instead of the chunks. Cancelling the reading task ends the transfer.
    /// ``HTTPLoader/serverSentEvents(for:)`` connects again when the stream breaks off.
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
        guard let colon = bytes.firstIndex(of: 0x3A) else { return take(bytes, value: []) }
        var value = bytes[(colon + 1)...]
        if value.first == 0x20 { value = value.dropFirst() }
        take(bytes[..<colon], value: value)
    }

    private mutating func take(_ field: ArraySlice<UInt8>, value: ArraySlice<UInt8>) {
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
