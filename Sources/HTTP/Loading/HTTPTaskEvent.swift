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

/// What a link made of a request: the trace shows the difference.
public struct HTTPRequestChange: Sendable {
    /// The link's type name.
    public let link: String
    /// As the link was given it.
    public let before: HTTPRequest
    /// As the link hands it on.
    public let after: HTTPRequest

    /// A change by a link.
    public init(link: String, before: HTTPRequest, after: HTTPRequest) {
        self.link = link
        self.before = before
        self.after = after
    }

    /// True when method, URL or headers differ, or a body was set.
    public var isVisible: Bool {
        before.method != after.method || before.target != after.target || before.headers != after.headers
            || before.bodyNumber != after.bodyNumber
    }

    /// Fields that are there only afterwards, in order.
    public var addedHeaders: [HTTPHeaderField] { after.headers.filter { !before.headers.fields.contains($0) } }

    /// Fields that were there only before, in order.
    public var removedHeaders: [HTTPHeaderField] { before.headers.filter { !after.headers.fields.contains($0) } }
}

extension HTTPTask {
    /// Reports that a link changed a request, where it did. Every link that changes requests calls it: the trace knows of no other way.
    public func reportChange(by link: any HTTPLoaderLink, from before: HTTPRequest, to after: HTTPRequest) {
        // The name is looked up only where there is something to tell: it costs more than a link does.
        guard HTTPRequestChange(link: "", before: before, after: after).isVisible else { return }
        report(.changed(HTTPRequestChange(link: String(describing: type(of: link)), before: before, after: after)))
    }
}
