import Platform

/// Performs the actions of ``OAuthStateMachine`` with a loader. Each call returns the resulting event.
struct OAuthClient: Sendable {
    /// Receives the events of the transfers of an action, without bodies, which contain codes, passwords and refresh tokens. Forms and
    /// unusable responses are noted in words, without the values of secrets.
    typealias Observer = @Sendable (HTTPTaskEvent) -> Void

    static let responseLimit = 1 << 20

    let configuration: OAuthConfiguration
    let delegate: (any OAuthDelegate)?
    let clock: HTTPClock
    let loader: any HTTPLoader
    /// The request whose transport options apply to the authorization server too.
    let model: HTTPRequest

    func perform(_ action: OAuthStateMachine.Action, observer: @escaping Observer) async -> OAuthStateMachine.Event {
        switch action {
        case .load: return .loaded(await delegate?.savedCredentials(for: configuration), now: clock.now())
        case .discover(let issuer): return await discover(issuer, observer)
        case .logIn(let login):
            do throws(OAuthLoginError) { return .redirected(try await delegate?.logIn(at: login)) } catch { return .failed(error.message) }
        case .requestDeviceCode(let endpoint): return await requestDeviceCode(endpoint, observer)
        case .poll(let code, let isFirst, let request):
            guard (try? await clock.sleep(code.interval)) != nil else { return .failed("The login was cancelled.") }
            // The form and the response of later polls are the same.
            return await requestToken(request) { event in
                if case .noted = event, !isFirst { return }
                observer(event)
            }
        case .requestToken(let request): return await requestToken(request, observer)
        case .save(let credentials):
            await delegate?.save(credentials, for: configuration)
            return .saved
        case .finish, .fail: return .failed("The login has ended.")
        }
    }

    private func requestToken(_ request: OAuthTokenRequest, _ observer: @escaping Observer) async -> OAuthStateMachine.Event {
        let form = request.extraParameters.merging(request.parameters.mapValues { [$0.value] }) { $1 }
        switch await post(form, to: request.endpoint, observer) {
        case .failure(let problem):
            return problem.isTemporary ? .unanswered(problem.description, now: clock.now()) : .failed(problem.description)
        case .success(let answer):
            let (bytes, sent) = (answer.bytes, secrets(in: form))
            let url = HTTPRequest(url: request.endpoint).maskedURL
            let unusable = "Response of the token endpoint: \(OAuthWords.text(of: bytes, hiding: sent))"
            guard let response = OAuthTokenResponse(bytes) else {
                observer(.noted(unusable))
                return .failed("\(url) did not return the JSON that OAuth requires\(answer.statusNote).")
            }
            if let code = response.error {
                let description = response.errorDescription.map { OAuthWords.hiding(sent, in: $0) }
                return .refused(code: code, description: description, now: clock.now())
            }
            guard let credentials = response.credentials(now: clock.now()) else {
                observer(.noted(unusable))
                return .failed("\(url) returned no access token that can be sent\(answer.statusNote).")
            }
            observer(.noted("Token: \(OAuthWords.description(of: credentials))"))
            return .granted(credentials, now: clock.now())
        }
    }

    private func requestDeviceCode(_ endpoint: String, _ observer: @escaping Observer) async -> OAuthStateMachine.Event {
        var form = configuration.extraParameters
        form["client_id"] = [configuration.clientID]
        if !configuration.scopes.isEmpty { form["scope"] = [configuration.scopes.joined(separator: " ")] }
        switch await post(form, to: endpoint, observer) {
        case .failure(let problem): return .failed(problem.description)
        case .success(let answer):
            if let refusal = Self.refusal(in: answer.bytes) {
                return .failed(
                    OAuthStateMachine.refusal(
                        refusal.error ?? "", refusal.errorDescription.map { OAuthWords.hiding(secrets(in: form), in: $0) }))
            }
            guard let response = try? JSONDecoder().decode(OAuthDeviceResponse.self, from: Data(answer.bytes)) else {
                return .failed("The device endpoint did not return the JSON that RFC 8628 requires\(answer.statusNote).")
            }
            return .deviceCode(response.code(now: clock.now()))
        }
    }

    /// OpenID Connect Discovery section 4, then RFC 8414 section 3.
    private func discover(_ issuer: String, _ observer: @escaping Observer) async -> OAuthStateMachine.Event {
        var problem: OAuthClientError?
        // Without any answer, the second address of the same server is not tried.
        for url in OAuthDiscovery.urls(for: issuer) where problem?.isUnanswered != true {
            switch await document(at: url, observer) {
            case .failure(let found): problem = problem ?? found
            case .success(let document):
                guard document.issuer == issuer else {
                    let (named, asked) = (document.issuer.quotedForMessage, issuer.quotedForMessage)
                    return .failed(
                        "The discovery document of \(asked) names another issuer, \(named): if that is right, enter it exactly so.")
                }
                return .discovered(document.endpoints)
            }
        }
        return .failed("There is no discovery document of the issuer \(issuer.quotedForMessage): \(problem?.description ?? "")")
    }

    private func document(at url: String, _ observer: @escaping Observer) async -> Result<OAuthDiscovery, OAuthClientError> {
        let request = HTTPRequest(url: url)
        return await send(request, observer).flatMap { answer in
            guard let document = try? JSONDecoder().decode(OAuthDiscovery.self, from: Data(answer.bytes)) else {
                let problem = "\(request.maskedURL) did not return the JSON of a discovery document\(answer.statusNote)."
                return .failure(OAuthClientError(description: problem))
            }
            return .success(document)
        }
    }

    private func post(
        _ form: [String: [String]], to endpoint: String, _ observer: @escaping Observer
    ) async -> Result<OAuthAnswer, OAuthClientError> {
        var form = form
        var request = HTTPRequest(method: .post, url: endpoint)
        if let secret = configuration.clientSecret, configuration.clientAuthentication == .header {
            // Both are form-encoded first (RFC 6749 section 2.3.1).
            let user = FormBody.encode(configuration.clientID)
            request.headers["Authorization"] =
                BasicCredentials(username: user, password: HTTPSecret(FormBody.encode(secret.value))).basicHeaderValue
        } else {
            form["client_id"] = [configuration.clientID]
            form["client_secret"] = configuration.clientSecret.map { [$0.value] }
        }
        request.body = FormBody(form.queryItems)
        observer(.noted("Form: \(OAuthWords.description(ofForm: form.queryItems))"))
        return await send(request, hiding: secrets(in: form), observer)
    }

    /// The values that a form must keep secret.
    private func secrets(in form: [String: [String]]) -> Set<String> {
        Set(form.filter { !OAuthWords.open.contains($0.key) }.values.joined() + [configuration.clientSecret?.value ?? ""])
    }

    /// The error of a response (RFC 6749 section 5.2); nil for one without.
    private static func refusal(in bytes: [UInt8]) -> OAuthTokenResponse? {
        OAuthTokenResponse(bytes).flatMap { $0.error == nil ? nil : $0 }
    }

    private func send(
        _ request: HTTPRequest, hiding secrets: Set<String> = [], _ observer: @escaping Observer
    ) async -> Result<OAuthAnswer, OAuthClientError> {
        var request = request
        request.adoptRoute(of: model)
        request.isForAuthentication = true
        request.headers["Accept"] = "application/json"
        do throws(HTTPError) {
            let response = try await loader.load(request) { observer($0.withoutBody) }
            let bytes = try await response.body.collect(upTo: Self.responseLimit)
            // OAuth errors have the status 400 or 401 and JSON; Auth0 gives them 403 and 429.
            let status = response.status
            if !status.isSuccess { observer(.noted(OAuthWords.description(of: response.head, bytes, hiding: secrets))) }
            guard status.isSuccess || [400, 401].contains(status) || status.rawValue < 500 && Self.refusal(in: bytes) != nil else {
                let hint =
                    status.isRedirection ? ", and no redirect is followed here" : OAuthWords.hint(response.head, bytes, hiding: secrets)
                return .failure(
                    OAuthClientError(
                        description: "\(request.maskedURL) returned status \(status)\(hint).",
                        isTemporary: status == 429 || status.rawValue >= 500))
            }
            return .success(OAuthAnswer(status: status, bytes: bytes))
        } catch {
            let isTemporary = [.timedOut, .cannotConnect, .cannotResolveHost].contains(error.code)
            let problem =
                error.code == .responseTooLarge
                ? "The response of the authorization server is larger than a token may be (\(Self.responseLimit) bytes)."
                : "The authorization server cannot be reached: \(error.message)"
            return .failure(
                OAuthClientError(description: problem, isTemporary: isTemporary, isUnanswered: error.code != .responseTooLarge))
        }
    }
}

extension HTTPRequest {
    /// Adopts the proxy, time limits and trust of another request, without its credentials; for another origin also without the options for
    /// that request's server.
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

/// A response of the authorization server that may have the expected content.
private struct OAuthAnswer: Sendable {
    let status: HTTPStatus
    let bytes: [UInt8]

    /// The status, to be added to the problem of the content; empty for the one that goes with that content.
    var statusNote: String { status == 200 ? "" : " (status \(status))" }
}

/// The reason why no token was obtained.
struct OAuthClientError: Error, CustomStringConvertible {
    let description: String
    /// True if trying again may help.
    var isTemporary = false
    /// True if no complete response came.
    var isUnanswered = false
}

/// A number of seconds, which some servers write as text. Invalid and negative numbers become zero; the maximum is ``Seconds/longest``.
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

/// The scope of a token, which some servers write as a list.
struct LenientScope: Decodable {
    let value: String

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        value = try (try? container.decode(String.self)) ?? container.decode([String].self).joined(separator: " ")
    }
}

/// A response of the token endpoint (RFC 6749 sections 5.1 and 5.2).
struct OAuthTokenResponse: Decodable {
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
    let scope: LenientScope?
    let error: String?
    let errorDescription: String?

    /// Decodes JSON, or the form that GitHub and older servers send; nil for anything else.
    init?(_ bytes: [UInt8]) {
        if let response = try? JSONDecoder().decode(Self.self, from: Data(bytes)) {
            self = response
            return
        }
        let text = String(decoding: bytes, as: UTF8.self)
        let fields = OAuthRedirect.items(of: "http://localhost/?\(text)")
        guard !text.contains(where: \.isWhitespace), fields["access_token"] != nil || fields["error"] != nil,
            let json = try? JSONEncoder().encode(fields), let response = try? JSONDecoder().decode(Self.self, from: json)
        else { return nil }
        self = response
    }

    func credentials(now: Date) -> OAuthCredentials? {
        // Control characters cannot be sent in a header, so that the token would fail at each use.
        guard let accessToken, !accessToken.isEmpty, accessToken.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { return nil }
        return OAuthCredentials(
            accessToken: HTTPSecret(accessToken), tokenType: tokenType ?? "Bearer", refreshToken: refreshToken.map { HTTPSecret($0) },
            expires: expiresIn.map { now.addingTimeInterval($0.value) }, lifetime: expiresIn?.value, scope: scope?.value)
    }
}

/// A response of the device authorization endpoint (RFC 8628 section 3.2).
struct OAuthDeviceResponse: Decodable {
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

    /// The interval if the server names none, or none above zero (RFC 8628 section 3.2).
    private static let usualInterval = 5.0
    /// The limits of the interval: neither polling without a pause, nor a long wait for a user who has entered the code.
    private static let intervals = 1.0...300
    /// The limits of a code's lifetime: users enter it at once, so a day is more than enough.
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

    /// OpenID appends the well-known part to the issuer's path; RFC 8414 prepends it.
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
