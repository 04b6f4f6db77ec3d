extension HTTPResponseBody {
    /// The events of a `text/event-stream` as they arrive. Read instead of the chunks; cancelling the reading task ends the transfer.
    public var serverSentEvents: ServerSentEvents { ServerSentEvents(body: self) }
}

/// A response body read as events.
public struct ServerSentEvents: AsyncSequence, Sendable {
    /// One event.
    public typealias Element = ServerSentEvent
    /// How a transfer fails.
    public typealias Failure = HTTPError

    let body: HTTPResponseBody

    /// Reads on from where the last reader stopped.
    public func makeAsyncIterator() -> Iterator { Iterator(chunks: body.makeAsyncIterator()) }

    /// Pulls one event after the other.
    public struct Iterator: AsyncIteratorProtocol {
        var chunks: HTTPResponseBody.Iterator
        var parser = ServerSentEventParser()
        var ready: ArraySlice<ServerSentEvent> = []

        /// The next event; nil at the end of the stream. An event that the end cut off is not given.
        public mutating func next() async throws(HTTPError) -> ServerSentEvent? {
            try await next(isolation: nil)
        }

        /// The same, from within an actor.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(HTTPError) -> ServerSentEvent? {
            while ready.isEmpty {
                guard let chunk = try await chunks.next(isolation: actor) else { return nil }
                ready = parser.parse(chunk)[...]
            }
            return ready.popFirst()
        }
    }
}
