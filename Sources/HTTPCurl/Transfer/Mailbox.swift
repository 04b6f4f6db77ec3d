/// What has arrived for one reader and was not read yet: a head, some body bytes, the end.
///
/// A pure state machine; `Transfer` guards it and resumes whoever waits.
struct Mailbox<Head: Sendable, Outcome: Sendable> {
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
    private var head: Head?
    private var body: [UInt8] = []
    private(set) var outcome: Outcome?
    private var isPaused = false

    init(highWaterMark: Int) { self.highWaterMark = highWaterMark }

    var hasHead: Bool { head != nil }

    mutating func deliver(_ head: Head) { self.head = head }

    /// Takes bytes of the body, all or none.
    ///
    /// - Returns: false when the reader has to catch up first; the same bytes are to be offered again once it has.
    mutating func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard body.isEmpty || body.count + bytes.count <= highWaterMark else {
            isPaused = true
            return false
        }
        // A body that fills one big piece will have more: grow once, not at each piece.
        if body.capacity < highWaterMark, body.count + bytes.count >= highWaterMark / 8 { body.reserveCapacity(highWaterMark) }
        body.append(contentsOf: bytes)
        return true
    }

    /// Ends the transfer. The first end counts; what was received before it can still be read.
    mutating func finish(_ outcome: Outcome) {
        if self.outcome == nil { self.outcome = outcome }
    }

    /// Drops what was not read, for a reader that has gone.
    mutating func discard() { body = [] }

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
