/// What has arrived for one reader and was not read yet: a head, some body bytes, the end.
///
/// A pure state machine; `Transfer` guards it and resumes whoever waits.
struct Mailbox<Head: Sendable, Outcome: Sendable> {
    /// What became of bytes that were offered.
    enum Acceptance {
        case accepted
        /// The reader has to catch up first; the same bytes are to be offered again once it has.
        case paused
        /// Nobody will read them.
        case refused
    }

    /// What a reader of the head finds.
    enum HeadReading {
        case nothing
        case head(Head)
        /// The transfer ended without a head.
        case ended(Outcome)
    }

    /// What a reader of the body finds.
    enum BodyReading {
        case nothing
        /// Bytes; `resumes` tells that the transfer was paused and has room again.
        case chunk([UInt8], resumes: Bool)
        case ended(Outcome)
    }

    /// How many bytes may wait for the reader: one more piece pauses the transfer.
    let highWaterMark: Int
    private(set) var head: Head?
    private(set) var outcome: Outcome?
    private var body: [UInt8] = []
    private(set) var isPaused = false

    /// What libcurl hands over at most at once (`CURL_MAX_WRITE_SIZE`).
    private static var pieceSize: Int { 16_384 }

    /// - Parameter capacity: room made at once, on the thread of whoever makes this: most bodies fit, and memory that one thread takes and another
    ///   gives back costs both of them a lock.
    init(highWaterMark: Int, capacity: Int = 0) {
        self.highWaterMark = highWaterMark
        body.reserveCapacity(capacity)
    }

    mutating func deliver(_ head: Head) { self.head = head }

    /// Takes bytes of the body, all or none.
    mutating func append(_ bytes: UnsafeRawBufferPointer) -> Acceptance {
        guard outcome == nil else { return .refused }
        guard body.isEmpty || body.count + bytes.count <= highWaterMark else {
            isPaused = true
            return .paused
        }
        // A body that fills one piece of libcurl's will have more: grow once, not at each piece.
        if bytes.count >= Self.pieceSize, body.capacity < Transfer.readSize { body.reserveCapacity(Transfer.readSize) }
        body.append(contentsOf: bytes)
        return .accepted
    }

    /// Ends the transfer. The first end counts; what was received before it can still be read.
    mutating func finish(_ outcome: Outcome) {
        if self.outcome == nil { self.outcome = outcome }
    }

    /// Drops what was not read, for a reader that has gone; the end, where there is one, becomes another.
    mutating func discard(changing end: (Outcome) -> Outcome) {
        body = []
        outcome = outcome.map(end)
    }

    /// Whether a reader of the head, or of the body, would find nothing.
    var hasNoHeadNews: Bool { head == nil && outcome == nil }
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
