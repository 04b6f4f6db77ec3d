import Synchronization

/// Where the chunks of a response body come from: a transfer, an array, or another source that a link looks into.
///
/// When the last reference goes away without the end having been read, the source ends its transfer by itself.
public protocol HTTPResponseBodySource: AnyObject, Sendable {
    /// The next chunk, never empty; nil after the last, and from then on.
    ///
    /// Called by one reader at a time. A transport reports the finishing events before it returns nil or throws.
    func next() async throws(HTTPError) -> [UInt8]?

    /// Ends the transfer; harmless when it has ended.
    func cancel()
}

/// Bytes at hand, given in one chunk.
final class BytesSource: HTTPResponseBodySource {
    /// Guards the bytes that were not read yet.
    private let bytes: Mutex<[UInt8]>

    init(_ bytes: [UInt8]) { self.bytes = Mutex(bytes) }

    func next() -> [UInt8]? {
        bytes.withLock { bytes in
            defer { bytes = [] }
            return bytes.isEmpty ? nil : bytes
        }
    }

    func cancel() {
        bytes.withLock { $0 = [] }
    }

    /// What was not read yet, which stays.
    var remaining: [UInt8] { bytes.withLock { $0 } }
}
