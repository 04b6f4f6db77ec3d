import HTTP
import Synchronization

/// A body of chunks from a list, which ends or fails.
final class ListSource: HTTPResponseBodySource {
    private let chunks: Mutex<[[UInt8]]>
    private let failure: HTTPError?
    let isTruncated: Bool

    init(_ chunks: [[UInt8]], failingWith failure: HTTPError? = nil, isTruncated: Bool = false) {
        self.chunks = Mutex(chunks)
        self.failure = failure
        self.isTruncated = isTruncated
    }

    func next() throws(HTTPError) -> [UInt8]? {
        if let chunk = chunks.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { return chunk }
        if let failure { throw failure }
        return nil
    }

    func cancel() {}
}

/// A body of chunks from a list, which waits after the first one.
final class PausedSource: HTTPResponseBodySource {
    private let chunks: Mutex<[[UInt8]]>
    private let count: Int
    private let reached = AsyncStream.makeStream(of: Void.self)
    private let resumed = AsyncStream.makeStream(of: Void.self)

    init(_ chunks: [[UInt8]]) {
        self.chunks = Mutex(chunks)
        count = chunks.count
    }

    /// Waits until the reader has the first chunk.
    func isReached() async { for await _ in reached.stream { return } }

    /// Lets the reader go on.
    func resume() { resumed.continuation.finish() }

    func next() async throws(HTTPError) -> [UInt8]? {
        if chunks.withLock(\.count) < count {
            reached.continuation.yield()
            for await _ in resumed.stream {}
        }
        return chunks.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    }

    func cancel() {}
}
