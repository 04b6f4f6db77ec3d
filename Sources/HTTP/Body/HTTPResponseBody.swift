import Synchronization

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

    /// The whole body, if it is no longer than the limit.
    /// - Parameter limit: in bytes. Reading stops, and the transfer with it, as soon as one more arrives.
    /// - Throws: ``HTTPError/Code/responseTooLarge``, or what ended the transfer. The error's response holds the head and what had been received,
    ///   behind which its reader gets the error again.
    public func collect(upTo limit: Int) async throws(HTTPError) -> [UInt8] {
        var bytes: [UInt8] = []
        do throws(HTTPError) {
            while let chunk = try await source.next() {
                guard chunk.count <= limit - bytes.count else {
                    bytes += chunk.prefix(Swift.max(0, limit - bytes.count))
                    throw tooLarge(limit)
                }
                if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
            }
            return bytes
        } catch {
            throw failure(error, after: bytes)
        }
    }

    private func tooLarge(_ limit: Int) -> HTTPError {
        cancel()
        return HTTPError(
            .responseTooLarge, request: request,
            message: "The answer is larger than the limit of \(limit) bytes: raise the limit, or save the body to a file.")
    }

    private func failure(_ error: HTTPError, after bytes: [UInt8]) -> HTTPError {
        guard let head = head ?? error.response?.head else { return error }
        let received = HTTPResponse(
            request: request, status: head.status, message: head.message, headers: head.headers,
            body: HTTPResponseBody(bytes, for: request, failingWith: error), version: head.version)
        return HTTPError(
            error.code, request: error.request, response: received, underlyingError: error.underlyingError, message: error.message)
    }

    /// Reads what is left and forgets it, so that the connection can serve again; ends the transfer when more than the limit (in bytes) comes.
    public func discard(readingUpTo limit: Int = 65_536) async {
        var rest = limit
        while rest >= 0, let chunk = try? await source.next() { rest -= chunk.count }
        cancel()
    }
}

/// Where the chunks of a response body come from: a transfer, an array, or another source that a link looks into.
///
/// When the last reference goes away without the end having been read, the source ends its transfer by itself.
public protocol HTTPResponseBodySource: AnyObject, Sendable {
    /// The next chunk, never empty; nil after the last, and from then on.
    ///
    /// Called by one reader at a time. A transport reports the finishing events before it returns nil or throws.
    func next() async throws(HTTPError) -> [UInt8]?

    /// Ends the transfer; harmless when all was read. A reader who asks for more gets ``HTTPError/Code/cancelled``: what it has is not the whole.
    func cancel()
}

/// Bytes at hand, given in one chunk.
final class BytesSource: HTTPResponseBodySource {
    private struct State {
        var bytes: [UInt8]
        /// What comes behind the bytes, where they are not the whole.
        var failure: HTTPError?
    }

    private let request: HTTPRequest
    /// Guards what was not read yet.
    private let state: Mutex<State>

    init(_ bytes: [UInt8], for request: HTTPRequest, failingWith failure: HTTPError? = nil) {
        self.request = request
        state = Mutex(State(bytes: bytes, failure: failure))
    }

    func next() throws(HTTPError) -> [UInt8]? {
        let (bytes, failure) = state.withLock { state in
            defer { state.bytes = [] }
            return (state.bytes, state.failure)
        }
        if !bytes.isEmpty { return bytes }
        if let failure { throw failure }
        return nil
    }

    func cancel() {
        state.withLock { state in
            guard !state.bytes.isEmpty else { return }
            state = State(bytes: [], failure: state.failure ?? HTTPError(.cancelled, request: request))
        }
    }

    /// What was not read yet, for another reader; this one keeps it.
    func copied(for request: HTTPRequest) -> BytesSource {
        let state = state.withLock { $0 }
        return BytesSource(state.bytes, for: request, failingWith: state.failure)
    }
}
