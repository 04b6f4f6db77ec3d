/// A link that follows redirects. Each hop passes everything after this link, so that cookies, credentials and the trace apply to it.
///
/// Credentials are never sent to another origin: those in options, and header fields with names of credentials (`Authorization`, `Cookie`,
/// `X-API-Key`). They are not restored if a later hop leads back to the first origin, as in the Fetch standard, because another origin
/// chose that URL. Only ``CookieJar`` decides again for each hop. A redirect from https to http is refused unless
/// ``HTTPRequest/redirectPolicy`` allows it.
public struct Redirect: HTTPLoaderLink {
    private let clock: HTTPClock

    /// Creates a link. Requests configure it by their ``HTTPRequest/redirectPolicy``.
    /// - Parameter clock: limits the wait for the body of a redirect, which is discarded.
    public init(clock: HTTPClock = .system) { self.clock = clock }

    /// Returns the first response that is not a redirect.
    /// - Throws: ``HTTPError/Code/tooManyRedirects``, ``HTTPError/Code/bodyNotReplayable``, ``HTTPError/Code/insecureConnection`` or
    ///   ``HTTPError/Code/invalidResponse`` with the redirecting response.
    public func load(_ request: HTTPRequest, task: HTTPTask, nextLoader: any HTTPLoader) async throws(HTTPError) -> HTTPResponse {
        let policy = request.redirectPolicy
        var current = request
        var hopCount = 0
        while true {
            let response = try await nextLoader.load(current, task: task)
            switch RedirectDecision(for: current, status: response.status, headers: response.headers, policy: policy) {
            case .stay: return response
            case .refuse(let code, let message): throw await refusal(code, response, message)
            case .follow(let target):
                guard let next = try await choice(target, response, asked: current) else { return response }
                guard hopCount < policy.limit else {
                    throw await refusal(
                        .tooManyRedirects, response,
                        "The server redirected more than \(policy.limit) times: raise `redirectPolicy.limit`, or check the server for a redirect loop."
                    )
                }
                await response.body.discard(clock: clock)
                task.report(.redirected(from: current, response: response.head, to: next))
                let withheld = current.credentials(notIn: next)
                if !withheld.isEmpty { task.report(.noted("The other origin does not get \(withheld.joined(separator: ", ")).")) }
                current = next
                // Given for one server: another must prove itself as usual.
                current.serverTrust = next.origin == request.origin ? request.serverTrust : HTTPServerTrust()
                hopCount += 1
            }
        }
    }

    /// The next request as the request's handler wants it; nil to stay at this response.
    private func choice(_ next: HTTPRequest, _ response: HTTPResponse, asked: HTTPRequest) async throws(HTTPError) -> HTTPRequest? {
        guard let handler = asked.redirectHandler else { return next }
        guard var chosen = await handler(response.head, next) else { return nil }
        guard chosen.id == next.id else {
            throw await refusal(
                .invalidRequest, response,
                "The redirect handler returned a different request: return the one that it was given, or a changed copy.")
        }
        if chosen.origin != next.origin { chosen.dropCredentials() }
        return chosen
    }

    private func refusal(_ code: HTTPError.Code, _ response: HTTPResponse, _ message: String) async -> HTTPError {
        await response.body.discard(clock: clock)
        return HTTPError(code, request: response.request, response: response, message: message)
    }
}

/// The handling of redirects.
public struct HTTPRedirectPolicy: Hashable, Sendable {
    /// False to return the redirecting response itself.
    public var isFollowing: Bool
    /// The maximum number of hops.
    public var limit: Int
    /// The statuses among 301, 302 and 303 after which the method and the body stay. Browsers change POST to GET after 301 and 302, and every
    /// method but HEAD after 303.
    public var methodKeepingStatuses: Set<HTTPStatus>
    /// True to allow redirects from https to http.
    public var allowsDowngrade: Bool

    /// Creates a policy; ten hops by default.
    public init(isFollowing: Bool = true, limit: Int = 10, methodKeepingStatuses: Set<HTTPStatus> = [], allowsDowngrade: Bool = false) {
        self.isFollowing = isFollowing
        self.limit = limit
        self.methodKeepingStatuses = methodKeepingStatuses
        self.allowsDowngrade = allowsDowngrade
    }
}

private enum RedirectPolicyOption: HTTPRequestOption { static let defaultOptionValue = HTTPRedirectPolicy() }

extension HTTPRequest {
    /// The redirect policy of this request.
    public var redirectPolicy: HTTPRedirectPolicy {
        get { self[option: RedirectPolicyOption.self] }
        set { self[option: RedirectPolicyOption.self] = newValue }
    }
}

/// A decision about one redirect: gets the redirecting head and the request that would be sent next, and returns that request, a changed copy, or
/// nil to return the redirecting response itself.
public typealias HTTPRedirectHandler = @Sendable (HTTPResponseHead, HTTPRequest) async -> HTTPRequest?

private enum RedirectHandlerOption: HTTPRequestOption { static let defaultOptionValue: HTTPRedirectHandler? = nil }

extension HTTPRequest {
    /// Decides about each redirect that the ``redirectPolicy`` allows; nil follows them all. A request to another origin has no credentials, neither
    /// before nor after the call.
    public var redirectHandler: HTTPRedirectHandler? {
        get { self[option: RedirectHandlerOption.self] }
        set { self[option: RedirectHandlerOption.self] = newValue }
    }
}

/// The consequence of a response for its request (RFC 9110 section 15.4). Free of I/O.
enum RedirectDecision {
    /// The response is not a redirect.
    case stay
    /// The request to send next.
    case follow(HTTPRequest)
    /// The redirect is not allowed.
    case refuse(HTTPError.Code, String)

    init(for request: HTTPRequest, status: HTTPStatus, headers: HTTPHeaders, policy: HTTPRedirectPolicy) {
        guard policy.isFollowing, [301, 302, 303, 307, 308].contains(status), let location = headers["Location"] else {
            self = .stay
            return
        }
        guard let url = WebURL(location, base: WebURL(request.url)), url.schemeName == "http" || url.schemeName == "https" else {
            self = .refuse(
                .invalidResponse, "The server redirects to \(location.quotedForMessage), which is not a valid http or https URL.")
            return
        }
        if request.scheme == "https", url.schemeName == "http", !policy.allowsDowngrade {
            self = .refuse(
                .insecureConnection, "The server redirects from https to http: set `redirectPolicy.allowsDowngrade` if that is intended.")
            return
        }
        self = Self.go(from: request, to: url, status: status, policy: policy)
    }

    private static func go(from request: HTTPRequest, to url: WebURL, status: HTTPStatus, policy: HTTPRedirectPolicy) -> RedirectDecision {
        var next = request
        next.move(to: url)
        let mayBecomeGet = status == 303 ? request.method != .head : status.rawValue <= 302 && request.method == .post
        let becomesGet = mayBecomeGet && !policy.methodKeepingStatuses.contains(status)
        if becomesGet {
            next.dropBody()
        } else if !request.body.isEmpty, request.body.replay == .once {
            return .refuse(.bodyNotReplayable, "The server redirects the request with its body, which can be read only once.")
        }
        if next.origin != request.origin {
            if request.confinement.includesBody, !next.body.isEmpty {
                let message =
                    "The server redirects the request to another origin, \(next.origin.map(String.init(describing:)) ?? url.href), "
                return .refuse(.bodyNotReplayable, message + "with a body that may go to its own origin only.")
            }
            next.dropCredentials()
        }
        next.redirectedFrom = request.redirectedFrom ?? request.origin
        return .follow(next)
    }
}

extension HTTPRequest {
    /// Changes the URL. A fragment is inherited if the new URL has none (RFC 9110 section 10.2.2), and within the origin the user info too, which
    /// are the credentials of the request.
    fileprivate mutating func move(to url: WebURL) {
        let old = self
        self.url = url.href
        fragment = fragment ?? old.fragment
        if origin == old.origin { percentEncodedUserInfo = percentEncodedUserInfo ?? old.percentEncodedUserInfo }
    }

    fileprivate mutating func dropBody() {
        method = .get
        body = EmptyBody()
        headers.fields.removeAll { field in
            let name = ASCII.lowercased(field.name)
            return name.hasPrefix("content-") || ["transfer-encoding", "trailer", "expect", "digest", "repr-digest"].contains(name)
        }
    }

    /// The credentials that a redirect to another origin took away, for the trace: the names of header fields, without their values.
    fileprivate func credentials(notIn next: HTTPRequest) -> [String] {
        guard next.origin != origin else { return [] }
        var stripped = self
        stripped.dropCredentials()
        var names: [String] = []
        for field in headers.fields where !field.isNamed("Host") && !names.contains(where: field.isNamed) {
            if !stripped.headers.contains(field.name), !next.headers.contains(field.name) { names.append(field.name) }
        }
        let hadLogin = authenticationMethod != nil || percentEncodedUserInfo != nil
        if hadLogin, next.authenticationMethod == nil, next.percentEncodedUserInfo == nil { names.append("the authentication") }
        if clientCertificate != nil, next.clientCertificate == nil { names.append("the client certificate") }
        return names
    }

    /// Removes everything that belongs to the previous origin: credentials in headers and options, and the headers of the environment.
    fileprivate mutating func dropCredentials() {
        let confined = confinement.headerNames
        headers.fields.removeAll { $0.isCredential || $0.isNamed("Host") || confined.contains($0.name.lowercased()) }
        for field in serverEnvironment?.headers ?? [:] { headers.remove(field.name) }
        dropCredentialOptions()
        clientCertificate = nil
    }
}
