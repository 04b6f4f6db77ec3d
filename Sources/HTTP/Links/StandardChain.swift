/// The order in which the core's links belong together, for programs that want them all.
///
/// Outermost first, each with the reason for its place:
///
/// 1. ``ResetGuard``: a request that came in during a reset would be half inside it.
/// 2. ``AutoCancel``: outside all that waits, so that nothing holds a reset up.
/// 3. ``Record``: outside all that changes, repeats or answers, so that one exchange holds all that became of one request.
/// 4. ``ApplyEnvironment``: completes the URL before anything looks at it.
/// 5. ``Deduplicate``: what is sent once costs everything behind it once.
/// 6. ``Cache``: a fresh answer is neither repeated nor redirected nor authenticated.
/// 7. ``Retry``: an attempt is a whole one, with its redirects and its login.
/// 8. ``Redirect``: every hop gets its own cookies and is authenticated anew.
/// 9. ``CookieJar``: a challenge and its answer carry the same cookies.
/// 10. ``Auth``: inside the redirects, so that credentials stay at their origin.
/// 11. ``Throttle``: innermost, so that a waiting repetition or login holds no place.
public struct StandardChain: Sendable {
    /// Told of every exchange; nil for nobody.
    public var recorder: (any HTTPRecorder)?
    /// For requests that bring none.
    public var environment: ServerEnvironment?
    /// How requests that say nothing use stored answers. `ignore`, because a workbench asks to see what the server says now.
    public var cachePolicy = HTTPCachePolicy.ignore
    /// For requests that bring none; nil for no repetition.
    public var retryStrategy: (any HTTPRetryStrategy)?
    /// Keeps cookies, also for others to look into; nil for a jar of its own, in memory only.
    public var cookieJar: CookieJar?
    /// Asked for users and passwords that requests do not bring.
    public var basicDelegate: (any BasicAuthDelegate)?
    /// Keeps tokens and shows logins.
    public var oauthDelegate: (any OAuthDelegate)?
    /// Methods of one's own, or others in the place of the core's.
    public var authenticationLinks: [AuthenticationMethod: any HTTPLoaderLink] = [:]
    /// Links of one's own, outermost first; they stand behind ``ApplyEnvironment`` and see each request once, with its URL complete.
    public var ownLinks: [any HTTPLoaderLink] = []
    /// Nil for any number at once. Does not count where there is a ``throttle``.
    public var maximumNumberOfRequests: Int?
    /// Held by whoever changes its limits while requests run; nil for one that nobody changes.
    public var throttle: Throttle?
    /// Where all of them get the time from.
    public var clock = HTTPClock.system

    /// Nothing recorded, nothing kept, nothing limited.
    public init() {}

    /// The links before a transport.
    public func loader(over transport: any HTTPLoader) -> HTTPChain {
        let methods = Auth.standardLinks(delegate: basicDelegate, oauth: oauthDelegate, clock: clock).merging(authenticationLinks) { $1 }
        let inner =
            Deduplicate() --> Cache(policy: cachePolicy, clock: clock) --> Retry(retryStrategy, clock: clock) --> Redirect()
            --> (cookieJar ?? CookieJar(clock: clock)) --> Auth(methods)
            --> (throttle ?? Throttle(maximumNumberOfRequests: maximumNumberOfRequests, clock: clock)) --> transport
        let completed = ApplyEnvironment(environment) --> ownLinks.reversed().reduce(inner) { $1 --> $0 }
        let recorded = recorder.map { Record(to: $0, clock: clock) --> completed } ?? completed
        return ResetGuard() --> AutoCancel() --> recorded
    }
}
