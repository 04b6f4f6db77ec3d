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
