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
