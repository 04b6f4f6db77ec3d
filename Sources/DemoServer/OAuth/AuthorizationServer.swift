import Synchronization

/// The authorization server's memory, and the time and chance it works with.
final class AuthorizationServer: Sendable {
    struct State: Sendable {
        var tokens = TokenLedger()
        var devices = DeviceLedger()
    }

    let services: Services
    /// Guards both ledgers.
    private let state = Mutex(State())

    init(services: Services) {
        self.services = services
    }

    func withState<Result: Sendable>(_ body: (inout State, _ now: Int) throws(OAuthError) -> Result) throws(OAuthError) -> Result {
        let now = services.now()
        let result: Swift.Result<Result, OAuthError> = state.withLock { state in
            do throws(OAuthError) {
                return .success(try body(&state, now))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// What the request's bearer token allows, `nil` when there is none that is good.
    func grant(_ request: Request) -> OAuthGrant? {
        guard let token = AuthenticationRoutes.bearerToken(request) else { return nil }
        let now = services.now()
        return state.withLock { $0.tokens.grant(accessToken: token, now: now) }
    }
}
