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

    /// With another method.
    public func using(method: HTTPMethod) -> Self { changed { $0.method = method } }

    /// With another header in place of this one.
    public func with(header: Header) -> Self { changed { $0.header = header } }

    /// With one more field, beside others of its name.
    public func adding(headerField: Field) -> Self { changed { $0.header.add(headerField) } }

    /// With more fields.
    public func adding(headerFields: [Field]) -> Self {
        changed { request in headerFields.forEach { request.header.add($0) } }
    }

    /// With more fields.
    public func adding(headerFields: Field...) -> Self { adding(headerFields: headerFields) }

    /// With exactly this field of its name.
    public func setting(headerField: Field) -> Self { changed { $0.header.set(headerField) } }

    /// With another query in place of this one.
    public func with(query: [URLQueryItem]) -> Self { changed { $0.queryItems = query } }

    /// With one more item in the query.
    public func adding(queryItem: URLQueryItem) -> Self { changed { $0.queryItems.append(queryItem) } }

    /// With more items in the query.
    public func adding(queryItems: [URLQueryItem]) -> Self { changed { $0.queryItems += queryItems } }

    /// With more items in the query.
    public func adding(queryItems: URLQueryItem...) -> Self { adding(queryItems: queryItems) }

    /// With this body.
    public func sending(_ body: BodyProvider) -> Self { changed { $0.bodyProvider = body } }

    /// With an answer read in another way. Every other part is kept, the authentication too.
    public func receiving<NewResource>(_ responseDecoder: ResponseDecoder<NewResource>) -> Request<API, NewResource> {
        Request<API, NewResource>(
            api: api, endpoint: endpoint, responseDecoder: responseDecoder, method: method, header: header, queryItems: queryItems,
            cachePolicy: cachePolicy, timeoutInterval: timeoutInterval, bodyProvider: bodyProvider,
            authenticationProvider: authenticationProvider)
    }

    /// With these credentials.
    public func authenticated(with provider: AuthenticationProvider) -> Self { changed { $0.authenticationProvider = provider } }

    /// With a limit of seconds without a byte in either direction.
    public func timeout(after interval: TimeInterval) -> Self { changed { $0.timeoutInterval = interval } }

    private func changed(_ change: (inout Self) -> Void) -> Self {
        var copy = self
        change(&copy)
        return copy
    }
}

extension Request: Sendable where API: Sendable {}

extension Request where API == AnonymousRequestProvider, Resource == Void {
    /// A one-off request to a URL that belongs to no API.
    public init(method: HTTPMethod, baseURL: URL, endpoint: String = "") {
        self.init(api: AnonymousRequestProvider(baseURL: baseURL), endpoint: endpoint, responseDecoder: .none, method: method)
    }
}
