#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// How to get a token: which grant, from whom, as whom (RFC 6749).
public struct OAuthConfiguration: Hashable, Sendable {
    /// The ways to a token.
    public enum Grant: Hashable, Sendable {
        /// A person logs in with a browser, which comes back to the redirect URL (RFC 6749 section 4.1), with PKCE (RFC 7636).
        case authorizationCode(redirectURL: String)
        /// The client itself (section 4.4).
        case clientCredentials
        /// A person's password (section 4.3), for servers that know nothing better.
        case password(BasicCredentials)
        /// A person logs in on another device (RFC 8628).
        case deviceCode
    }

    /// Where the client's own secret goes (RFC 6749 section 2.3.1).
    public enum ClientAuthentication: String, Hashable, Sendable, CaseIterable {
        /// In `Authorization`.
        case header
        /// In the form.
        case body
    }

    /// The way to a token.
    public var grant: Grant
    /// Who the client is.
    public var clientID: String
    /// Nil for a public client.
    public var clientSecret: HTTPSecret?
    /// Where the secret goes.
    public var clientAuthentication: ClientAuthentication
    /// Finds the endpoints that are not given (RFC 8414, OpenID Connect Discovery); its URL.
    public var issuer: String?
    /// Where the server's doors are.
    public var endpoints: OAuthEndpoints
    /// What is asked for, in order.
    public var scopes: [String]
    /// More parameters, such as `audience`, sent with the login URL, with the request for a device code, and where a token is asked for
    /// without either; not with a refresh, which gets what the first token had.
    public var extraParameters: [String: String]

    /// A configuration; endpoints, or an issuer to find them.
    public init(
        grant: Grant, clientID: String, clientSecret: HTTPSecret? = nil, clientAuthentication: ClientAuthentication = .header,
        issuer: String? = nil, endpoints: OAuthEndpoints = OAuthEndpoints(), scopes: [String] = [], extraParameters: [String: String] = [:]
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

/// The URLs of an authorization server.
public struct OAuthEndpoints: Hashable, Sendable {
    /// Where a person logs in.
    public var authorization: String?
    /// Where tokens are had.
    public var token: String?
    /// Where device codes are had.
    public var deviceAuthorization: String?

    /// What is known of them.
    public init(authorization: String? = nil, token: String? = nil, deviceAuthorization: String? = nil) {
        self.authorization = authorization
        self.token = token
        self.deviceAuthorization = deviceAuthorization
    }

    /// What is missing here, taken from others.
    func completed(by other: OAuthEndpoints) -> OAuthEndpoints {
        OAuthEndpoints(
            authorization: authorization ?? other.authorization, token: token ?? other.token,
            deviceAuthorization: deviceAuthorization ?? other.deviceAuthorization)
    }
}

private enum OAuthConfigurationOption: HTTPRequestOption {
    static let defaultOptionValue: OAuthConfiguration? = nil
}

extension HTTPRequest {
    /// Where ``OAuth`` gets the token for this request.
    public var oauthConfiguration: OAuthConfiguration? {
        get { self[option: OAuthConfigurationOption.self] }
        set { self[option: OAuthConfigurationOption.self] = newValue }
    }
}

/// What an authorization server gave (RFC 6749 section 5.1). Whoever writes it down keeps it from others.
public struct OAuthCredentials: Hashable, Sendable {
    /// Goes along with requests.
    public var accessToken: HTTPSecret
    /// How it goes along; `Bearer` as a rule.
    public var tokenType: String
    /// Gets the next one; nil where the server gives none.
    public var refreshToken: HTTPSecret?
    /// Nil where the server did not say.
    public var expires: Date?
    /// As granted, where that differs from what was asked.
    public var scope: String?

    /// Tokens and their life.
    public init(
        accessToken: HTTPSecret, tokenType: String = "Bearer", refreshToken: HTTPSecret? = nil, expires: Date? = nil, scope: String? = nil
    ) {
        self.accessToken = accessToken
        self.tokenType = tokenType
        self.refreshToken = refreshToken
        self.expires = expires
        self.scope = scope
    }

    /// False from half a minute before the end, so that a token does not end on its way.
    public func isValid(at now: Date) -> Bool {
        expires.map { $0.timeIntervalSince(now) > 30 } ?? true
    }
}

/// Keeps tokens, and stands between the protocol and the person (part 14 of the series).
public protocol OAuthDelegate: Sendable {
    /// What was saved for a configuration; nil for nothing.
    func savedCredentials(for configuration: OAuthConfiguration) async -> OAuthCredentials?

    /// Keeps credentials (files: mode 0600), or forgets them for nil.
    func save(_ credentials: OAuthCredentials?, for configuration: OAuthConfiguration) async

    /// Shows the login, and gives the URL that the browser was sent back to: caught on a loopback port, or pasted. Nil when the person
    /// gave up. Ends with nil when its task is cancelled.
    func logIn(at login: OAuthLogin) async -> OAuthRedirect?

    /// Shows a code to type in elsewhere, while the server is asked whether that was done; its task is cancelled once the login is over. It may
    /// return before. See ``OAuthDeviceCode``.
    /// - Throws: when the person gave up, which ends the login.
    func show(_ code: OAuthDeviceCode) async throws(CancellationError)
}

/// What a person does on another device (RFC 8628 section 3.2).
public struct OAuthDeviceCode: Hashable, Sendable {
    /// For the token endpoint.
    public var deviceCode: HTTPSecret
    /// To be typed in.
    public var userCode: String
    /// Where.
    public var verificationURL: String
    /// The same with the code in it, for a QR code or a click.
    public var completeVerificationURL: String?
    /// Until when the code is good.
    public var expires: Date
    /// Between two questions.
    public var interval: Duration

    /// What the device endpoint answered.
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
