/// The content of an answer as a sequence of chunks, each at least one byte.
///
/// It is read once, by one reader. A reader that is slow slows the transfer down, so memory stays bounded; a body that nobody reads and
/// that is let go, or is cancelled, ends its transfer. Reading fails with the ``HTTPError`` that ended the transfer.
public struct HTTPResponseBody: AsyncSequence, Sendable {
    /// Some bytes, in order.
    public typealias Element = [UInt8]
    /// How a transfer fails.
    public typealias Failure = HTTPError

    /// Bytes to come, where the answer said so: after decompression this is unknown. Not to be trusted for allocations.
    public let expectedByteCount: Int64?
    let request: HTTPRequest
    let source: any HTTPResponseBodySource
    /// Of the answer, once there is one around this.
    var head: HTTPResponseHead?

    /// A body that arrives from a source.
    public init(_ source: any HTTPResponseBodySource, expectedByteCount: Int64? = nil, for request: HTTPRequest) {
        self.source = source
        self.expectedByteCount = expectedByteCount
        self.request = request
    }

    /// The part of a body that had come before a failure, which its reader gets at the end.
    package init(_ bytes: [UInt8], for request: HTTPRequest, failingWith failure: HTTPError) {
        self.init(BytesSource(bytes, for: request, failingWith: failure), for: request)
    }

    /// A body that is at hand.
    public init(_ bytes: [UInt8], for request: HTTPRequest) {
        self.init(BytesSource(bytes, for: request), expectedByteCount: Int64(bytes.count), for: request)
    }

    /// Whether nothing is still to arrive.
    package var isAtHand: Bool { expectedByteCount != nil && source is BytesSource }

    /// Reads on from where the last reader stopped.
    public func makeAsyncIterator() -> Iterator { Iterator(source: source) }

    /// Ends the transfer now; a reader that waits, or has not read all that has arrived, gets ``HTTPError/Code/cancelled``.
    public func cancel() { source.cancel() }

    /// Pulls one chunk after the other.
    public struct Iterator: AsyncIteratorProtocol {
        let source: any HTTPResponseBodySource

        /// The next chunk; nil after the last. Cancelling the calling task ends the transfer.
        public mutating func next() async throws(HTTPError) -> [UInt8]? {
            try await source.next()
        }

        /// The same, from within an actor.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(HTTPError) -> [UInt8]? {
            try await source.next()
        }
    }
}
