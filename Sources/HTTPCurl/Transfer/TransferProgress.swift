internal import HTTP

/// Observations on one transfer while it runs.
struct TransferProgress {
    let start = ContinuousClock.now
    var head: HeadAssembler
    /// The final head, once it was read; also one that was refused as invalid.
    var responseHead: HTTPResponseHead?
    /// True if libcurl is stopped after the head, because it would wait for a body that HEAD never gets.
    var endsWithHead = false
    /// Request line and headers as they went out.
    var sentHeader: [UInt8] = []
    var sentBodyByteCount: Int64 = 0
    var decodedByteCount: Int64 = 0
    /// The time at which bytes were last sent.
    var lastSent: ContinuousClock.Instant?
    /// The time at which bytes were last sent or received.
    var lastActivity: ContinuousClock.Instant
    /// The time of the last report of byte counts.
    var lastReport: ContinuousClock.Instant
    var reportedSentByteCount: Int64 = 0
    var reportedReceivedByteCount: Int64 = 0
    var connection: HTTPConnectionDetails?
    /// The `errno` of the last socket that could not be opened.
    var socketError: Int32?
    /// The TLS details of a new connection, until its addresses are known.
    var tls: HTTPTLSDetails?
    /// The reason why libcurl could not answer an authentication challenge.
    var authenticationRemark: String?
    /// The reason for which a callback ended the transfer; libcurl knows it only as an error of the callback.
    var failure: TransferFailure?

    init(headerLimit: Int = 0) {
        head = HeadAssembler(limit: headerLimit)
        lastActivity = start
        lastReport = start
    }
}

/// A reason for which this side ended a transfer.
enum TransferFailure {
    case cancelled
    case shutDown
    case invalidHead(String)
    case headerTooLarge(limit: Int)
    case bodyTooLarge(limit: Int64)
    case bodyUnreadable(any Error)
    case idle(Duration)
    /// The limit of the whole transfer passed while it waited for a connection.
    case timedOutInQueue
}
