/// Takes down exchanges: a history store, or a test.
public protocol HTTPRecorder: Sendable {
    /// Where the body of an answer goes while it passes to its reader.
    func makeBodySink(for response: HTTPResponse) -> any HTTPBodySink

    /// An exchange is over. Called once for each, on whichever thread it ended: it must return quickly, so a store hands it to its own queue.
    func record(_ exchange: HTTPExchange)
}

extension HTTPRecorder {
    /// Memory, up to 1 MiB; more is counted and forgotten.
    public func makeBodySink(for response: HTTPResponse) -> any HTTPBodySink { MemorySink(limit: 1_048_576) }
}

/// Takes a copy of the bytes that pass. Called in order, never from two threads at once.
public protocol HTTPBodySink: AnyObject, Sendable {
    /// Some bytes passed.
    func write(_ chunk: [UInt8])

    /// The body has ended; gives what was kept.
    func finish() -> HTTPRecordedBody
}

/// What was kept of a body.
public struct HTTPRecordedBody: Hashable, Sendable {
    /// Where the kept bytes are.
    public enum Storage: Hashable, Sendable {
        /// Here.
        case memory([UInt8])
        /// In a file of mode 0600, which now belongs to whoever reads this.
        case file(path: String)
    }

    /// The kept bytes, from the first on.
    public let storage: Storage
    /// How many passed; more than were kept where a limit cut them off.
    public let byteCount: Int64
    /// True when all that passed was kept. Whether all that was sent arrived is the exchange's ``HTTPExchange/error`` to say.
    public let isComplete: Bool

    /// Kept bytes and how they relate to what passed.
    public init(storage: Storage, byteCount: Int64, isComplete: Bool) {
        self.storage = storage
        self.byteCount = byteCount
        self.isComplete = isComplete
    }
}
