/// The unread parts of one response: its head, body bytes, its end.
///
/// A pure state machine; `Transfer` guards it and resumes the reader.
struct Mailbox<Head: Sendable, Outcome: Sendable> {
    /// The result of offering bytes.
    enum Acceptance {
        case accepted
        /// Accepted beyond the limit: the transfer must pause after it has delivered the data that it has read.
        case acceptedLast
        /// The reader has to catch up first; offer the same bytes again then.
        case paused
        /// Too many to be taken.
        case tooMany
        /// The transfer has ended: the bytes are dropped.
        case refused
    }

    /// The result of reading the head.
    enum HeadReading {
        case nothing
        case head(Head)
        /// The transfer ended without a head.
        case ended(Outcome)
    }

    /// The result of reading the body.
    enum BodyReading {
        case nothing
        /// Bytes; `resumes` is true if the transfer was paused and has room again.
        case chunk([UInt8], resumes: Bool)
        case ended(Outcome)
    }

    /// The number of bytes that may wait for the reader; a piece beyond it pauses the transfer.
    let highWaterMark: Int
    private(set) var head: Head?
    private(set) var outcome: Outcome?
    private var body: [UInt8] = []
    private(set) var isPaused = false

    /// The maximum number of waiting bytes that cannot be held back.
    private static var mostBytes: Int { 24 << 20 }

    /// - Parameter capacity: bytes reserved at once, on the caller's thread: most bodies fit, and memory that one thread allocates and another
    ///   frees costs both of them a lock.
    init(highWaterMark: Int, capacity: Int = 0) {
        self.highWaterMark = highWaterMark
        body.reserveCapacity(capacity)
    }

    mutating func deliver(_ head: Head) { self.head = head }

    /// Accepts bytes of the body, all or none.
    ///
    /// - Parameter mustTake: true if they cannot be held back, because they were decompressed from bytes that were already read.
    mutating func append(_ bytes: UnsafeRawBufferPointer, mustTake: Bool = false) -> Acceptance {
        guard outcome == nil else { return .refused }
        guard body.isEmpty || body.count + bytes.count <= highWaterMark else {
            isPaused = true
            return mustTake ? appendBeyondMark(bytes) : .paused
        }
        // A body that fills one piece of libcurl's will have more: grow once, not at each piece.
        if bytes.count >= Transfer.pieceSize, body.capacity < Transfer.readSize { body.reserveCapacity(Transfer.readSize) }
        body.append(contentsOf: bytes)
        return .accepted
    }

    private mutating func appendBeyondMark(_ bytes: UnsafeRawBufferPointer) -> Acceptance {
        guard body.count + bytes.count <= Self.mostBytes else { return .tooMany }
        // Reserves everything at once: unwritten pages use no memory, while growing by copies would need twice as much.
        if body.count + bytes.count > body.capacity { body.reserveCapacity(Self.mostBytes) }
        body.append(contentsOf: bytes)
        return .acceptedLast
    }

    /// Ends the transfer. The first end counts; what was received before it can still be read.
    mutating func finish(_ outcome: Outcome) {
        if self.outcome == nil { self.outcome = outcome }
    }

    /// Drops the unread bytes, for a reader that has gone, and replaces the end if there is one.
    mutating func discard(changing end: (Outcome) -> Outcome) {
        body = []
        outcome = outcome.map(end)
    }

    /// True if a reader of the head would find nothing.
    var hasNoHeadNews: Bool { head == nil && outcome == nil }
    /// True if a reader of the body would find nothing.
    var hasNoBodyNews: Bool { body.isEmpty && outcome == nil }
    var hasBytes: Bool { !body.isEmpty }

    func readHead() -> HeadReading {
        if let head { return .head(head) }
        return outcome.map { .ended($0) } ?? .nothing
    }

    mutating func readBody() -> BodyReading {
        guard body.isEmpty else {
            defer {
                body = []
                isPaused = false
            }
            return .chunk(body, resumes: isPaused)
        }
        return outcome.map { .ended($0) } ?? .nothing
    }
}
