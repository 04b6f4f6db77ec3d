#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import Hashing

extension OAuthStateMachine {
    mutating func begin(_ seed: OAuthSeed) -> Action {
        self.seed = seed
        state = .loading
        return .load
    }

    mutating func need(_ credentials: OAuthCredentials, now: Date, seed: OAuthSeed) -> Action {
        self.seed = seed
        return credentials.isValid(at: now) ? .finish(credentials) : renew(with: credentials.refreshToken)
    }

    /// Only the token in hand is given up: one that was replaced meanwhile says nothing about its successor.
    mutating func reject(_ credentials: OAuthCredentials, _ token: HTTPSecret, _ seed: OAuthSeed) -> Action {
        self.seed = seed
        guard credentials.accessToken == token else { return .finish(credentials) }
        return renew(with: credentials.refreshToken)
    }

    mutating func loaded(_ credentials: OAuthCredentials?, now: Date) -> Action {
        guard let credentials else { return renew(with: nil) }
        guard credentials.isValid(at: now) else { return renew(with: credentials.refreshToken) }
        state = .ready(credentials)
        return .finish(credentials)
    }

    mutating func discovered(_ found: OAuthEndpoints, refresh: HTTPSecret?) -> Action {
        endpoints = endpoints.completed(by: found)
        return refresh.map { self.refresh($0) } ?? logIn()
    }

    mutating func redirected(_ redirect: OAuthRedirect?) -> Action {
        guard let redirect else { return fail("The login was given up.") }
        let items = OAuthRedirect.items(of: redirect.url)
        guard items["state"] == seed.state else {
            return fail("The login came back with another state than it was sent with: start again.")
        }
        if let issuer = items["iss"], let expected = configuration.issuer, issuer != expected {
            return fail("The login came back from another issuer than was asked.")
        }
        if let code = items["error"] { return fail(Self.refusal(code, items["error_description"])) }
        guard let code = items["code"] else { return fail("The login came back without a code.") }
        return request([
            "grant_type": "authorization_code", "code": code, "redirect_uri": redirect.redirectURL, "code_verifier": seed.verifier,
        ])
    }

    mutating func granted(_ new: OAuthCredentials) -> Action {
        var credentials = new
        // A server that sends no new refresh token means the old one to go on (RFC 6749 section 6).
        if case .refreshing(let token) = state, credentials.refreshToken == nil { credentials.refreshToken = token }
        state = .saving(credentials)
        return .save(credentials)
    }

    mutating func pollAgain(_ code: OAuthDeviceCode, _ reason: String, _ text: String?, _ now: Date) -> Action {
        guard now < code.expires else { return fail("The code was not used in time.") }
        var code = code
        switch reason {
        case "authorization_pending": break
        case "slow_down": code.interval += .seconds(5)
        default: return fail(Self.refusal(reason, text))
        }
        return poll(code, isFirst: false)
    }

    /// Asks half as often as before, as long as the code is good.
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
            let parameters = ["grant_type": "password", "username": credentials.user, "password": credentials.password.value]
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
        "The authorization server refused: \(code.quotedForMessage)" + (text.map { ", \($0.quotedForMessage)" } ?? "") + "."
    }

    var scopeParameter: [String: String] {
        configuration.scopes.isEmpty ? [:] : ["scope": configuration.scopes.joined(separator: " ")]
    }

    private static func missing(_ endpoint: String) -> String {
        "The grant needs an endpoint that is not known: give `endpoints.\(endpoint)`, or an issuer that tells it."
    }

    /// Discovers first, where an endpoint is missing.
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
        let all = parameters.merging(configuration.extraParameters) { own, _ in own }
        return .requestToken(OAuthTokenRequest(endpoint: endpoint, parameters: all.mapValues { HTTPSecret($0) }))
    }

    private mutating func showLogin(_ redirectURL: String) -> Action {
        guard let endpoint = endpoints.authorization else { return fail(Self.missing("authorization")) }
        state = .loggingIn
        let parameters = [
            "response_type": "code", "client_id": configuration.clientID, "state": seed.state,
            "code_challenge": Self.challenge(for: seed.verifier), "code_challenge_method": "S256",
        ]
        .merging(scopeParameter) { $1 }
        .merging(configuration.extraParameters) { own, _ in own }
        return .logIn(OAuthLogin(redirectURL: redirectURL, endpoint: endpoint, parameters: parameters))
    }

    /// RFC 7636 section 4.2.
    static func challenge(for verifier: String) -> String {
        Base64.encodeForURL(HashAlgorithm.sha256.digest(of: verifier.utf8))
    }
}
