import Synchronization

/// The body of a response as a sequence of non-empty chunks.
///
/// It can be read once, by one reader; reading it again is ``HTTPError/Code/bodyAlreadyRead``. A slow reader slows the transfer down, so memory
/// stays bounded. Cancelling or releasing an unread body ends its transfer. Reading throws the ``HTTPError`` that ended the transfer.
///
/// ```swift
/// let people = try await response.body.decode([Person].self)   // or .text(), .data(), .save(to: path)
/// for try await chunk in response.body { … }                   // any size, in constant memory
/// ```
public struct HTTPResponseBody: AsyncSequence, Sendable {
    /// A chunk of bytes.
    public typealias Element = [UInt8]
    /// The error of a transfer.
    public typealias Failure = HTTPError

    /// The number of bytes that the response announced; nil if unknown, as for compressed responses. Not reliable for allocations.
    public internal(set) var expectedByteCount: Int64?
    let source: ObservedSource
    /// The head of the response, once the body is part of one.
    var head: HTTPResponseHead?

    /// Creates a body that arrives from a source.
    public init(_ source: any HTTPResponseBodySource, expectedByteCount: Int64? = nil, for request: HTTPRequest) {
        self.init(ObservedSource(source, for: request), expectedByteCount: expectedByteCount)
    }

    init(_ source: ObservedSource, expectedByteCount: Int64?, head: HTTPResponseHead? = nil) {
        self.source = source
        self.expectedByteCount = expectedByteCount
        self.head = head
    }

    /// Creates the part of a body that arrived before a failure, which its reader gets at the end.
    package init(_ bytes: [UInt8], for request: HTTPRequest, failingWith failure: HTTPError) {
        self.init(BytesSource(bytes, for: request, failingWith: failure), for: request)
    }

    /// Creates a complete body.
    public init(_ bytes: [UInt8], for request: HTTPRequest) {
        self.init(BytesSource(bytes, for: request), expectedByteCount: Int64(bytes.count), for: request)
    }

    var request: HTTPRequest { source.request }

    /// The copy that ``RecordExchanges`` makes of the read bytes; it has each chunk before the reader gets it. Nil if nothing is recorded.
    public var recording: (any HTTPBodySink)? { source.recording }

    /// True if a body that was read to its end lacks some of it: its compressed data has no end, which only ``HTTPResponseParsing/lenient`` allows, or
    /// libcurl drops it, as with a response with 417 to a request with `Expect: 100-continue`.
    public var isTruncated: Bool { source.isTruncated }

    /// True if the whole body is in memory.
    package var isInMemory: Bool { expectedByteCount != nil && source.isInMemory }

    /// Continues where the last reader stopped.
    public func makeAsyncIterator() -> Iterator { Iterator(source: source, isKnownEmpty: expectedByteCount == 0) }

    /// Ends the transfer. A reader that waits, or has not read everything, gets ``HTTPError/Code/cancelled``.
    public func cancel() { source.cancel() }

    /// Ends the transfer because the reader cannot go on, for a reason that observers and recorders get as the error of the transfer.
    package func cancel(because reason: String) { source.cancel(failingWith: HTTPError(.unknown, request: request, message: reason)) }

    /// Reads one chunk after the other.
    public struct Iterator: AsyncIteratorProtocol {
        let source: ObservedSource
        let isKnownEmpty: Bool
        private var isAtEnd = false

        /// ``HTTPResponseBody/isTruncated`` of the body.
        package var isTruncated: Bool { source.isTruncated }

        fileprivate init(source: ObservedSource, isKnownEmpty: Bool) {
            self.source = source
            self.isKnownEmpty = isKnownEmpty
        }

        /// The next chunk; nil at the end. Cancelling the calling task ends the transfer.
        public mutating func next() async throws(HTTPError) -> [UInt8]? { try await next(isolation: nil) }

        /// The next chunk, for a caller in an actor.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(HTTPError) -> [UInt8]? {
            if isAtEnd { return nil }
            if let chunk = try await source.next() { return chunk }
            isAtEnd = true
            // A body that is known to be empty can be read again.
            if source.noteReader(), !isKnownEmpty { throw HTTPError(.bodyAlreadyRead, request: source.request) }
            return nil
        }
    }

    /// The whole body, if it does not exceed a limit.
    /// - Parameter limit: the number of bytes. Reading and the transfer stop as soon as more arrives.
    /// - Throws: ``HTTPError/Code/responseTooLarge``, or the error that ended the transfer. Its response holds the head and the bytes that
    ///   arrived; reading them ends with the same error.
    public func collect(upTo limit: Int) async throws(HTTPError) -> [UInt8] {
        let capacity = capacity(upTo: limit)
        return try await collect(upTo: limit, into: []) { bytes, chunk in
            guard bytes.isEmpty else { return bytes += chunk }
            // The first chunk is often the only one, and is then shared instead of copied.
            bytes = chunk
            if chunk.count < capacity { bytes.reserveCapacity(capacity) }
        }
    }

    /// Collects the chunks in a value that holds bytes.
    func collect<Bytes: Collection<UInt8>>(
        upTo limit: Int, into empty: Bytes, append: (inout Bytes, [UInt8]) -> Void
    ) async throws(HTTPError) -> Bytes {
        var bytes = empty
        var reader = makeAsyncIterator()
        do throws(HTTPError) {
            while let chunk = try await reader.next() {
                guard chunk.count <= limit - bytes.count else {
                    append(&bytes, Array(chunk.prefix(Swift.max(0, limit - bytes.count))))
                    throw tooLarge(limit)
                }
                append(&bytes, chunk)
            }
            return bytes
        } catch {
            throw failure(error, after: Array(bytes))
        }
    }

    /// The number of bytes to make room for. A stated length may be wrong, so it is not trusted beyond 256 MiB.
    func capacity(upTo limit: Int) -> Int {
        Int(Swift.max(0, Swift.min(expectedByteCount ?? 0, Int64(limit), 256 << 20)))
    }

    private func tooLarge(_ limit: Int) -> HTTPError {
        cancel()
        return HTTPError(
            .responseTooLarge, request: request,
            message: "The response is larger than the limit of \(limit) bytes: raise the limit, or save the body to a file.")
    }

    private func failure(_ error: HTTPError, after bytes: [UInt8]) -> HTTPError {
        guard let head = head ?? error.response?.head else { return error }
        let received = HTTPResponse(
            request: request, status: head.status, message: head.message, headers: head.headers,
            body: HTTPResponseBody(bytes, for: request, failingWith: error), version: head.version)
        return HTTPError(
            error.code, request: error.request, response: received, underlyingError: error.underlyingError, message: error.message)
    }

    /// Reads and discards the rest, so that the connection can be reused. Ends the transfer instead if more than `limit` bytes follow, or if they take
    /// longer than a duration.
    public func discard(readingUpTo limit: Int = 65_536, within duration: Duration = .seconds(1), clock: HTTPClock = .system) async {
        defer { cancel() }
        if expectedByteCount == 0 || isInMemory { return await skip(limit) }
        await withTaskGroup { group in
            group.addTask { await skip(limit) }
            group.addTask { _ = try? await clock.sleep(duration) }
            await group.next()
            // The group waits for the reader, which may end only by this; in a cancelled task the sleep is over first.
            cancel()
            group.cancelAll()
        }
    }

    private func skip(_ limit: Int) async {
        var rest = limit
        while rest >= 0, let chunk = try? await source.next() { rest -= chunk.count }
    }

    /// The same body with a stage of a link before its source.
    func replacing(source: any HTTPResponseBodySource) -> HTTPResponseBody {
        HTTPResponseBody(ObservedSource(source, continuing: self.source), expectedByteCount: expectedByteCount, head: head)
    }
}

/// The source of a response body: a transfer, an array, or a link's stage around another source.
///
/// A source ends its transfer when its last reference is released before the end was read.
public protocol HTTPResponseBodySource: AnyObject, Sendable {
    /// The next chunk, never empty; nil at the end and after it.
    ///
    /// Called by one reader at a time. A transport reports the final events before it returns nil or throws.
    func next() async throws(HTTPError) -> [UInt8]?

    /// Ends the transfer; does nothing after the end. A reader that asks for more gets ``HTTPError/Code/cancelled``, because its bytes are
    /// incomplete.
    func cancel()

    /// True if the bytes up to the end are known to be incomplete although reading them did not fail. Asked after the end; false by default.
    var isTruncated: Bool { get }
}

extension HTTPResponseBodySource {
    /// False.
    public var isTruncated: Bool { false }
}

/// A source of bytes in memory, read as one chunk.
final class BytesSource: HTTPResponseBodySource {
    private struct State {
        var bytes: [UInt8]
        /// The error after the bytes, if they are incomplete.
        var failure: HTTPError?
    }

    private let request: HTTPRequest
    let isTruncated: Bool
    /// Guards the bytes that were not read yet.
    private let state: Mutex<State>

    init(_ bytes: [UInt8], for request: HTTPRequest, failingWith failure: HTTPError? = nil, isTruncated: Bool = false) {
        self.request = request
        self.isTruncated = isTruncated
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

    /// A copy of the unread bytes for another reader.
    func copied(for request: HTTPRequest) -> BytesSource {
        let state = state.withLock { $0 }
        return BytesSource(state.bytes, for: request, failingWith: state.failure, isTruncated: isTruncated)
    }
}
