/// A question to a server: method, target, headers, body, and options that tell the loaders how to treat it.
///
/// A value with an identity: a copy that a link changes keeps its ``id``, so that a link that swaps in another request is noticed.
/// Nothing is checked while it is put together; ``prepared()`` does that, before anything is sent.
///
/// ```swift
/// var request = HTTPRequest(method: .post, url: "https://swapi.dev/api/people?page=1")
/// request.headers["Accept"] = "application/json"
/// request.body = JSONBody(["name": "Leia"])
/// ```
public struct HTTPRequest: Sendable, Identifiable {
    /// Tells one request from all others of this process, whatever happens to its parts.
    public struct ID: Hashable, Sendable {
        let number: UInt64
    }

    /// The same for every copy of this value.
    public let id: ID
    /// GET unless set.
    public var method: HTTPMethod
    /// In the order they are sent. `Host`, `Content-Length` and what the body adds need not be here.
    public var headers: HTTPHeaders
    /// Empty unless set.
    public var body: any HTTPBody
    var target: RequestTarget
    var options = HTTPOptionValues()

    /// A request without a host yet: an environment or ``host`` gives it one.
    public init(method: HTTPMethod = .get, headers: HTTPHeaders = [:], body: any HTTPBody = EmptyBody()) {
        self.init(method: method, headers: headers, body: body, target: RequestTarget())
    }

    /// A request to a URL, absolute or relative (then an environment completes it). The text is kept as written: nothing but
    /// spaces, controls and what is not ASCII is percent-encoded. A URL that cannot be read is reported by ``prepared()``.
    public init(method: HTTPMethod = .get, url: String, headers: HTTPHeaders = [:], body: any HTTPBody = EmptyBody()) {
        self.init(method: method, headers: headers, body: body, target: RequestTarget())
        self.url = url
    }

    init(method: HTTPMethod, headers: HTTPHeaders, body: any HTTPBody, target: RequestTarget) {
        id = ID(number: Identity.next())
        self.method = method
        self.headers = headers
        self.body = body
        self.target = target
    }

    /// The same request under an identity of its own, for a link that sends something beside what it was given.
    public func withNewIdentity() -> HTTPRequest {
        var copy = HTTPRequest(method: method, headers: headers, body: body, target: target)
        copy.options = options
        return copy
    }
}
