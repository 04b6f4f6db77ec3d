#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

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
