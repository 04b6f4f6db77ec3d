public import Foundation
public import HTTP

/// A request to an API. Its fluent methods return changed copies that keep all other parts.
public struct Request<API: RequestProviding, Resource>: RequestConvertible {
    /// The API.
    public let api: API
    /// The endpoint after the API's base URL; not percent-encoded.
    public var endpoint: String
    /// The method.
    public var method: HTTPMethod
    /// The header before the body and the authentication change it.
    public var header: Header
    /// The query items.
    public var queryItems: [URLQueryItem]
    /// The cache policy; nil for the loader's.
    public var cachePolicy: HTTPCachePolicy?
    /// The limit in seconds for a time without any byte in either direction.
    public var timeoutInterval: TimeInterval
    /// Creates the body.
    public var bodyProvider: BodyProvider
    /// Decodes the response.
    public var responseDecoder: ResponseDecoder<Resource>
    /// Adds the credentials.
    public var authenticationProvider: AuthenticationProvider

    /// The base URL of the API.
    public var baseURL: URL { api.baseURL }

    /// Creates a request.
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

    /// A copy with another method.
    public func using(method: HTTPMethod) -> Self { changed { $0.method = method } }

    /// A copy with another header.
    public func with(header: Header) -> Self { changed { $0.header = header } }

    /// A copy with an additional header field.
    public func adding(headerField: Field) -> Self { changed { $0.header.add(headerField) } }

    /// A copy with additional header fields.
    public func adding(headerFields: [Field]) -> Self {
        changed { request in headerFields.forEach { request.header.add($0) } }
    }

    /// A copy with additional header fields.
    public func adding(headerFields: Field...) -> Self { adding(headerFields: headerFields) }

    /// A copy in which this field replaces all of its name.
    public func setting(headerField: Field) -> Self { changed { $0.header.set(headerField) } }

    /// A copy with another query.
    public func with(query: [URLQueryItem]) -> Self { changed { $0.queryItems = query } }

    /// A copy with another query, in the order of the literal: `.with(query: ["search": "leia", "limit": "30"])`.
    public func with(query: KeyValuePairs<String, String?>) -> Self {
        with(query: query.map { URLQueryItem(name: $0.key, value: $0.value) })
    }

    /// A copy with an additional query item.
    public func adding(queryItem: URLQueryItem) -> Self { changed { $0.queryItems.append(queryItem) } }

    /// A copy with additional query items.
    public func adding(queryItems: [URLQueryItem]) -> Self { changed { $0.queryItems += queryItems } }

    /// A copy with additional query items.
    public func adding(queryItems: URLQueryItem...) -> Self { adding(queryItems: queryItems) }

    /// A copy with this body.
    public func sending(_ body: BodyProvider) -> Self { changed { $0.bodyProvider = body } }

    /// A copy with another decoder. All other parts are kept, including the authentication.
    public func receiving<NewResource>(_ responseDecoder: ResponseDecoder<NewResource>) -> Request<API, NewResource> {
        Request<API, NewResource>(
            api: api, endpoint: endpoint, responseDecoder: responseDecoder, method: method, header: header, queryItems: queryItems,
            cachePolicy: cachePolicy, timeoutInterval: timeoutInterval, bodyProvider: bodyProvider,
            authenticationProvider: authenticationProvider)
    }

    /// A copy with these credentials.
    public func authenticated(with provider: AuthenticationProvider) -> Self { changed { $0.authenticationProvider = provider } }

    /// A copy with a limit in seconds for a time without any byte in either direction.
    public func timeout(after interval: TimeInterval) -> Self { changed { $0.timeoutInterval = interval } }

    private func changed(_ change: (inout Self) -> Void) -> Self {
        var copy = self
        change(&copy)
        return copy
    }
}

extension Request: Sendable where API: Sendable {}

extension Request where API == AnonymousRequestProvider, Resource == Void {
    /// Creates a request to a URL without an API.
    public init(method: HTTPMethod, baseURL: URL, endpoint: String = "") {
        self.init(api: AnonymousRequestProvider(baseURL: baseURL), endpoint: endpoint, responseDecoder: .none, method: method)
    }
}

extension URL {
    /// Creates a URL from a string literal. Traps if it is invalid, which the first run shows.
    public init(_ string: StaticString) {
        guard let url = URL(string: "\(string)") else { preconditionFailure("\(string) is not a valid URL") }
        self = url
    }
}

/// An API: its base URL, and the requests to it.
///
/// An API whose requests have something in common implements ``request(to:using:)``, which all other methods use.
public protocol RequestProviding: Sendable {
    /// The base URL of the API.
    var baseURL: URL { get }

    /// Creates a request to an endpoint.
    func request(to endpoint: String, using method: HTTPMethod) -> Request<Self, Void>
}

extension RequestProviding {
    /// Creates a request with an endpoint and a method only.
    public func request(to endpoint: String, using method: HTTPMethod) -> Request<Self, Void> {
        Request(api: self, endpoint: endpoint, responseDecoder: .none, method: method)
    }

    /// A GET request for a resource.
    public func get<NewResource>(_ decoder: ResponseDecoder<NewResource>, from endpoint: String) -> Request<Self, NewResource> {
        request(to: endpoint, using: .get).receiving(decoder)
    }

    /// A POST request with a body.
    public func post(_ body: BodyProvider, to endpoint: String) -> Request<Self, Void> {
        request(to: endpoint, using: .post).sending(body)
    }

    /// A PUT request with a body.
    public func put(_ body: BodyProvider, to endpoint: String) -> Request<Self, Void> {
        request(to: endpoint, using: .put).sending(body)
    }

    /// A PATCH request with a body.
    public func patch(_ endpoint: String, with body: BodyProvider) -> Request<Self, Void> {
        request(to: endpoint, using: .patch).sending(body)
    }

    /// A DELETE request.
    public func delete(_ endpoint: String) -> Request<Self, Void> { request(to: endpoint, using: .delete) }

    /// A HEAD request.
    public func head(_ endpoint: String) -> Request<Self, Void> { request(to: endpoint, using: .head) }
}

/// A base URL without an API.
public struct AnonymousRequestProvider: RequestProviding, Hashable {
    /// The base URL.
    public let baseURL: URL

    /// Creates a provider.
    public init(baseURL: URL) { self.baseURL = baseURL }

    /// Creates a provider from a string literal. Traps if it is not a URL.
    public init(_ baseURL: StaticString) { self.init(baseURL: URL(baseURL)) }
}

/// Adds credentials to a header. Applied after everything else.
///
/// ```swift
/// extension AuthenticationProvider {
///     static func custom(_ token: String) -> AuthenticationProvider {
///         AuthenticationProvider { header in header[.authorization] = "Custom \(token)" }
///     }
/// }
/// ```
public struct AuthenticationProvider: Sendable {
    private let authenticate: @Sendable (inout Header) -> Void

    /// - Parameter authenticate: changes the header.
    public init(authenticate: @escaping @Sendable (inout Header) -> Void) { self.authenticate = authenticate }

    /// Changes a header.
    public func update(_ header: inout Header) { authenticate(&header) }

    /// Adds nothing.
    public static let none = AuthenticationProvider { _ in }

    /// A bearer token (RFC 6750).
    public static let bearerToken: @Sendable (String) -> AuthenticationProvider = { token in
        AuthenticationProvider { $0[.authorization] = "Bearer \(token)" }
    }

    /// A user name and a password (RFC 7617).
    public static func basicAuth(username: String, password: String) -> AuthenticationProvider {
        AuthenticationProvider { header in
            header[.authorization] = "Basic \(Data("\(username):\(password)".utf8).base64EncodedString())"
        }
    }
}

/// Creates a resource from the head and the body of a response.
///
/// ```swift
/// extension ResponseDecoder where Response == Int {
///     static let count = ResponseDecoder { _, data in data.count }
/// }
/// ```
public struct ResponseDecoder<Response>: Sendable {
    /// Creates the resource; throws if the response does not contain one.
    public let decode: @Sendable (HTTPResponseHead, Data) throws -> Response

    /// - Parameter decode: creates the resource.
    public init(_ decode: @escaping @Sendable (HTTPResponseHead, Data) throws -> Response) { self.decode = decode }
}

extension ResponseDecoder where Response == Void {
    /// Ignores the response.
    public static var none: Self { ResponseDecoder { _, _ in () } }
}

extension ResponseDecoder where Response == Data {
    /// The bytes.
    public static var data: Self { ResponseDecoder { _, data in data } }
}

extension ResponseDecoder where Response == String {
    /// The bytes as UTF-8 text.
    public static var text: Self { text(encoding: .utf8) }

    /// The bytes as text in an encoding. Throws ``RequestError/undecodableText`` for bytes that are invalid in it.
    public static func text(encoding: String.Encoding) -> Self {
        ResponseDecoder { _, data in
            guard let text = String(data: data, encoding: encoding) else { throw RequestError.undecodableText }
            return text
        }
    }
}

extension ResponseDecoder where Response: Decodable & SendableMetatype {
    /// A value of a type, decoded from JSON.
    public static func json(encoded resourceType: Response.Type, decoder: JSONDecoder = JSONDecoder()) -> Self {
        ResponseDecoder { _, data in try decoder.decode(resourceType, from: data) }
    }

    /// A value decoded from JSON, whose type is inferred.
    public static func json(decoder: JSONDecoder = JSONDecoder()) -> Self { json(encoded: Response.self, decoder: decoder) }
}
