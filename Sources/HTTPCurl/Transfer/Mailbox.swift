/// The unread parts of one response: its head, body bytes, its end.
///
/// A pure state machine; `Transfer` guards it and resumes the reader.
struct Mailbox<Head: Sendable, Outcome: Sendable> {
    /// The result of offering bytes.
    enum Acceptance {
        case accepted
        /// The reader has to catch up first; offer the same bytes again then.
        case paused
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

    /// - Parameter capacity: bytes reserved at once, on the caller's thread: most bodies fit, and memory that one thread allocates and another
    ///   frees costs both of them a lock.
    init(highWaterMark: Int, capacity: Int = 0) {
        self.highWaterMark = highWaterMark
        body.reserveCapacity(capacity)
    }

    mutating func deliver(_ head: Head) { self.head = head }

    /// Accepts bytes of the body, all or none.
    mutating func append(_ bytes: UnsafeRawBufferPointer) -> Acceptance {
        guard outcome == nil else { return .refused }
        guard body.isEmpty || body.count + bytes.count <= highWaterMark else {
            isPaused = true
            return .paused
        }
        // A body that fills a whole piece of libcurl usually has more: grow once, not at each piece.
        if bytes.count >= Transfer.pieceSize, body.capacity < Transfer.readSize { body.reserveCapacity(Transfer.readSize) }
        body.append(contentsOf: bytes)
        return .accepted
    }

    /// The number of bytes that `append` accepts now; 0 pauses the transfer until the reader has taken some.
    mutating func makeRoom() -> Int {
        let room = max(0, highWaterMark - body.count)
        if room == 0 { isPaused = true }
        return room
    }

    /// Ends the transfer. The first end counts; what was received before it can still be read.
    mutating func finish(_ outcome: Outcome) {
        if self.outcome == nil { self.outcome = outcome }
    }

    /// Drops the unread bytes, because their reader has gone, and replaces the outcome if there is one.
    mutating func discard(changing end: (Outcome) -> Outcome) {
        body = []
        outcome = outcome.map(end)
    }

    /// True if a reader of the head would find nothing.
    var isHeadPending: Bool { head == nil && outcome == nil }
    /// True if a reader of the body would find nothing.
    var isBodyPending: Bool { body.isEmpty && outcome == nil }
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
