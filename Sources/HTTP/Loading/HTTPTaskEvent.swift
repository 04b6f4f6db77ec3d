/// An event during the execution of a request.
///
/// A transfer reports, in this order: ``started(_:)``, ``connected(_:)`` when there is a connection, ``sent(_:of:)`` while the body is
/// sent, ``responded(_:)`` with the head, ``received(_:of:)`` while the body arrives, and ``finished(_:)``. Links report their events
/// around these.
public enum HTTPTaskEvent: Sendable {
    /// A link holds the request back until it is its turn.
    case queued
    /// A link changed the request.
    case changed(HTTPRequestChange)
    /// A link waits; the duration is nil if it is unknown.
    case waiting(for: Duration?, reason: String)
    /// A link waits before it asks a server again if something has happened, such as a login on another device.
    case polling(after: Duration, reason: String)
    /// A transfer begins. The request is validated and has all known headers.
    case started(HTTPRequest)
    /// The connection is ready, new or reused.
    indirect case connected(HTTPConnectionDetails)
    /// The number of body bytes sent so far, and of all. The last event has the full count, even for a short body.
    case sent(Int64, of: Int64?)
    /// The head of a response arrived. Its body is not part of the event.
    case responded(HTTPResponseHead)
    /// The number of body bytes received so far (on the wire), and of all. The last event has the full count, even for a short body.
    case received(Int64, of: Int64?)
    /// A transfer ended, successfully or not. Reported before the reader of the body sees the end.
    indirect case finished(HTTPMetrics)
    /// A transfer failed. Reported after its ``finished(_:)``.
    indirect case failed(HTTPError)
    /// A response redirected the request.
    indirect case redirected(from: HTTPRequest, answer: HTTPResponseHead, to: HTTPRequest)
    /// The request will be sent again: the number of the next attempt (2 for the first repetition), the delay before it, and the reason.
    case retrying(attempt: Int, after: Duration, reason: String)
    /// A scheme obtains or adds credentials.
    case authenticating(scheme: String)
    /// An explanation that is not part of the response: a sentence for a user.
    case noted(String)
    /// A stored response was used: fresh, validated, or shared with another request.
    case answeredFromStore(reason: String)

    enum CountKind {
        case sent
        case received
    }

    /// The kind of a running count, so that newer counts replace older ones.
    var countKind: CountKind? {
        switch self {
        case .sent: .sent
        case .received: .received
        default: nil
        }
    }
}

/// A change of a request by a link, for the trace.
public struct HTTPRequestChange: Sendable {
    /// The link's type name.
    public let link: String
    /// The request that the link received.
    public let before: HTTPRequest
    /// The request that the link passed on.
    public let after: HTTPRequest

    /// Creates a change.
    public init(link: String, before: HTTPRequest, after: HTTPRequest) {
        self.link = link
        self.before = before
        self.after = after
    }

    /// True if the method, URL or headers differ, or a body was set.
    public var isVisible: Bool {
        before.method != after.method || before.target != after.target || before.headers != after.headers
            || before.bodyNumber != after.bodyNumber
    }

    /// The fields that only the changed request has, in order.
    public var addedHeaders: [HTTPHeaderField] { after.headers.fields.filter { !before.headers.fields.contains($0) } }

    /// The fields that only the original request has, in order.
    public var removedHeaders: [HTTPHeaderField] { before.headers.fields.filter { !after.headers.fields.contains($0) } }
}

extension HTTPTask {
    /// Reports a change of a request, if there is a visible one. Every link that changes requests calls it; the trace has no other source.
    public func reportChange(by link: any HTTPLoaderLink, from before: HTTPRequest, to after: HTTPRequest) {
        // Looking up the name costs more than a link does, so it is done only for a visible change.
        guard HTTPRequestChange(link: "", before: before, after: after).isVisible else { return }
        report(.changed(HTTPRequestChange(link: String(describing: type(of: link)), before: before, after: after)))
    }
}
