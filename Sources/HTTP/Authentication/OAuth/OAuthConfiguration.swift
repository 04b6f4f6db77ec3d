#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

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
    /// Additional parameters, such as `audience`. They are sent with the login URL, with the request for a device code, and with token
    /// requests of other grants; not with a refresh, which keeps those of the first token.
    public var extraParameters: [String: String]

    /// Creates a configuration with endpoints, or with an issuer to discover them.
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

private enum OAuthConfigurationOption: HTTPRequestOption {
    static let defaultOptionValue: OAuthConfiguration? = nil
}

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
    /// The granted scope, if it differs from the requested one.
    public var scope: String?

    /// Creates credentials.
    public init(
        accessToken: HTTPSecret, tokenType: String = "Bearer", refreshToken: HTTPSecret? = nil, expires: Date? = nil, scope: String? = nil
    ) {
        self.accessToken = accessToken
        self.tokenType = tokenType
        self.refreshToken = refreshToken
        self.expires = expires
        self.scope = scope
    }

    /// True until half a minute before the token expires, so that it does not expire on the way.
    public func isValid(at now: Date) -> Bool {
        expires.map { $0.timeIntervalSince(now) > 30 } ?? true
    }
}

/// Stores tokens and presents logins to the user (part 14 of the series).
public protocol OAuthDelegate: Sendable {
    /// The stored tokens for a configuration; nil if there are none.
    func savedCredentials(for configuration: OAuthConfiguration) async -> OAuthCredentials?

    /// Stores tokens (files with mode 0600); removes them for nil.
    func save(_ credentials: OAuthCredentials?, for configuration: OAuthConfiguration) async

    /// Presents a login page and returns the redirect, received on a loopback port or pasted by the user. Returns nil if the user cancelled
    /// or the task was cancelled.
    func logIn(at login: OAuthLogin) async -> OAuthRedirect?

    /// Presents a code to enter on another device, while the server is polled. Its task is cancelled when the login is over; it may return
    /// earlier.
    /// - Throws: if the user cancelled, which ends the login.
    func show(_ code: OAuthDeviceCode) async throws(CancellationError)
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
