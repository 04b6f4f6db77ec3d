public import Foundation
public import HTTP

/// Declares a request by its parts, and what is to be read in the answer.
public protocol RequestConvertible: CustomStringConvertible {
    /// What the answer holds.
    associatedtype Resource

    /// Where the API lives.
    var baseURL: URL { get }
    /// Behind the base URL's path; not percent-encoded.
    var endpoint: String { get }
    /// GET by default.
    var method: HTTPMethod { get }
    /// Empty by default; the body and the authentication change it when the request is built.
    var header: Header { get }
    /// None by default.
    var queryItems: [URLQueryItem] { get }
    /// Nil, by default, leaves it to the loader.
    var cachePolicy: HTTPCachePolicy? { get }
    /// Seconds without a byte in either direction; 60 by default.
    var timeoutInterval: TimeInterval { get }
    /// No body by default.
    var bodyProvider: BodyProvider { get }
    /// By default none for `Void`, text for `String`, bytes for `Data`.
    var responseDecoder: ResponseDecoder<Resource> { get }
    /// Nobody by default.
    var authenticationProvider: AuthenticationProvider { get }
}

extension RequestConvertible {
    /// GET.
    public var method: HTTPMethod { DefaultValue.method }
    /// Empty.
    public var header: Header { DefaultValue.header }
    /// None.
    public var queryItems: [URLQueryItem] { DefaultValue.queryItems }
    /// The loader's.
    public var cachePolicy: HTTPCachePolicy? { DefaultValue.cachePolicy }
    /// 60 seconds.
    public var timeoutInterval: TimeInterval { DefaultValue.timeout }
    /// No body.
    public var bodyProvider: BodyProvider { DefaultValue.bodyProvider }
    /// Nobody.
    public var authenticationProvider: AuthenticationProvider { DefaultValue.authenticationProvider }
}

extension RequestConvertible where Resource == Void {
    /// Does not look at the answer.
    public var responseDecoder: ResponseDecoder<Void> { .none }
}

extension RequestConvertible where Resource == String {
    /// Text in UTF-8.
    public var responseDecoder: ResponseDecoder<String> { .text }
}

extension RequestConvertible where Resource == Data {
    /// Bytes.
    public var responseDecoder: ResponseDecoder<Data> { .data }
}

/// What a request has that does not say otherwise.
public enum DefaultValue {
    /// GET.
    public static let method: HTTPMethod = .get
    /// Empty.
    public static let header: Header = .empty
    /// None.
    public static let queryItems: [URLQueryItem] = []
    /// The loader's.
    public static let cachePolicy: HTTPCachePolicy? = nil
    /// In seconds.
    public static let timeout: TimeInterval = 60
    /// No body.
    public static let bodyProvider: BodyProvider = .none
    /// Nobody.
    public static let authenticationProvider: AuthenticationProvider = .none
}

extension RequestConvertible {
    /// The request for any `HTTPLoader`: first the body is made, which may change the header, and last the authentication is put on.
    /// - Throws: `invalidRequest` with what the body provider threw.
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

    /// The resource's type, the method and the URL without its query, which may hold secrets.
    public var description: String {
        guard var request = try? toHTTPRequest() else { return "Request (INVALID)" }
        request.percentEncodedQuery = nil
        request.percentEncodedUserInfo = nil
        return "Request<\(Resource.self)> [\(method)] (\(request.url))"
    }
}

extension HTTPRequest {
    /// Exactly one slash stands between the path and what comes behind it.
    fileprivate mutating func appendPath(_ endpoint: String) {
        guard !endpoint.isEmpty else { return }
        var added = HTTPRequest()
        added.path = endpoint.hasPrefix("/") ? endpoint : "/" + endpoint
        let base = percentEncodedPath.hasSuffix("/") ? String(percentEncodedPath.dropLast()) : percentEncodedPath
        percentEncodedPath = base + added.percentEncodedPath
    }
}
