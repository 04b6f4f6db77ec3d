import Hashing
public import Platform

/// The steps of obtaining a token, as a pure struct: each event returns the next action (part 14 of “HTTP in Swift”).
///
/// ```
/// idle ─► loading ─┬─ valid ──────────────────────────────────────────────► ready
///                  ├─ expired ─► (discovering) ─► refreshing ─┬─ granted ─► saving ─► ready
///                  └─ none ────► (discovering) ◄──── refused ─┘                ▲
///                                     ├─► logging in ─► exchanging ────────────┤
///                                     ├─► asking for a device code ─► polling ─┤
///                                     └─► requesting (client, password) ───────┘
/// ```
/// A failure returns to idle, so that the next request tries again. A token that is no longer usable returns to loading, and so does a refused
/// refresh, because another program may have stored a successor: a server may accept a refresh token only once.
public struct OAuthStateMachine: Sendable {
    /// An event.
    public enum Event: Sendable {
        /// A request needs a token. The seed holds unpredictable values.
        case needed(now: Date, seed: OAuthSeed)
        /// The result of ``Action/load``.
        case loaded(OAuthCredentials?, now: Date)
        /// The result of ``Action/discover(issuer:)``.
        case discovered(OAuthEndpoints)
        /// The result of ``Action/logIn(_:)``; nil if the user cancelled.
        case redirected(OAuthRedirect?)
        /// The server issued a device code.
        case deviceCode(OAuthDeviceCode)
        /// The token endpoint issued a token.
        case granted(OAuthCredentials, now: Date)
        /// The token endpoint refused, with a code of RFC 6749 section 5.2 or RFC 8628 section 3.5.
        case refused(code: String, description: String?, now: Date)
        /// The result of ``Action/save(_:)``.
        case saved
        /// The server did not respond, which may be temporary (RFC 8628 section 3.5).
        case unanswered(String, now: Date)
        /// An action failed.
        case failed(String)
        /// A server refused this token.
        case rejected(HTTPSecret, seed: OAuthSeed)
    }

    /// An action. Each results in one event, except the last two.
    public enum Action: Equatable, Sendable {
        /// Load the stored tokens from the delegate.
        case load
        /// Discover the endpoints.
        case discover(issuer: String)
        /// Present the login page.
        case logIn(OAuthLogin)
        case requestDeviceCode(endpoint: String)
        /// Present the code, wait, and send this form.
        case poll(OAuthDeviceCode, isFirst: Bool, OAuthTokenRequest)
        /// Send this form.
        case requestToken(OAuthTokenRequest)
        /// Store the tokens with the delegate.
        case save(OAuthCredentials)
        /// Continue the waiting requests.
        case finish(OAuthCredentials)
        /// Fail the waiting requests.
        case fail(String)
    }

    enum State: Equatable, Sendable {
        case idle
        /// The token from before, and the refresh token that was refused.
        case loading(OAuthCredentials? = nil, refused: HTTPSecret? = nil)
        case discovering(refresh: HTTPSecret?)
        case refreshing(HTTPSecret)
        case loggingIn
        case requesting
        case askingForDeviceCode
        case polling(OAuthDeviceCode)
        case saving(OAuthCredentials)
        case ready(OAuthCredentials)
    }

    /// The settings.
    public let configuration: OAuthConfiguration
    var state = State.idle
    var endpoints: OAuthEndpoints
    var seed = OAuthSeed(state: "", verifier: "")
    /// The token that a server refused.
    private var rejected: HTTPSecret?

    /// Creates a state machine without a token.
    public init(_ configuration: OAuthConfiguration) {
        self.configuration = configuration
        endpoints = configuration.endpoints
    }

    /// The current tokens; nil if there are none.
    public var credentials: OAuthCredentials? {
        if case .ready(let credentials) = state { credentials } else { nil }
    }

    /// Handles an event and returns the next action.
    public mutating func handle(_ event: Event) -> Action {
        switch (state, event) {
        case (.polling(let code), .unanswered(let reason, let now)): return pollLater(code, reason, now)
        case (_, .failed(let reason)), (_, .unanswered(let reason, _)): return fail(reason)
        case (.ready(let credentials), .needed(let now, let seed)): return need(credentials, now: now, seed: seed)
        case (_, .needed(_, let seed)): return begin(seed)
        case (.ready(let credentials), .rejected(let token, let seed)): return reject(credentials, token, seed)
        case (_, .rejected(let token, let seed)): return begin(seed, rejected: token)
        case (.loading(let known, let refused), .loaded(let stored, let now)):
            return loaded(Self.newer(known, stored), refused: refused, now: now)
        case (.discovering(let refresh), .discovered(let found)): return discovered(found, refresh: refresh)
        case (.loggingIn, .redirected(let redirect)): return redirected(redirect)
        case (.askingForDeviceCode, .deviceCode(let code)): return poll(code, isFirst: true)
        case (.refreshing, .granted(let credentials, _)), (.requesting, .granted(let credentials, _)),
            (.polling, .granted(let credentials, _)):
            return granted(credentials)
        case (.refreshing(let token), .refused):
            state = .loading(refused: token)
            return .load
        case (.polling(let code), .refused(let reason, let text, let now)): return pollAgain(code, reason, text, now)
        case (.requesting, .refused(let code, let text, _)): return fail(Self.refusal(code, text))
        case (.saving(let credentials), .saved):
            state = .ready(credentials)
            return .finish(credentials)
        default: return fail("The login reached an unexpected step.")
        }
    }

    mutating func begin(_ seed: OAuthSeed, with known: OAuthCredentials? = nil, rejected: HTTPSecret? = nil) -> Action {
        (self.seed, self.rejected) = (seed, rejected)
        state = .loading(known)
        return .load
    }

    mutating func need(_ credentials: OAuthCredentials, now: Date, seed: OAuthSeed) -> Action {
        credentials.isValid(at: now) ? .finish(credentials) : begin(seed, with: credentials)
    }

    /// Discards the current token only: a rejected token that was replaced meanwhile says nothing about its successor.
    mutating func reject(_ credentials: OAuthCredentials, _ token: HTTPSecret, _ seed: OAuthSeed) -> Action {
        credentials.accessToken == token ? begin(seed, with: credentials, rejected: token) : .finish(credentials)
    }

    /// The token that expires later, since one that could not be stored is known here only; otherwise the stored one.
    static func newer(_ known: OAuthCredentials?, _ stored: OAuthCredentials?) -> OAuthCredentials? {
        guard let known, let stored else { return known ?? stored }
        guard let expires = known.expires, let storedExpires = stored.expires else { return stored }
        return expires > storedExpires ? known : stored
    }

    mutating func loaded(_ credentials: OAuthCredentials?, refused: HTTPSecret? = nil, now: Date) -> Action {
        guard let credentials else { return renew(with: nil) }
        guard credentials.isValid(at: now), credentials.accessToken != rejected else {
            return renew(with: credentials.refreshToken == refused ? nil : credentials.refreshToken)
        }
        state = .ready(credentials)
        return .finish(credentials)
    }

    mutating func discovered(_ found: OAuthEndpoints, refresh: HTTPSecret?) -> Action {
        endpoints = endpoints.completed(by: found)
        return refresh.map { self.refresh($0) } ?? logIn()
    }

    mutating func redirected(_ redirect: OAuthRedirect?) -> Action {
        guard let redirect else { return fail(OAuthLoginError.cancelled.message) }
        let items = OAuthRedirect.items(of: redirect.url)
        guard items["state"] == seed.state else {
            return fail("The redirect belongs to another login, because its state differs: log in again.")
        }
        if let issuer = items["iss"], let expected = configuration.issuer, issuer != expected {
            return fail("The redirect names another issuer than the one configured.")
        }
        if let code = items["error"] { return fail(Self.refusal(code, items["error_description"])) }
        guard let code = items["code"] else { return fail("The redirect has no code.") }
        return request([
            "grant_type": "authorization_code", "code": code, "redirect_uri": redirect.redirectURL, "code_verifier": seed.verifier,
        ])
    }

    mutating func granted(_ new: OAuthCredentials) -> Action {
        var credentials = new
        // Without a new refresh token the old one remains valid (RFC 6749 section 6).
        if case .refreshing(let token) = state, credentials.refreshToken == nil { credentials.refreshToken = token }
        state = .saving(credentials)
        return .save(credentials)
    }

    mutating func pollAgain(_ code: OAuthDeviceCode, _ reason: String, _ text: String?, _ now: Date) -> Action {
        guard now < code.expires else { return fail("The code expired before it was used.") }
        var code = code
        switch reason {
        case "authorization_pending": break
        case "slow_down": code.interval += .seconds(5)
        default: return fail(Self.refusal(reason, text))
        }
        return poll(code, isFirst: false)
    }

    /// Doubles the polling interval as long as the code is valid.
    mutating func pollLater(_ code: OAuthDeviceCode, _ reason: String, _ now: Date) -> Action {
        var code = code
        code.interval *= 2
        return now < code.expires ? poll(code, isFirst: false) : fail(reason)
    }

    mutating func poll(_ code: OAuthDeviceCode, isFirst: Bool) -> Action {
        guard let endpoint = endpoints.token else { return fail(Self.missing("token")) }
        state = .polling(code)
        let parameters = ["grant_type": "urn:ietf:params:oauth:grant-type:device_code", "device_code": code.deviceCode.value]
        return .poll(code, isFirst: isFirst, OAuthTokenRequest(endpoint: endpoint, parameters: parameters.mapValues { HTTPSecret($0) }))
    }

    mutating func logIn() -> Action {
        switch configuration.grant {
        case .authorizationCode(let redirectURL): return showLogin(redirectURL)
        case .clientCredentials: return request(["grant_type": "client_credentials"].merging(scopeParameter) { $1 })
        case .password(let credentials):
            let parameters = ["grant_type": "password", "username": credentials.username, "password": credentials.password.value]
            return request(parameters.merging(scopeParameter) { $1 })
        case .deviceCode:
            guard let endpoint = endpoints.deviceAuthorization else { return fail(Self.missing("deviceAuthorization")) }
            state = .askingForDeviceCode
            return .requestDeviceCode(endpoint: endpoint)
        }
    }

    mutating func fail(_ reason: String) -> Action {
        state = .idle
        return .fail(reason)
    }

    static func refusal(_ code: String, _ text: String?) -> String {
        let advice = code == "invalid_client" ? " Check the client ID, its secret, and where the secret is sent." : ""
        let reason = text.map { ", \($0.quotedForMessage(upTo: 400))" } ?? ""
        return "The authorization server refused: \(code.quotedForMessage)\(reason).\(advice)"
    }

    var scopeParameter: [String: String] {
        configuration.scopes.isEmpty ? [:] : ["scope": configuration.scopes.joined(separator: " ")]
    }

    private static func missing(_ endpoint: String) -> String {
        "The grant needs an endpoint: set `endpoints.\(endpoint)`, or an issuer for discovery."
    }

    /// Refreshes or logs in, after discovering missing endpoints.
    private mutating func renew(with refresh: HTTPSecret?) -> Action {
        if let issuer = configuration.issuer, isEndpointMissing {
            state = .discovering(refresh: refresh)
            return .discover(issuer: issuer)
        }
        return refresh.map { self.refresh($0) } ?? logIn()
    }

    private var isEndpointMissing: Bool {
        switch configuration.grant {
        case .authorizationCode: endpoints.token == nil || endpoints.authorization == nil
        case .deviceCode: endpoints.token == nil || endpoints.deviceAuthorization == nil
        case .clientCredentials, .password: endpoints.token == nil
        }
    }

    private mutating func refresh(_ token: HTTPSecret) -> Action {
        guard let endpoint = endpoints.token else { return fail(Self.missing("token")) }
        state = .refreshing(token)
        let parameters = ["grant_type": HTTPSecret("refresh_token"), "refresh_token": token]
        return .requestToken(OAuthTokenRequest(endpoint: endpoint, parameters: parameters))
    }

    private mutating func request(_ parameters: [String: String]) -> Action {
        guard let endpoint = endpoints.token else { return fail(Self.missing("token")) }
        state = .requesting
        return .requestToken(
            OAuthTokenRequest(
                endpoint: endpoint, parameters: parameters.mapValues { HTTPSecret($0) }, extraParameters: configuration.extraParameters))
    }

    private mutating func showLogin(_ redirectURL: String) -> Action {
        guard let endpoint = endpoints.authorization else { return fail(Self.missing("authorization")) }
        state = .loggingIn
        let parameters = [
            "response_type": "code", "client_id": configuration.clientID, "state": seed.state,
            "code_challenge": Self.challenge(for: seed.verifier), "code_challenge_method": "S256",
        ]
        .merging(scopeParameter) { $1 }
        return .logIn(
            OAuthLogin(
                redirectURL: redirectURL, endpoint: endpoint, parameters: parameters, extraParameters: configuration.extraParameters))
    }

    /// The code challenge of a verifier (RFC 7636 section 4.2).
    static func challenge(for verifier: String) -> String {
        Base64.encodeForURL(HashAlgorithm.sha256.digest(of: verifier.utf8))
    }
}

/// The unpredictable values of a login.
public struct OAuthSeed: Hashable, Sendable {
    /// The state, which binds the redirect to the login (RFC 6749 section 10.12).
    public let state: String
    /// The verifier, which binds the code to this client (RFC 7636 section 4.1): 43 to 128 characters.
    public let verifier: String

    /// Creates a seed with fixed values, for tests.
    public init(state: String, verifier: String) {
        self.state = state
        self.verifier = verifier
    }

    /// Creates a random seed.
    public static func random() -> OAuthSeed {
        OAuthSeed(state: RandomText.make(byteCount: 16), verifier: RandomText.make(byteCount: 32))
    }
}

/// A form for the token endpoint.
public struct OAuthTokenRequest: Hashable, Sendable {
    /// The endpoint.
    public let endpoint: String
    /// The parameters, except parameters of client authentication. The values are secret.
    public let parameters: [String: HTTPSecret]
    /// The parameters of the configuration in addition to these, which replace those of the same name.
    public let extraParameters: [String: [String]]

    /// Creates a request.
    public init(endpoint: String, parameters: [String: HTTPSecret], extraParameters: [String: [String]] = [:]) {
        self.endpoint = endpoint
        self.parameters = parameters
        self.extraParameters = extraParameters
    }
}
