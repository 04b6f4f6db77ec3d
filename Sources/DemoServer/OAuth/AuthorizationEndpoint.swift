/// `GET /oauth/authorize`: where the user says yes or no (RFC 6749, section 3.1).
///
/// A browser sees a page with both answers. `decision=allow` or `decision=deny` in the address answers at once, for
/// programs that try out the flow without a browser; so does OpenID's `prompt=none`.
struct AuthorizationEndpoint: Sendable {
    let server: AuthorizationServer

    func answer(_ request: Request) throws(Problem) -> Response {
        let authorization = try AuthorizationRequest(request)
        do throws(OAuthError) {
            let grant = try authorization.grant()
            let challenge = try authorization.challenge()
            switch decision(request) {
            case .allow: return authorization.redirect([NameValue("code", makeCode(grant, challenge, authorization))])
            case .deny: throw OAuthError("access_denied", "The user said no.")
            case nil: return page(authorization, grant, request)
            }
        } catch {
            return authorization.redirect([NameValue("error", error.code), NameValue("error_description", error.detail)])
        }
    }

    private func decision(_ request: Request) -> DeviceLedger.Decision? {
        request.query("prompt") == "none" ? .allow : request.query("decision").flatMap(DeviceLedger.Decision.init)
    }

    private func makeCode(_ grant: OAuthGrant, _ challenge: CodeChallenge?, _ authorization: AuthorizationRequest) -> String {
        let code = server.services.makeToken()
        server.withState { state, now in
            state.tokens.add(code: code, grant: grant, redirectURI: authorization.redirectURI, challenge: challenge, now: now)
        }
        return code
    }

    private func page(_ authorization: AuthorizationRequest, _ grant: OAuthGrant, _ request: Request) -> Response {
        HTML.decision(
            title: "Let \(authorization.client.id) in?",
            question: "\(authorization.client.id) wants to act for \(OAuthUser.pilot.fullName): \(grant.scope).",
            address: request.head.target.text + "&decision=")
    }
}
