/// Something that happened while a request was executed.
///
/// A transfer reports, in this order: ``started(_:)``, ``connected(_:)`` when a connection is there, ``sent(_:of:)`` while the body goes out,
/// ``responded(_:)`` with the head, ``received(_:of:)`` while the body comes in, and ``finished(_:)``. Links report around that.
public enum HTTPTaskEvent: Sendable {
    /// A link holds the request back until its turn comes.
    case queued
    /// A link handed on another request than it was given.
    case changed(HTTPRequestChange)
    /// A link waits before it goes on; nil where the end is not known.
    case waiting(for: Duration?, reason: String)
    /// A link waits before it asks once more whether something is done that others do, such as a login on another device, and for what.
    case polling(after: Duration, reason: String)
    /// A transfer begins, with the request as it is handed to the transport: validated, with all headers that are known.
    case started(HTTPRequest)
    /// The connection is ready, new or used again.
    indirect case connected(HTTPConnectionDetails)
    /// Bytes of the body that went out so far, and how many there are. The last one is the whole count, also where it took no time.
    case sent(Int64, of: Int64?)
    /// The head of an answer; its body is never looked at here.
    case responded(HTTPResponseHead)
    /// Bytes of the body that came in so far (on the wire), and how many there are. The last one is the whole count, also where it took no time.
    case received(Int64, of: Int64?)
    /// A transfer ended, for good or ill. Comes before the body's reader learns of the end.
    indirect case finished(HTTPMetrics)
    /// A transfer ended with an error, after its ``finished(_:)``.
    indirect case failed(HTTPError)
    /// An answer sent the request elsewhere.
    indirect case redirected(from: HTTPRequest, answer: HTTPResponseHead, to: HTTPRequest)
    /// The request will be sent again: the number of the attempt to come (2 for the first repetition), the wait before it, and why.
    case retrying(attempt: Int, after: Duration, reason: String)
    /// Credentials are being obtained or put on, by the scheme named.
    case authenticating(scheme: String)
    /// What explains the answer and does not stand in it: a sentence that says what happened and what to do.
    case noted(String)
    /// A stored answer was used: fresh, validated, or shared with another request.
    case answeredFromStore(reason: String)
}

extension HTTPTaskEvent {
    enum CountKind {
        case sent
        case received
    }

    /// Which running count this is, so that newer ones can replace it.
    var countKind: CountKind? {
        switch self {
        case .sent: .sent
        case .received: .received
        default: nil
        }
    }
}
