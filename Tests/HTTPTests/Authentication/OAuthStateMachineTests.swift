import Foundation
import Testing

@testable import HTTP

@Suite struct OAuthStateMachineTests {
    let now = Date(timeIntervalSince1970: 1_000_000)
    let seed = OAuthSeed(state: "st", verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
    let endpoints = OAuthEndpoints(
        authorization: "https://as/login?x=1", token: "https://as/token", deviceAuthorization: "https://as/device")

    func machine(_ grant: OAuthConfiguration.Grant, issuer: String? = nil, endpoints: OAuthEndpoints? = nil) -> OAuthStateMachine {
        OAuthStateMachine(
            OAuthConfiguration(grant: grant, clientID: "me", issuer: issuer, endpoints: endpoints ?? self.endpoints, scopes: ["a", "b"]))
    }

    func credentials(_ token: String, expiresIn seconds: Double? = nil, refresh: HTTPSecret? = nil) -> OAuthCredentials {
        OAuthCredentials(accessToken: HTTPSecret(token), refreshToken: refresh, expires: seconds.map { now + $0 })
    }

    @Test func usesAValidSavedToken() {
        var machine = machine(.clientCredentials)
        #expect(machine.handle(.needed(now: now, seed: seed)) == .load)
        let saved = credentials("t", expiresIn: 60)
        #expect(machine.handle(.loaded(saved, now: now)) == .finish(saved))
        #expect(machine.handle(.needed(now: now, seed: seed)) == .finish(saved))
        #expect(machine.handle(.needed(now: now + 31, seed: seed)) == .load, "it went on with what expires")
    }

    /// A server that accepts a refresh token only once would refuse the one of the first program, and may end the session of both.
    @Test(arguments: [false, true]) func usesTheTokenThatAnotherProgramStored(isRejected: Bool) {
        var machine = machine(.clientCredentials)
        _ = machine.handle(.needed(now: now, seed: seed))
        _ = machine.handle(.loaded(credentials("t", expiresIn: 60, refresh: "r"), now: now))
        let later = now + (isRejected ? 1 : 60)
        #expect(machine.handle(isRejected ? .rejected("t", seed: seed) : .needed(now: later, seed: seed)) == .load)
        let others = credentials("u", expiresIn: 600, refresh: "s")
        #expect(machine.handle(.loaded(others, now: later)) == .finish(others))
        // Expired too: its successor is asked for with the refresh token that is valid now.
        _ = machine.handle(.needed(now: now + 601, seed: seed))
        guard case .requestToken(let form) = machine.handle(.loaded(credentials("v", expiresIn: 601, refresh: "w"), now: now + 601)) else {
            return #expect(Bool(false), "no refresh")
        }
        #expect(form.parameters["refresh_token"] == "w")
    }

    @Test func keepsATokenThatCouldNotBeStored() {
        var machine = machine(.clientCredentials)
        _ = machine.handle(.needed(now: now, seed: seed))
        _ = machine.handle(.loaded(credentials("t", expiresIn: 0, refresh: "r"), now: now))
        _ = machine.handle(.granted(credentials("u", expiresIn: 60, refresh: "s"), now: now))
        _ = machine.handle(.saved)
        _ = machine.handle(.needed(now: now + 60, seed: seed))
        guard case .requestToken(let form) = machine.handle(.loaded(credentials("t", expiresIn: 0, refresh: "r"), now: now + 60)) else {
            return #expect(Bool(false), "no refresh")
        }
        #expect(form.parameters["refresh_token"] == "s")
    }

    @Test func refreshesAnExpiredTokenAndKeepsItsRefreshToken() {
        var machine = machine(.clientCredentials)
        _ = machine.handle(.needed(now: now, seed: seed))
        let action = machine.handle(.loaded(credentials("t", expiresIn: 29, refresh: "r"), now: now))
        let form: [String: HTTPSecret] = ["grant_type": "refresh_token", "refresh_token": "r"]
        #expect(action == .requestToken(OAuthTokenRequest(endpoint: "https://as/token", parameters: form)))
        let renewed = credentials("u", refresh: "r")
        #expect(machine.handle(.granted(credentials("u"), now: now)) == .save(renewed))
        #expect(machine.handle(.saved) == .finish(renewed))
        #expect(machine.credentials == renewed)
    }

    @Test func aRefusedRefreshLeadsToALogin() {
        var machine = machine(.clientCredentials)
        _ = machine.handle(.needed(now: now, seed: seed))
        _ = machine.handle(.loaded(credentials("t", expiresIn: -1, refresh: "r"), now: now))
        #expect(machine.handle(.refused(code: "invalid_grant", description: nil, now: now)) == .load)
        guard case .requestToken(let form) = machine.handle(.loaded(credentials("t", expiresIn: -1, refresh: "r"), now: now)) else {
            return #expect(Bool(false), "no new login")
        }
        #expect(form.parameters == ["grant_type": "client_credentials", "scope": "a b"])
    }

    /// Two programs renewed the same token at the same time.
    @Test func aRefusedRefreshUsesWhatAnotherProgramStored() {
        var machine = machine(.clientCredentials)
        _ = machine.handle(.needed(now: now, seed: seed))
        _ = machine.handle(.loaded(credentials("t", expiresIn: -1, refresh: "r"), now: now))
        #expect(machine.handle(.refused(code: "invalid_grant", description: nil, now: now)) == .load)
        let others = credentials("u", expiresIn: 60, refresh: "s")
        #expect(machine.handle(.loaded(others, now: now)) == .finish(others))
    }

    @Test func aRejectedTokenIsNotUsedAgainAfterARefusedRefresh() {
        var machine = machine(.clientCredentials)
        let stored = credentials("t", expiresIn: 600, refresh: "r")
        _ = machine.handle(.needed(now: now, seed: seed))
        _ = machine.handle(.loaded(stored, now: now))
        _ = machine.handle(.rejected("t", seed: seed))
        _ = machine.handle(.loaded(stored, now: now))
        _ = machine.handle(.refused(code: "invalid_grant", description: nil, now: now))
        guard case .requestToken(let form) = machine.handle(.loaded(stored, now: now)) else { return #expect(Bool(false), "no new login") }
        #expect(form.parameters["grant_type"] == "client_credentials")
    }

    @Test func aLoginGoesThroughTheBrowserWithPKCE() throws {
        var machine = machine(.authorizationCode(redirectURL: "http://127.0.0.1/cb"))
        _ = machine.handle(.needed(now: now, seed: seed))
        guard case .logIn(let login) = machine.handle(.loaded(nil, now: now)) else { return #expect(Bool(false), "no login") }
        #expect(login.redirectURL == "http://127.0.0.1/cb")
        let redirectURL = "http://127.0.0.1:9/cb"
        let items = Dictionary(HTTPRequest(url: login.url(redirectURL: redirectURL)).queryItems.map { ($0.name, $0.value) }) { first, _ in
            first
        }
        // RFC 7636 appendix B.
        #expect(items["code_challenge"] == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
        #expect(items["x"] == "1" && items["state"] == "st" && items["scope"] == "a b" && items["response_type"] == "code")
        #expect(items["redirect_uri"] == redirectURL)
        let redirect = OAuthRedirect(url: "\(redirectURL)?code=c%2B&state=st", redirectURL: redirectURL)
        guard case .requestToken(let form) = machine.handle(.redirected(redirect)) else { return #expect(Bool(false), "no exchange") }
        #expect(form.parameters["code"] == "c+")
        #expect(form.parameters["code_verifier"]?.value == seed.verifier)
        #expect(form.parameters["redirect_uri"] == "http://127.0.0.1:9/cb")
    }

    @Test(arguments: [
        (nil, "cancelled"), ("http://x/?code=c", "another login"), ("http://x/?code=c&state=evil", "another login"),
        ("http://x/?state=st&error=access_denied", "access_denied"), ("http://x/?state=st", "no code"),
    ])
    func aLoginThatFailsSaysWhyAndCanBeTriedAgain(url: String?, fragment: String) {
        var machine = machine(.authorizationCode(redirectURL: "http://x/"))
        _ = machine.handle(.needed(now: now, seed: seed))
        _ = machine.handle(.loaded(nil, now: now))
        guard case .fail(let reason) = machine.handle(.redirected(url.map { OAuthRedirect(url: $0, redirectURL: "http://x/") })) else {
            return #expect(Bool(false), "no failure")
        }
        #expect(reason.contains(fragment))
        #expect(machine.handle(.needed(now: now, seed: seed)) == .load)
    }

    /// RFC 9207.
    @Test(arguments: [("https://as", true), ("https://evil", false)])
    func aLoginOfAnotherIssuerIsRefused(issuer: String, isTaken: Bool) {
        var machine = machine(.authorizationCode(redirectURL: "http://x/"), issuer: "https://as")
        _ = machine.handle(.needed(now: now, seed: seed))
        _ = machine.handle(.loaded(nil, now: now))
        let action = machine.handle(.redirected(OAuthRedirect(url: "http://x/?code=c&state=st&iss=\(issuer)", redirectURL: "http://x/")))
        if case .fail(let reason) = action { #expect(reason.contains("another issuer") && !isTaken) } else { #expect(isTaken) }
    }

    @Test func configuredEndpointsOverrideDiscoveredOnes() {
        var machine = machine(.deviceCode, issuer: "https://as", endpoints: OAuthEndpoints(token: "https://mine/token"))
        _ = machine.handle(.needed(now: now, seed: seed))
        #expect(machine.handle(.loaded(nil, now: now)) == .discover(issuer: "https://as"))
        #expect(machine.handle(.discovered(endpoints)) == .requestDeviceCode(endpoint: "https://as/device"))
        let code = OAuthDeviceCode(deviceCode: "d", userCode: "U", verificationURL: "v", expires: now + 60)
        guard case .poll(_, _, let form) = machine.handle(.deviceCode(code)) else { return #expect(Bool(false), "It does not poll.") }
        #expect(form.endpoint == "https://mine/token")
    }

    @Test func extraParametersBelongToATokenRequest() {
        var machine = OAuthStateMachine(
            OAuthConfiguration(
                grant: .clientCredentials, clientID: "me", endpoints: endpoints, extraParameters: ["audience": ["y"]]))
        _ = machine.handle(.needed(now: now, seed: seed))
        guard case .requestToken(let form) = machine.handle(.loaded(nil, now: now)) else {
            return #expect(Bool(false), "It asks for none.")
        }
        #expect(form.parameters == ["grant_type": "client_credentials"] && form.extraParameters == ["audience": ["y"]])
    }

    @Test func missingEndpointsAreDiscovered() {
        var machine = machine(.clientCredentials, issuer: "https://as", endpoints: OAuthEndpoints())
        _ = machine.handle(.needed(now: now, seed: seed))
        #expect(machine.handle(.loaded(nil, now: now)) == .discover(issuer: "https://as"))
        guard case .requestToken(let form) = machine.handle(.discovered(endpoints)) else { return #expect(Bool(false), "no request") }
        #expect(form.endpoint == "https://as/token")
    }

    @Test func withoutEndpointAndIssuerItFails() {
        var machine = machine(.deviceCode, endpoints: OAuthEndpoints())
        _ = machine.handle(.needed(now: now, seed: seed))
        guard case .fail(let reason) = machine.handle(.loaded(nil, now: now)) else { return #expect(Bool(false), "no failure") }
        #expect(reason.contains("endpoint"))
    }

    @Test func pollsSlowerWhenAskedAndStopsAtTheExpiry() {
        var machine = machine(.deviceCode)
        _ = machine.handle(.needed(now: now, seed: seed))
        #expect(machine.handle(.loaded(nil, now: now)) == .requestDeviceCode(endpoint: "https://as/device"))
        let code = OAuthDeviceCode(
            deviceCode: "d", userCode: "U", verificationURL: "v", completeVerificationURL: nil, expires: now + 100, interval: .seconds(5))
        var intervals: [Duration] = []
        var action = machine.handle(.deviceCode(code))
        for reason in ["authorization_pending", "slow_down", "authorization_pending"] {
            if case .poll(let code, _, _) = action { intervals.append(code.interval) }
            action = machine.handle(.refused(code: reason, description: nil, now: now))
        }
        if case .poll(let code, let isFirst, _) = action { intervals.append(code.interval); #expect(!isFirst) }
        #expect(intervals == [.seconds(5), .seconds(5), .seconds(10), .seconds(10)])
        #expect(
            machine.handle(.refused(code: "authorization_pending", description: nil, now: now + 101))
                == .fail("The code expired before it was used."))
    }

    @Test func rejectsOnlyTheCurrentToken() {
        var machine = machine(.clientCredentials)
        _ = machine.handle(.needed(now: now, seed: seed))
        _ = machine.handle(.loaded(credentials("new", refresh: "r"), now: now))
        #expect(machine.handle(.rejected("old", seed: seed)) == .finish(credentials("new", refresh: "r")))
        #expect(machine.handle(.rejected("new", seed: seed)) == .load)
        guard case .requestToken = machine.handle(.loaded(credentials("new", refresh: "r"), now: now)) else {
            return #expect(Bool(false), "no refresh")
        }
    }

    @Test func failsForAStepOutOfOrder() {
        var machine = machine(.clientCredentials)
        guard case .fail = machine.handle(.saved) else { return #expect(Bool(false), "no failure") }
        _ = machine.handle(.needed(now: now, seed: seed))
        _ = machine.handle(.loaded(nil, now: now))
        #expect(machine.handle(.failed("cancelled")) == .fail("cancelled"))
        guard case .fail = machine.handle(.granted(credentials("late"), now: now)) else {
            return #expect(Bool(false), "what came after the end was taken")
        }
    }

    /// RFC 6749 appendix B.
    @Test func aPlusInTheRedirectIsASpace() {
        var machine = machine(.authorizationCode(redirectURL: "http://127.0.0.1/cb"))
        _ = machine.handle(.needed(now: now, seed: seed))
        _ = machine.handle(.loaded(nil, now: now))
        let url = "http://127.0.0.1/cb?state=st&error=access_denied&error_description=Not+this%2Btime"
        let action = machine.handle(.redirected(OAuthRedirect(url: url, redirectURL: "http://127.0.0.1/cb")))
        guard case .fail(let reason) = action else { return #expect(Bool(false), "\(action)") }
        #expect(reason.contains("Not this+time"))
    }

    /// RFC 8628 section 3.5: a poll without a response is not a refusal, and the next one is sent later.
    @Test func pollsMoreSlowlyAfterATransportFailure() {
        var machine = machine(.deviceCode)
        _ = machine.handle(.needed(now: now, seed: seed))
        _ = machine.handle(.loaded(nil, now: now))
        let code = OAuthDeviceCode(deviceCode: "d", userCode: "U", verificationURL: "v", expires: now + 60)
        _ = machine.handle(.deviceCode(code))
        guard case .poll(let later, false, _) = machine.handle(.unanswered("timed out", now: now)) else {
            return #expect(Bool(false), "It gave up.")
        }
        #expect(later.interval == .seconds(10))
        #expect(machine.handle(.unanswered("timed out", now: now + 60)) == .fail("timed out"))
    }

    @Test(arguments: [
        (OAuthConfiguration.Grant.deviceCode, OAuthEndpoints(token: "https://as/token"), "endpoints.deviceAuthorization"),
        (.authorizationCode(redirectURL: "http://127.0.0.1/cb"), OAuthEndpoints(token: "https://as/token"), "endpoints.authorization"),
        (.clientCredentials, OAuthEndpoints(), "endpoints.token"),
    ])
    func namesTheMissingEndpoint(grant: OAuthConfiguration.Grant, endpoints: OAuthEndpoints, name: String) {
        var machine = machine(grant, endpoints: endpoints)
        _ = machine.handle(.needed(now: now, seed: seed))
        guard case .fail(let reason) = machine.handle(.loaded(nil, now: now)) else { return #expect(Bool(false), "it went on") }
        #expect(reason.contains("`\(name)`"))
    }

    /// As the terminal would show them.
    @Test func replacesControlCharactersInServerMessages() {
        #expect(
            OAuthStateMachine.refusal("no\u{1B}[31m", "x\u{7F}\u{9B}\n") == "The authorization server refused: \"no␛[31m\", \"x␡<9b>␊\".")
    }

    @Test func showsTheWholeExplanationOfTheServer() {
        let reason = String(repeating: "why ", count: 50)
        #expect(OAuthStateMachine.refusal("no", reason).contains(reason))
    }
}
