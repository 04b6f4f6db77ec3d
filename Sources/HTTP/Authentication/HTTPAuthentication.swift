/// An authentication method with its credentials.
public enum HTTPAuthentication: Hashable, Sendable {
    /// No authentication.
    case none
    /// User name and password in each request (RFC 7617).
    case basic(BasicCredentials)
    /// A token in each request (RFC 6750).
    case bearer(HTTPSecret)
    /// A key in a header or the query.
    case apiKey(APIKey)
    /// User name and password, of which only a digest is sent (RFC 7616).
    case digest(BasicCredentials)
    /// A token that is obtained and refreshed as needed (RFC 6749).
    case oauth(OAuthConfiguration)
    /// AWS Signature Version 4.
    case awsSignature(AWSCredentials)
    /// NTLM or Negotiate, performed by the transport.
    case transport(HTTPTransportAuthentication)

    /// The name of the method; nil for none.
    public var method: AuthenticationMethod? {
        switch self {
        case .none: nil
        case .basic: .basic
        case .bearer: .bearer
        case .apiKey: .apiKey
        case .digest: .digest
        case .oauth: .oauth
        case .awsSignature: .awsSignature
        case .transport(let value): value.scheme == .ntlm ? .ntlm : .negotiate
        }
    }
}

extension HTTPRequest {
    /// Sets the method and its credentials; removes those of other methods.
    public mutating func authenticate(with authentication: HTTPAuthentication) {
        dropCredentialOptions()
        authenticationMethod = authentication.method
        switch authentication {
        case .none: break
        case .basic(let credentials), .digest(let credentials): basicCredentials = credentials
        case .bearer(let token): bearerToken = token
        case .apiKey(let key): apiKey = key
        case .oauth(let configuration): oauthConfiguration = configuration
        case .awsSignature(let credentials): awsCredentials = credentials
        case .transport(let value): transportAuthentication = value
        }
    }

    /// Removes the method and all credentials except the client certificate.
    mutating func dropCredentialOptions() {
        authenticationMethod = nil
        // Only options with a value are written, so that the others remain unset.
        if basicCredentials != nil { basicCredentials = nil }
        if bearerToken != nil { bearerToken = nil }
        if apiKey != nil { apiKey = nil }
        if oauthConfiguration != nil { oauthConfiguration = nil }
        if awsCredentials != nil { awsCredentials = nil }
        if transportAuthentication != nil { transportAuthentication = nil }
    }
}

/// An API key.
public struct APIKey: Hashable, Sendable {
    /// The place of an API key.
    public enum Place: String, Hashable, Sendable, CaseIterable {
        /// A header field.
        case header
        /// An item of the query.
        case query
    }

    /// The name of the header field or query item.
    public var name: String
    /// The key.
    public var value: HTTPSecret
    /// The place of the key.
    public var place: Place

    /// Creates a key.
    public init(name: String, value: HTTPSecret, place: Place = .header) {
        self.name = name
        self.value = value
        self.place = place
    }
}

private enum BasicCredentialsOption: HTTPRequestOption { static let defaultOptionValue: BasicCredentials? = nil }

private enum BearerTokenOption: HTTPRequestOption { static let defaultOptionValue: HTTPSecret? = nil }

private enum APIKeyOption: HTTPRequestOption { static let defaultOptionValue: APIKey? = nil }

private enum ForAuthenticationOption: HTTPRequestOption { static let defaultOptionValue = false }

extension HTTPRequest {
    /// True for requests that a link sends to obtain credentials, such as those of ``OAuth`` to the authorization server. Their transfers
    /// are part of the trace of the waiting request.
    public internal(set) var isForAuthentication: Bool {
        get { self[option: ForAuthenticationOption.self] }
        set { self[option: ForAuthenticationOption.self] = newValue }
    }

    /// The user name and password for Basic and Digest; nil to ask the link's delegate.
    public var basicCredentials: BasicCredentials? {
        get { self[option: BasicCredentialsOption.self] }
        set { self[option: BasicCredentialsOption.self] = newValue }
    }

    /// The token for ``AuthenticationMethod/bearer``.
    public var bearerToken: HTTPSecret? {
        get { self[option: BearerTokenOption.self] }
        set { self[option: BearerTokenOption.self] = newValue }
    }

    /// The key for ``AuthenticationMethod/apiKey``.
    public var apiKey: APIKey? {
        get { self[option: APIKeyOption.self] }
        set { self[option: APIKeyOption.self] = newValue }
    }
}
