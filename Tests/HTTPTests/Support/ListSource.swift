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
