import Foundation
public import HTTP

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
