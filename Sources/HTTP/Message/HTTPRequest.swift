public import Platform

/// A request: method, target, headers, body, and options for the loaders.
///
/// A value with an identity: copies keep their ``id``, so that a link that replaces the request by a different one is noticed. Nothing is
/// validated until ``prepared()``, which runs before anything is sent.
///
/// ```swift
/// var request = HTTPRequest(method: .post, url: "https://swapi.dev/api/people?page=1")
/// request.headers["Accept"] = "application/json"
/// request.body = JSONBody(["name": "Leia"])
/// ```
public struct HTTPRequest: Sendable, Identifiable {
    /// Identifies a request within this process.
    public struct ID: Hashable, Sendable {
        let number: UInt64
    }

    /// The identity, shared by all copies of this value.
    public var id: ID { storage.id }
    /// The method; GET by default.
    public var method: HTTPMethod {
        get { storage.method }
        set { own().method = newValue }
    }
    /// The headers in the order in which they are sent. `Host`, `Content-Length` and those of the body are added when the request is sent.
    public var headers: HTTPHeaders {
        _read { yield storage.headers }
        _modify { yield &own().headers }
    }
    /// The body; empty by default.
    public var body: any HTTPBody {
        get { storage.body }
        set {
            let storage = own()
            storage.body = newValue
            storage.bodyNumber = Identity.next()
        }
    }
    /// Changes whenever a body is set, because bodies cannot be compared without reading them.
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

    /// Creates a request without a host; ``host`` or an environment sets it.
    public init(method: HTTPMethod = .get, headers: HTTPHeaders = [:], body: any HTTPBody = EmptyBody()) {
        self.init(method: method, headers: headers, body: body, target: RequestTarget())
    }

    /// Creates a request to a URL, absolute or relative (an environment completes it). The text is kept as written: only spaces, control
    /// characters and characters outside ASCII are percent-encoded. ``prepared()`` reports a URL that cannot be read.
    public init(method: HTTPMethod = .get, url: String, headers: HTTPHeaders = [:], body: any HTTPBody = EmptyBody()) {
        self.init(method: method, headers: headers, body: body, target: RequestTarget())
        self.url = url
    }

    /// Creates a request to a URL.
    public init(method: HTTPMethod = .get, url: URL, headers: HTTPHeaders = [:], body: any HTTPBody = EmptyBody()) {
        self.init(method: method, url: url.absoluteString, headers: headers, body: body)
    }

    init(method: HTTPMethod, headers: HTTPHeaders, body: any HTTPBody, target: RequestTarget) {
        storage = Storage(id: ID(number: Identity.next()), method: method, headers: headers, body: body, target: target)
    }

    /// A copy with an identity of its own, for a link that sends an additional request.
    public func withNewIdentity() -> HTTPRequest {
        var copy = HTTPRequest(method: method, headers: headers, body: body, target: target)
        copy.options = options
        return copy
    }

    /// The storage for writing, not shared with any other copy.
    private mutating func own() -> Storage {
        if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage) }
        return storage
    }
}

/// The parts of a request, shared by its copies until one of them changes. A request passes every link and is part of many events, so a
/// copy must cost one reference only.
///
/// The unchecked conformance is sound because only `HTTPRequest.own()` returns a storage to write to, and such a storage has a single
/// owner. For the same reason its properties need no exclusivity checks at run time: the check of the owner covers them.
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

/// The scheme, host and port that decide if two URLs may share credentials (RFC 6454 section 4).
public struct HTTPOrigin: Hashable, Sendable, CustomStringConvertible {
    /// The scheme in lower case.
    public let scheme: String
    /// The host in its canonical form, so that all its spellings are equal: `bücher.example` is `xn--bcher-kva.example`, `127.1` is `127.0.0.1`.
    public let host: String
    /// The port of the connection, also if the URL does not name it.
    public let port: Int

    /// Creates an origin from a scheme in lower case, a host in any spelling, and the port of the connection.
    public init(scheme: String, host: String, port: Int) {
        self.scheme = scheme
        self.host = WebHost.canonical(host)
        self.port = port
    }

    /// `scheme://host:port`.
    public var description: String { "\(scheme)://\(host):\(port)" }
}

extension HTTPRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The method and the URL, then a line for each header and one for the body. Passwords, tokens and keys are masked, also in the query.
    ///
    /// ```
    /// POST https://leia:••••@swapi.dev/api/people?page=1&token=••••
    /// Accept: application/json
    /// Authorization: ••••
    /// JSONBody, 15 bytes
    /// ```
    public var description: String {
        (["\(method) \(maskedURL)"] + headers.fields.map(\.description) + (body.isEmpty ? [] : [bodyDescription])).joined(separator: "\n")
    }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// A mirror without children, because options may be secret.
    public var customMirror: Mirror { Mirror(self, children: [:]) }

    private static let mask = HTTPSecret("").description

    /// The URL without its password and the values of credentials in its query, for messages.
    var maskedURL: String {
        var masked = self
        if let info = percentEncodedUserInfo, let colon = info.firstIndex(of: ":") {
            masked.percentEncodedUserInfo = info[...colon] + Self.mask
        }
        masked.percentEncodedQuery = percentEncodedQuery.map { query in
            let pairs = query.split(separator: "&", omittingEmptySubsequences: false)
            let names = pairs.map { pair in pair.prefix { $0 != "=" }.percentDecoded() }
            let place = SecretName.Place(inQueryWith: names)
            return zip(names, pairs).map { name, pair in
                guard let sign = pair.firstIndex(of: "="),
                    SecretName.isCredential(name, at: .header) || SecretName.isCredential(name, at: place)
                else { return String(pair) }
                return pair[...sign] + Self.mask
            }
            .joined(separator: "&")
        }
        return masked.url
    }

    private var bodyDescription: String {
        switch body.length {
        case .known(let count): "\(type(of: body)), \(count) byte\(count == 1 ? "" : "s")"
        case .unknown: "\(type(of: body)) of unknown length"
        }
    }
}

extension HTTPResponse: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The description of its head. The body is not read.
    public var description: String { head.description }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension HTTPResponseHead: CustomStringConvertible, CustomDebugStringConvertible {
    /// The status and its phrase, then a line for each header, with cookies and credentials masked.
    public var description: String {
        let phrase = message.isEmpty ? status.reasonPhrase ?? "" : message
        return (["\(status)\(phrase.isEmpty ? "" : " \(phrase)")"] + headers.fields.map(\.description)).joined(separator: "\n")
    }

    /// The same as ``description``.
    public var debugDescription: String { description }
}
