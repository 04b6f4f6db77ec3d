internal import HTTP

/// What was seen of one transfer while it ran.
struct TransferProgress {
    let start = ContinuousClock.now
    var head: HeadAssembler
    /// The final head, once it was read; also one that is refused.
    var responseHead: HTTPResponseHead?
    /// Set where libcurl is stopped behind the head, because it would wait for a body that HEAD never gets.
    var endsWithHead = false
    /// Request line and headers as they went out.
    var sentHeader: [UInt8] = []
    var sentBodyByteCount: Int64 = 0
    var decodedByteCount: Int64 = 0
    /// When bytes last went out.
    var lastSent: ContinuousClock.Instant?
    /// When bytes last went either way.
    var lastActivity: ContinuousClock.Instant
    /// When byte counts were last reported, and which.
    var lastReport: ContinuousClock.Instant
    var reportedSentByteCount: Int64 = 0
    var reportedReceivedByteCount: Int64 = 0
    var connection: HTTPConnectionDetails?
    /// What the TLS library agreed on, until the connection is known by its addresses.
    var tls: HTTPTLSDetails?
    /// Why libcurl could not answer a challenge.
    var authenticationRemark: String?
    /// Why a callback ended the transfer, which libcurl only knows as an error of the callback.
    var failure: TransferFailure?

    init(headerLimit: Int = 0) {
        head = HeadAssembler(limit: headerLimit)
        lastActivity = start
        lastReport = start
    }
}

/// Why this side ended a transfer.
enum TransferFailure {
    case cancelled
    case shutDown
    case invalidHead(String)
    case headerTooLarge(limit: Int)
    case bodyTooLarge(limit: Int64)
    case bodyUnreadable(any Error)
    case idle(Duration)
}
