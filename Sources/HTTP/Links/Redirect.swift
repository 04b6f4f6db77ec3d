/// Follows redirects, each hop through everything behind this link, so that cookies, credentials and the trace see it.
///
/// Credentials never cross to another origin: those of the request's options, and headers that are called like one (`Authorization`, `Cookie`,
/// `X-API-Key`). They do not come back either where the way leads to the first origin again, as in the Fetch standard: what is asked for there was
/// chosen by another. Only ``CookieJar`` looks at every hop anew. And https never leads to http unless the request's ``HTTPRequest/redirectPolicy`` says so.
public struct Redirect: HTTPLoaderLink {
    /// What is asked of the request's option is all there is.
    public init() {}

    /// The first answer that does not redirect.
    /// - Throws: ``HTTPError/Code/tooManyRedirects``, ``HTTPError/Code/bodyNotReplayable``, ``HTTPError/Code/insecureConnection`` or
    ///   ``HTTPError/Code/invalidResponse`` with the redirecting answer.
    public func load(_ request: HTTPRequest, task: HTTPTask, nextLoader: any HTTPLoader) async throws(HTTPError) -> HTTPResponse {
        let policy = request.redirectPolicy
        var current = request
        var hopCount = 0
        while true {
            let response = try await nextLoader.load(current, task: task)
            switch RedirectDecision(for: current, status: response.status, headers: response.headers, policy: policy) {
            case .stay: return response
            case .refuse(let code, let message): throw await refusal(code, response, message)
            case .follow(let next):
                guard hopCount < policy.limit else {
                    throw await refusal(
                        .tooManyRedirects, response,
                        "The server redirected more than \(policy.limit) times: raise `redirectPolicy.limit`, or see where it goes in circles."
                    )
                }
                await response.body.discard()
                task.report(.redirected(from: current, answer: response.head, to: next))
                current = next
                hopCount += 1
            }
        }
    }

    private func refusal(_ code: HTTPError.Code, _ response: HTTPResponse, _ message: String) async -> HTTPError {
        await response.body.discard()
        return HTTPError(code, request: response.request, response: response, message: message)
    }
}

/// What to do about answers that point elsewhere.
public struct HTTPRedirectPolicy: Hashable, Sendable {
    /// False returns the redirecting answer itself.
    public var isFollowing: Bool
    /// How many hops to go at most.
    public var limit: Int
    /// Sends a POST as a POST again after 301 and 302, where browsers turn it into a GET.
    public var keepsMethod: Bool
    /// Lets https lead to http.
    public var allowsDowngrade: Bool

    /// Follows ten hops, as browsers do.
    public init(isFollowing: Bool = true, limit: Int = 10, keepsMethod: Bool = false, allowsDowngrade: Bool = false) {
        self.isFollowing = isFollowing
        self.limit = limit
        self.keepsMethod = keepsMethod
        self.allowsDowngrade = allowsDowngrade
    }
}

private enum RedirectPolicyOption: HTTPRequestOption {
    static let defaultOptionValue = HTTPRedirectPolicy()
}

extension HTTPRequest {
    /// Whether and how ``Redirect`` follows for this request.
    public var redirectPolicy: HTTPRedirectPolicy {
        get { self[option: RedirectPolicyOption.self] }
        set { self[option: RedirectPolicyOption.self] = newValue }
    }
}

/// What an answer means for a request (RFC 9110 section 15.4). Pure.
enum RedirectDecision {
    /// The answer is final.
    case stay
    /// This is to be sent instead.
    case follow(HTTPRequest)
    /// The answer points where this request must not go.
    case refuse(HTTPError.Code, String)

    init(for request: HTTPRequest, status: HTTPStatus, headers: HTTPHeaders, policy: HTTPRedirectPolicy) {
        guard policy.isFollowing, [301, 302, 303, 307, 308].contains(status), let location = headers["Location"] else {
            self = .stay
            return
        }
        guard let url = WebURL(location, base: WebURL(request.url)), url.schemeName == "http" || url.schemeName == "https" else {
            self = .refuse(.invalidResponse, "The server redirects to \(location.quotedForMessage), which is no http or https URL.")
            return
        }
        if request.scheme == "https", url.schemeName == "http", !policy.allowsDowngrade {
            self = .refuse(
                .insecureConnection, "The server redirects from https to http: `redirectPolicy.allowsDowngrade` lets it, if that is meant.")
            return
        }
        self = Self.go(from: request, to: url, status: status, policy: policy)
    }

    private static func go(from request: HTTPRequest, to url: WebURL, status: HTTPStatus, policy: HTTPRedirectPolicy) -> RedirectDecision {
        var next = request
        next.move(to: url)
        let becomesGet = status == 303 ? request.method != .head : status.rawValue <= 302 && request.method == .post && !policy.keepsMethod
        if becomesGet {
            next.dropBody()
        } else if !request.body.isEmpty, request.body.replay == .once {
            return .refuse(.bodyNotReplayable, "The server redirects and wants the body again, which can be read only once.")
        }
        if next.origin != request.origin { next.dropCredentials() }
        next.redirectedFrom = request.redirectedFrom ?? request.origin
        return .follow(next)
    }
}

extension HTTPRequest {
    /// A fragment is inherited where the new URL has none (RFC 9110 section 10.2.2).
    fileprivate mutating func move(to url: WebURL) {
        let oldFragment = fragment
        self.url = url.href
        fragment = fragment ?? oldFragment
    }

    fileprivate mutating func dropBody() {
        method = .get
        body = EmptyBody()
        for name in [
            "Content-Type", "Content-Length", "Content-Encoding", "Content-Language", "Content-Location", "Transfer-Encoding", "Digest",
        ] {
            headers.remove(name)
        }
    }

    /// Whatever proves who asks stays with the origin it was meant for: headers of the request, of its environment, and options.
    fileprivate mutating func dropCredentials() {
        headers.fields.removeAll { $0.isCredential || $0.isNamed("Host") }
        for field in serverEnvironment?.headers ?? [:] { headers.remove(field.name) }
        dropCredentialOptions()
        clientCertificate = nil
    }
}
