import Synchronization

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
