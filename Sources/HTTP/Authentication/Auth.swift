#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Hands each request to the link for its ``HTTPRequest/authenticationMethod`` (part 16 of the series).
///
/// The links share the next loader: it is reset once, by the chain. Stands inside ``Redirect``, so that every hop is looked at anew.
public struct Auth: HTTPLoaderLink {
    private let links: [AuthenticationMethod: any HTTPLoaderLink]

    /// - Parameter links: by the method they carry out.
    public init(_ links: [AuthenticationMethod: any HTTPLoaderLink]) { self.links = links }

    /// Every method that the core knows. Delegates are asked for what requests do not bring.
    public init(delegate: (any BasicAuthDelegate)? = nil, oauth: (any OAuthDelegate)? = nil, clock: HTTPClock = .system) {
        self.init(Self.standardLinks(delegate: delegate, oauth: oauth, clock: clock))
    }

    /// The links of ``init(delegate:oauth:clock:)``, to add methods of one's own to, or to put others in their place.
    public static func standardLinks(
        delegate: (any BasicAuthDelegate)? = nil, oauth: (any OAuthDelegate)? = nil, clock: HTTPClock = .system
    ) -> [AuthenticationMethod: any HTTPLoaderLink] {
        [
            .basic: BasicAuth(delegate: delegate), .bearer: BearerAuth(), .apiKey: APIKeyAuth(), .digest: DigestAuth(delegate: delegate),
            .oauth: OAuth(delegate: oauth, clock: clock), .awsSignature: AWSSignature(clock: clock), .ntlm: TransportAuth(),
            .negotiate: TransportAuth(),
        ]
    }

    /// Hands the request to its link; without a method, straight on.
    /// - Throws: ``HTTPError/Code/invalidRequest`` for a method without a link.
    public func load(_ request: HTTPRequest, task: HTTPTask, nextLoader: any HTTPLoader) async throws(HTTPError) -> HTTPResponse {
        guard let method = request.authenticationMethod else { return try await nextLoader.load(request, task: task) }
        guard let link = links[method] else {
            throw HTTPError(.invalidRequest, request: request, message: "There is no authentication method named \(method).")
        }
        task.report(.authenticating(scheme: method.rawValue))
        return try await link.load(request, task: task, nextLoader: nextLoader)
    }

    /// Resets the links, each once.
    public func reset() async {
        for link in links.values { await link.reset() }
    }
}

/// How a request proves who asks; an open set. The name of the link that ``Auth`` hands the request to (part 16 of the series).
public struct AuthenticationMethod: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// Stable, lower camel case; may be stored.
    public let rawValue: String

    /// A method of one's own, known to an ``Auth`` that has a link for it.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A method written in source.
    public init(stringLiteral value: String) { rawValue = value }

    /// The name.
    public var description: String { rawValue }

    /// RFC 7617.
    public static let basic: AuthenticationMethod = "basic"
    /// RFC 6750.
    public static let bearer: AuthenticationMethod = "bearer"
    /// A key in a header or in the query.
    public static let apiKey: AuthenticationMethod = "apiKey"
    /// RFC 7616 and RFC 2617.
    public static let digest: AuthenticationMethod = "digest"
    /// OAuth 2 (RFC 6749).
    public static let oauth: AuthenticationMethod = "oauth"
    /// AWS Signature Version 4.
    public static let awsSignature: AuthenticationMethod = "awsSignature"
    /// NT LAN Manager, by the transport.
    public static let ntlm: AuthenticationMethod = "ntlm"
    /// SPNEGO (RFC 4559), by the transport.
    public static let negotiate: AuthenticationMethod = "negotiate"
}

private enum AuthenticationMethodOption: HTTPRequestOption {
    static let defaultOptionValue: AuthenticationMethod? = nil
}

extension HTTPRequest {
    /// How this request is authenticated; nil for not at all. The credentials are options of their own.
    public var authenticationMethod: AuthenticationMethod? {
        get { self[option: AuthenticationMethodOption.self] }
        set { self[option: AuthenticationMethodOption.self] = newValue }
    }
}

/// Sends the request's token with it (RFC 6750 section 2.1).
public struct BearerAuth: HTTPLoaderLink {
    /// Holds nothing.
    public init() {}

    /// Adds `Authorization`, unless the request has one.
    /// - Throws: ``HTTPError/Code/cannotAuthenticate`` without a token.
    public func load(_ request: HTTPRequest, task: HTTPTask, nextLoader: any HTTPLoader) async throws(HTTPError) -> HTTPResponse {
        guard let token = request.bearerToken, !token.value.isEmpty else {
            throw HTTPError(.cannotAuthenticate, request: request, message: "No bearer token is given for this request.")
        }
        var signed = request
        signed.headers.appendIfAbsent("Authorization", "Bearer \(token.value)")
        task.reportChange(by: self, from: request, to: signed)
        return try await nextLoader.load(signed, task: task)
    }
}

/// Sends the request's key with it, in a header or in the query.
public struct APIKeyAuth: HTTPLoaderLink {
    /// Holds nothing.
    public init() {}

    /// Sets the field or adds the item.
    /// - Throws: ``HTTPError/Code/cannotAuthenticate`` without a key or a name for it.
    public func load(_ request: HTTPRequest, task: HTTPTask, nextLoader: any HTTPLoader) async throws(HTTPError) -> HTTPResponse {
        guard let key = request.apiKey, !key.name.isEmpty else {
            throw HTTPError(.cannotAuthenticate, request: request, message: "No API key is given for this request.")
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

/// Sees that a request for NTLM or Negotiate tells the transport who asks; the transport does the rest.
public struct TransportAuth: HTTPLoaderLink {
    /// Holds nothing.
    public init() {}

    /// Hands the request on.
    /// - Throws: ``HTTPError/Code/cannotAuthenticate`` when the scheme's option is missing or is for another scheme.
    public func load(_ request: HTTPRequest, task: HTTPTask, nextLoader: any HTTPLoader) async throws(HTTPError) -> HTTPResponse {
        guard request.transportAuthentication?.scheme.rawValue == request.authenticationMethod?.rawValue else {
            throw HTTPError(.cannotAuthenticate, request: request, message: "No user and password are given for this request.")
        }
        return try await nextLoader.load(request, task: task)
    }
}
