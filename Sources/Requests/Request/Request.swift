public import Foundation
public import HTTP

/// A request to an API, with fluent copies: each gives a changed copy and keeps every other part.
public struct Request<API: RequestProviding, Resource>: RequestConvertible {
    /// Where it goes.
    public let api: API
    /// Behind the API's base URL; not percent-encoded.
    public var endpoint: String
    /// What it asks for.
    public var method: HTTPMethod
    /// Before body and authentication change it.
    public var header: Header
    /// Behind the question mark.
    public var queryItems: [URLQueryItem]
    /// Nil leaves it to the loader.
    public var cachePolicy: HTTPCachePolicy?
    /// Seconds without a byte in either direction.
    public var timeoutInterval: TimeInterval
    /// Makes the body.
    public var bodyProvider: BodyProvider
    /// Reads the answer.
    public var responseDecoder: ResponseDecoder<Resource>
    /// Put on last.
    public var authenticationProvider: AuthenticationProvider

    /// The API's.
    public var baseURL: URL { api.baseURL }

    /// A request of these parts.
    public init(
        api: API, endpoint: String, responseDecoder: ResponseDecoder<Resource>, method: HTTPMethod = DefaultValue.method,
        header: Header = DefaultValue.header, queryItems: [URLQueryItem] = DefaultValue.queryItems,
        cachePolicy: HTTPCachePolicy? = DefaultValue.cachePolicy, timeoutInterval: TimeInterval = DefaultValue.timeout,
        bodyProvider: BodyProvider = DefaultValue.bodyProvider,
        authenticationProvider: AuthenticationProvider = DefaultValue.authenticationProvider
    ) {
        self.api = api
        self.endpoint = endpoint
        self.responseDecoder = responseDecoder
        self.method = method
        self.header = header
        self.queryItems = queryItems
        self.cachePolicy = cachePolicy
        self.timeoutInterval = timeoutInterval
        self.bodyProvider = bodyProvider
        self.authenticationProvider = authenticationProvider
    }
}

extension Request: Sendable where API: Sendable {}

extension Request where API == AnonymousRequestProvider, Resource == Void {
    /// A one-off request to a URL that belongs to no API.
    public init(method: HTTPMethod, baseURL: URL, endpoint: String = "") {
        self.init(api: AnonymousRequestProvider(baseURL: baseURL), endpoint: endpoint, responseDecoder: .none, method: method)
    }
}
