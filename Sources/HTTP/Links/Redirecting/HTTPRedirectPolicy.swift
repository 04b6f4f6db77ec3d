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
