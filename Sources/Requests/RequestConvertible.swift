public import Foundation
public import HTTP

/// The description of a request and of the resource in its response.
public protocol RequestConvertible: CustomStringConvertible {
    /// The resource in the response.
    associatedtype Resource

    /// The base URL of the API.
    var baseURL: URL { get }
    /// The endpoint after the path of the base URL; not percent-encoded.
    var endpoint: String { get }
    /// The method; GET by default.
    var method: HTTPMethod { get }
    /// The header; empty by default. The body and the authentication change it when the request is created.
    var header: Header { get }
    /// The query items; none by default.
    var queryItems: [URLQueryItem] { get }
    /// The cache policy; nil, the default, for the loader's.
    var cachePolicy: HTTPCachePolicy? { get }
    /// The limit in seconds for a time without any byte in either direction; 60 by default.
    var timeoutInterval: TimeInterval { get }
    /// Creates the body; none by default.
    var bodyProvider: BodyProvider { get }
    /// Decodes the response. By default nothing for `Void`, text for `String`, bytes for `Data`.
    var responseDecoder: ResponseDecoder<Resource> { get }
    /// Adds the credentials; none by default.
    var authenticationProvider: AuthenticationProvider { get }
}

extension RequestConvertible {
    /// GET.
    public var method: HTTPMethod { DefaultValue.method }
    /// Empty.
    public var header: Header { DefaultValue.header }
    /// No query items.
    public var queryItems: [URLQueryItem] { DefaultValue.queryItems }
    /// The loader's policy.
    public var cachePolicy: HTTPCachePolicy? { DefaultValue.cachePolicy }
    /// 60 seconds.
    public var timeoutInterval: TimeInterval { DefaultValue.timeout }
    /// No body.
    public var bodyProvider: BodyProvider { DefaultValue.bodyProvider }
    /// No credentials.
    public var authenticationProvider: AuthenticationProvider { DefaultValue.authenticationProvider }
}

extension RequestConvertible where Resource == Void {
    /// Ignores the response.
    public var responseDecoder: ResponseDecoder<Void> { .none }
}

extension RequestConvertible where Resource == String {
    /// Text in UTF-8.
    public var responseDecoder: ResponseDecoder<String> { .text }
}

extension RequestConvertible where Resource == Data {
    /// The bytes.
    public var responseDecoder: ResponseDecoder<Data> { .data }
}

/// The defaults of ``RequestConvertible``.
public enum DefaultValue {
    /// GET.
    public static let method: HTTPMethod = .get
    /// Empty.
    public static let header: Header = .empty
    /// No query items.
    public static let queryItems: [URLQueryItem] = []
    /// The loader's policy.
    public static let cachePolicy: HTTPCachePolicy? = nil
    /// 60 seconds.
    public static let timeout: TimeInterval = 60
    /// No body.
    public static let bodyProvider: BodyProvider = .none
    /// No credentials.
    public static let authenticationProvider: AuthenticationProvider = .none
}

extension RequestConvertible {
    /// The request for an `HTTPLoader`. The body is created first, because it may change the header; the authentication is added last.
    /// - Throws: `invalidRequest` with the error of the body provider.
    public func toHTTPRequest() throws(HTTPError) -> HTTPRequest {
        var header = header
        let body = try encodedBody(&header)
        authenticationProvider.update(&header)
        var request = HTTPRequest(method: method, url: baseURL.absoluteString, headers: header.httpHeaders, body: body.httpBody)
        request.appendPath(endpoint)
        request.appendQueryItems(queryItems)
        request.timeouts.idle = Seconds(nearest: timeoutInterval).duration
        request.cachePolicy = cachePolicy
        return request
    }

    private func encodedBody(_ header: inout Header) throws(HTTPError) -> RequestBody {
        do {
            return try bodyProvider.body(updating: &header)
        } catch {
            let request = HTTPRequest(method: method, url: baseURL.absoluteString)
            throw HTTPError(.invalidRequest, request: request, underlyingError: error, message: "The body cannot be encoded: \(error)")
        }
    }

    /// The resource type, the method, and the URL without its query, which may be secret.
    public var description: String {
        guard var request = try? toHTTPRequest() else { return "Request (INVALID)" }
        request.percentEncodedQuery = nil
        request.percentEncodedUserInfo = nil
        return "Request<\(Resource.self)> [\(method)] (\(request.url))"
    }
}

extension HTTPRequest {
    /// Appends the endpoint to the path with exactly one slash between them.
    fileprivate mutating func appendPath(_ endpoint: String) {
        guard !endpoint.isEmpty else { return }
        var added = HTTPRequest()
        added.path = endpoint.hasPrefix("/") ? endpoint : "/" + endpoint
        let base = percentEncodedPath.hasSuffix("/") ? String(percentEncodedPath.dropLast()) : percentEncodedPath
        percentEncodedPath = base + added.percentEncodedPath
    }
}
