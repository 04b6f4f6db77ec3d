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
