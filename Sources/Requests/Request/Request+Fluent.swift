public import Foundation
public import HTTP

extension Request {
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
