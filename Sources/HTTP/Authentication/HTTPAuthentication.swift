/// A method together with its credentials, to be put on a request in one go.
public enum HTTPAuthentication: Hashable, Sendable {
    /// Nobody asks.
    case none
    /// User and password in every request (RFC 7617).
    case basic(BasicCredentials)
    /// A token in every request (RFC 6750).
    case bearer(HTTPSecret)
    /// A key in a header or the query.
    case apiKey(APIKey)
    /// User and password, never sent themselves (RFC 7616).
    case digest(BasicCredentials)
    /// A token that is obtained and renewed as needed (RFC 6749).
    case oauth(OAuthConfiguration)
    /// AWS Signature Version 4.
    case awsSignature(AWSCredentials)
    /// NTLM or Negotiate, by the transport.
    case transport(HTTPTransportAuthentication)

    /// The method that the link for it is known by; nil for none.
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
    /// Sets the method and the option that holds its credentials; those of another method go.
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

    /// Forgets the method and every option that proves who asks, but the certificate.
    mutating func dropCredentialOptions() {
        authenticationMethod = nil
        // Only what is set is written: an option that was never mentioned stays so.
        if basicCredentials != nil { basicCredentials = nil }
        if bearerToken != nil { bearerToken = nil }
        if apiKey != nil { apiKey = nil }
        if oauthConfiguration != nil { oauthConfiguration = nil }
        if awsCredentials != nil { awsCredentials = nil }
        if transportAuthentication != nil { transportAuthentication = nil }
    }
}

/// A key that an API gave out, and where it wants it.
public struct APIKey: Hashable, Sendable {
    /// Where the key goes.
    public enum Place: String, Hashable, Sendable, CaseIterable {
        /// A header field.
        case header
        /// An item of the query.
        case query
    }

    /// Of the header field or query item.
    public var name: String
    /// The key.
    public var value: HTTPSecret
    /// Where it goes.
    public var place: Place

    /// A key under a name.
    public init(name: String, value: HTTPSecret, place: Place = .header) {
        self.name = name
        self.value = value
        self.place = place
    }
}

private enum BasicCredentialsOption: HTTPRequestOption {
    static let defaultOptionValue: BasicCredentials? = nil
}

private enum BearerTokenOption: HTTPRequestOption {
    static let defaultOptionValue: HTTPSecret? = nil
}

private enum APIKeyOption: HTTPRequestOption {
    static let defaultOptionValue: APIKey? = nil
}

private enum ForAuthenticationOption: HTTPRequestOption {
    static let defaultOptionValue = false
}

extension HTTPRequest {
    /// True for what a link sends itself to get credentials for another request, such as ``OAuth`` to the authorization server. Its transfers stand
    /// in the trace of the request that waits for them.
    public internal(set) var isForAuthentication: Bool {
        get { self[option: ForAuthenticationOption.self] }
        set { self[option: ForAuthenticationOption.self] = newValue }
    }

    /// User and password for Basic and Digest; nil asks the link's delegate.
    public var basicCredentials: BasicCredentials? {
        get { self[option: BasicCredentialsOption.self] }
        set { self[option: BasicCredentialsOption.self] = newValue }
    }

    /// The token for Bearer.
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
