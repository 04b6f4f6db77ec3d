#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The way to a token, as a pure struct: each event gives the one action to do next (part 14 of the series).
///
/// ```
/// idle ─► loading ─┬─ valid ──────────────────────────────────────────────► ready
///                  ├─ expired ─► (discovering) ─► refreshing ─┬─ granted ─► saving ─► ready
///                  └─ none ────► (discovering) ◄──── refused ─┘                ▲
///                                     ├─► logging in ─► exchanging ────────────┤
///                                     ├─► asking for a device code ─► polling ─┤
///                                     └─► requesting (client, password) ───────┘
/// ```
/// Any failure goes back to idle, so that the next request tries again.
public struct OAuthStateMachine: Sendable {
    /// Something that happened.
    public enum Event: Sendable {
        /// A request needs a token. The seed holds what must not be guessed.
        case needed(now: Date, seed: OAuthSeed)
        /// The answer to ``Action/load``.
        case loaded(OAuthCredentials?, now: Date)
        /// The answer to ``Action/discover(issuer:)``.
        case discovered(OAuthEndpoints)
        /// The answer to ``Action/logIn(_:)``; nil when the person gave up.
        case redirected(OAuthRedirect?)
        /// A device code came.
        case deviceCode(OAuthDeviceCode)
        /// The token endpoint granted.
        case granted(OAuthCredentials, now: Date)
        /// The token endpoint refused, with the code of RFC 6749 section 5.2 or RFC 8628 section 3.5.
        case refused(code: String, description: String?, now: Date)
        /// The answer to ``Action/save(_:)``.
        case saved
        /// No answer came, which says nothing of the next time (RFC 8628 section 3.5).
        case unanswered(String, now: Date)
        /// Nothing came back, or nothing that makes sense.
        case failed(String)
        /// A server did not take this token.
        case rejected(HTTPSecret, seed: OAuthSeed)
    }

    /// Something to do; each is answered by one event, but the last two.
    public enum Action: Equatable, Sendable {
        /// Ask the delegate for what was saved.
        case load
        /// Find the endpoints.
        case discover(issuer: String)
        /// Show the login.
        case logIn(OAuthLogin)
        /// Get a device code.
        case requestDeviceCode(endpoint: String)
        /// Show the code, wait, and send this form.
        case poll(OAuthDeviceCode, isFirst: Bool, OAuthTokenRequest)
        /// Send this form.
        case requestToken(OAuthTokenRequest)
        /// Hand to the delegate.
        case save(OAuthCredentials)
        /// Those who wait can go.
        case finish(OAuthCredentials)
        /// Those who wait must fail.
        case fail(String)
    }

    enum State: Equatable, Sendable {
        case idle
        case loading
        case discovering(refresh: HTTPSecret?)
        case refreshing(HTTPSecret)
        case loggingIn
        case requesting
        case askingForDeviceCode
        case polling(OAuthDeviceCode)
        case saving(OAuthCredentials)
        case ready(OAuthCredentials)
    }

    /// What this machine gets tokens for.
    public let configuration: OAuthConfiguration
    var state = State.idle
    var endpoints: OAuthEndpoints
    var seed = OAuthSeed(state: "", verifier: "")

    /// Knows no token yet.
    public init(_ configuration: OAuthConfiguration) {
        self.configuration = configuration
        endpoints = configuration.endpoints
    }

    /// The token in hand; nil while there is none.
    public var credentials: OAuthCredentials? {
        if case .ready(let credentials) = state { credentials } else { nil }
    }

    /// Takes in what happened and says what to do.
    public mutating func handle(_ event: Event) -> Action {
        switch (state, event) {
        case (.polling(let code), .unanswered(let reason, let now)): return pollLater(code, reason, now)
        case (_, .failed(let reason)), (_, .unanswered(let reason, _)): return fail(reason)
        case (.ready(let credentials), .needed(let now, let seed)): return need(credentials, now: now, seed: seed)
        case (_, .needed(_, let seed)): return begin(seed)
        case (.ready(let credentials), .rejected(let token, let seed)): return reject(credentials, token, seed)
        case (_, .rejected(_, let seed)): return begin(seed)
        case (.loading, .loaded(let credentials, let now)): return loaded(credentials, now: now)
        case (.discovering(let refresh), .discovered(let found)): return discovered(found, refresh: refresh)
        case (.loggingIn, .redirected(let redirect)): return redirected(redirect)
        case (.askingForDeviceCode, .deviceCode(let code)): return poll(code, isFirst: true)
        case (.refreshing, .granted(let credentials, _)), (.requesting, .granted(let credentials, _)),
            (.polling, .granted(let credentials, _)):
            return granted(credentials)
        case (.refreshing, .refused): return logIn()
        case (.polling(let code), .refused(let reason, let text, let now)): return pollAgain(code, reason, text, now)
        case (.requesting, .refused(let code, let text, _)): return fail(Self.refusal(code, text))
        case (.saving(let credentials), .saved):
            state = .ready(credentials)
            return .finish(credentials)
        default: return fail("The login came to a step that does not follow from the one before.")
        }
    }
}

/// Two texts that nobody can guess, drawn anew for each login.
public struct OAuthSeed: Hashable, Sendable {
    /// Ties the redirect to the login (RFC 6749 section 10.12).
    public let state: String
    /// Ties the code to this client (RFC 7636 section 4.1): 43 to 128 characters.
    public let verifier: String

    /// Texts of the caller's choice, for tests.
    public init(state: String, verifier: String) {
        self.state = state
        self.verifier = verifier
    }

    /// From the system's generator.
    public static func random() -> OAuthSeed {
        OAuthSeed(state: RandomText.make(byteCount: 16), verifier: RandomText.make(byteCount: 32))
    }
}

/// A form for the token endpoint.
public struct OAuthTokenRequest: Hashable, Sendable {
    /// Where to.
    public let endpoint: String
    /// The form, without the client's own authentication. Values are secret.
    public let parameters: [String: HTTPSecret]

    /// A form and where it goes.
    public init(endpoint: String, parameters: [String: HTTPSecret]) {
        self.endpoint = endpoint
        self.parameters = parameters
    }
}
