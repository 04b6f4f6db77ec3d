public import Platform
import Synchronization

/// A link that obtains a token, adds it to requests, and refreshes it when it expires or is refused (part 15 of “HTTP in Swift”; RFC 6749, RFC
/// 6750).
///
/// Concurrent requests share one login or refresh and its outcome. Its own requests go to the next loader.
public final class OAuth: HTTPLoaderLink {
    private let delegate: (any OAuthDelegate)?
    private let clock: HTTPClock
    private let makeSeed: @Sendable () -> OAuthSeed
    /// Guards the sessions, one for each configuration.
    private let sessions = Mutex<[OAuthConfiguration: OAuthSession]>([:])

    /// Creates a link.
    /// - Parameters:
    ///   - delegate: stores tokens and presents logins; without one, only grants without a user work, and nothing is stored.
    ///   - clock: tells when a token has expired.
    ///   - makeSeed: returns unpredictable values.
    public init(
        delegate: (any OAuthDelegate)? = nil, clock: HTTPClock = .system,
        makeSeed: @escaping @Sendable () -> OAuthSeed = { OAuthSeed.random() }
    ) {
        self.delegate = delegate
        self.clock = clock
        self.makeSeed = makeSeed
    }

    /// Sends the request with a token; after a 401 once more with a new token.
    /// - Throws: ``HTTPError/Code/cannotAuthenticate`` with the reason if no token can be obtained.
    public func load(_ request: HTTPRequest, task: HTTPTask, nextLoader: any HTTPLoader) async throws(HTTPError) -> HTTPResponse {
        guard let configuration = request.oauthConfiguration else {
            throw HTTPError(.cannotAuthenticate, request: request, message: "This request has no OAuth settings.")
        }
        let session = session(for: configuration)
        let client = OAuthClient(configuration: configuration, delegate: delegate, clock: clock, loader: nextLoader, model: request)
        let credentials = try await outcome(of: session.credentials(client: client, task: task), for: request, task)
        let response = try await send(request, with: credentials, task, nextLoader)
        guard response.status == .unauthorized, request.body.isEmpty || request.body.replay == .restartable else { return response }
        await response.body.discard()
        let renewed = try await outcome(
            of: session.credentials(rejecting: credentials.accessToken, client: client, task: task), for: request, task, after: response)
        return try await send(request, with: renewed, task, nextLoader)
    }

    /// Logs out of all configurations: cancels their logins and discards their tokens, including all of the delegate's.
    public func reset() async {
        let ended = sessions.withLock { sessions in
            defer { sessions = [:] }
            return sessions
        }
        for (configuration, session) in ended {
            await session.stop()
            await delegate?.save(nil, for: configuration)
        }
        await delegate?.removeAllCredentials()
    }

    /// Logs out of one configuration: cancels its login and discards its tokens, including those of the delegate.
    /// - Returns: true if there were tokens.
    public func forget(_ configuration: OAuthConfiguration) async -> Bool {
        let session = sessions.withLock { $0.removeValue(forKey: configuration) }
        await session?.stop()
        let wasKept = await delegate?.savedCredentials(for: configuration) != nil
        await delegate?.save(nil, for: configuration)
        return wasKept || session?.credentials != nil
    }

    /// The tokens of a configuration that can be sent now; nil if a login or a refresh is needed.
    public func currentCredentials(for configuration: OAuthConfiguration) async -> OAuthCredentials? {
        let known = sessions.withLock { $0[configuration] }?.credentials
        let stored = await delegate?.savedCredentials(for: configuration)
        return [known, stored].compactMap(\.self).first { $0.isValid(at: clock.now()) }
    }

    private func session(for configuration: OAuthConfiguration) -> OAuthSession {
        sessions.withLock { sessions in
            let session = sessions[configuration] ?? OAuthSession(configuration, clock: clock, makeSeed: makeSeed)
            sessions[configuration] = session
            return session
        }
    }

    /// Returns the credentials or throws.
    /// - Parameter refusal: the response that refused the previous token, if any.
    private func outcome(
        of outcome: OAuthSession.Outcome, for request: HTTPRequest, _ task: HTTPTask, after refusal: HTTPResponse? = nil
    ) throws(HTTPError) -> OAuthCredentials {
        if task.isCancelled { throw HTTPError(.cancelled, request: request, response: refusal) }
        switch outcome {
        case .success(let credentials): return credentials
        case .failure(let problem):
            throw HTTPError(
                .cannotAuthenticate, request: request, response: refusal, underlyingError: problem, message: problem.description)
        }
    }

    private func send(
        _ request: HTTPRequest, with credentials: OAuthCredentials, _ task: HTTPTask, _ nextLoader: any HTTPLoader
    ) async throws(HTTPError) -> HTTPResponse {
        var signed = request
        signed.headers["Authorization"] = credentials.headerValue
        task.reportChange(by: self, from: request, to: signed)
        return try await nextLoader.load(signed, task: task)
    }
}

/// A request that waits for a token. It gets the events and then the outcome in this order, regardless of the threads that report them.
final class OAuthWaiter: Sendable {
    typealias Outcome = Result<OAuthCredentials, OAuthClientError>

    private enum Message {
        case event(HTTPTaskEvent)
        case outcome(Outcome)
    }

    private struct State {
        var messages: [Message]
        var isDelivering = false
        var continuation: CheckedContinuation<Outcome, Never>?

        /// The next message; nil after the outcome.
        mutating func next() -> Message? {
            if continuation != nil, !messages.isEmpty { return messages.removeFirst() }
            isDelivering = false
            return nil
        }
    }

    /// Continues the login if the request that began it has left.
    let client: OAuthClient
    private let execution: HTTPExecution
    /// Guards the messages and their delivery: an observer may cancel, and thus call back here.
    private let state: Mutex<State>

    /// - Parameter events: events that have already happened; ``deliver()`` reports them.
    init(
        _ continuation: CheckedContinuation<Outcome, Never>, client: OAuthClient, execution: HTTPExecution, events: [HTTPTaskEvent] = []
    ) {
        self.client = client
        self.execution = execution
        state = Mutex(State(messages: events.map { .event($0) }, continuation: continuation))
    }

    func report(_ event: HTTPTaskEvent) {
        state.withLock { $0.messages.append(.event(event)) }
        deliver()
    }

    /// Ends the wait after all events are reported.
    func end(_ outcome: Outcome) {
        state.withLock { $0.messages.append(.outcome(outcome)) }
        deliver()
    }

    /// Ends the wait and drops unreported events.
    func leave(_ outcome: Outcome) {
        state.withLock { $0.messages = [.outcome(outcome)] }
        deliver()
    }

    /// Delivers all messages, unless a delivery is in progress.
    func deliver() {
        let isFree = state.withLock { state in
            defer { state.isDelivering = true }
            return !state.isDelivering
        }
        guard isFree else { return }
        while let message = state.withLock({ $0.next() }) {
            switch message {
            case .event(let event): execution.report(event)
            case .outcome(let outcome): state.withLock { $0.continuation.take() }?.resume(returning: outcome)
            }
        }
    }
}

/// The settings for obtaining a token (RFC 6749).
public struct OAuthConfiguration: Hashable, Sendable {
    /// The grant types.
    public enum Grant: Hashable, Sendable {
        /// A user logs in with a browser, which returns to the redirect URL (RFC 6749 section 4.1), with PKCE (RFC 7636).
        case authorizationCode(redirectURL: String)
        /// The client's own credentials (section 4.4).
        case clientCredentials
        /// The password of a user (section 4.3), for servers that support nothing better.
        case password(BasicCredentials)
        /// A user logs in on another device (RFC 8628).
        case deviceCode
    }

    /// The place of the client secret (RFC 6749 section 2.3.1).
    public enum ClientAuthentication: String, Hashable, Sendable, CaseIterable {
        /// The `Authorization` header.
        case header
        /// The form.
        case body
    }

    /// The grant type.
    public var grant: Grant
    /// The client identifier.
    public var clientID: String
    /// The client secret; nil for a public client.
    public var clientSecret: HTTPSecret?
    /// The place of the client secret.
    public var clientAuthentication: ClientAuthentication
    /// The URL of the issuer, used to discover missing endpoints (RFC 8414, OpenID Connect Discovery).
    public var issuer: String?
    /// The endpoints of the server.
    public var endpoints: OAuthEndpoints
    /// The requested scopes, in order.
    public var scopes: [String]
    /// Additional parameters, such as `audience`, with their values: a name with several is sent repeatedly, as RFC 8707 allows for `resource`. They
    /// do not replace those that the grant needs, and are sent with the login URL, with the request for a device code, and with token requests; not
    /// when polling for a device, nor with a refresh, which keeps those of the first token.
    public var extraParameters: [String: [String]]
    /// The server that gets the tokens, such as `https://api.example.com:443`; nil for any. Configurations with different receivers share no
    /// tokens, so that the same settings with another URL cannot take a token elsewhere.
    public var receiver: String?

    /// Creates a configuration with endpoints, or with an issuer to discover them.
    public init(
        grant: Grant, clientID: String, clientSecret: HTTPSecret? = nil, clientAuthentication: ClientAuthentication = .header,
        issuer: String? = nil, endpoints: OAuthEndpoints = OAuthEndpoints(), scopes: [String] = [],
        extraParameters: [String: [String]] = [:]
    ) {
        self.grant = grant
        self.clientID = clientID
        self.clientSecret = clientSecret
        self.clientAuthentication = clientAuthentication
        self.issuer = issuer
        self.endpoints = endpoints
        self.scopes = scopes
        self.extraParameters = extraParameters
    }
}

extension [String: [String]] {
    /// A pair for each value, sorted by name.
    var queryItems: [URLQueryItem] {
        sorted { $0.key < $1.key }.flatMap { name, values in values.map { URLQueryItem(name: name, value: $0) } }
    }
}

/// The URLs of an authorization server.
public struct OAuthEndpoints: Hashable, Sendable {
    /// The login page.
    public var authorization: String?
    /// The token endpoint.
    public var token: String?
    /// The device authorization endpoint.
    public var deviceAuthorization: String?

    /// Creates endpoints.
    public init(authorization: String? = nil, token: String? = nil, deviceAuthorization: String? = nil) {
        self.authorization = authorization
        self.token = token
        self.deviceAuthorization = deviceAuthorization
    }

    /// These endpoints, with missing ones taken from others.
    func completed(by other: OAuthEndpoints) -> OAuthEndpoints {
        OAuthEndpoints(
            authorization: authorization ?? other.authorization, token: token ?? other.token,
            deviceAuthorization: deviceAuthorization ?? other.deviceAuthorization)
    }
}

private enum OAuthConfigurationOption: HTTPRequestOption { static let defaultOptionValue: OAuthConfiguration? = nil }

extension HTTPRequest {
    /// The OAuth settings of this request.
    public var oauthConfiguration: OAuthConfiguration? {
        get { self[option: OAuthConfigurationOption.self] }
        set { self[option: OAuthConfigurationOption.self] = newValue }
    }
}

/// The tokens from an authorization server (RFC 6749 section 5.1). They must be stored privately.
public struct OAuthCredentials: Hashable, Sendable {
    /// The token that is sent with requests.
    public var accessToken: HTTPSecret
    /// The type of the token, usually `Bearer`.
    public var tokenType: String
    /// The token for a refresh; nil if the server issued none.
    public var refreshToken: HTTPSecret?
    /// The expiry date; nil if unknown.
    public var expires: Date?
    /// The seconds from the grant to the expiry date; nil if unknown.
    public var lifetime: Double?
    /// The granted scope, if it differs from the requested one.
    public var scope: String?

    /// Creates credentials.
    public init(
        accessToken: HTTPSecret, tokenType: String = "Bearer", refreshToken: HTTPSecret? = nil, expires: Date? = nil,
        lifetime: Double? = nil, scope: String? = nil
    ) {
        self.accessToken = accessToken
        self.tokenType = tokenType
        self.refreshToken = refreshToken
        self.expires = expires
        self.lifetime = lifetime
        self.scope = scope
    }

    /// The value of the `Authorization` field that sends the access token.
    public var headerValue: String {
        "\(ASCII.equalIgnoringCase(tokenType, "bearer") ? "Bearer" : tokenType) \(accessToken.value)"
    }

    /// True until half a minute, but at most a quarter of its lifetime, before the token expires, so that it does not expire on the way.
    public func isValid(at now: Date) -> Bool {
        expires.map { $0.timeIntervalSince(now) > min(30, (lifetime ?? .infinity) / 4) } ?? true
    }
}

/// Stores tokens and presents logins to the user (part 14 of “HTTP in Swift”).
public protocol OAuthDelegate: Sendable {
    /// The stored tokens for a configuration; nil if there are none.
    func savedCredentials(for configuration: OAuthConfiguration) async -> OAuthCredentials?

    /// Stores tokens (files with mode 0600); removes them for nil.
    func save(_ credentials: OAuthCredentials?, for configuration: OAuthConfiguration) async

    /// Removes the tokens of all configurations, including those of earlier runs. By default nothing: those of this run are removed one
    /// by one.
    func removeAllCredentials() async

    /// The path of a file that programs lock while they renew the tokens of a configuration; nil, as by default, if no other program shares
    /// them.
    func lockPath(for configuration: OAuthConfiguration) async -> String?

    /// Presents a login page and returns the redirect, received on a loopback port or pasted by the user. Returns nil if the user cancelled
    /// or the task was cancelled.
    /// - Throws: the reason why the login has ended or is impossible.
    func logIn(at login: OAuthLogin) async throws(OAuthLoginError) -> OAuthRedirect?

    /// Presents a code to enter on another device, while the server is polled. Its task is cancelled when the login is over; it may return
    /// earlier.
    /// - Throws: the reason why the login has ended, such as ``OAuthLoginError/cancelled``.
    func show(_ code: OAuthDeviceCode) async throws(OAuthLoginError)
}

/// The reason why a login ended on the user's side.
public struct OAuthLoginError: Error, Hashable, Sendable {
    /// A sentence for the user.
    public let message: String

    /// Creates an error with a sentence for the user.
    public init(_ message: String) { self.message = message }

    /// The user ended the login.
    public static let cancelled = OAuthLoginError("You cancelled the login.")
}

extension OAuthDelegate {
    /// Does nothing: the delegate keeps no tokens of earlier runs.
    public func removeAllCredentials() async {}

    /// Nil: no other program shares the tokens.
    public func lockPath(for configuration: OAuthConfiguration) async -> String? { nil }
}

/// A code for a login on another device (RFC 8628 section 3.2).
public struct OAuthDeviceCode: Hashable, Sendable {
    /// The code for the token endpoint.
    public var deviceCode: HTTPSecret
    /// The code that the user enters.
    public var userCode: String
    /// The page at which the user enters the code.
    public var verificationURL: String
    /// The page including the code, for a QR code or a link.
    public var completeVerificationURL: String?
    /// The expiry date of the code.
    public var expires: Date
    /// The interval of polling.
    public var interval: Duration

    /// Creates a code.
    public init(
        deviceCode: HTTPSecret, userCode: String, verificationURL: String, completeVerificationURL: String? = nil, expires: Date,
        interval: Duration = .seconds(5)
    ) {
        self.deviceCode = deviceCode
        self.userCode = userCode
        self.verificationURL = verificationURL
        self.completeVerificationURL = completeVerificationURL
        self.expires = expires
        self.interval = interval
    }
}
