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
