import Platform

/// A link that passes each request to the link for its ``HTTPRequest/authenticationMethod`` (part 16 of “HTTP in Swift”).
///
/// The links share the next loader, which the chain resets once. Its place is inside ``Redirect``, so that each hop is authenticated
/// separately.
public struct Authenticate: HTTPLoaderLink {
    private let links: [AuthenticationMethod: any HTTPLoaderLink]

    /// - Parameter links: the links by authentication method.
    public init(_ links: [AuthenticationMethod: any HTTPLoaderLink]) { self.links = links }

    /// Creates a link for all methods of the core. The delegates provide what requests do not have.
    public init(delegate: (any BasicAuthDelegate)? = nil, oauth: (any OAuthDelegate)? = nil, clock: HTTPClock = .system) {
        self.init(Self.standardLinks(delegate: delegate, oauth: oauth, clock: clock))
    }

    /// The links of ``init(delegate:oauth:clock:)``, to be extended or replaced.
    public static func standardLinks(
        delegate: (any BasicAuthDelegate)? = nil, oauth: (any OAuthDelegate)? = nil, clock: HTTPClock = .system
    ) -> [AuthenticationMethod: any HTTPLoaderLink] {
        [
            .basic: BasicAuth(delegate: delegate), .bearer: BearerAuth(), .apiKey: APIKeyAuth(), .digest: DigestAuth(delegate: delegate),
            .oauth: OAuth(delegate: oauth, clock: clock), .awsSignature: AWSSignature(clock: clock), .ntlm: TransportAuth(),
            .negotiate: TransportAuth(),
        ]
    }

    /// Passes the request to the link for its method, or on if it has none.
    /// - Throws: ``HTTPError/Code/invalidRequest`` for a method without a link.
    public func load(_ request: HTTPRequest, task: HTTPTask, nextLoader: any HTTPLoader) async throws(HTTPError) -> HTTPResponse {
        guard let method = request.authenticationMethod else { return try await nextLoader.load(request, task: task) }
        guard let link = links[method] else {
            throw HTTPError(.invalidRequest, request: request, message: "There is no authentication method named \(method).")
        }
        task.report(.authenticating(scheme: method.rawValue))
        return try await link.load(request, task: task, nextLoader: nextLoader)
    }

    /// Resets all links.
    public func reset() async {
        for link in links.values { await link.reset() }
    }
}

/// A link that adds the request's token (RFC 6750 section 2.1).
public struct BearerAuth: HTTPLoaderLink {
    /// Creates a link.
    public init() {}

    /// Adds `Authorization` unless the request has it.
    /// - Throws: ``HTTPError/Code/cannotAuthenticate`` without a token.
    public func load(_ request: HTTPRequest, task: HTTPTask, nextLoader: any HTTPLoader) async throws(HTTPError) -> HTTPResponse {
        guard let token = request.bearerToken, !token.value.isEmpty else {
            throw HTTPError(.cannotAuthenticate, request: request, message: "This request has no bearer token.")
        }
        var signed = request
        signed.headers.appendIfAbsent("Authorization", "Bearer \(token.value)")
        task.reportChange(by: self, from: request, to: signed)
        return try await nextLoader.load(signed, task: task)
    }
}

/// A link that adds the request's API key, in a header or in the query.
public struct APIKeyAuth: HTTPLoaderLink {
    /// Creates a link.
    public init() {}

    /// Sets the header field or appends the query item.
    /// - Throws: ``HTTPError/Code/cannotAuthenticate`` without a key or a name for it.
    public func load(_ request: HTTPRequest, task: HTTPTask, nextLoader: any HTTPLoader) async throws(HTTPError) -> HTTPResponse {
        guard let key = request.apiKey, !key.name.isEmpty else {
            throw HTTPError(.cannotAuthenticate, request: request, message: "This request has no API key.")
        }
        var signed = request
        switch key.place {
        case .header: signed.headers[key.name] = key.value.value
        case .query: signed.appendQueryItems([URLQueryItem(name: key.name, value: key.value.value)])
        }
        task.reportChange(by: self, from: request, to: signed)
        return try await nextLoader.load(signed, task: task)
    }
}

/// A link that checks that a request for NTLM or Negotiate has its credentials; the transport performs the authentication.
public struct TransportAuth: HTTPLoaderLink {
    /// Creates a link.
    public init() {}

    /// Passes the request on.
    /// - Throws: ``HTTPError/Code/cannotAuthenticate`` if the option with the credentials is missing or is for another scheme.
    public func load(_ request: HTTPRequest, task: HTTPTask, nextLoader: any HTTPLoader) async throws(HTTPError) -> HTTPResponse {
        guard request.transportAuthentication?.scheme.rawValue == request.authenticationMethod?.rawValue else {
            throw HTTPError(.cannotAuthenticate, request: request, message: "This request has no user name and password.")
        }
        return try await nextLoader.load(request, task: task)
    }
}
