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
        var isCutOff = false
    }

    private let request: HTTPRequest
    /// Guards the bytes that were not read yet.
    private let state: Mutex<State>

    init(_ bytes: [UInt8], for request: HTTPRequest) {
        self.request = request
        state = Mutex(State(bytes: bytes))
    }

    func next() throws(HTTPError) -> [UInt8]? {
        let (bytes, isCutOff) = state.withLock { state in
            defer { state.bytes = [] }
            return (state.bytes, state.isCutOff)
        }
        if isCutOff { throw HTTPError(.cancelled, request: request) }
        return bytes.isEmpty ? nil : bytes
    }

    func cancel() {
        state.withLock { state in
            state.isCutOff = state.isCutOff || !state.bytes.isEmpty
            state.bytes = []
        }
    }

    /// What was not read yet, which stays.
    var remaining: [UInt8] { state.withLock { $0.bytes } }
}
