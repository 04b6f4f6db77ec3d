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
