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
    public var id: ID { storage.id }
    /// GET unless set.
    public var method: HTTPMethod {
        get { storage.method }
        set { own().method = newValue }
    }
    /// In the order they are sent. `Host`, `Content-Length` and what the body adds need not be here.
    public var headers: HTTPHeaders {
        _read { yield storage.headers }
        _modify { yield &own().headers }
    }
    /// Empty unless set.
    public var body: any HTTPBody {
        get { storage.body }
        set {
            let storage = own()
            storage.body = newValue
            storage.bodyNumber = Identity.next()
        }
    }
    /// Another one whenever a body was set: bodies themselves cannot be compared without reading them.
    var bodyNumber: UInt64 { storage.bodyNumber }
    var target: RequestTarget {
        _read { yield storage.target }
        _modify { yield &own().target }
    }
    var options: HTTPOptionValues {
        _read { yield storage.options }
        _modify { yield &own().options }
    }
    private var storage: Storage

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
        storage = Storage(id: ID(number: Identity.next()), method: method, headers: headers, body: body, target: target)
    }

    /// The same request under an identity of its own, for a link that sends something beside what it was given.
    public func withNewIdentity() -> HTTPRequest {
        var copy = HTTPRequest(method: method, headers: headers, body: body, target: target)
        copy.options = options
        return copy
    }

    /// The parts, which no other copy sees change.
    private mutating func own() -> Storage {
        if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage) }
        return storage
    }
}

/// The parts of a request, shared by its copies until one changes: a request goes through every link and stands in every event, so a copy is to
/// cost one reference.
///
/// The unchecked conformance is sound because only `HTTPRequest.own()` hands out a storage to write to, and that one has a single owner. For the same
/// reason accesses need no check at run time: that of the owner's own, of which there is one, covers them. Links look at a request a hundred times.
private final class Storage: @unchecked Sendable {
    let id: HTTPRequest.ID
    @exclusivity(unchecked) var method: HTTPMethod
    @exclusivity(unchecked) var headers: HTTPHeaders
    @exclusivity(unchecked) var body: any HTTPBody
    @exclusivity(unchecked) var bodyNumber: UInt64 = 0
    @exclusivity(unchecked) var target: RequestTarget
    @exclusivity(unchecked) var options: HTTPOptionValues

    init(
        id: HTTPRequest.ID, method: HTTPMethod, headers: HTTPHeaders, body: any HTTPBody, target: RequestTarget,
        options: HTTPOptionValues = HTTPOptionValues()
    ) {
        self.id = id
        self.method = method
        self.headers = headers
        self.body = body
        self.target = target
        self.options = options
    }

    convenience init(_ other: Storage) {
        self.init(
            id: other.id, method: other.method, headers: other.headers, body: other.body, target: other.target, options: other.options)
        bodyNumber = other.bodyNumber
    }
}

/// The triple that decides whether two URLs may share credentials (RFC 6454 section 4).
public struct HTTPOrigin: Hashable, Sendable, CustomStringConvertible {
    /// In lower case.
    public let scheme: String
    /// In lower case.
    public let host: String
    /// The one connected to, never the scheme's silent one.
    public let port: Int

    /// An origin of parts that are normalized already.
    public init(scheme: String, host: String, port: Int) {
        self.scheme = scheme
        self.host = host
        self.port = port
    }

    /// `scheme://host:port`.
    public var description: String { "\(scheme)://\(host):\(port)" }
}
