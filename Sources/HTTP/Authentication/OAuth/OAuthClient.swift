#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Carries out the actions of ``OAuthStateMachine`` over a loader. Each call gives the event that answers it.
struct OAuthClient: Sendable {
    /// Hears of the transfers that an action takes. Bodies are left out: they hold codes, passwords and refresh tokens.
    typealias Observer = @Sendable (HTTPTaskEvent) -> Void

    static let answerLimit = 1 << 20

    let configuration: OAuthConfiguration
    let delegate: (any OAuthDelegate)?
    let clock: HTTPClock
    let loader: any HTTPLoader
    /// Whose transport options count for the authorization server too.
    let model: HTTPRequest

    func perform(_ action: OAuthStateMachine.Action, observer: @escaping Observer) async -> OAuthStateMachine.Event {
        switch action {
        case .load: return .loaded(await delegate?.savedCredentials(for: configuration), now: clock.now())
        case .discover(let issuer): return await discover(issuer, observer)
        case .logIn(let login): return .redirected(await delegate?.logIn(at: login))
        case .requestDeviceCode(let endpoint): return await requestDeviceCode(endpoint, observer)
        case .poll(let code, _, let request):
            guard (try? await clock.sleep(code.interval)) != nil else { return .failed("The login was cancelled.") }
            return await requestToken(request, observer)
        case .requestToken(let request): return await requestToken(request, observer)
        case .save(let credentials):
            await delegate?.save(credentials, for: configuration)
            return .saved
        case .finish, .fail: return .failed("The login was over.")
        }
    }

    private func requestToken(_ form: OAuthTokenRequest, _ observer: @escaping Observer) async -> OAuthStateMachine.Event {
        switch await post(form.parameters.mapValues(\.value), to: form.endpoint, observer) {
        case .failure(let problem):
            return problem.isPassing ? .unanswered(problem.description, now: clock.now()) : .failed(problem.description)
        case .success(let bytes):
            guard let answer = try? JSONDecoder().decode(OAuthTokenAnswer.self, from: Data(bytes)) else {
                return .failed("The token endpoint did not answer with the JSON that OAuth asks for.")
            }
            if let code = answer.error { return .refused(code: code, description: answer.errorDescription, now: clock.now()) }
            guard let credentials = answer.credentials(now: clock.now()) else {
                return .failed("The token endpoint answered without a token.")
            }
            return .granted(credentials, now: clock.now())
        }
    }

    private func requestDeviceCode(_ endpoint: String, _ observer: @escaping Observer) async -> OAuthStateMachine.Event {
        var form = configuration.extraParameters
        form["client_id"] = configuration.clientID
        if !configuration.scopes.isEmpty { form["scope"] = configuration.scopes.joined(separator: " ") }
        switch await post(form, to: endpoint, observer) {
        case .failure(let problem): return .failed(problem.description)
        case .success(let bytes):
            guard let answer = try? JSONDecoder().decode(OAuthDeviceAnswer.self, from: Data(bytes)) else {
                return .failed("The device endpoint did not answer with the JSON that RFC 8628 asks for.")
            }
            return .deviceCode(answer.code(now: clock.now()))
        }
    }

    /// OpenID Connect Discovery section 4, then RFC 8414 section 3.
    private func discover(_ issuer: String, _ observer: @escaping Observer) async -> OAuthStateMachine.Event {
        for url in OAuthDiscovery.urls(for: issuer) {
            guard case .success(let bytes) = await send(HTTPRequest(url: url), observer),
                let answer = try? JSONDecoder().decode(OAuthDiscovery.self, from: Data(bytes))
            else { continue }
            guard answer.issuer == issuer else { return .failed("The discovery document is for another issuer than was asked.") }
            return .discovered(answer.endpoints)
        }
        return .failed("No discovery document was found at the issuer.")
    }

    private func post(
        _ form: [String: String], to endpoint: String, _ observer: @escaping Observer
    ) async -> Result<[UInt8], OAuthProblem> {
        var form = form
        var request = HTTPRequest(method: .post, url: endpoint)
        if let secret = configuration.clientSecret, configuration.clientAuthentication == .header {
            // Both are form-encoded first (RFC 6749 section 2.3.1).
            let user = FormBody.encode(configuration.clientID)
            request.headers["Authorization"] =
                BasicCredentials(user: user, password: HTTPSecret(FormBody.encode(secret.value))).basicHeaderValue
        } else {
            form["client_id"] = configuration.clientID
            form["client_secret"] = configuration.clientSecret?.value
        }
        request.body = FormBody(form)
        return await send(request, observer)
    }

    private func send(_ request: HTTPRequest, _ observer: @escaping Observer) async -> Result<[UInt8], OAuthProblem> {
        var request = request
        request.adoptRoute(of: model)
        request.isForAuthentication = true
        request.headers["Accept"] = "application/json"
        do throws(HTTPError) {
            let response = try await loader.load(request) { observer($0.withoutBody) }
            let bytes = try await response.body.collect(upTo: Self.answerLimit)
            // An error of OAuth comes as 400 or 401 with JSON.
            guard response.status.isSuccess || [400, 401].contains(response.status) else {
                return .failure(OAuthProblem(description: "The authorization server answered with status \(response.status)."))
            }
            return .success(bytes)
        } catch {
            let isPassing = [.timedOut, .cannotConnect, .cannotResolveHost].contains(error.code)
            return .failure(
                OAuthProblem(description: "The authorization server could not be asked: \(error.message)", isPassing: isPassing))
        }
    }
}

extension HTTPRequest {
    /// Goes the way that another request goes, with its proxy, time-outs and trust, but without its credentials; and to another origin also
    /// without what was said of the other's server alone.
    fileprivate mutating func adoptRoute(of model: HTTPRequest) {
        adoptOptions(of: model)
        dropCredentialOptions()
        guard origin != model.origin else { return }
        clientCertificate = nil
        unixSocketPath = nil
        serverTrust.pinnedPublicKeys = []
        versionPreference = .automatic
        responseLimits = HTTPResponseLimits()
        responseParsing = .strict
    }
}

extension HTTPTaskEvent {
    fileprivate var withoutBody: HTTPTaskEvent {
        switch self {
        case .started(let request): .started(request.withoutBody)
        case .changed(let change):
            .changed(HTTPRequestChange(link: change.link, before: change.before.withoutBody, after: change.after.withoutBody))
        case .failed(let error):
            .failed(
                HTTPError(
                    error.code, request: error.request.withoutBody, response: error.response, underlyingError: error.underlyingError,
                    message: error.message))
        default: self
        }
    }
}

extension HTTPRequest {
    fileprivate var withoutBody: HTTPRequest {
        var copy = self
        copy.body = EmptyBody()
        return copy
    }
}

/// A sentence about what went wrong.
struct OAuthProblem: Error, CustomStringConvertible {
    let description: String
    /// Whether asking again may help.
    var isPassing = false
}

/// A number of seconds, which some servers write as text; zero for what is no number and for less, ``Seconds/longest`` for more.
struct LenientSeconds: Decodable {
    let value: Double

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Double.self) {
            value = Seconds(nearest: number).value
        } else {
            value = Seconds(nearest: Double(try container.decode(String.self)) ?? 0).value
        }
    }
}

/// An answer of the token endpoint (RFC 6749 sections 5.1 and 5.2).
struct OAuthTokenAnswer: Decodable {
    private enum CodingKeys: String, CodingKey {
        case accessToken = "access_token"
        case tokenType = "token_type"
        case refreshToken = "refresh_token"
        case expiresIn = "expires_in"
        case scope, error
        case errorDescription = "error_description"
    }

    let accessToken: String?
    let tokenType: String?
    let refreshToken: String?
    let expiresIn: LenientSeconds?
    let scope: String?
    let error: String?
    let errorDescription: String?

    func credentials(now: Date) -> OAuthCredentials? {
        guard let accessToken, !accessToken.isEmpty else { return nil }
        return OAuthCredentials(
            accessToken: HTTPSecret(accessToken), tokenType: tokenType ?? "Bearer", refreshToken: refreshToken.map { HTTPSecret($0) },
            expires: expiresIn.map { now.addingTimeInterval($0.value) }, scope: scope)
    }
}

/// An answer of the device authorization endpoint (RFC 8628 section 3.2).
struct OAuthDeviceAnswer: Decodable {
    private enum CodingKeys: String, CodingKey {
        case deviceCode = "device_code"
        case userCode = "user_code"
        case verificationURI = "verification_uri"
        case completeURI = "verification_uri_complete"
        case expiresIn = "expires_in"
        case interval
    }

    let deviceCode: String
    let userCode: String
    let verificationURI: String
    let completeURI: String?
    let expiresIn: LenientSeconds
    let interval: LenientSeconds?

    /// Between two questions where the server says nothing, or nothing above zero (RFC 8628 section 3.2).
    private static let usualInterval = 5.0
    /// No server may be asked without a pause, nor keep a person waiting who has used the code.
    private static let intervals = 1.0...300
    /// A person types the code in at once: a day is long.
    private static let lives = 0.0...86_400

    func code(now: Date) -> OAuthDeviceCode {
        let asked = interval.map(\.value).flatMap { $0 > 0 ? $0 : nil } ?? Self.usualInterval
        return OAuthDeviceCode(
            deviceCode: HTTPSecret(deviceCode), userCode: userCode, verificationURL: verificationURI, completeVerificationURL: completeURI,
            expires: now.addingTimeInterval(Seconds(nearest: expiresIn.value, in: Self.lives).value),
            interval: Seconds(nearest: asked, in: Self.intervals).duration)
    }
}

/// A discovery document (RFC 8414 section 2).
struct OAuthDiscovery: Decodable {
    private enum CodingKeys: String, CodingKey {
        case issuer
        case authorization = "authorization_endpoint"
        case token = "token_endpoint"
        case deviceAuthorization = "device_authorization_endpoint"
    }

    let issuer: String
    let authorization: String?
    let token: String?
    let deviceAuthorization: String?

    var endpoints: OAuthEndpoints {
        OAuthEndpoints(authorization: authorization, token: token, deviceAuthorization: deviceAuthorization)
    }

    /// OpenID puts the well-known part behind the issuer's path, RFC 8414 before it.
    static func urls(for issuer: String) -> [String] {
        let request = HTTPRequest(url: issuer)
        let path = request.percentEncodedPath.hasSuffix("/") ? String(request.percentEncodedPath.dropLast()) : request.percentEncodedPath
        return [path + "/.well-known/openid-configuration", "/.well-known/oauth-authorization-server" + path].map { wellKnown in
            var copy = request
            copy.percentEncodedPath = wellKnown
            return copy.url
        }
    }
}
