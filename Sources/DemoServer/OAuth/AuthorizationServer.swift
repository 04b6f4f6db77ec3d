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

    func withState<Result: Sendable, Failure: Error>(
        _ body: (inout State, _ now: Int) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let now = services.now()
        return try state.withLock { state throws(Failure) in try body(&state, now) }
    }

    /// What the request's bearer token allows, `nil` when there is none that is good.
    func grant(_ request: Request) -> OAuthGrant? {
        guard let token = AuthenticationRoutes.bearerToken(request) else { return nil }
        return withState { state, now in state.tokens.grant(accessToken: token, now: now) }
    }
}
