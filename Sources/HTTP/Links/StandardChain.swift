import Synchronization

/// All links of the core in their order.
///
/// Outermost first, each with the reason for its place:
///
/// 1. ``RecordExchanges``: outside all links that refuse, change, repeat or answer, so that each request leaves one exchange with everything
///    that happened to it.
/// 2. ``ResetGuard``: a request during a reset would be affected by a part of the reset.
/// 3. ``AutoCancel``: outside all links that wait, so that nothing delays a reset.
/// 4. ``ApplyEnvironment``: completes the URL before anything uses it.
/// 5. ``DefaultHeaders``: after the environment, whose fields win.
/// 6. ``Deduplicate``: shared requests pass everything after it once.
/// 7. ``CacheResponses``: a fresh response is neither retried nor redirected nor authenticated.
/// 8. ``Retry``: an attempt includes its redirects and logins.
/// 9. ``Redirect``: each hop gets its own cookies and authentication.
/// 10. ``CookieJar``: a challenge and the request that answers it have the same cookies.
/// 11. ``Authenticate``: inside the redirects, so that credentials stay at their origin.
/// 12. ``Throttle``: innermost, so that a waiting retry or login does not count.
public struct StandardChain: Sendable {
    /// Receives every exchange; nil for no recording.
    public var recorder: (any HTTPRecorder)?
    /// The environment for requests without one.
    public var environment: ServerEnvironment?
    /// Fields for requests that lack them and whose environment has none of the name: by default a `User-Agent` with the name of this library, as many
    /// servers refuse requests without one. `[:]` adds nothing.
    public var defaultHeaders: HTTPHeaders = ["User-Agent": "Apus-HTTP"]
    /// The cache policy for requests without one. `ignore` by default, because a workbench shows the current response of the server.
    public var cachePolicy = HTTPCachePolicy.ignore
    /// The retry strategy for requests without one; nil for no retries.
    public var retryStrategy: (any HTTPRetryStrategy)?
    /// The cookie jar; nil for one in memory.
    public var cookieJar: CookieJar?
    /// Provides user names and passwords for requests without them.
    public var basicDelegate: (any BasicAuthDelegate)?
    /// Stores tokens and presents logins.
    public var oauthDelegate: (any OAuthDelegate)?
    /// Additional authentication methods, or replacements for the core's.
    public var authenticationLinks: [AuthenticationMethod: any HTTPLoaderLink] = [:]
    /// Additional links, outermost first, between ``DefaultHeaders`` and ``Deduplicate``: they see each request once, with its complete URL.
    public var ownLinks: [any HTTPLoaderLink] = []
    /// The maximum number of concurrent requests; nil for no limit. Ignored if there is a ``throttle``.
    public var maximumNumberOfRequests: Int?
    /// A throttle whose limits the caller changes; nil for one of the chain's own.
    public var throttle: Throttle?
    /// The clock of all links; only the limit for reading a body that is discarded is real time.
    public var clock = HTTPClock.system

    /// Creates a chain without a recorder, delegates, retries and limits.
    public init() {}

    /// Creates a chain with other ``defaultHeaders``.
    public init(defaultHeaders: HTTPHeaders) { self.defaultHeaders = defaultHeaders }

    /// The links before a transport.
    public func loader(over transport: any HTTPLoader) -> HTTPChain {
        let methods = Authenticate.standardLinks(delegate: basicDelegate, oauth: oauthDelegate, clock: clock).merging(authenticationLinks) {
            $1
        }
        let inner =
            Deduplicate() --> CacheResponses(policy: cachePolicy, clock: clock) --> Retry(retryStrategy, clock: clock)
            --> Redirect() --> (cookieJar ?? CookieJar(clock: clock)) --> Authenticate(methods)
            --> (throttle ?? Throttle(maximumNumberOfRequests: maximumNumberOfRequests, clock: clock)) --> transport
        let extended = ownLinks.reversed().reduce(inner) { $1 --> $0 }
        let filled = defaultHeaders.isEmpty ? extended : DefaultHeaders(defaultHeaders) --> extended
        let completed = ApplyEnvironment(environment: environment) --> filled
        let guarded = ResetGuard() --> AutoCancel() --> completed
        return recorder.map { RecordExchanges(to: $0, clock: clock) --> guarded } ?? guarded
    }
}

/// A link that refuses requests while everything after it is being reset, and joins overlapping resets (part 9 of “HTTP in Swift”).
///
/// Its place is outside all links that a reset affects, because a request during a reset would be affected by a part of it.
public final class ResetGuard: HTTPLoaderLink {
    private struct State {
        var isResetting = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    /// Guards the state of the reset and the resets that joined it.
    private let state = Mutex(State())
    private let onJoin: @Sendable () -> Void

    /// Creates a link.
    public init() { onJoin = {} }

    /// - Parameter onJoin: called when a reset has joined another one, for tests.
    init(onJoin: @escaping @Sendable () -> Void) { self.onJoin = onJoin }

    /// Passes the request on.
    /// - Throws: ``HTTPError/Code/resetInProgress`` during a reset.
    public func load(_ request: HTTPRequest, task: HTTPTask, nextLoader: any HTTPLoader) async throws(HTTPError) -> HTTPResponse {
        guard !state.withLock({ $0.isResetting }) else { throw HTTPError(.resetInProgress, request: request) }
        return try await nextLoader.load(request, task: task)
    }

    /// Resets everything after this link, or joins a reset in progress.
    public func reset(nextLoader: any HTTPLoader) async {
        guard beginReset() else { return await joinReset() }
        await nextLoader.reset()
        let waiters = state.withLock { state in
            defer { state = State() }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    private func beginReset() -> Bool {
        state.withLock { state in
            defer { state.isResetting = true }
            return !state.isResetting
        }
    }

    private func joinReset() async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if state.isResetting { state.waiters.append(continuation) }
                return !state.isResetting
            }
            if isOver { continuation.resume() } else { onJoin() }
        }
    }
}
